import { DomainSlots, domainOf, type Place } from './domain-slots.js';
import type { SendOutcome } from '../../platform/smtp/smtp-reply.js';

const ACCEPTED: SendOutcome = { kind: 'accepted', code: '250', response: '250 ok' };
const BUSY: SendOutcome = { kind: 'provider_fault', code: '4.7.0', response: '421 4.7.0 too much' };
const GREYLISTED: SendOutcome = { kind: 'deferred', code: '4.7.1', response: '450 4.7.1 greylisted' };
const NO_LIMIT = 100;

const leave = (place: Place, outcome: SendOutcome = ACCEPTED): void => {
  if (!('leave' in place)) throw new Error('has no place');
  place.leave(outcome);
};

describe('the slots of a domain', () => {
  let clock: number;
  let places: DomainSlots;
  beforeEach(() => {
    clock = 0;
    places = new DomainSlots(10, () => clock);
  });

  const take = (sender = 1, domain = 'a.example', limit = NO_LIMIT): Promise<Place> =>
    places.take(sender, domain, limit);

  /** One email after the other, each taking so long. */
  async function pass(emails: number, outcome: SendOutcome, tookMs = 0): Promise<void> {
    for (let mail = 0; mail < emails; mail += 1) {
      const place = await take();
      clock += tookMs;
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

  it('are ten', async () => {
    expect(await room()).toBe(10);
  });

  it('are separate for each sender and each domain', async () => {
    await room();
    expect(await take(2)).toHaveProperty('leave');
    expect(await take(1, 'b.example')).toHaveProperty('leave');
  });

  it('are fewer if one domain would fill the lane of its sender', async () => {
    const held = await Promise.all([1, 2, 3].map(() => take(1, 'a.example', 3)));
    expect(held.every((place) => 'leave' in place)).toBe(true);
    const fourth = take(1, 'a.example', 3);
    expect(await Promise.race([fourth, new Promise((resolve) => setImmediate(resolve, 'waits'))])).toBe('waits');
    leave(held[0]!);
    expect(await fourth).toHaveProperty('leave');
  });

  it('go to the first in line if one is free soon', async () => {
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
    ['closes the line', BUSY],
    ['greylists', GREYLISTED],
  ])('are halved when the server %s', async (_what, outcome) => {
    await pass(1, outcome);
    expect(await room()).toBe(5);
  });

  it('are at least one, and one more for every ten accepted emails', async () => {
    await pass(10, BUSY);
    await pass(9, ACCEPTED);
    const first = await take();
    leave(first);
    expect(await room()).toBe(2);
  });

  it('are never more than ten', async () => {
    await pass(300, ACCEPTED);
    expect(await room()).toBe(10);
  });

  it('of a slow domain are not waited for: emails are postponed one after the other, as slots become free', async () => {
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

  it('ignore the case of domains', () => {
    expect(domainOf('"odd@local"@Example.COM')).toBe('example.com');
  });
});
