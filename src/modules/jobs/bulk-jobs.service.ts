import { insertRecord } from '../../platform/database/records.js';
import { newestFirst } from '../../platform/http/keyset.js';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { Database, type Tx, type Reader } from '../../platform/database/database.js';
import { type AppError, invalidParam, notFound } from '../../platform/errors/app-error.js';
import type { Page, PageRequest } from '../../platform/http/page.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { currentRequestId } from '../../platform/tracing/request-trace.js';
import { commonOptions, watchedJob, type WatchedJob } from './watched-job.js';
import { BULK_JOBS, type BulkJobKind, type BulkJobStatus, NOUN } from './bulk-job-status.js';
import { BulkWorks } from './bulk-work.js';

interface NewBulkJob {
  readonly kind: BulkJobKind;
  /** The name of the file, or of the action. */
  readonly title: string | null;
  /** Stored as JSON. `CommonJobOptions` apply to all kinds. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly managerId: number | null;
  /** If known in advance. */
  readonly total?: number;
}

const MAX_TITLE_LENGTH = 190;

/** Creates, lists, cancels, and undoes jobs for the API. `BulkJobRunner` runs them. */
@Injectable()
export class BulkJobsService {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly works: BulkWorks,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Queues a job. @returns its id. */
  async create(tx: Tx, job: NewBulkJob): Promise<number> {
    const id = await this.insert(tx, job, 'queued');
    await this.announce(tx, id);
    return id;
  }

  /** Creates a job whose file is being uploaded; the API does not show it before `queue`. */
  async receive(tx: Tx, job: NewBulkJob): Promise<number> {
    return this.insert(tx, job, 'receiving');
  }

  /** Queues a received job. @param known what arrived with the file or after it. */
  async queue(tx: Tx, id: number, known: Pick<NewBulkJob, 'title' | 'options' | 'total'>): Promise<void> {
    const queued = await BULK_JOBS.move(tx, 'queue', {
      where: 'id = :id',
      ids: id,
      set: 'title = :title, options = :options, total = :total, created_at = NOW(3)',
      params: { id, title: titleOf(known.title), options: JSON.stringify(known.options), total: known.total ?? null },
    });
    if (queued === 0) throw new Error('The job is no longer receiving its file');
    await this.announce(tx, id);
  }

  async get(kind: BulkJobKind, id: number, reader: Reader = this.db): Promise<WatchedJob> {
    const [job] = await reader.query<WatchedJob>(
      `SELECT ${watchedJob('j')} FROM bulk_jobs j WHERE j.id = :id AND j.kind = :kind AND j.status <> 'receiving'`,
      { id, kind },
    );
    if (!job) throw notFound();
    return job;
  }

  /** Lists jobs, newest first. */
  async list(kind: BulkJobKind, request: PageRequest): Promise<Page<WatchedJob>> {
    const columns = watchedJob('r');
    const where = ['r.kind = :kind', "r.status <> 'receiving'"];
    return newestFirst<WatchedJob>(this.db, { columns, from: 'bulk_jobs', where, params: { kind } }, request);
  }

  /**
   * Cancels a job: at once if it has not started, else after the current batch. Its changes stay.
   * @throws AppError rest_invalid_param if it has ended or is being undone.
   */
  async requestCancel(kind: BulkJobKind, id: number): Promise<WatchedJob> {
    return this.db.transaction(async (tx) => {
      const job = await this.lock(tx, kind, id);
      if (job.phase === 'undo' && isOpen(job.status)) throw refused(kind, 'cancelled', 'it is being undone');
      if (!isOpen(job.status)) throw refused(kind, 'cancelled', `it has ended with status ${job.status}`);
      await tx.execute(
        job.status === 'queued'
          ? `UPDATE bulk_jobs SET ${BULK_JOBS.becomes('cancel')}, cancel_requested = 1, finished_at = NOW(3) WHERE id = :id`
          : 'UPDATE bulk_jobs SET cancel_requested = 1 WHERE id = :id',
        { id },
      );
      return this.get(kind, id, tx);
    });
  }

  /**
   * Queues the undo of a job; values that were edited since are kept. A failed undo continues where it stopped.
   * @throws AppError rest_invalid_param if it has not ended, was already undone, or cannot be undone.
   */
  async requestUndo(kind: BulkJobKind, id: number): Promise<WatchedJob> {
    return this.db.transaction(async (tx) => {
      const job = await this.lock(tx, kind, id);
      const why = await this.whyNotUndone(tx, job);
      if (why !== null) throw refused(kind, 'undone', why);
      await BULK_JOBS.moveLocked(tx, 'undo', [id], {
        set: `position = IF(phase = 'undo', position, 0), phase = 'undo', cancel_requested = 0,
              error = NULL, claim = NULL, claimed_until = NULL, request_id = :requestId`,
        params: { requestId: currentRequestId() },
      });
      await this.announce(tx, id);
      return this.get(kind, id, tx);
    });
  }

  private async whyNotUndone(tx: Tx, job: WatchedJob): Promise<string | null> {
    if (isOpen(job.status))
      return job.phase === 'undo' ? 'it is already being undone' : 'it is still running; cancel it first';
    if (job.status === 'undone') return 'it has already been undone';
    if (commonOptions(job).dry_run === true) return 'it was a dry run, which changes nothing';
    return this.works.of(job.kind).undoRefusal?.(job) ?? this.whyTooLate(tx, job);
  }

  private async whyTooLate(tx: Tx, job: WatchedJob): Promise<string | null> {
    const { retentionDays } = this.config.bulkJobs;
    const [kept] = await tx.query<{ tooOld: number; rowsLeft: number }>(
      `SELECT j.finished_at < NOW(3) - INTERVAL :days DAY AS tooOld,
              EXISTS (SELECT 1 FROM bulk_job_rows r WHERE r.job_id = j.id) AS rowsLeft
         FROM bulk_jobs j WHERE j.id = :id`,
      { id: job.id, days: retentionDays },
    );
    const gone = job.processed > 0 && kept?.rowsLeft !== 1;
    if (gone || (retentionDays > 0 && kept?.tooOld === 1))
      return 'its undo data has been deleted after the retention period';
    return null;
  }

  private async lock(tx: Tx, kind: BulkJobKind, id: number): Promise<WatchedJob> {
    await tx.query('SELECT id FROM bulk_jobs WHERE id = :id FOR UPDATE', { id });
    return this.get(kind, id, tx);
  }

  private async insert(tx: Tx, job: NewBulkJob, status: BulkJobStatus): Promise<number> {
    const { kind, managerId, total = null } = job;
    const named = { title: titleOf(job.title), options: JSON.stringify(job.options) };
    const values = { kind, status, ...named, managerId, total, requestId: currentRequestId() };
    return insertRecord(tx, 'bulk_jobs', values);
  }

  /** Emits the event without a subject: it belongs to no contact's history. */
  private async announce(tx: Tx, id: number): Promise<void> {
    await this.outbox.append(tx, 'contact.job_queued', null, { job_id: id });
  }
}

const isOpen = (status: BulkJobStatus): boolean => status === 'queued' || status === 'running';

function titleOf(title: string | null): string | null {
  return title === null ? null : Array.from(title).slice(0, MAX_TITLE_LENGTH).join('');
}

function refused(kind: BulkJobKind, what: 'cancelled' | 'undone', why: string): AppError {
  return invalidParam('id', `cannot be ${what}: ${why}`, `The ${NOUN[kind]} cannot be ${what}: ${why}.`);
}
