import type { Queue } from 'bull';
import type { Metrics } from '../metrics/metrics.js';
import { Doorbell } from './doorbell.js';
import type { DoorbellJob } from './queues.js';

const bell = (): { doorbell: Doorbell; missed: jest.Mock } => {
  const missed = jest.fn();
  return { doorbell: new Doorbell({ doorbellMissed: { inc: missed } } as unknown as Metrics), missed };
};

const queueOf = (add: () => Promise<unknown>, status = 'ready'): Queue<DoorbellJob> =>
  ({ name: 'some', client: { status }, add: jest.fn(add) }) as unknown as Queue<DoorbellJob>;

describe('a doorbell', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('makes one ring of many, and is audible while Redis takes it', async () => {
    const { doorbell, missed } = bell();
    const queue = queueOf(() => Promise.resolve());
    doorbell.ring(queue, [7, 7, 8]);
    doorbell.ring(queue, [7]);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(queue.add).toHaveBeenCalledTimes(2);
    expect(doorbell.isAudible(queue)).toBe(true);
    expect(missed).not.toHaveBeenCalled();
  });

  it.each([
    ['refuses, for it is full', (): Promise<unknown> => Promise.reject(new Error('OOM command not allowed'))],
    ['says nothing at all', (): Promise<unknown> => new Promise(() => undefined)],
  ])('is not audible for a while when a connected Redis %s', async (_what, add) => {
    const { doorbell, missed } = bell();
    const queue = queueOf(add);
    doorbell.ring(queue, [7]);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(doorbell.isAudible(queue)).toBe(false);
    expect(missed).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(doorbell.isAudible(queue)).toBe(true);
  });

  it('is not audible without a connection', () => {
    expect(bell().doorbell.isAudible(queueOf(() => Promise.resolve(), 'reconnecting'))).toBe(false);
  });
});
