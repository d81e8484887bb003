import { Logger } from '@nestjs/common';
import { BulkJobClaims } from '../../src/modules/jobs/bulk-job-claims.js';
import { BulkJobFiles } from '../../src/modules/jobs/bulk-job-files.js';
import { BulkJobLedger } from '../../src/modules/jobs/bulk-job-ledger.js';
import { BulkJobRunner } from '../../src/modules/jobs/bulk-job-runner.service.js';
import { BulkJobsService } from '../../src/modules/jobs/bulk-jobs.service.js';
import type { WatchedJob } from '../../src/modules/jobs/watched-job.js';
import { JobFailed } from '../../src/modules/jobs/bulk-work.js';
import { BulkUndo } from '../../src/modules/contacts/bulk-writes/bulk-undo.service.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { Outbox } from '../../src/platform/outbox/outbox.js';
import { type CountingOptions, CountingWork } from '../support/counting-work.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { waitUntil } from '../support/wait-until.js';
import { World } from '../support/world.js';

const ALWAYS = { goOn: () => true };

describe('bulk jobs', () => {
  let world: World;
  let proxy: TcpProxy;
  let jobs: BulkJobsService;

  beforeAll(async () => {
    proxy = await TcpProxy.before(process.env['TEST_DATABASE_URL'] ?? '');
    world = await World.start({ worker: false, throughDatabase: (url) => proxy.through(url) });
    await CountingWork.prepare(world.db);
  });

  function using(options: CountingOptions): { work: CountingWork; runner: BulkJobRunner } {
    const work = new CountingWork(options);
    jobs = new BulkJobsService(world.db, world.api.get(Outbox, { strict: false }), work.works, world.config);
    return { work, runner: runnerOf(work) };
  }

  /** A runner as in another process. */
  const runnerOf = (work: CountingWork, undo = world.api.get(BulkUndo, { strict: false })): BulkJobRunner =>
    new BulkJobRunner(
      world.db,
      work.works,
      new BulkJobClaims(world.db),
      new BulkJobLedger(world.db, new Metrics()),
      new BulkJobFiles(world.db),
      undo,
    );

  const queued = (): Promise<number> =>
    world.db.transaction((tx) =>
      jobs.create(tx, { kind: 'import', title: 'people.csv', options: {}, managerId: null }),
    );
  const jobOf = (id: number): Promise<WatchedJob> => jobs.get('import', id);
  const execute = (sql: string, params = {}): Promise<unknown> => world.db.transaction((tx) => tx.execute(sql, params));

  /** Checks that every row was written once, in the table of the work and in the rows of the job. */
  async function expectEachOnce(id: number, rows: number): Promise<void> {
    const [written] = await world.db.query<{ total: number; different: number }>(
      'SELECT COUNT(*) AS total, COUNT(DISTINCT row_no) AS different FROM counted_rows WHERE job_id = :id',
      { id },
    );
    expect(written).toEqual({ total: rows, different: rows });
    const [stored] = await world.db.query<{ rows: number; last: number }>(
      'SELECT COUNT(*) AS `rows`, MAX(row_no) AS last FROM bulk_job_rows WHERE job_id = :id',
      { id },
    );
    expect(stored).toEqual({ rows, last: rows });
    expect(await jobOf(id)).toMatchObject({ position: rows, processed: rows, total: rows });
  }

  it('completes a job with its rows, counters and times', async () => {
    const { work, runner } = using({ rows: 95, batch: 20 });
    const id = await queued();
    expect(await jobOf(id)).toMatchObject({ status: 'queued', total: null, processed: 0, startedAt: null });
    expect(await runner.runNext(ALWAYS)).toBe(true);
    const job = await jobOf(id);
    expect(job).toMatchObject({ status: 'done', skipped: 76, invalid: 9, keptStatus: 10, created: 10, updated: 0 });
    expect(job).toMatchObject({ claim: null, claimedUntil: null, error: null });
    expect(job.startedAt).not.toBeNull();
    expect(job.finishedAt).not.toBeNull();
    await expectEachOnce(id, 95);
    expect([work.opened, work.closed]).toEqual([1, 1]);
    expect(await runner.runNext(ALWAYS)).toBe(false);
  });

  it('runs each job once with any number of workers', async () => {
    const { work, runner } = using({ rows: 300, batch: 10 });
    const ids = [await queued(), await queued(), await queued()];
    const others = [runner, runnerOf(work), runnerOf(work), runnerOf(work)];
    const allOf = async (one: BulkJobRunner): Promise<void> => {
      while (await one.runNext(ALWAYS));
    };
    await Promise.all(others.map(allOf));
    for (const one of others) await allOf(one);
    for (const id of ids) {
      expect((await jobOf(id)).status).toBe('done');
      await expectEachOnce(id, 300);
    }
    expect(work.opened).toBe(3);
  });

  it('continues where a dead worker stopped, and refuses writes of that worker if it was only slow', async () => {
    let resume: () => void = () => undefined;
    const resumed = new Promise<void>((resolve) => (resume = resolve));
    let isStalled = false;
    const { work, runner } = using({
      rows: 100,
      batch: 10,
      beforeRead: async (position) => {
        if (position !== 50 || isStalled) return;
        isStalled = true;
        await resumed;
      },
    });
    const id = await queued();
    const stalled = runner.runNext(ALWAYS);
    await waitUntil('the first worker is stalled', async () => isStalled && (await jobOf(id)).position === 50);
    expect(await runnerOf(work).runNext(ALWAYS)).toBe(false);
    await execute('UPDATE bulk_jobs SET claimed_until = NOW(3) WHERE id = :id', { id });
    expect(await runnerOf(work).runNext(ALWAYS)).toBe(true);
    expect((await jobOf(id)).status).toBe('done');
    resume();
    await stalled;
    await expectEachOnce(id, 100);
    expect((await jobOf(id)).status).toBe('done');
  });

  it('refuses writes of an earlier claim, even if the later claim has not written yet', async () => {
    const resume: (() => void)[] = [];
    const { work, runner } = using({
      rows: 100,
      batch: 10,
      // Stalls the first worker before its sixth batch, and the second worker before its first.
      beforeRead: async (position) => {
        if (position === 50 && resume.length < 2) await new Promise<void>((resolve) => resume.push(resolve));
      },
    });
    const id = await queued();
    const first = runner.runNext(ALWAYS);
    await waitUntil(
      'the first worker is stalled',
      async () => resume.length === 1 && (await jobOf(id)).position === 50,
    );
    await execute('UPDATE bulk_jobs SET claimed_until = NOW(3) WHERE id = :id', { id });
    const second = runnerOf(work).runNext(ALWAYS);
    await waitUntil('the second worker is stalled', () => resume.length === 2);
    resume[0]!();
    await first;
    expect(await jobOf(id)).toMatchObject({ status: 'running', position: 50, processed: 50 });
    resume[1]!();
    await second;
    expect((await jobOf(id)).status).toBe('done');
    await expectEachOnce(id, 100);
  });

  it('writes a batch as a whole or not at all when an unexpected error occurs', async () => {
    let failures = 0;
    const { runner } = using({
      rows: 60,
      batch: 20,
      beforeCommit: (position) => {
        if (position !== 40 || failures === 3) return;
        failures += 1;
        throw new Error('neither an AppError nor a database error');
      },
    });
    const id = await queued();
    await runner.runNext(ALWAYS);
    expect(failures).toBe(3);
    expect((await jobOf(id)).status).toBe('done');
    await expectEachOnce(id, 60);
  });

  it('fails a job after a few attempts, with an error that reveals no internals', async () => {
    const { runner, work } = using({
      rows: 60,
      batch: 20,
      beforeCommit: (position) => {
        if (position === 40) throw new Error('secret of ada@example.com');
      },
    });
    const id = await queued();
    await runner.runNext(ALWAYS);
    const job = await jobOf(id);
    expect(job).toMatchObject({ status: 'failed', processed: 20, position: 20, claim: null });
    expect(job.error).toBe('An internal error occurred. Changes made so far are kept and can be undone.');
    expect(job.finishedAt).not.toBeNull();
    expect(work.closed).toBe(work.opened);
  });

  it('fails a job at once for an error of the job itself', async () => {
    const { runner, work } = using({
      rows: 60,
      batch: 20,
      beforeRead: (position) => {
        if (position === 20) throw new JobFailed('The list of this import has been deleted.');
      },
    });
    const id = await queued();
    await runner.runNext(ALWAYS);
    expect(await jobOf(id)).toMatchObject({
      status: 'failed',
      processed: 20,
      error: 'The list of this import has been deleted.',
    });
    expect(work.opened).toBe(1);
  });

  it('repeats a batch that lost a race', async () => {
    const lost = new Error('lost a race');
    let races = 0;
    const { runner, work } = using({
      rows: 20,
      batch: 10,
      beforeCommit: () => {
        races += 1;
        if (races <= 3) throw lost;
      },
      isRace: (error) => error === lost,
    });
    const id = await queued();
    await runner.runNext(ALWAYS);
    await expectEachOnce(id, 20);
    expect([races, work.opened]).toEqual([5, 1]);
  });

  it('waits for an unavailable database and continues', async () => {
    let cut = false;
    const { runner } = using({
      rows: 100,
      batch: 10,
      beforeCommit: async (position) => {
        if (position !== 50 || cut) return;
        cut = true;
        await proxy.cut();
      },
    });
    const warnings = jest.spyOn(Logger.prototype, 'warn');
    const id = await queued();
    const running = runner.runNext(ALWAYS);
    await waitUntil('the job waits for the database', () =>
      warnings.mock.calls.some(([, text]) => text === 'Bulk job is waiting for the database'),
    );
    warnings.mockRestore();
    await proxy.restore();
    await running;
    expect((await jobOf(id)).status).toBe('done');
    await expectEachOnce(id, 100);
  });

  it('releases the job after the current batch when the process ends', async () => {
    let stopping = false;
    const { work, runner } = using({
      rows: 100,
      batch: 10,
      beforeCommit: (position) => {
        if (position === 30) stopping = true;
      },
    });
    const id = await queued();
    await runner.runNext({ goOn: () => !stopping });
    expect(await jobOf(id)).toMatchObject({ status: 'running', position: 30, claim: null });
    await runnerOf(work).runNext(ALWAYS);
    expect((await jobOf(id)).status).toBe('done');
    await expectEachOnce(id, 100);
  });

  it('alternates between jobs in time slices', async () => {
    const { runner } = using({ rows: 60, batch: 20 });
    const [one, two] = [await queued(), await queued()];
    const turns: string[] = [];
    const note = async (): Promise<void> => {
      const [first, second] = [await jobOf(one), await jobOf(two)];
      turns.push(`${first.position} ${second.position}`);
    };
    while (await runner.runNext({ ...ALWAYS, sliceMs: 0 })) await note();
    // Each job takes one more turn to find that no rows are left.
    expect(turns).toEqual(['20 0', '20 20', '40 20', '40 40', '60 40', '60 60', '60 60', '60 60']);
    for (const id of [one, two]) {
      expect((await jobOf(id)).status).toBe('done');
      await expectEachOnce(id, 60);
    }
  });

  it('runs a job in this process and reports its progress', async () => {
    const seen: number[] = [];
    const isUnderWay = (): boolean => seen.some((processed) => processed > 0 && processed < 40);
    const { runner } = using({
      rows: 40,
      batch: 10,
      // The first batch is written while the third one is read.
      beforeRead: async (position) => {
        if (position === 20) await waitUntil('the progress is reported', isUnderWay);
      },
    });
    const id = await queued();
    const job = await runner.runHere(id, ({ processed }) => seen.push(processed));
    expect(job).toMatchObject({ id, status: 'done', processed: 40 });
    expect(seen.at(-1)).toBe(40);
    await expectEachOnce(id, 40);
  });

  it('waits for a job that another process runs', async () => {
    const seen: string[] = [];
    const { runner, work } = using({
      rows: 40,
      batch: 10,
      beforeRead: async (position) => {
        if (position === 20) await waitUntil('the job is waited for', () => seen.includes('running'));
      },
    });
    const id = await queued();
    const elsewhere = runnerOf(work).runNext(ALWAYS);
    await waitUntil('the other process runs the job', async () => (await jobOf(id)).status === 'running');
    expect(await runner.runHere(id, ({ status }) => seen.push(status))).toMatchObject({
      status: 'done',
      processed: 40,
    });
    await elsewhere;
    expect(work.opened).toBe(1);
  });

  describe('after a cancel request', () => {
    it('stop after the current batch and keep the written rows', async () => {
      const { runner } = using({
        rows: 100,
        batch: 10,
        beforeRead: async (position) => {
          if (position === 40) await jobs.requestCancel('import', id);
        },
      });
      const id = await queued();
      await runner.runNext(ALWAYS);
      const job = await jobOf(id);
      expect(job.status).toBe('cancelled');
      expect(job.processed).toBeLessThan(50);
      expect(job.processed).toBe(job.position);
      expect(job.total).toBe(100);
      expect(job.finishedAt).not.toBeNull();
      await expect(jobs.requestCancel('import', id)).rejects.toMatchObject({
        status: 400,
        message: 'The import cannot be cancelled: it has ended with status cancelled.',
      });
    });

    it('never start if no worker has started them', async () => {
      const { runner, work } = using({ rows: 100, batch: 10 });
      const id = await queued();
      expect(await jobs.requestCancel('import', id)).toMatchObject({ status: 'cancelled' });
      expect(await runner.runNext(ALWAYS)).toBe(false);
      expect(work.opened).toBe(0);
    });

    it('end although their worker is dead', async () => {
      const { runner, work } = using({ rows: 100, batch: 10 });
      const id = await queued();
      await execute("UPDATE bulk_jobs SET status = 'running', claimed_until = NOW(3) WHERE id = :id", { id });
      expect(await jobs.requestCancel('import', id)).toMatchObject({ status: 'running', cancelRequested: 1 });
      await runner.runNext(ALWAYS);
      expect((await jobOf(id)).status).toBe('cancelled');
      expect(work.opened).toBe(0);
    });
  });

  it('hides a job, and does not run it, until it is received completely', async () => {
    const { runner } = using({ rows: 10, batch: 10 });
    const id = await world.db.transaction((tx) =>
      jobs.receive(tx, { kind: 'import', title: null, options: {}, managerId: null }),
    );
    await expect(jobOf(id)).rejects.toMatchObject({ status: 404 });
    expect(await runner.runNext(ALWAYS)).toBe(false);
    await world.db.transaction((tx) => jobs.queue(tx, id, { title: 'x.csv', options: { silent: true } }));
    expect(await jobOf(id)).toMatchObject({ status: 'queued', title: 'x.csv', options: '{"silent":true}' });
    await expect(jobs.get('bulk_action', id)).rejects.toMatchObject({ status: 404 });
    await runner.runNext(ALWAYS);
    expect((await jobOf(id)).status).toBe('done');
  });

  it('removes the files of ended jobs only', async () => {
    const { runner } = using({ rows: 10, batch: 10 });
    const id = await queued();
    const cancelled = await queued();
    await jobs.requestCancel('import', cancelled);
    for (const job of [id, cancelled])
      await world.db.transaction((tx) =>
        tx.insertRows(
          'bulk_job_files',
          ['job_id', 'part', 'content'],
          Array.from({ length: 40 }, (_, part) => [job, part + 1, Buffer.from('x')]),
        ),
      );
    const files = new BulkJobFiles(world.db);
    const left = async (): Promise<number[]> =>
      (await world.db.query<{ id: number }>('SELECT DISTINCT job_id AS id FROM bulk_job_files')).map((row) => row.id);
    await files.removeOrphaned();
    expect(await left()).toEqual([id]);
    await runner.runNext(ALWAYS);
    expect(await left()).toEqual([]);
  });

  describe('and their undo', () => {
    const refusal = (reason: string): object => ({
      status: 400,
      message: `The import cannot be undone: ${reason}.`,
      options: { data: { params: { id: `cannot be undone: ${reason}` } } },
    });

    it('are undone only after their end', async () => {
      using({ rows: 10, batch: 10 });
      const id = await queued();
      await expect(jobs.requestUndo('import', id)).rejects.toMatchObject(
        refusal('it is still running; cancel it first'),
      );
      await jobs.requestCancel('import', id);
      expect(await jobs.requestUndo('import', id)).toMatchObject({ status: 'queued', phase: 'undo' });
      await expect(jobs.requestUndo('import', id)).rejects.toMatchObject(refusal('it is already being undone'));
      await expect(jobs.requestCancel('import', id)).rejects.toMatchObject({
        message: 'The import cannot be cancelled: it is being undone.',
      });
      await execute("UPDATE bulk_jobs SET status = 'undone' WHERE id = :id", { id });
    });

    it('are undone once', async () => {
      const { runner } = using({ rows: 1_200, batch: 400 });
      const id = await queued();
      await runner.runNext(ALWAYS);
      await jobs.requestUndo('import', id);
      await runner.runNext(ALWAYS);
      const job = await jobOf(id);
      expect(job).toMatchObject({ status: 'undone', phase: 'undo', undone: 120, conflicts: 0, processed: 1_200 });
      expect(job.undoneAt).not.toBeNull();
      await expect(jobs.requestUndo('import', id)).rejects.toMatchObject(refusal('it has already been undone'));
    });

    it('continue the undo where a worker stopped', async () => {
      const { runner, work } = using({ rows: 1_200, batch: 400 });
      const id = await queued();
      await runner.runNext(ALWAYS);
      await jobs.requestUndo('import', id);
      let batches = 0;
      await runner.runNext({ goOn: () => (batches += 1) <= 2 });
      expect(await jobOf(id)).toMatchObject({
        status: 'running',
        phase: 'undo',
        position: 201,
        undone: 100,
        claim: null,
      });
      expect(await runnerOf(work).runHere(id)).toMatchObject({ status: 'undone', undone: 120, conflicts: 0 });
      const [rows] = await world.db.query<{ undone: number }>(
        "SELECT COUNT(*) AS undone FROM bulk_job_rows WHERE job_id = :id AND `undo` = 'undone'",
        { id },
      );
      expect(rows?.undone).toBe(120);
    });

    it('can fail during the undo, and continue it with another request', async () => {
      const { runner, work } = using({ rows: 1_200, batch: 400 });
      const id = await queued();
      await runner.runNext(ALWAYS);
      await jobs.requestUndo('import', id);
      const real = world.api.get(BulkUndo, { strict: false });
      const failing = {
        isRace: () => false,
        undo: (...[tx, rows, options]: Parameters<BulkUndo['undo']>) =>
          rows.some(({ rowNo }) => rowNo === 250)
            ? Promise.reject(new Error('unexpected error'))
            : real.undo(tx, rows, options),
      };
      await runnerOf(work, failing as unknown as BulkUndo).runNext(ALWAYS);
      const failed = await jobOf(id);
      expect(failed).toMatchObject({ status: 'failed', phase: 'undo', position: 701, undone: 50, undoneAt: null });
      expect(failed.error).toBe('An internal error occurred during the undo. Undo it again to continue.');
      expect(await jobs.requestUndo('import', id)).toMatchObject({ status: 'queued', position: 701, error: null });
      await runner.runNext(ALWAYS);
      expect(await jobOf(id)).toMatchObject({ status: 'undone', undone: 120, conflicts: 0 });
    });

    it('are not undone after a dry run', async () => {
      const { runner } = using({ rows: 10, batch: 10 });
      const id = await world.db.transaction((tx) =>
        jobs.create(tx, { kind: 'import', title: null, options: { dry_run: true }, managerId: null }),
      );
      await runner.runNext(ALWAYS);
      await expect(jobs.requestUndo('import', id)).rejects.toMatchObject(
        refusal('it was a dry run, which changes nothing'),
      );
    });

    it('are not undone if their kind does not allow it', async () => {
      const { runner } = using({ rows: 10, batch: 10, undoRefusal: 'its kind forbids it' });
      const id = await queued();
      await runner.runNext(ALWAYS);
      await expect(jobs.requestUndo('import', id)).rejects.toMatchObject(refusal('its kind forbids it'));
    });

    it('are not undone after the retention period', async () => {
      const { runner } = using({ rows: 10, batch: 10 });
      const id = await queued();
      await runner.runNext(ALWAYS);
      await execute('UPDATE bulk_jobs SET finished_at = NOW(3) - INTERVAL 91 DAY WHERE id = :id', { id });
      const reason = 'its undo data has been deleted after the retention period';
      await expect(jobs.requestUndo('import', id)).rejects.toMatchObject(refusal(reason));
      await execute('UPDATE bulk_jobs SET finished_at = NOW(3) WHERE id = :id', { id });
      await execute('DELETE FROM bulk_job_rows WHERE job_id = :id', { id });
      await expect(jobs.requestUndo('import', id)).rejects.toMatchObject(refusal(reason));
    });
  });
});
