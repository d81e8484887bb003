import fc from 'fast-check';
import { processorMs } from '../../../test/support/processor-time.js';
import { MACHINE_REASONS, type ClassifiableEvent } from './evidence.js';
import { classifyEvents } from './classify-events.js';

const START = Date.UTC(2026, 0, 31, 9);

const event = (seconds: number, changes: Partial<ClassifiableEvent> = {}): ClassifiableEvent => ({
  kind: 'click',
  linkId: 1,
  at: START + seconds * 1_000,
  client: 'ann',
  isHead: false,
  isDecoy: false,
  reason: null,
  ...changes,
});
const click = (seconds: number, linkId: number, client: string | null = 'ann'): ClassifiableEvent =>
  event(seconds, { linkId, client });
const open = (seconds: number, client = 'ann'): ClassifiableEvent =>
  event(seconds, { kind: 'open', linkId: null, client });
const decoy = (seconds: number, client = 'ann'): ClassifiableEvent =>
  event(seconds, { isDecoy: true, linkId: null, client });

describe('the tracking events of one email together', () => {
  it.each<[string, ClassifiableEvent[]]>([
    ['an open through an image proxy and a click in a browser', [open(0, 'proxy'), click(4, 1)]],
    ['a double click', [click(0, 1), click(0.2, 1), click(0.4, 1)]],
    ['two links within two seconds', [click(0, 1), click(1.5, 2)]],
    ['three links, but not within two seconds', [click(0, 1), click(1, 2), click(2.001, 3)]],
    ['many links at the pace of a reader', [click(0, 1), click(3, 2), click(6, 3), click(9, 4), click(12, 5)]],
  ])('are those of a person: %s', (_what, events) => {
    expect(classifyEvents(events)).toEqual(events.map(() => null));
  });

  it('are a burst when three distinct links are followed within two seconds, from any addresses', () => {
    const events = [click(0, 1, 'a'), click(1, 2, 'b'), click(2, 3, 'c'), click(30, 1, 'd')];
    expect(classifyEvents(events)).toEqual(['burst', 'burst', 'burst', null]);
  });

  it('are one burst if windows overlap', () => {
    const events = [click(0, 1, 'a'), click(1.9, 2, 'b'), click(2, 3, 'c'), click(3.9, 4, 'd'), click(6, 5, 'e')];
    expect(classifyEvents(events)).toEqual(['burst', 'burst', 'burst', 'burst', null]);
  });

  it('are those of a machine if the client clicked from a network of scanners', () => {
    const events = [open(0), open(1, 'bob'), event(60, { reason: 'known_network' })];
    expect(classifyEvents(events)).toEqual(['same_client', null, 'known_network']);
  });

  it('are classified in time order, and returned in input order', () => {
    expect(classifyEvents([click(90, 1, 'bob'), click(2, 3), click(0, 1), click(1, 2)])).toEqual([
      null,
      'burst',
      'burst',
      'burst',
    ]);
  });

  it('include the open by the machine around its burst, but not an open by another client', () => {
    const burst = [click(5, 1), click(5.5, 2), click(6, 3)];
    expect(classifyEvents([open(4), open(5.2, 'bob'), ...burst, open(15), open(17)])).toEqual([
      'same_client',
      null,
      ...burst.map(() => 'burst'),
      'same_client',
      null,
    ]);
  });

  it('are all machine events if the client follows more links at once than a person can', () => {
    const burst = [1, 2, 3, 4, 5].map((link) => click(link * 0.3, link));
    expect(classifyEvents([...burst, click(86_400, 1), click(86_400, 1, 'bob')]).slice(-2)).toEqual([
      'same_client',
      null,
    ]);
  });

  it('are all machine events if the client follows the decoy at any time', () => {
    const events = [click(0, 1), open(1, 'bob'), click(600, 2, 'bob'), decoy(3_600), click(90_000, 3)];
    expect(classifyEvents(events)).toEqual(['same_client', null, null, 'decoy', 'same_client']);
  });

  it('are a burst with the decoy and a single link, while the open may be human', () => {
    expect(classifyEvents([click(0, 1, 'a'), decoy(1.5, 'b'), open(1.6, 'c'), click(4, 1, 'c')])).toEqual([
      'burst',
      'decoy',
      null,
      null,
    ]);
  });

  it('are machine events after a HEAD request', () => {
    const head = event(60, { isHead: true, reason: 'method' });
    expect(classifyEvents([click(59, 1), head, click(60, 1), click(9_000, 2), click(61, 1, 'bob')])).toEqual([
      null,
      'method',
      'same_client',
      'same_client',
      null,
    ]);
  });

  it('are human if the browser prefetches', () => {
    const ahead = [1, 2, 3].map((link): ClassifiableEvent => ({ ...click(link * 0.1, link), reason: 'prefetch' }));
    const aheadOfDecoy: ClassifiableEvent = { ...decoy(0.4), reason: 'prefetch' };
    expect(classifyEvents([...ahead, aheadOfDecoy, click(1, 2)])).toEqual([
      ...['prefetch', 'prefetch', 'prefetch', 'prefetch'],
      null,
    ]);
  });

  it('are classified the same if known events are classified again', () => {
    const events = [click(0, 1), click(1, 2), click(2, 3), open(3), click(3.9, 4, 'bob')];
    const known = events.map((each, index): ClassifiableEvent => ({
      ...each,
      reason: classifyEvents(events)[index] ?? null,
    }));
    expect(classifyEvents(known)).toEqual(classifyEvents(events));
  });

  it('of old emails, without a client, are independent of each other', () => {
    expect(classifyEvents([click(0, 1, null), { ...decoy(60), client: null }, click(61.5, 1, null)])).toEqual([
      null,
      'decoy',
      'burst',
    ]);
  });

  it('never become human again by later events', () => {
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
        const before = classifyEvents(first);
        const after = classifyEvents([...first, ...later]);
        expect(after).toHaveLength(first.length + later.length);
        for (const [index, reason] of before.entries()) if (reason !== null) expect(after[index]).not.toBeNull();
      }),
      { numRuns: 2_000 },
    );
  });

  it('are classified in linear time', async () => {
    const events = Array.from({ length: 200_000 }, (_, index) => click(index * 0.5, index % 7, `c${index % 3}`));
    const ms = await processorMs(() => {
      expect(classifyEvents(events).every((reason) => reason === 'burst')).toBe(true);
    });
    expect(ms).toBeLessThan(1_000);
  });
});
