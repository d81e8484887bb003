import { setTimeout as sleep } from 'node:timers/promises';
import { jsonOf, sharedAnswer } from './shared-answers.js';

describe('a shared answer', () => {
  it('is read once for callers that ask in the same turn', async () => {
    const read = jest.fn(() => Promise.resolve({ total: 1 }));
    const answers = await Promise.all([sharedAnswer('once', read), sharedAnswer('once', read)]);
    expect(read).toHaveBeenCalledTimes(1);
    expect(answers.map(jsonOf)).toEqual(['{"total":1}', '{"total":1}']);
  });

  it('is never one whose read started before the call', async () => {
    let committed = 1;
    let begin = (): void => undefined;
    const started = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const read = async (): Promise<{ seen: number }> => {
      const seen = committed;
      begin();
      await sleep(20);
      return { seen };
    };
    const early = sharedAnswer('late', read);
    await started;
    committed = 2;
    const late = [sharedAnswer('late', read), sharedAnswer('late', read)];
    expect(await early).toEqual({ seen: 1 });
    expect(await Promise.all(late)).toEqual([{ seen: 2 }, { seen: 2 }]);
  });

  it('is read again after a read that failed, and differs by key', async () => {
    await expect(sharedAnswer('failing', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    const answer = { a: 1 };
    expect(await sharedAnswer('failing', () => Promise.resolve(answer))).toBe(answer);
    expect(await sharedAnswer('other', () => Promise.resolve({ b: 2 }))).toEqual({ b: 2 });
  });
});
