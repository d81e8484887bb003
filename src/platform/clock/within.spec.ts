import { LATE, succeedsWithin, within } from './within.js';

const never = new Promise<never>(() => undefined);

describe('work that is waited for a while', () => {
  it('answers in time, or is late', async () => {
    expect(await within(10_000, Promise.resolve(7))).toBe(7);
    expect(await within(1, never)).toBe(LATE);
    await expect(within(10_000, Promise.reject(new Error('failed')))).rejects.toThrow('failed');
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
    expect(await within(1, work)).toBe(LATE);
    fail(new Error('too late'));
    await new Promise(setImmediate);
  });
});
