import type { MachineReason } from '../evidence.js';
import type { TrackingEvent } from '../tracking-event.js';
import { type EmailBefore, MAX_STORED_EVENTS, type StoredTrackingEvent, withEvents } from './message-events.js';

const START = 1_700_000_000_000;
const NO_HUMAN: EmailBefore = { firstOpenAt: null, firstClickAt: null, events: [] };
let made = 0;

function event(wanted: Partial<TrackingEvent> & { readonly after?: number } = {}): TrackingEvent {
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

const stored = (gathered: TrackingEvent, reason: MachineReason | null = null): StoredTrackingEvent => ({
  ...gathered,
  id: gathered.uid,
  reason,
});

const burst = [1, 2, 3, 4].map((linkId) => event({ linkId, after: linkId * 100 }));

describe('tracking events of one email', () => {
  it('count once, however often they are delivered', () => {
    const one = event();
    expect(withEvents(NO_HUMAN, [one, one], []).added).toHaveLength(1);
    expect(withEvents({ ...NO_HUMAN, firstClickAt: one.at, events: [stored(one)] }, [one], []).added).toEqual([]);
  });

  it('set the first human time and do not move it', () => {
    const early = event({ after: 1_000 });
    const after = withEvents(NO_HUMAN, [early, event({ after: 60_000 })], []);
    expect(after.first).toEqual({ open: early.at, click: early.at });
    const late = withEvents(
      { ...NO_HUMAN, firstClickAt: early.at, events: [stored(early)] },
      [event({ after: -5_000 })],
      [],
    );
    expect(late.first.click).toBe(early.at);
  });

  it('are classified together with upcoming ones', () => {
    const [first, ...others] = burst;
    expect(withEvents(NO_HUMAN, [first!], others).added).toMatchObject([{ reason: 'burst' }]);
    expect(withEvents(NO_HUMAN, [first!], []).added).toMatchObject([{ reason: null }]);
  });

  it('retract an announced event if no person is left', () => {
    const [first, ...others] = burst;
    const before = { ...NO_HUMAN, firstClickAt: first!.at, events: [stored(first!)] };
    const after = withEvents(before, others, []);
    expect(after.reclassified).toEqual([{ id: first!.uid, kind: 'click', reason: 'burst' }]);
    expect(after.retracted).toEqual([{ kind: 'click', first: first!.at, restated: null }]);
    expect(after.first.click).toBeNull();
  });

  it('restate the first human time if one is left', () => {
    const [first, ...others] = burst;
    const person = event({ after: 3_600_000, client: 'bbbbbbbbbbbbbbbb' });
    const before = { ...NO_HUMAN, firstClickAt: first!.at, events: [stored(first!), stored(person)] };
    expect(withEvents(before, others, [])).toMatchObject({
      retracted: [{ kind: 'click', first: first!.at, restated: person.at }],
      first: { click: person.at },
    });
  });

  it('count a click as the open if no pixel was loaded, and the open once otherwise', () => {
    const pixel = event({ kind: 'open', linkId: null, after: 5_000 });
    const click = event({ after: 1_000 });
    const clicked = withEvents(NO_HUMAN, [click], []);
    expect(clicked.first).toEqual({ open: click.at, click: click.at });
    const before = { firstOpenAt: click.at, firstClickAt: click.at, events: [stored(click)] };
    expect(withEvents(before, [pixel], [])).toMatchObject({
      retracted: [],
      first: { open: click.at, click: click.at },
    });
    const seen = { firstOpenAt: pixel.at, firstClickAt: null, events: [stored(pixel)] };
    expect(withEvents(seen, [click], [])).toMatchObject({ retracted: [], first: { open: pixel.at, click: click.at } });
  });

  it('retract the open with the click that it was derived from', () => {
    const [first, ...others] = burst;
    const before = { firstOpenAt: first!.at, firstClickAt: first!.at, events: [stored(first!)] };
    expect(withEvents(before, others, [])).toMatchObject({
      retracted: [
        { kind: 'open', first: first!.at, restated: null },
        { kind: 'click', first: first!.at, restated: null },
      ],
      first: { open: null, click: null },
    });
  });

  it('keep the email opened by the pixel when the click before it turns out to be a scanner', () => {
    const [first, ...others] = burst;
    const pixel = event({ kind: 'open', linkId: null, after: 3_600_000, client: 'bbbbbbbbbbbbbbbb' });
    const before = { firstOpenAt: first!.at, firstClickAt: first!.at, events: [stored(first!), stored(pixel)] };
    expect(withEvents(before, others, [])).toMatchObject({
      retracted: [
        { kind: 'open', first: first!.at, restated: pixel.at },
        { kind: 'click', first: first!.at, restated: null },
      ],
      first: { open: pixel.at, click: null },
    });
  });

  it('derive the open of a click that an older version stored without one', () => {
    const click = event();
    const before = { firstOpenAt: null, firstClickAt: click.at, events: [stored(click)] };
    expect(withEvents(before, [event({ after: 60_000 })], []).first).toEqual({ open: click.at, click: click.at });
  });

  it('do not affect a person whose email is scanned afterwards', () => {
    const person = event({ after: -3_600_000, client: 'bbbbbbbbbbbbbbbb' });
    const before = { ...NO_HUMAN, firstClickAt: person.at, events: [stored(person)] };
    expect(withEvents(before, burst, [])).toMatchObject({
      retracted: [],
      reclassified: [],
      first: { click: person.at },
    });
  });

  it('are stored up to a limit that no person reaches, and then only counted', () => {
    const many = Array.from({ length: MAX_STORED_EVENTS }, (_, index) =>
      stored(event({ kind: 'open', linkId: null, after: index * 10_000 })),
    );
    const after = withEvents({ ...NO_HUMAN, firstOpenAt: many[0]!.at, events: many }, [event({ after: 9e9 })], []);
    expect(after).toMatchObject({ added: [], flood: [{ kind: 'click' }] });
  });
});
