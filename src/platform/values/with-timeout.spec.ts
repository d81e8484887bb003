import { TIMED_OUT, succeedsWithin, withTimeout } from './with-timeout.js';

const never = new Promise<never>(() => undefined);

describe('work that is waited for a while', () => {
  it('answers in time, or is late', async () => {
    expect(await withTimeout(10_000, Promise.resolve(7))).toBe(7);
    expect(await withTimeout(1, never)).toBe(TIMED_OUT);
    await expect(withTimeout(10_000, Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  });

  it('succeeds only when it is done, and well, in time', async () => {
    expect(await succeedsWithin(10_000, Promise.resolve())).toBe(true);
    expect(await succeedsWithin(10_000, Promise.reject(new Error('failed')))).toBe(false);
    expect(await succeedsWithin(1, never)).toBe(false);
  });

  it('may fail after it is late without anybody hearing of it', async () => {
    let fail: (error: Error) => void = () => undefined;
    const work = new Promise<void>((_resolve, reject) => {
      fail = reject;
    });
    expect(await withTimeout(1, work)).toBe(TIMED_OUT);
    fail(new Error('too late'));
    await new Promise(setImmediate);
  });
});
