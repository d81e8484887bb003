import type { Queue } from 'bull';
import type { Metrics } from '../metrics/metrics.js';
import { QueueNotifier } from './queue-notifier.js';
import type { QueueNotification } from './queues.js';

const create = (): { notifier: QueueNotifier; missed: jest.Mock } => {
  const missed = jest.fn();
  return { notifier: new QueueNotifier({ notificationsMissed: { inc: missed } } as unknown as Metrics), missed };
};

const queueOf = (add: () => Promise<unknown>, status = 'ready'): Queue<QueueNotification> =>
  ({ name: 'some', client: { status }, add: jest.fn(add) }) as unknown as Queue<QueueNotification>;

describe('a queue notifier', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('merges notifications of a key, and is connected while Redis accepts them', async () => {
    const { notifier, missed } = create();
    const queue = queueOf(() => Promise.resolve());
    notifier.notify(queue, [7, 7, 8]);
    notifier.notify(queue, [7]);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(queue.add).toHaveBeenCalledTimes(2);
    expect(notifier.isConnected(queue)).toBe(true);
    expect(missed).not.toHaveBeenCalled();
  });

  it.each([
    ['refuses because it is full', (): Promise<unknown> => Promise.reject(new Error('OOM command not allowed'))],
    ['does not answer', (): Promise<unknown> => new Promise(() => undefined)],
  ])('is not connected for a while when a connected Redis %s', async (_what, add) => {
    const { notifier, missed } = create();
    const queue = queueOf(add);
    notifier.notify(queue, [7]);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(notifier.isConnected(queue)).toBe(false);
    expect(missed).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(notifier.isConnected(queue)).toBe(true);
  });

  it('is not connected without a connection', () => {
    expect(create().notifier.isConnected(queueOf(() => Promise.resolve(), 'reconnecting'))).toBe(false);
  });
});
