import { Slots } from './slots.js';

describe('Slots', () => {
  it('limits concurrent holders, first come, first served', async () => {
    const slots = new Slots(2);
    const order: number[] = [];
    const [one, two] = [await slots.acquire(), await slots.acquire()];
    const waiting = [3, 4].map(async (number) => {
      const release = await slots.acquire();
      order.push(number);
      return release;
    });
    await Promise.resolve();
    expect(order).toEqual([]);
    one();
    await waiting[0];
    expect(order).toEqual([3]);
    two();
    await waiting[1];
    expect(order).toEqual([3, 4]);
  });

  it('releases a slot only once', async () => {
    const slots = new Slots(1);
    const release = await slots.acquire();
    release();
    release();
    await slots.acquire();
    let third = false;
    void slots.acquire().then(() => {
      third = true;
    });
    await new Promise(setImmediate);
    expect(third).toBe(false);
  });
});
