import { SendSlots } from './send-slots.js';

/** Whether it resolves without anything else happening. */
const isImmediate = async (promise: Promise<number>): Promise<boolean> =>
  Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setImmediate(resolve, false))]);

describe('the slots of a sender', () => {
  it('are handed out all at once, and again when half of them are back', async () => {
    const slots = new SendSlots(5);
    await expect(slots.take()).resolves.toBe(5);
    const next = slots.take();
    slots.giveBack(2);
    await expect(isImmediate(next)).resolves.toBe(false);
    slots.giveBack(1);
    await expect(next).resolves.toBe(3);
  });

  it('work one by one where there is only one', async () => {
    const slots = new SendSlots(1);
    await expect(slots.take()).resolves.toBe(1);
    const next = slots.take();
    slots.giveBack(1);
    await expect(next).resolves.toBe(1);
  });

  it('forget nobody who waits, and serve them in the order in which they came', async () => {
    const slots = new SendSlots(2);
    await slots.take();
    const served: string[] = [];
    const flow = async (name: string, rounds: number): Promise<void> => {
      for (let round = 0; round < rounds; round += 1) {
        const taken = await slots.take();
        served.push(name);
        setImmediate(() => {
          slots.giveBack(taken);
        });
      }
    };
    const flows = Promise.all([flow('a', 2), flow('b', 2), flow('c', 2)]);
    slots.giveBack(2);
    await flows;
    expect(served).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });
});
