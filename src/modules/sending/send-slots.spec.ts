import { SendSlots } from './send-slots.js';

/** Whether it resolves without anything else happening. */
const isImmediate = async (promise: Promise<number>): Promise<boolean> =>
  Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setImmediate(resolve, false))]);

const SHOP = 1;
const NEWS = 2;
const CLUB = 3;

describe('the slots of a process', () => {
  it('are handed out all at once, and again when half of them are back', async () => {
    const slots = new SendSlots(5);
    await expect(slots.take(SHOP)).resolves.toBe(5);
    const next = slots.take(SHOP);
    slots.giveBack(SHOP, 2);
    await expect(isImmediate(next)).resolves.toBe(false);
    slots.giveBack(SHOP, 1);
    await expect(next).resolves.toBe(3);
  });

  it('work one by one where there is only one', async () => {
    const slots = new SendSlots(1);
    slots.isShared = true;
    await expect(slots.take(SHOP)).resolves.toBe(1);
    const next = slots.take(NEWS);
    slots.giveBack(SHOP, 1);
    await expect(next).resolves.toBe(1);
  });

  it('forget nobody who waits, and serve them in the order in which they came', async () => {
    const slots = new SendSlots(2);
    await slots.take(SHOP);
    const served: string[] = [];
    const flow = async (name: string, rounds: number): Promise<void> => {
      for (let round = 0; round < rounds; round += 1) {
        const taken = await slots.take(SHOP);
        served.push(name);
        setImmediate(() => {
          slots.giveBack(SHOP, taken);
        });
      }
    };
    const flows = Promise.all([flow('a', 2), flow('b', 2), flow('c', 2)]);
    slots.giveBack(SHOP, 2);
    await flows;
    expect(served).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });

  it('are never all in one lane where there are several, and what a slow one holds keeps nobody from going on', async () => {
    const slots = new SendSlots(20);
    slots.isShared = true;
    await expect(slots.take(SHOP)).resolves.toBe(15);
    await expect(slots.take(NEWS)).resolves.toBe(3);
    await expect(slots.take(CLUB)).resolves.toBe(1);
    // The slow ones give nothing back for minutes; this one goes on and on.
    for (let mail = 0; mail < 3; mail += 1) {
      slots.giveBack(CLUB, 1);
      await expect(slots.take(CLUB)).resolves.toBe(1);
    }
  });

  it('are taken one by one after a while, when the others take their time, and at once by whoever is eager', async () => {
    const slots = new SendSlots(8);
    await slots.take(SHOP);
    slots.giveBack(SHOP, 1);
    await expect(slots.take(SHOP, 8, true)).resolves.toBe(1);
    slots.giveBack(SHOP, 1);
    const startedAt = performance.now();
    await expect(slots.take(SHOP)).resolves.toBe(1);
    expect(performance.now() - startedAt).toBeGreaterThan(50);
  });

  it('are no more in a lane than its sender takes connections', async () => {
    const slots = new SendSlots(20);
    await expect(slots.take(SHOP, 4)).resolves.toBe(4);
    const next = slots.take(SHOP, 4);
    slots.giveBack(SHOP, 1);
    await expect(isImmediate(next)).resolves.toBe(false);
    slots.giveBack(SHOP, 1);
    await expect(next).resolves.toBe(2);
  });

  it('let others pass by whoever waits for a lane that is full', async () => {
    const slots = new SendSlots(8);
    slots.isShared = true;
    await slots.take(SHOP);
    const waiting = slots.take(SHOP);
    await expect(slots.take(NEWS)).resolves.toBe(1);
    await expect(isImmediate(waiting)).resolves.toBe(false);
  });
});
