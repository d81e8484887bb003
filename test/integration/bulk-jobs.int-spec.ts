import { setTimeout as sleep } from 'node:timers/promises';
import { BulkJobClaims } from '../../src/modules/jobs/bulk-job-claims.js';
import { BulkJobFiles } from '../../src/modules/jobs/bulk-job-files.js';
import { BulkJobLedger } from '../../src/modules/jobs/bulk-job-ledger.js';
import { BulkJobRunner } from '../../src/modules/jobs/bulk-job-runner.service.js';
import { BulkJobsService } from '../../src/modules/jobs/bulk-jobs.service.js';
import type { WatchedJob } from '../../src/modules/jobs/bulk-job-columns.js';
import { JobFailed } from '../../src/modules/jobs/bulk-work.js';
import { BulkUndo } from '../../src/modules/contacts/bulk-writes/bulk-undo.service.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { Outbox } from '../../src/platform/outbox/outbox.js';
import { CountingWork, type CountingOptions } from '../support/counting-work.js';
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
  afterAll(async () => {
    await world.stop();
    await proxy.cut();
  });

  function using(options: CountingOptions): { work: CountingWork; runner: BulkJobRunner } {
    const work = new CountingWork(options);
    jobs = new BulkJobsService(world.db, world.api.get(Outbox, { strict: false }), work.works, world.config);
    return { work, runner: runnerOf(work) };
  }

  /** As in a process of its own. */
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

  /** Every number once, in the table of the work and in the rows of the job. */
  async function expectEachOnce(id: number, rows: number): Promise<void> {
    const [written] = await world.db.query<{ all_of_them: number; different: number }>(
      'SELECT COUNT(*) AS all_of_them, COUNT(DISTINCT row_no) AS different FROM counted_rows WHERE job_id = :id',
      { id },
    );
    expect(written).toEqual({ all_of_them: rows, different: rows });
    const [kept] = await world.db.query<{ rows: number; last: number }>(
      'SELECT COUNT(*) AS `rows`, MAX(row_no) AS last FROM bulk_job_rows WHERE job_id = :id',
      { id },
    );
    expect(kept).toEqual({ rows, last: rows });
    expect(await jobOf(id)).toMatchObject({ position: rows, processed: rows, total: rows });
  }

  it('does a job to its end, with its rows, figures and times', async () => {
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

  it('is done once by any number of workers', async () => {
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

  it('goes on where a dead worker stopped, who writes nothing more when he turns out to live', async () => {
    let wakeUp: () => void = () => undefined;
    const asleep = new Promise<void>((resolve) => (wakeUp = resolve));
    let sleeping = false;
    const { work, runner } = using({
      rows: 100,
      batch: 10,
      beforeRead: async (position) => {
        if (position !== 50 || sleeping) return;
        sleeping = true;
        await asleep;
      },
    });
    const id = await queued();
    const dying = runner.runNext(ALWAYS);
    await waitUntil('the first worker sleeps', async () => sleeping && (await jobOf(id)).position === 50, 5_000);
    expect(await runnerOf(work).runNext(ALWAYS)).toBe(false);
    await execute('UPDATE bulk_jobs SET claimed_until = NOW(3) WHERE id = :id', { id });
    expect(await runnerOf(work).runNext(ALWAYS)).toBe(true);
    expect((await jobOf(id)).status).toBe('done');
    wakeUp();
    await dying;
    await expectEachOnce(id, 100);
    expect((await jobOf(id)).status).toBe('done');
  });

  it('belongs to who has claimed it last, even where he has written nothing yet', async () => {
    const wakeUp: (() => void)[] = [];
    const { work, runner } = using({
      rows: 100,
      batch: 10,
      // The first worker before the sixth batch, the second one before its first.
      beforeRead: async (position) => {
        if (position === 50 && wakeUp.length < 2) await new Promise<void>((resolve) => wakeUp.push(resolve));
      },
    });
    const id = await queued();
    const first = runner.runNext(ALWAYS);
    await waitUntil(
      'the first one sleeps',
      async () => wakeUp.length === 1 && (await jobOf(id)).position === 50,
      5_000,
    );
    await execute('UPDATE bulk_jobs SET claimed_until = NOW(3) WHERE id = :id', { id });
    const second = runnerOf(work).runNext(ALWAYS);
    await waitUntil('the second one sleeps', () => wakeUp.length === 2, 5_000);
    wakeUp[0]!();
    await first;
    expect(await jobOf(id)).toMatchObject({ status: 'running', position: 50, processed: 50 });
    wakeUp[1]!();
    await second;
    expect((await jobOf(id)).status).toBe('done');
    await expectEachOnce(id, 100);
  });

  it('writes a batch or nothing of it, whatever fails in between', async () => {
    let failures = 0;
    const { runner } = using({
      rows: 60,
      batch: 20,
      beforeCommit: (position) => {
        if (position !== 40 || failures === 3) return;
        failures += 1;
        throw new Error('this is no AppError and no fault of the database');
      },
    });
    const id = await queued();
    await runner.runNext(ALWAYS);
    expect(failures).toBe(3);
    expect((await jobOf(id)).status).toBe('done');
    await expectEachOnce(id, 60);
  });

  it('has failed after a few tries, with words that tell nobody anything of the inside', async () => {
    const { runner, work } = using({
      rows: 60,
      batch: 20,
      beforeCommit: (position) => {
        if (position === 40) throw new Error('secret of somebody@example.com');
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

  it('has failed at once over what the job itself is to blame for', async () => {
    const { runner, work } = using({
      rows: 60,
      batch: 20,
      beforeRead: (position) => {
        if (position === 20) throw new JobFailed('The list that everybody was to be put onto has been deleted.');
      },
    });
    const id = await queued();
    await runner.runNext(ALWAYS);
    expect(await jobOf(id)).toMatchObject({
      status: 'failed',
      processed: 20,
      error: 'The list that everybody was to be put onto has been deleted.',
    });
    expect(work.opened).toBe(1);
  });

  it('writes a batch again that has lost a race', async () => {
    const lost = new Error('somebody was faster');
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

  it('waits for a database that goes away, and goes on', async () => {
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
    const id = await queued();
    const running = runner.runNext(ALWAYS);
    await waitUntil('the database is away', () => cut, 5_000);
    await sleep(300);
    await proxy.restore();
    await running;
    expect((await jobOf(id)).status).toBe('done');
    await expectEachOnce(id, 100);
  });

  it('puts the job back when the process ends, behind the batch in hand', async () => {
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

  it('makes room for jobs that wait, now and then', async () => {
    const { runner } = using({ rows: 60, batch: 20 });
    const [one, two] = [await queued(), await queued()];
    const turns: string[] = [];
    const note = async (): Promise<void> => {
      const [first, second] = [await jobOf(one), await jobOf(two)];
      turns.push(`${first.position} ${second.position}`);
    };
    while (await runner.runNext({ ...ALWAYS, sliceMs: 0 })) await note();
    // Each looks once more before it knows that there is nothing left.
    expect(turns).toEqual(['20 0', '20 20', '40 20', '40 40', '60 40', '60 60', '60 60', '60 60']);
    for (const id of [one, two]) {
      expect((await jobOf(id)).status).toBe('done');
      await expectEachOnce(id, 60);
    }
  });

  it('runs a job here and tells how far it is', async () => {
    const { runner } = using({ rows: 40, batch: 10, beforeRead: () => sleep(250) });
    const id = await queued();
    const seen: number[] = [];
    const job = await runner.runHere(id, ({ processed }) => seen.push(processed));
    expect(job).toMatchObject({ id, status: 'done', processed: 40 });
    expect(seen.at(-1)).toBe(40);
    expect(seen.some((processed) => processed > 0 && processed < 40)).toBe(true);
    await expectEachOnce(id, 40);
  });

  it('watches a job that another process has in hand', async () => {
    const { runner, work } = using({ rows: 40, batch: 10, beforeRead: () => sleep(100) });
    const id = await queued();
    const elsewhere = runnerOf(work).runNext(ALWAYS);
    await waitUntil('the other one has it', async () => (await jobOf(id)).status === 'running', 5_000);
    expect(await runner.runHere(id)).toMatchObject({ status: 'done', processed: 40 });
    await elsewhere;
    expect(work.opened).toBe(1);
  });

  describe('that are cancelled', () => {
    it('stop behind the batch that is being written, and what is written stays', async () => {
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

    it('never begin where nobody has begun', async () => {
      const { runner, work } = using({ rows: 100, batch: 10 });
      const id = await queued();
      expect(await jobs.requestCancel('import', id)).toMatchObject({ status: 'cancelled' });
      expect(await runner.runNext(ALWAYS)).toBe(false);
      expect(work.opened).toBe(0);
    });

    it('end when the worker that should have done it is dead', async () => {
      const { runner, work } = using({ rows: 100, batch: 10 });
      const id = await queued();
      await execute("UPDATE bulk_jobs SET status = 'running', claimed_until = NOW(3) WHERE id = :id", { id });
      expect(await jobs.requestCancel('import', id)).toMatchObject({ status: 'running', cancelRequested: 1 });
      await runner.runNext(ALWAYS);
      expect((await jobOf(id)).status).toBe('cancelled');
      expect(work.opened).toBe(0);
    });
  });

  it('lets nobody see or run what is still coming in, and then everybody', async () => {
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

  it('removes the file of a job that is over, and leaves that of one that is not', async () => {
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

  describe('to be undone', () => {
    const refusal = (why: string): object => ({
      status: 400,
      message: `The import cannot be undone: ${why}.`,
      options: { data: { params: { id: `cannot be undone: ${why}` } } },
    });

    it('have to be over', async () => {
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

    it('are so once', async () => {
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

    it('go on where a worker stopped', async () => {
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
      const [rows] = await world.db.query<{ taken: number }>(
        "SELECT COUNT(*) AS taken FROM bulk_job_rows WHERE job_id = :id AND `undo` = 'undone'",
        { id },
      );
      expect(rows?.taken).toBe(120);
    });

    it('can fail over that, and go on from there another time', async () => {
      const { runner, work } = using({ rows: 1_200, batch: 400 });
      const id = await queued();
      await runner.runNext(ALWAYS);
      await jobs.requestUndo('import', id);
      const real = world.api.get(BulkUndo, { strict: false });
      const failing = {
        isRace: () => false,
        undo: (...[tx, rows, options]: Parameters<BulkUndo['undo']>) =>
          rows.some(({ rowNo }) => rowNo === 250)
            ? Promise.reject(new Error('something that nobody has thought of'))
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

    it('must have changed something at all', async () => {
      const { runner } = using({ rows: 10, batch: 10 });
      const id = await world.db.transaction((tx) =>
        jobs.create(tx, { kind: 'import', title: null, options: { dry_run: true }, managerId: null }),
      );
      await runner.runNext(ALWAYS);
      await expect(jobs.requestUndo('import', id)).rejects.toMatchObject(
        refusal('it was a dry run, which changes nothing'),
      );
    });

    it('must be of a kind that can be', async () => {
      const { runner } = using({ rows: 10, batch: 10, undoRefusal: 'what is deleted is gone' });
      const id = await queued();
      await runner.runNext(ALWAYS);
      await expect(jobs.requestUndo('import', id)).rejects.toMatchObject(refusal('what is deleted is gone'));
    });

    it('must not be too long ago', async () => {
      const { runner } = using({ rows: 10, batch: 10 });
      const id = await queued();
      await runner.runNext(ALWAYS);
      await execute('UPDATE bulk_jobs SET finished_at = NOW(3) - INTERVAL 91 DAY WHERE id = :id', { id });
      const why = 'its undo data has been deleted after the retention period';
      await expect(jobs.requestUndo('import', id)).rejects.toMatchObject(refusal(why));
      await execute('UPDATE bulk_jobs SET finished_at = NOW(3) WHERE id = :id', { id });
      await execute('DELETE FROM bulk_job_rows WHERE job_id = :id', { id });
      await expect(jobs.requestUndo('import', id)).rejects.toMatchObject(refusal(why));
    });
  });
});
