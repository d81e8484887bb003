import { waitUntil } from '../../../test/support/wait-until.js';
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
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const read = jest.fn(async (): Promise<{ seen: number }> => {
      const seen = committed;
      await released;
      return { seen };
    });
    const early = sharedAnswer('late', read);
    await waitUntil('the read has started', () => read.mock.calls.length === 1);
    committed = 2;
    const late = [sharedAnswer('late', read), sharedAnswer('late', read)];
    release();
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
