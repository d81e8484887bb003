import { EnrollmentRemoval } from '../../src/modules/funnels/enrollments/enrollment-removal.service.js';
import { UNTIL_DONE } from '../../src/platform/work/periodic.js';
import { draftedFunnel } from '../support/builders/funnel-facts.js';
import { queriesOf, rowsRead, rowsReadFor } from '../support/rows-read.js';
import { World } from '../support/world.js';

const ENTRIES = 80_000;
/** One enrollment in this number is due. */
const DUE = 10_000;

describe('queries for the figures of a funnel with very many enrollments', () => {
  let world: World;
  let id: number;
  let steps: readonly number[];

  beforeAll(async () => {
    world = await World.start({ worker: false });
    ({ id, steps } = await draftedFunnel(world.db, {
      title: 'Popular',
      steps: [
        { title: 'Hello', action: 'send_custom_email' },
        { title: 'A day', action: 'wait_times' },
        { title: 'Mark' },
      ],
    }));
    const [hello, wait] = steps as [number, number];
    const numbers = Array.from({ length: ENTRIES }, (_, index) => index + 1);
    const [then, soon, before] = [new Date('2026-06-01'), new Date('2999-01-01'), new Date('2026-06-02')];
    await world.db.transaction(async (tx) => {
      await tx.insertRows(
        'funnel_entries',
        // oxfmt-ignore
        ['funnel_id', 'contact_id', 'active_contact_id', 'version_id', 'status', 'next_step_id', 'arrived_at', 'due_at', 'entered_at'],
        numbers.map((number) =>
          number % 2 === 0
            ? [id, number, null, 1, 'completed', null, then, null, then]
            : [id, number, number, 1, 'active', wait, then, number % DUE === 1 ? before : soon, then],
        ),
      );
      await tx.insertRows(
        'funnel_step_runs',
        ['entry_id', 'step_id', 'outcome', 'arrived_at', 'ran_at'],
        numbers.map((number) => [number, hello, 'done', then, new Date(then.getTime() + number * 1_000)]),
      );
      await tx.insertRows(
        'domain_events',
        ['uid', 'type', 'subject_type', 'subject_id', 'data', 'state', 'occurred_at'],
        numbers.map((number) => [
          `F${String(number).padStart(25, '0')}`,
          'funnel.subscriber_added',
          'funnel',
          id,
          '{}',
          'carried',
          number <= 100 ? new Date() : then,
        ]),
      );
      await tx.execute('INSERT INTO funnel_counts VALUES (:id, :ENTRIES, :half, 0)', {
        id,
        ENTRIES,
        half: ENTRIES / 2,
      });
      await tx.execute(
        'INSERT INTO funnel_step_counts VALUES (:hello, :ENTRIES, :ENTRIES, 0, 0, 0), (:wait, :ENTRIES, :half, 0, 0, 0)',
        {
          ...{ hello, wait, ENTRIES },
          half: ENTRIES / 2,
        },
      );
      const days = Array.from({ length: 365 }, (_, index) =>
        new Date(Date.UTC(2025, 5, 1 + index)).toISOString().slice(0, 10),
      );
      await tx.insertRows(
        'funnel_step_daily_stats',
        ['step_id', 'day', 'sent'],
        days.map((day) => [hello, day, 300]),
      );
    });
    for (const table of ['funnel_entries', 'funnel_step_runs', 'domain_events'])
      await world.db.query(`ANALYZE TABLE ${table}`);
  });

  /** Requests the path. @returns the rows that the server reads for all of its queries. */
  async function rowsReadBy(path: string): Promise<number> {
    const queries = await queriesOf(world.db, () => world.all.get(path).expect(200).expect('X-Cache', 'MISS'));
    const ofFunnels = queries.filter(({ sql }) => /funnel|domain_events/.test(sql));
    expect(ofFunnels.length).toBeGreaterThan(2);
    return rowsReadFor(world.db, ofFunnels);
  }

  it('read counters and daily figures only', async () => {
    expect(await rowsReadBy(`/reports/funnels/${id}`)).toBeLessThan(1_500);
    await draftedFunnel(world.db, { title: 'Another' });
    expect(await rowsReadBy('/reports/funnels?per_page=5')).toBeLessThan(1_500);
  });

  it('read only the last runs of a step for its median', async () => {
    expect(await rowsReadBy(`/reports/funnels/${id}/conversion-stats`)).toBeLessThan(15_000);
    const { body } = await world.all.get(`/funnels/${id}/conversion-rates`).expect(200);
    // Each run took one second longer than the previous one.
    expect(body.steps[0]).toMatchObject({ entered: ENTRIES, converted: ENTRIES, median_seconds: ENTRIES - 499 });
  });

  it('read due enrollments and the log of the last hour for the live report', async () => {
    expect(await rowsReadBy(`/reports/funnels/${id}/live`)).toBeLessThan(1_000);
    const { body } = await world.all.get(`/reports/funnels/${id}/live`).expect(200);
    const due = ENTRIES / DUE;
    expect(body).toMatchObject({ active: ENTRIES / 2, waiting: ENTRIES / 2 - due, entered_last_hour: 100 });
  });

  it('find the data whose retention has passed by an index', async () => {
    await world.db.transaction((tx) =>
      tx.execute(
        `INSERT INTO funnel_entry_data (entry_id, data, ended_at)
         SELECT id, '{"a": 1}', IF(status = 'active', NULL, IF(id % 1000 = 0, :before, NOW(3))) FROM funnel_entries`,
        { before: new Date('2025-06-01') },
      ),
    );
    await world.db.query('ANALYZE TABLE funnel_entry_data');
    const spy = jest.spyOn(world.db, 'execute');
    const removed = await world.api.get(EnrollmentRemoval, { strict: false }).remove(UNTIL_DONE);
    const [sql = '', params = {}] = spy.mock.calls[0] ?? [];
    spy.mockRestore();
    expect(removed).toBeGreaterThan(50);
    expect(sql).toContain('DELETE FROM funnel_entry_data');
    expect(await rowsRead(world.db, { sql, params })).toBeLessThan(10);
  });

  it('read a limited number of rows if very many enrollments are due', async () => {
    await world.db.transaction((tx) =>
      tx.execute(`UPDATE funnel_entries SET due_at = :due WHERE status = 'active'`, { due: new Date('2026-06-02') }),
    );
    // The current version is part of the cache key, so a new version avoids the cache.
    await world.db.transaction((tx) =>
      tx.execute('UPDATE funnels SET version_id = version_id + 1000 WHERE id = :id', { id }),
    );
    expect(await rowsReadBy(`/reports/funnels/${id}/live`)).toBeLessThan(60_000);
    const { body } = await world.all.get(`/reports/funnels/${id}/live`).expect(200);
    expect(body.waiting).toBe(ENTRIES / 2 - 10_000);
  });
});
