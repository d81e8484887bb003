import fc from 'fast-check';
import { MACHINE_REASONS, type MailHit } from './evidence.js';
import { judgeHits } from './judge-hits.js';

const START = Date.UTC(2026, 0, 31, 9);

const hit = (seconds: number, changes: Partial<MailHit> = {}): MailHit => ({
  kind: 'click',
  linkId: 1,
  at: START + seconds * 1_000,
  client: 'ann',
  isHead: false,
  isDecoy: false,
  reason: null,
  ...changes,
});
const click = (seconds: number, linkId: number, client: string | null = 'ann'): MailHit =>
  hit(seconds, { linkId, client });
const open = (seconds: number, client = 'ann'): MailHit => hit(seconds, { kind: 'open', linkId: null, client });
const decoy = (seconds: number, client = 'ann'): MailHit => hit(seconds, { isDecoy: true, linkId: null, client });

describe('the hits of one mail together', () => {
  it.each<[string, MailHit[]]>([
    ['an open through an image proxy and a click in a browser', [open(0, 'proxy'), click(4, 1)]],
    ['a double click', [click(0, 1), click(0.2, 1), click(0.4, 1)]],
    ['two links within two seconds', [click(0, 1), click(1.5, 2)]],
    ['three links, but not within two seconds', [click(0, 1), click(1, 2), click(2.001, 3)]],
    ['many links at the pace of a reader', [click(0, 1), click(3, 2), click(6, 3), click(9, 4), click(12, 5)]],
  ])('are those of a person: %s', (_what, hits) => {
    expect(judgeHits(hits)).toEqual(hits.map(() => null));
  });

  it('are a burst when three distinct links are followed within two seconds, from whatever addresses', () => {
    const hits = [click(0, 1, 'a'), click(1, 2, 'b'), click(2, 3, 'c'), click(30, 1, 'd')];
    expect(judgeHits(hits)).toEqual(['burst', 'burst', 'burst', null]);
  });

  it('are one burst where windows overlap', () => {
    const hits = [click(0, 1, 'a'), click(1.9, 2, 'b'), click(2, 3, 'c'), click(3.9, 4, 'd'), click(6, 5, 'e')];
    expect(judgeHits(hits)).toEqual(['burst', 'burst', 'burst', 'burst', null]);
  });

  it('are judged in the order of time, and answered in the order they were given', () => {
    expect(judgeHits([click(90, 1, 'bob'), click(2, 3), click(0, 1), click(1, 2)])).toEqual([
      null,
      'burst',
      'burst',
      'burst',
    ]);
  });

  it('include the pixel that the machine fetched around its burst, and not the one that somebody else fetched', () => {
    const burst = [click(5, 1), click(5.5, 2), click(6, 3)];
    expect(judgeHits([open(4), open(5.2, 'bob'), ...burst, open(15), open(17)])).toEqual([
      'same_client',
      null,
      ...burst.map(() => 'burst'),
      'same_client',
      null,
    ]);
  });

  it('are all a machine’s when its client follows more links at once than anybody could', () => {
    const burst = [1, 2, 3, 4, 5].map((link) => click(link * 0.3, link));
    expect(judgeHits([...burst, click(86_400, 1), click(86_400, 1, 'bob')]).slice(-2)).toEqual(['same_client', null]);
  });

  it('are a machine’s when its client follows the decoy, at any time and before it too', () => {
    const hits = [click(0, 1), open(1, 'bob'), click(600, 2, 'bob'), decoy(3_600), click(90_000, 3)];
    expect(judgeHits(hits)).toEqual(['same_client', null, null, 'decoy', 'same_client']);
  });

  it('are a burst beside the decoy with a single link, while somebody may well open the mail', () => {
    expect(judgeHits([click(0, 1, 'a'), decoy(1.5, 'b'), open(1.6, 'c'), click(4, 1, 'c')])).toEqual([
      'burst',
      'decoy',
      null,
      null,
    ]);
  });

  it('are a machine’s after it has asked by HEAD', () => {
    const head = hit(60, { isHead: true, reason: 'method' });
    expect(judgeHits([click(59, 1), head, click(60, 1), click(9_000, 2), click(61, 1, 'bob')])).toEqual([
      null,
      'method',
      'same_client',
      'same_client',
      null,
    ]);
  });

  it('are those of a person whose browser loads ahead', () => {
    const ahead = [1, 2, 3].map((link): MailHit => ({ ...click(link * 0.1, link), reason: 'prefetch' }));
    const aheadOfDecoy: MailHit = { ...decoy(0.4), reason: 'prefetch' };
    expect(judgeHits([...ahead, aheadOfDecoy, click(1, 2)])).toEqual([
      ...['prefetch', 'prefetch', 'prefetch', 'prefetch'],
      null,
    ]);
  });

  it('are judged alike when what is known already is judged again', () => {
    const hits = [click(0, 1), click(1, 2), click(2, 3), open(3), click(3.9, 4, 'bob')];
    const known = hits.map((each, index): MailHit => ({ ...each, reason: judgeHits(hits)[index] ?? null }));
    expect(judgeHits(known)).toEqual(judgeHits(hits));
  });

  it('of old mails, without a client, prove nothing about each other', () => {
    expect(judgeHits([click(0, 1, null), { ...decoy(60), client: null }, click(61.5, 1, null)])).toEqual([
      null,
      'decoy',
      'burst',
    ]);
  });

  it('never become a person’s again by what comes later', () => {
    const anyHit = fc.record({
      kind: fc.constantFrom('open' as const, 'click' as const),
      linkId: fc.option(fc.integer({ min: 1, max: 6 })),
      at: fc.integer({ min: 0, max: 20_000 }),
      client: fc.option(fc.constantFrom('a', 'b', 'c')),
      isHead: fc.boolean(),
      isDecoy: fc.boolean(),
      reason: fc.option(fc.constantFrom(...MACHINE_REASONS), { freq: 2 }),
    });
    fc.assert(
      fc.property(fc.array(anyHit, { maxLength: 15 }), fc.array(anyHit, { maxLength: 15 }), (first, later) => {
        const before = judgeHits(first);
        const after = judgeHits([...first, ...later]);
        expect(after).toHaveLength(first.length + later.length);
        for (const [index, reason] of before.entries()) if (reason !== null) expect(after[index]).not.toBeNull();
      }),
      { numRuns: 2_000 },
    );
  });

  it('are judged in time that grows with their number, not with its square', () => {
    const hits = Array.from({ length: 200_000 }, (_, index) => click(index * 0.5, index % 7, `c${index % 3}`));
    expect(judgeHits(hits).every((reason) => reason === 'burst')).toBe(true);
  });
});
