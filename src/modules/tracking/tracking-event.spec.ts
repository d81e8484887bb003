import {
  type TrackingEvent,
  storedAgent,
  newEventUid,
  alignedToClock,
  readEvent,
  writeEvent,
} from './tracking-event.js';

const HIT: TrackingEvent = {
  uid: newEventUid(),
  messageId: 42,
  kind: 'click',
  linkId: 7,
  isDecoy: false,
  isHead: false,
  at: 1_700_000_000_123,
  reason: null,
  userAgent: 'Mozilla/5.0 "quoted" \\ ü',
  client: '0123456789abcdef',
};

describe('a tracking event', () => {
  it.each<[string, TrackingEvent]>([
    ['a click', HIT],
    [
      'an open by a machine without a user agent',
      { ...HIT, kind: 'open', linkId: null, reason: 'no_agent', userAgent: null },
    ],
    ['a HEAD of the decoy', { ...HIT, linkId: null, isDecoy: true, isHead: true, reason: 'method' }],
  ])('is unchanged after writing and reading: %s', (_what, event) => {
    expect(readEvent(writeEvent(event))).toEqual(event);
  });

  it('fits into the inbox with any user agent', () => {
    for (const letter of ['"', '\\', '\u00ff', '\u0001', '\u007f'])
      expect(writeEvent({ ...HIT, userAgent: storedAgent(letter.repeat(500)) }).length).toBeLessThanOrEqual(1_000);
  });

  it('is null for foreign data', () => {
    const encoded = JSON.parse(writeEvent(HIT)) as Record<string, unknown>;
    const junk = [
      '',
      'null',
      '[]',
      '{',
      '7',
      ...[
        { u: -1 },
        { m: '1; DROP TABLE contacts' },
        { m: 1.5 },
        { k: 'x' },
        { t: null },
        { c: 'zz' },
        { l: {} },
        { r: 'made up' },
        { a: 5 },
      ].map((change) => JSON.stringify({ ...encoded, ...change })),
    ];
    expect(junk.map(readEvent)).toEqual(junk.map(() => null));
  });

  it('is moved to the clock of the receiver if its own clock was clearly wrong', () => {
    const events = [HIT, { ...HIT, at: HIT.at + 300 }];
    expect(alignedToClock(events, HIT.at + 900)).toEqual(events);
    const day = 86_400_000;
    expect(alignedToClock(events, HIT.at - day).map(({ at }) => at)).toEqual([HIT.at - day - 300, HIT.at - day]);
  });
});
