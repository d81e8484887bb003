import { BulkJobRetention } from '../../../src/modules/jobs/bulk-job-retention.service.js';
import { BulkJobStreams } from '../../../src/modules/jobs/bulk-job-streams.service.js';
import type { ApiClient } from '../../support/api-client.js';
import { EventStreamClient } from '../../support/event-stream-client.js';
import { explain } from '../../support/explain.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

const HEARTBEAT_MS = 700;
const STREAMS = 8;
const SHARE = 2;

interface Row {
  readonly row: number;
  readonly outcome: string;
}

/** Without a worker, so that the test controls the progress. */
describe('watching imports and bulk actions', () => {
  let world: World;
  let id: number;

  beforeAll(async () => {
    world = await World.start({
      worker: false,
      env: { EVENT_STREAMS: String(STREAMS), EVENT_STREAM_HEARTBEAT: `${HEARTBEAT_MS}ms` },
    });
  });
  beforeEach(async () => {
    id = await queued();
  });

  async function queued(): Promise<number> {
    const { body } = await world.all
      .post('/imports')
      .send({ rows: [{ email: 'ada@example.com' }] })
      .expect(202);
    return body.import.id;
  }

  const execute = (sql: string, params = {}): Promise<unknown> =>
    world.db.transaction((tx) => tx.execute(sql, { id, ...params }));
  const job = async (): Promise<Record<string, unknown>> =>
    (await world.all.get(`/imports/${id}`).expect(200)).body.import;
  const startedSecondsAgo = (seconds: number): Promise<unknown> =>
    execute(
      `UPDATE bulk_jobs SET status = 'running', total = 1000, processed = 250, created = 250,
              started_at = NOW(3) - INTERVAL :seconds SECOND WHERE id = :id`,
      { seconds },
    );

  describe('by polling', () => {
    it('has a total once it is counted, and an estimate once rows are processed', async () => {
      expect(await job()).toMatchObject({ status: 'queued', total: null, eta_seconds: null, started_at: null });
      await execute("UPDATE bulk_jobs SET status = 'running', total = 1000, started_at = NOW(3) WHERE id = :id");
      expect(await job()).toMatchObject({ status: 'running', total: 1_000, processed: 0, eta_seconds: null });
      await startedSecondsAgo(10_000);
      const { eta_seconds: eta } = await job();
      // 250 rows took a little more than 10,000 seconds, so the other 750 take a little more than 30,000.
      expect(eta).toBeGreaterThanOrEqual(30_000);
      expect(eta).toBeLessThan(33_000);
      await execute("UPDATE bulk_jobs SET phase = 'undo' WHERE id = :id");
      expect(await job()).toMatchObject({ eta_seconds: null });
    });
  });

  describe('row by row', () => {
    /** 30 rows: 10 created, 10 updated (every second kept its status), 5 skipped, 5 invalid; three conflicts. */
    beforeEach(async () => {
      const outcome = (row: number): string =>
        row <= 10 ? 'created' : row <= 20 ? 'updated' : row <= 25 ? 'skipped' : 'invalid';
      const undo = (row: number): string | null =>
        row > 20 ? null : [3, 11, 20].includes(row) ? 'conflict' : 'undone';
      await world.db.transaction((tx) =>
        tx.insertRows(
          'bulk_job_rows',
          [
            'job_id',
            'row_no',
            'outcome',
            'kept_status',
            'contact_id',
            'reason',
            'input',
            'changes',
            '`undo`',
            'conflict',
          ],
          Array.from({ length: 30 }, (_, index) => index + 1).map((row) => [
            ...[id, row, outcome(row), row > 10 && row <= 20 && row % 2 === 0, row <= 25 ? 1_000 + row : null],
            ...[row > 25 ? 'email is required' : null, row > 25 ? '["secret"]' : null, '{}', undo(row)],
            undo(row) === 'conflict' ? 'Edited since: first_name' : null,
          ]),
        ),
      );
    });

    async function walk(query: string): Promise<Row[]> {
      const found: Row[] = [];
      for (let cursor: string | null = '*'; cursor !== null;) {
        const page: { rows: Row[]; next_cursor: string | null } = (
          await world.all.get(`/imports/${id}/rows?${query}&cursor=${cursor}`).expect(200)
        ).body;
        expect(page.rows.length).toBeGreaterThan(0);
        found.push(...page.rows);
        cursor = page.next_cursor;
      }
      return found;
    }

    it('shows the result of each row and no internal data', async () => {
      const { body } = await world.all.get(`/imports/${id}/rows`).expect(200);
      expect(body.next_cursor).toBeNull();
      expect(body.rows).toHaveLength(30);
      expect(body.rows[2]).toEqual({
        row: 3,
        outcome: 'created',
        kept_status: false,
        contact_id: 1_003,
        reason: null,
        warnings: [],
        undo: 'conflict',
        conflict: 'Edited since: first_name',
      });
      expect(body.rows[29]).toEqual({
        row: 30,
        outcome: 'invalid',
        kept_status: false,
        contact_id: null,
        reason: 'email is required',
        warnings: [],
        undo: null,
        conflict: null,
      });
    });

    it.each([
      ['', 30],
      ['outcome=created', 10],
      ['outcome=updated', 10],
      ['outcome=skipped', 5],
      ['outcome=invalid', 5],
      ['outcome=kept_status', 5],
      ['outcome=undone', 17],
      ['outcome=conflict', 3],
    ])('pages through %p with any page size, each row once', async (filter, count) => {
      for (const perPage of [1, 4, 1_000]) {
        const rows = (await walk(`${filter}&per_page=${perPage}`)).map(({ row }) => row);
        expect(rows).toHaveLength(count);
        expect(rows).toEqual([...new Set(rows)].sort((a, b) => a - b));
      }
    });

    it('reads each filter through an index, without scanning other rows', async () => {
      for (const condition of ["outcome = 'invalid'", 'kept_status = 1', "`undo` = 'conflict'"]) {
        const [plan] = await explain(
          world.db,
          `SELECT row_no, outcome, reason FROM bulk_job_rows
            WHERE job_id = :id AND row_no > 0 AND ${condition} ORDER BY row_no LIMIT 101`,
          { id },
        );
        expect(plan?.key).toMatch(/^ix_bulk_job_rows_(outcome|kept|undo)$/);
        expect(plan?.Extra).not.toContain('filesort');
      }
    });

    it('refuses unknown filters', async () => {
      const { body } = await world.all.get(`/imports/${id}/rows?outcome=lost&per_page=0&cursor=x`).expect(400);
      expect(Object.keys(body.data.params).sort()).toEqual(['outcome', 'per_page']);
      const cursor = await world.all.get(`/imports/${id}/rows?cursor=x`).expect(400);
      expect(cursor.body.data.params).toEqual({ cursor: 'is not a cursor of this list' });
      await world.all.get('/imports/999999/rows').expect(404);
      await world.all.get(`/bulk-actions/${id}/rows`).expect(404);
    });
  });

  describe('as a stream', () => {
    const streams = (): BulkJobStreams => world.api.get(BulkJobStreams, { strict: false });
    const watch = (client?: ApiClient): Promise<EventStreamClient> =>
      EventStreamClient.open(world, { path: `/imports/${id}/events`, ...(client === undefined ? {} : { client }) });
    const figures = (reader: EventStreamClient): unknown[] =>
      reader.events.map(({ event, data }) => {
        const { status, processed } = data as unknown as Record<string, unknown>;
        return [event, status, processed];
      });

    afterEach(() => waitUntil('the streams are closed', () => streams().size === 0));

    it('sends the current state, then changes, then the end', async () => {
      const reader = await watch();
      expect(reader.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      await reader.untilEvents(1);
      await startedSecondsAgo(10);
      await reader.until(
        'the first event arrives',
        () => figures(reader).at(-1)?.toString() === 'progress,running,250',
      );
      await execute("UPDATE bulk_jobs SET status = 'done', processed = 1000, finished_at = NOW(3) WHERE id = :id");
      await reader.until('it ends', () => reader.ended !== null);
      expect(reader.ended).toBe('in order');
      const seen = figures(reader);
      expect(seen[0]).toEqual(['progress', 'queued', 0]);
      expect(seen.slice(-2)).toEqual([
        ['progress', 'done', 1_000],
        ['end', 'done', 1_000],
      ]);
      expect(reader.events.at(-1)?.data).toEqual(await job());
    });

    it('ends at once for an ended job', async () => {
      await execute("UPDATE bulk_jobs SET status = 'failed', error = 'It went wrong.' WHERE id = :id");
      const reader = await watch();
      await reader.until('it ends', () => reader.ended !== null);
      expect(figures(reader)).toEqual([
        ['progress', 'failed', 0],
        ['end', 'failed', 0],
      ]);
    });

    it('continues while a job is undone', async () => {
      await execute("UPDATE bulk_jobs SET status = 'running', phase = 'undo' WHERE id = :id");
      const reader = await watch();
      await reader.untilEvents(1);
      await execute("UPDATE bulk_jobs SET status = 'undone', undone = 1 WHERE id = :id");
      await reader.until('it ends', () => reader.ended !== null);
      expect(figures(reader).at(-1)).toEqual(['end', 'undone', 0]);
    });

    it('sends only heartbeats while nothing changes', async () => {
      const reader = await watch();
      await reader.until('the line was quiet', () => reader.heartbeats >= 2);
      expect(reader.events).toHaveLength(1);
      reader.close();
    });

    it('T50 limits the number of streams of one credential and asks others to retry later', async () => {
      const readers = await Promise.all(Array.from({ length: SHARE }, () => watch()));
      const { body, headers } = await world.all.get(`/imports/${id}/events`).expect(503);
      expect([body.code, headers['retry-after']]).toEqual(['service_unavailable', '5']);
      const other = await watch(await world.as('view_contacts'));
      expect(other.status).toBe(200);
      for (const reader of [...readers, other]) reader.close();
      await waitUntil('a stream is available', () => streams().size === 0);
      const next = await watch();
      expect(next.status).toBe(200);
      next.close();
    });

    it('ends when the permission is revoked', async () => {
      const client = await world.as('view_contacts');
      const reader = await watch(client);
      await reader.untilEvents(1);
      await world.db.transaction((tx) =>
        tx.execute("UPDATE managers SET permissions = '' WHERE username = :username", {
          username: client.credentials?.username ?? '',
        }),
      );
      await reader.until('it is sent away', () => reader.ended !== null);
      expect(reader.events.map(({ event }) => event)).toEqual(['progress']);
    });

    it('needs the permission and an existing job', async () => {
      await (await world.as('view_reports')).get(`/imports/${id}/events`).expect(403);
      await world.anonymous.get(`/imports/${id}/events`).expect(401);
      await world.all.get('/imports/999999/events').expect(404);
      await world.all.get(`/bulk-actions/${id}/events`).expect(404);
    });
  });

  describe('after the retention period', () => {
    const retention = (): BulkJobRetention => world.api.get(BulkJobRetention, { strict: false });
    const rowsOf = async (jobId: number): Promise<number> =>
      (
        await world.db.query<{ total: number }>('SELECT COUNT(*) AS total FROM bulk_job_rows WHERE job_id = :jobId', {
          jobId,
        })
      )[0]?.total ?? 0;

    async function over(daysAgo: number, status: string, rows = 5): Promise<number> {
      id = await queued();
      await execute(
        `UPDATE bulk_jobs SET status = :status, processed = :rows, finished_at = NOW(3) - INTERVAL :daysAgo DAY
          WHERE id = :id`,
        { status, daysAgo, rows },
      );
      await world.db.transaction((tx) =>
        tx.insertRows(
          'bulk_job_rows',
          ['job_id', 'row_no', 'outcome'],
          Array.from({ length: rows }, (_, index) => [id, index + 1, 'created']),
        ),
      );
      return id;
    }

    it('deletes the rows and keeps the job, which can no longer be undone', async () => {
      const old = await over(91, 'done', 4_100);
      const undone = await over(200, 'undone');
      const recent = await over(89, 'cancelled');
      const running = await over(200, 'running');
      expect(await retention().removeRowsOlderThan(90)).toBe(4_105);
      const left = [];
      for (const one of [old, undone, recent, running]) left.push(await rowsOf(one));
      expect(left).toEqual([0, 0, 5, 5]);
      expect((await world.all.get(`/imports/${old}`).expect(200)).body.import).toMatchObject({ processed: 4_100 });
      const { body } = await world.all.post(`/imports/${old}/undo`).expect(400);
      expect(body.message).toBe(
        'The import cannot be undone: its undo data has been deleted after the retention period.',
      );
      await world.all.post(`/imports/${recent}/undo`).expect(202);
    });

    it('deletes unfinished uploads and no other files', async () => {
      const [lost, coming] = [await queued(), await queued()];
      await execute("UPDATE bulk_jobs SET status = 'receiving' WHERE id IN (:ids)", { ids: [lost, coming] });
      await execute('UPDATE bulk_jobs SET created_at = NOW(3) - INTERVAL 25 HOUR WHERE id = :lost', { lost });
      await retention().removeUnfinishedUploads();
      const parts = await world.db.query<{ id: number }>(
        'SELECT DISTINCT job_id AS id FROM bulk_job_files WHERE job_id IN (:ids)',
        { ids: [lost, coming, id] },
      );
      expect(parts.map((part) => part.id).sort((a, b) => a - b)).toEqual([id, coming].sort((a, b) => a - b));
      const jobs = await world.db.query('SELECT id FROM bulk_jobs WHERE id = :lost', { lost });
      expect(jobs).toEqual([]);
    });
  });
});
