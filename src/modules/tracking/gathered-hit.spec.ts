import { type GatheredHit, keptAgent, newHitUid, onClock, readHit, writeHit } from './gathered-hit.js';

const HIT: GatheredHit = {
  uid: newHitUid(),
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

describe('a gathered hit', () => {
  it.each<[string, GatheredHit]>([
    ['a click', HIT],
    [
      'an open by a machine without a name',
      { ...HIT, kind: 'open', linkId: null, reason: 'no_agent', userAgent: null },
    ],
    ['a HEAD of the decoy', { ...HIT, linkId: null, isDecoy: true, isHead: true, reason: 'method' }],
  ])('reads the same after its way: %s', (_what, hit) => {
    expect(readHit(writeHit(hit))).toEqual(hit);
  });

  it('fits into the inbox whatever the agent is', () => {
    for (const letter of ['"', '\\', '\u00ff', '\u0001', '\u007f'])
      expect(writeHit({ ...HIT, userAgent: keptAgent(letter.repeat(500)) }).length).toBeLessThanOrEqual(1_000);
  });

  it('is nothing when somebody else wrote it', () => {
    const wire = JSON.parse(writeHit(HIT)) as Record<string, unknown>;
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
      ].map((change) => JSON.stringify({ ...wire, ...change })),
    ];
    expect(junk.map(readHit)).toEqual(junk.map(() => null));
  });

  it('is brought to the clock that took it in when its own was plainly wrong', () => {
    const hits = [HIT, { ...HIT, at: HIT.at + 300 }];
    expect(onClock(hits, HIT.at + 900)).toEqual(hits);
    const day = 86_400_000;
    expect(onClock(hits, HIT.at - day).map(({ at }) => at)).toEqual([HIT.at - day - 300, HIT.at - day]);
  });
});
