import type { MachineReason } from '../evidence.js';
import type { GatheredHit } from '../gathered-hit.js';
import { type MailBefore, MOST_KEPT, type StoredHit, withHits } from './message-hits.js';

const START = 1_700_000_000_000;
const NOBODY: MailBefore = { firstOpenAt: null, firstClickAt: null, hits: [] };
let made = 0;

function hit(wanted: Partial<GatheredHit> & { readonly after?: number } = {}): GatheredHit {
  const { after = 0, ...rest } = wanted;
  return {
    uid: (made += 1),
    messageId: 1,
    kind: 'click',
    linkId: 1,
    isDecoy: false,
    isHead: false,
    at: START + after,
    reason: null,
    userAgent: 'Browser',
    client: 'aaaaaaaaaaaaaaaa',
    ...rest,
  };
}

const stored = (gathered: GatheredHit, reason: MachineReason | null = null): StoredHit => ({
  ...gathered,
  id: gathered.uid,
  reason,
});

const burst = [1, 2, 3, 4].map((linkId) => hit({ linkId, after: linkId * 100 }));

describe('hits of one mail', () => {
  it('count once, however often they come', () => {
    const one = hit();
    expect(withHits(NOBODY, [one, one], []).added).toHaveLength(1);
    expect(withHits({ ...NOBODY, firstClickAt: one.at, hits: [stored(one)] }, [one], []).added).toEqual([]);
  });

  it('tell when a person came first, and do not move it', () => {
    const early = hit({ after: 1_000 });
    const after = withHits(NOBODY, [early, hit({ after: 60_000 })], []);
    expect(after.first).toEqual({ open: early.at, click: early.at });
    const late = withHits({ ...NOBODY, firstClickAt: early.at, hits: [stored(early)] }, [hit({ after: -5_000 })], []);
    expect(late.first.click).toBe(early.at);
  });

  it('are looked at together with those that are about to come', () => {
    const [first, ...others] = burst;
    expect(withHits(NOBODY, [first!], others).added).toMatchObject([{ reason: 'burst' }]);
    expect(withHits(NOBODY, [first!], []).added).toMatchObject([{ reason: null }]);
  });

  it('take back what was told before, when nobody is left', () => {
    const [first, ...others] = burst;
    const before = { ...NOBODY, firstClickAt: first!.at, hits: [stored(first!)] };
    const after = withHits(before, others, []);
    expect(after.reclassified).toEqual([{ id: first!.uid, kind: 'click', reason: 'burst' }]);
    expect(after.retracted).toEqual([{ kind: 'click', first: first!.at, restated: null }]);
    expect(after.first.click).toBeNull();
  });

  it('state anew when a person came, where one is left', () => {
    const [first, ...others] = burst;
    const person = hit({ after: 3_600_000, client: 'bbbbbbbbbbbbbbbb' });
    const before = { ...NOBODY, firstClickAt: first!.at, hits: [stored(first!), stored(person)] };
    expect(withHits(before, others, [])).toMatchObject({
      retracted: [{ kind: 'click', first: first!.at, restated: person.at }],
      first: { click: person.at },
    });
  });

  it('count a click as the open where no pixel was loaded, and an open once where one was', () => {
    const pixel = hit({ kind: 'open', linkId: null, after: 5_000 });
    const click = hit({ after: 1_000 });
    const clicked = withHits(NOBODY, [click], []);
    expect(clicked.first).toEqual({ open: click.at, click: click.at });
    const before = { firstOpenAt: click.at, firstClickAt: click.at, hits: [stored(click)] };
    expect(withHits(before, [pixel], [])).toMatchObject({ retracted: [], first: { open: click.at, click: click.at } });
    const seen = { firstOpenAt: pixel.at, firstClickAt: null, hits: [stored(pixel)] };
    expect(withHits(seen, [click], [])).toMatchObject({ retracted: [], first: { open: pixel.at, click: click.at } });
  });

  it('take the open back with the click that it was derived from', () => {
    const [first, ...others] = burst;
    const before = { firstOpenAt: first!.at, firstClickAt: first!.at, hits: [stored(first!)] };
    expect(withHits(before, others, [])).toMatchObject({
      retracted: [
        { kind: 'open', first: first!.at, restated: null },
        { kind: 'click', first: first!.at, restated: null },
      ],
      first: { open: null, click: null },
    });
  });

  it('keep the email opened by the pixel when the click before it turns out to be a scanner', () => {
    const [first, ...others] = burst;
    const pixel = hit({ kind: 'open', linkId: null, after: 3_600_000, client: 'bbbbbbbbbbbbbbbb' });
    const before = { firstOpenAt: first!.at, firstClickAt: first!.at, hits: [stored(first!), stored(pixel)] };
    expect(withHits(before, others, [])).toMatchObject({
      retracted: [
        { kind: 'open', first: first!.at, restated: pixel.at },
        { kind: 'click', first: first!.at, restated: null },
      ],
      first: { open: pixel.at, click: null },
    });
  });

  it('derive the open of a click that an older version stored without one', () => {
    const click = hit();
    const before = { firstOpenAt: null, firstClickAt: click.at, hits: [stored(click)] };
    expect(withHits(before, [hit({ after: 60_000 })], []).first).toEqual({ open: click.at, click: click.at });
  });

  it('leave a person alone whose mail is scanned afterwards', () => {
    const person = hit({ after: -3_600_000, client: 'bbbbbbbbbbbbbbbb' });
    const before = { ...NOBODY, firstClickAt: person.at, hits: [stored(person)] };
    expect(withHits(before, burst, [])).toMatchObject({ retracted: [], reclassified: [], first: { click: person.at } });
  });

  it('are kept one by one up to a number that no person reaches, and only counted from there', () => {
    const many = Array.from({ length: MOST_KEPT }, (_, index) =>
      stored(hit({ kind: 'open', linkId: null, after: index * 10_000 })),
    );
    const after = withHits({ ...NOBODY, firstOpenAt: many[0]!.at, hits: many }, [hit({ after: 9e9 })], []);
    expect(after).toMatchObject({ added: [], flood: [{ kind: 'click' }] });
  });
});
