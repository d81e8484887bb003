import { FunnelWork } from './funnel-work.service.js';

/** How many are due in each funnel; each transaction takes one. */
function workOn(due: Map<number, number>, taken: number[]): FunnelWork {
  const funnels = { hold: (_tx: unknown, id: number) => Promise.resolve({ id, status: 'published' }) };
  const runner = {
    due: (_tx: unknown, id: number) => Promise.resolve((due.get(id) ?? 0) > 0 ? [{ id }] : []),
    advance: (_tx: unknown, { id }: { id: number }) => {
      due.set(id, (due.get(id) ?? 0) - 1);
      taken.push(id);
      return Promise.resolve({ moved: 1, ran: new Set() });
    },
  };
  const parts = [
    { transaction: (work: (tx: unknown) => unknown) => work({}), query: () => Promise.resolve([]) },
    { now: () => Promise.resolve(new Date()) },
    funnels,
    runner,
    ...[{}, {}],
    { counter: () => ({ inc: () => undefined }) },
  ] as unknown as ConstructorParameters<typeof FunnelWork>;
  return new FunnelWork(...parts);
}

describe('the work on funnels', () => {
  it('takes turns, so that crowds in some funnels do not hold up the others', async () => {
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
