import { useFakeClock } from '../../../../test/support/fake-clock.js';
import { DestinationSlots, type Place } from './destination-slots.js';
import type { SendOutcome } from '../../../platform/smtp/smtp-reply.js';

const ACCEPTED: SendOutcome = { kind: 'accepted', code: '250', response: '250 ok' };
const BUSY: SendOutcome = {
  kind: 'provider_fault',
  code: '4.7.0',
  response: '421 4.7.0 too many connections',
  stage: 'message',
};
const LIMITED: SendOutcome = { kind: 'deferred', code: '4.7.28', response: '450 4.7.28 unusual rate' };
const GREYLISTED: SendOutcome = { kind: 'deferred', code: '4.7.1', response: '450 4.7.1 greylisted' };
const NO_LIMIT = 100;

const leave = (place: Place, outcome: SendOutcome = ACCEPTED): void => {
  if (!('leave' in place)) throw new Error('has no place');
  place.leave(outcome);
};

describe('the slots of a mailbox provider', () => {
  useFakeClock();
  let places: DestinationSlots;
  beforeEach(() => {
    places = new DestinationSlots(10);
  });

  const take = (sender = 1, provider = 'a.example', limit = NO_LIMIT): Promise<Place> =>
    places.take(sender, provider, limit);

  /** One email after the other, each taking so long. */
  async function pass(emails: number, outcome: SendOutcome, tookMs = 0): Promise<void> {
    for (let mail = 0; mail < emails; mail += 1) {
      const place = await take();
      jest.advanceTimersByTime(tookMs);
      leave(place, outcome);
    }
  }

  /** Takes all free slots and keeps them. @returns their number. */
  async function room(): Promise<number> {
    const granted = new Set<number>();
    for (let email = 0; email < 20; email += 1)
      void take().then((place) => {
        if ('leave' in place) granted.add(email);
      });
    await new Promise(setImmediate);
    return granted.size;
  }

  it('are three at the start, and one more for each accepted email, up to ten', async () => {
    expect(await room()).toBe(3);
    places = new DestinationSlots(10);
    await pass(2, ACCEPTED);
    expect(await room()).toBe(5);
    places = new DestinationSlots(10);
    await pass(300, ACCEPTED);
    expect(await room()).toBe(10);
  });

  it('are separate for each sender and each provider', async () => {
    await room();
    expect(await take(2)).toHaveProperty('leave');
    expect(await take(1, 'b.example')).toHaveProperty('leave');
  });

  it('are fewer if one provider would fill the lane of its sender', async () => {
    const held = await Promise.all([1, 2, 3].map(() => take(1, 'a.example', 3)));
    expect(held.every((place) => 'leave' in place)).toBe(true);
    const fourth = take(1, 'a.example', 3);
    expect(await Promise.race([fourth, new Promise((resolve) => setImmediate(resolve, 'waits'))])).toBe('waits');
    leave(held[0]!);
    expect(await fourth).toHaveProperty('leave');
  });

  it('go to the first in line if one is free soon', async () => {
    await pass(10, ACCEPTED);
    const held = await Promise.all(Array.from({ length: 10 }, () => take()));
    const served: number[] = [];
    const waiting = [1, 2].map(async (number) => {
      await take();
      served.push(number);
    });
    leave(held[0]!);
    leave(held[1]!);
    await Promise.all(waiting);
    expect(served).toEqual([1, 2]);
  });

  it.each([
    ['closes the line', BUSY, 5],
    ['limits the rate, for which there is another control', LIMITED, 10],
    ['greylists, which is no limit', GREYLISTED, 10],
  ])('when the server %s', async (_what, outcome, size) => {
    await pass(10, ACCEPTED);
    await pass(1, outcome);
    expect(await room()).toBe(size);
  });

  it('are at least one after that, and one more for every ten accepted emails', async () => {
    await pass(10, BUSY);
    await pass(9, ACCEPTED);
    const first = await take();
    leave(first);
    expect(await room()).toBe(2);
  });

  it('of a provider that does not answer are not waited for, and the later the email, the longer it stays away', async () => {
    await room();
    jest.advanceTimersByTime(5_000);
    const absences: number[] = [];
    for (let email = 0; email < 2; email += 1) {
      const place = await take();
      absences.push('retryInMs' in place ? place.retryInMs : 0);
    }
    expect(absences[0]).toBeGreaterThanOrEqual(5_000);
    expect(absences[1]).toBeGreaterThan(absences[0]!);
    expect(await take(1, 'b.example')).toHaveProperty('leave');
  });

  it('of a slow provider are not waited for: emails are postponed one after the other, as slots become free', async () => {
    await pass(40, ACCEPTED, 8_000);
    await room();
    const absences: number[] = [];
    for (let mail = 0; mail < 3; mail += 1) {
      const place = await take();
      if ('retryInMs' in place) absences.push(place.retryInMs);
    }
    expect(absences).toHaveLength(3);
    const [first = 0, second = 0, third = 0] = absences;
    expect(second - first).toBeCloseTo(800, -2);
    expect(third - second).toBeCloseTo(800, -2);
  });

  describe('of an urgent email', () => {
    const takeUrgent = (): Promise<Place> => places.take(1, 'a.example', NO_LIMIT, true);

    it('include one more than those of the others, unless the provider asks for fewer', async () => {
      await room();
      expect(await takeUrgent()).toHaveProperty('leave');
    });

    it('are granted before all others', async () => {
      leave(await take(), BUSY);
      const held = await take();
      const order: string[] = [];
      void take().then(() => order.push('campaign'));
      void takeUrgent().then(() => order.push('urgent'));
      await new Promise(setImmediate);
      leave(held);
      await new Promise(setImmediate);
      expect(order).toEqual(['urgent']);
    });

    it('are not postponed behind a campaign', async () => {
      leave(await take(), BUSY);
      // It is silent, and holds its only slot.
      await take();
      jest.advanceTimersByTime(60_000);
      for (let email = 0; email < 5_000; email += 1) await take();
      const campaign = await take();
      expect('retryInMs' in campaign && campaign.retryInMs).toBeGreaterThan(400_000);
      const urgent = takeUrgent();
      jest.advanceTimersByTime(1_000);
      expect(await urgent).toEqual({ retryInMs: 1_000 });
    });
  });
});
