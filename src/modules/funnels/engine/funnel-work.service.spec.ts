import { FunnelWork } from './funnel-work.service.js';

/** Due enrollments per funnel; each transaction takes one. */
function workOn(due: Map<number, number>, taken: number[]): FunnelWork {
  const funnels = { hold: (_tx: unknown, id: number) => Promise.resolve({ id, status: 'published' }) };
  const runner = {
    advance: (_tx: unknown, { id }: { id: number }) => {
      due.set(id, (due.get(id) ?? 0) - 1);
      taken.push(id);
      return Promise.resolve({ moved: 1, ran: new Set() });
    },
  };
  const dueEntries = (_sql: string, { funnelId }: { readonly funnelId: number }) =>
    Promise.resolve((due.get(funnelId) ?? 0) > 0 ? [{ id: funnelId, met: 0, payload: null }] : []);
  const parts = [
    { transaction: (work: (tx: unknown) => unknown) => work({ query: dueEntries }), query: () => Promise.resolve([]) },
    { now: () => Promise.resolve(new Date()) },
    funnels,
    runner,
    { wake: () => undefined },
    { counter: () => ({ inc: () => undefined }) },
  ] as unknown as ConstructorParameters<typeof FunnelWork>;
  return new FunnelWork(...parts);
}

describe('funnel work', () => {
  it('alternates, so that large funnels do not block others', async () => {
    const taken: number[] = [];
    const work = workOn(
      new Map([
        [1, 50],
        [2, 50],
        [3, 50],
        [4, 1],
      ]),
      taken,
    );
    await Promise.all([1, 2, 3, 4].map((id) => work.work(id)));
    expect(taken).toHaveLength(151);
    expect(taken.indexOf(4)).toBeLessThan(10);
  });
});
