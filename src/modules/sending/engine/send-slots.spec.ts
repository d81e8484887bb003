import { useFakeClock } from '../../../../test/support/fake-clock.js';
import { SendSlots } from './send-slots.js';

/** Whether it resolves without anything else happening. */
const isImmediate = async (promise: Promise<number>): Promise<boolean> =>
  Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setImmediate(resolve, false))]);

const SHOP = 1;
const NEWS = 2;
const CLUB = 3;

describe('the send slots of a process', () => {
  useFakeClock();

  it('are granted all together, and again when half of them are released', async () => {
    const slots = new SendSlots(6);
    await expect(slots.take(SHOP)).resolves.toBe(5);
    const next = slots.take(SHOP);
    slots.release(SHOP, 1);
    await expect(isImmediate(next)).resolves.toBe(false);
    slots.release(SHOP, 1);
    await expect(next).resolves.toBe(2);
  });

  it('keep two batches apart while one is sent and the other is stored', async () => {
    const slots = new SendSlots(8);
    await expect(slots.take(SHOP)).resolves.toBe(7);
    for (const batch of [4, 3, 4, 3]) {
      const next = slots.take(SHOP);
      slots.release(SHOP, batch);
      await expect(isImmediate(next)).resolves.toBe(true);
      await expect(next).resolves.toBe(batch);
    }
  });

  it('work with a single slot', async () => {
    const slots = new SendSlots(1);
    slots.isShared = true;
    await expect(slots.take(SHOP)).resolves.toBe(1);
    const next = slots.take(NEWS);
    slots.release(SHOP, 1);
    await expect(next).resolves.toBe(1);
  });

  it('are granted to all waiting requests in order', async () => {
    const slots = new SendSlots(3);
    await slots.take(SHOP);
    const served: string[] = [];
    const flow = async (name: string, rounds: number): Promise<void> => {
      for (let round = 0; round < rounds; round += 1) {
        const taken = await slots.take(SHOP);
        served.push(name);
        setImmediate(() => {
          slots.release(SHOP, taken);
        });
      }
    };
    const flows = Promise.all([flow('a', 2), flow('b', 2), flow('c', 2)]);
    slots.release(SHOP, 2);
    await flows;
    expect(served).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });

  it('are never all in one of several lanes, and a slow lane does not block the others', async () => {
    const slots = new SendSlots(20);
    slots.isShared = true;
    await expect(slots.take(SHOP)).resolves.toBe(14);
    await expect(slots.take(NEWS)).resolves.toBe(3);
    await expect(slots.take(CLUB)).resolves.toBe(1);
    // The slow ones give nothing back for minutes; this one goes on and on.
    for (let mail = 0; mail < 3; mail += 1) {
      slots.release(CLUB, 1);
      await expect(slots.take(CLUB)).resolves.toBe(1);
    }
  });

  it('are granted singly after a delay while others are slow, and immediately to eager requests', async () => {
    const slots = new SendSlots(8);
    await slots.take(SHOP);
    slots.release(SHOP, 1);
    await expect(slots.take(SHOP, { isEager: true })).resolves.toBe(1);
    slots.release(SHOP, 1);
    const next = slots.take(SHOP);
    jest.advanceTimersByTime(99);
    await expect(isImmediate(next)).resolves.toBe(false);
    jest.advanceTimersByTime(1);
    await expect(next).resolves.toBe(1);
  });

  it('are limited per lane by the connections of its sender', async () => {
    const slots = new SendSlots(20);
    await expect(slots.take(SHOP, { limit: 5 })).resolves.toBe(4);
    const next = slots.take(SHOP, { limit: 5 });
    slots.release(SHOP, 1);
    await expect(isImmediate(next)).resolves.toBe(false);
    slots.release(SHOP, 1);
    await expect(next).resolves.toBe(2);
  });

  it('are granted to other lanes while a full lane waits', async () => {
    const slots = new SendSlots(8);
    slots.isShared = true;
    await slots.take(SHOP);
    const waiting = slots.take(SHOP);
    await expect(slots.take(NEWS)).resolves.toBe(1);
    await expect(isImmediate(waiting)).resolves.toBe(false);
  });

  it('are left to urgent emails, one per lane, and granted to them first', async () => {
    const slots = new SendSlots(4);
    await expect(slots.take(SHOP)).resolves.toBe(3);
    await expect(slots.take(SHOP, { emailClass: 'urgent' })).resolves.toBe(1);
    const served: string[] = [];
    const waiting = (['campaign', 'funnel', 'urgent'] as const).map(async (emailClass) => {
      await slots.take(SHOP, { emailClass, isEager: true });
      served.push(emailClass);
    });
    await new Promise(setImmediate);
    for (let email = 0; email < 4; email += 1) slots.release(SHOP, 1);
    await Promise.all(waiting);
    expect(served).toEqual(['urgent', 'funnel', 'campaign']);
  });
});
