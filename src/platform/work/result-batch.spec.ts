import { useFakeClock } from '../../../test/support/fake-clock.js';
import { ResultBatch, type ResultBatchOptions } from './result-batch.js';

const UNAVAILABLE = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
const DEADLOCK = Object.assign(new Error('deadlock'), { errno: 1213 });
const BROKEN = new Error('broken');

describe('a batch of results', () => {
  useFakeClock();
  /** What was stored, in the order of the transactions; with `!` after those that failed. */
  let transactions: string[];
  let faults: string[];
  let fault: (results: readonly string[], ifLocked: string) => Error | null;
  const locked = new Set<string>();
  let answers: Record<string, string>;

  beforeEach(() => {
    [transactions, faults, answers] = [[], [], {}];
    fault = () => null;
    locked.clear();
  });

  /** Storing takes 1 ms; without `SKIP LOCKED`, it waits for locks. */
  function batchOf(options: Pick<ResultBatchOptions<string, string>, 'isRepeated' | 'gatherMs' | 'enough'>) {
    const batch = new ResultBatch<string, string>({
      ...options,
      lost: 'lost',
      store: async (results, ifLocked) => {
        await new Promise((resolve) => setTimeout(resolve, 1));
        while (ifLocked === '' && results.some((result) => locked.has(result)))
          await new Promise((resolve) => setTimeout(resolve, 1));
        const error = fault(results, ifLocked);
        transactions.push(`${results.join('')}${error ? '!' : ''}`);
        if (error) throw error;
        return new Map(results.filter((one) => !locked.has(one)).map((one) => [one, `stored ${one}`]));
      },
      onFault: (error, consequence) => faults.push(`${(error as Error).message}: ${consequence}`),
    });
    const add = (...results: string[]): void => {
      for (const result of results) void batch.add(result).then((answer) => (answers[result] = answer));
    };
    return { batch, add };
  }
  const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

  describe.each([true, false])('that repeats what is refused: %s', (isRepeated) => {
    it('is what arrives while others are stored', async () => {
      const { add } = batchOf({ isRepeated });
      add('a', 'b', 'c');
      await pass(1);
      expect([transactions, answers]).toEqual([['a'], { a: 'stored a' }]);
      add('d');
      await pass(1);
      expect(transactions).toEqual(['a', 'bc']);
      await pass(1);
      expect(transactions).toEqual(['a', 'bc', 'd']);
      // A result that follows an answer at once is not forgotten.
      add('e');
      await pass(1);
      expect(answers).toMatchObject({ b: 'stored b', d: 'stored d', e: 'stored e' });
    });

    it('is what arrives during a time, or enough', async () => {
      const { add } = batchOf({ isRepeated, gatherMs: 10, enough: 3 });
      add('a', 'b');
      await pass(10);
      expect(transactions).toEqual([]);
      await pass(1);
      add('c', 'd', 'e');
      await pass(1);
      expect(transactions).toEqual(['ab', 'cde']);
    });

    it('waits for an unavailable database', async () => {
      fault = () => UNAVAILABLE;
      const { batch, add } = batchOf({ isRepeated });
      add('a');
      await pass(1);
      expect(batch.stalled).toBe(true);
      add('b');
      await pass(501);
      fault = () => null;
      await pass(501);
      expect(transactions).toEqual(['a!', 'ab!', 'ab']);
      expect(answers).toEqual({ a: 'stored a', b: 'stored b' });
      expect(batch.stalled).toBe(false);
      expect(faults).toEqual(['away: unavailable', 'away: unavailable']);
    });

    it('loses what an unavailable database has not stored when a shutdown must end', async () => {
      fault = () => UNAVAILABLE;
      const { batch, add } = batchOf({ isRepeated });
      add('a', 'b');
      await pass(1);
      batch.stop(1_000);
      await pass(999);
      expect(answers).toEqual({});
      await pass(501);
      expect(answers).toEqual({ a: 'lost', b: 'lost' });
      expect(faults.filter((text) => text.endsWith('lost'))).toEqual(['away: lost', 'away: lost']);
    });

    it('is halved down to the result that cannot be written', async () => {
      fault = (results) => (results.includes('d') ? BROKEN : null);
      const { add } = batchOf({ isRepeated, gatherMs: 1 });
      add('a', 'b', 'c', 'd', 'e');
      await pass(10);
      expect(transactions).toEqual(['abcde!', 'abc', 'de!', 'd!', 'e']);
      expect(faults).toEqual([`broken: ${isRepeated ? 'repeated' : 'lost'}`]);
      expect(answers).toEqual({
        ...{ a: 'stored a', b: 'stored b', c: 'stored c', e: 'stored e' },
        ...(isRepeated ? {} : { d: 'lost' }),
      });
    });

    it('stores a result whose row is locked after the lock, and delays no other', async () => {
      locked.add('b');
      const { batch, add } = batchOf({ isRepeated, gatherMs: 1 });
      add('a', 'b', 'c');
      await pass(2);
      expect(answers).toEqual({ a: 'stored a', c: 'stored c' });
      add('d');
      await pass(300);
      expect(answers).toMatchObject({ d: 'stored d' });
      expect([answers['b'], batch.stalled]).toEqual([undefined, false]);
      locked.clear();
      // Who waits for the lock comes next.
      await pass(isRepeated ? 102 : 1);
      expect(answers).toMatchObject({ b: 'stored b' });
    });
  });

  describe('that repeats what is refused', () => {
    it('tries refused results again alone, and stalls if there are many', async () => {
      const refused = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
      fault = (results) => (results.some((one) => refused.includes(one)) ? BROKEN : null);
      const { batch, add } = batchOf({ isRepeated: true, gatherMs: 1 });
      add(...refused);
      await pass(100);
      expect(batch.stalled).toBe(false);
      refused.push('i');
      add('i', 'x');
      await pass(100);
      expect([batch.stalled, answers]).toEqual([true, { x: 'stored x' }]);
      refused.splice(0);
      await pass(600);
      expect(transactions.slice(-9).join('')).toBe('abcdefghi');
      expect([batch.stalled, Object.keys(answers).join('')]).toEqual([false, 'xabcdefghi']);
    });

    it('stores a refused result after the database was unavailable', async () => {
      const errors = [BROKEN, UNAVAILABLE];
      fault = () => errors.shift() ?? null;
      const { add } = batchOf({ isRepeated: true, gatherMs: 1 });
      add('a');
      await pass(2_000);
      expect([transactions, answers]).toEqual([['a!', 'a!', 'a'], { a: 'stored a' }]);
    });

    it('loses a refused result and a locked one when a shutdown must end', async () => {
      locked.add('b');
      fault = (results) => (results.includes('a') ? BROKEN : null);
      const { batch, add } = batchOf({ isRepeated: true, gatherMs: 1 });
      add('a', 'b');
      batch.stop(2_000);
      await pass(1_500);
      expect(answers).toEqual({});
      await pass(1_100);
      expect(answers).toEqual({ a: 'lost', b: 'lost' });
    });
  });

  describe('that does not', () => {
    it('stores a result with deadlocks alone', async () => {
      let deadlocks = 4;
      fault = (results) => (results.includes('b') && deadlocks-- > 0 ? DEADLOCK : null);
      const { add } = batchOf({ isRepeated: false, gatherMs: 1 });
      add('a', 'b');
      await pass(10);
      expect(transactions).toEqual(['ab!', 'a', 'b!', 'b!', 'b!', 'b']);
      expect([answers, faults]).toEqual([{ a: 'stored a', b: 'stored b' }, []]);
    });

    it('loses a result that the database refuses after the lock', async () => {
      locked.add('a');
      const { add } = batchOf({ isRepeated: false });
      add('a');
      await pass(5);
      fault = () => BROKEN;
      locked.clear();
      await pass(5);
      expect([answers, faults]).toEqual([{ a: 'lost' }, ['broken: lost']]);
    });
  });
});
