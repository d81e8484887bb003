import { allContinued, StatementQueue } from './statement-queue.js';

describe('the queue of statements', () => {
  let texts: string[];
  let answers: ((error?: Error) => void)[];
  let queue: StatementQueue;

  beforeEach(() => {
    texts = [];
    answers = [];
    const run = (text: string): Promise<unknown> => {
      texts.push(text);
      const parts = text.split(';');
      return new Promise((resolve, reject) => {
        answers.push((error) => {
          if (error) reject(error);
          else resolve(parts.length === 1 ? parts[0] : parts);
        });
      });
    };
    queue = new StatementQueue(run, ({ message }) => message === 'final');
  });

  it('sends together what is called at the same time, and the next statements after the answer', async () => {
    const first = Promise.all([queue.send('a'), queue.send('b')]);
    await allContinued();
    const next = queue.send('c');
    await allContinued();
    expect(texts).toEqual(['a;b']);
    answers[0]?.();
    await expect(first).resolves.toEqual(['a', 'b']);
    await allContinued();
    answers[1]?.();
    await expect(next).resolves.toBe('c');
    expect(texts).toEqual(['a;b', 'c']);
  });

  it('sends nothing twice that is flushed before its turn', async () => {
    const both = Promise.all([queue.send('a'), queue.send('b')]);
    queue.flush();
    await allContinued();
    expect(texts).toEqual(['a;b']);
    answers[0]?.();
    await both;
    const next = queue.send('c');
    await allContinued();
    answers[1]?.();
    await expect(next).resolves.toBe('c');
  });

  it('holds statements until all holders release them', async () => {
    queue.hold();
    queue.hold();
    const one = queue.send('a');
    await allContinued();
    queue.release();
    const other = queue.send('b');
    await allContinued();
    expect(texts).toEqual([]);
    queue.release();
    await allContinued();
    expect(texts).toEqual(['a;b']);
    answers[0]?.();
    await Promise.all([one, other]);
  });

  it('rejects waiting statements with an error for each, and creates none without them', async () => {
    const errorOf = jest.fn(() => new Error('over'));
    queue.drop(errorOf);
    expect(errorOf).not.toHaveBeenCalled();
    const waiting = Promise.allSettled([queue.send('a'), queue.send('b')]);
    queue.drop(errorOf);
    await allContinued();
    expect(await waiting).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    expect([texts, errorOf.mock.calls.length]).toEqual([[], 2]);
  });

  it('sends nothing after a final error, and continues after another one', async () => {
    for (const message of ['passing', 'final']) {
      const failed = queue.send('a');
      await allContinued();
      answers.at(-1)?.(new Error(message));
      await expect(failed).rejects.toThrow(message);
    }
    await expect(queue.send('b')).rejects.toThrow('final');
    expect(queue.ended?.message).toBe('final');
    expect(texts).toEqual(['a', 'a']);
  });
});
