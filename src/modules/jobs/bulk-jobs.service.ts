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
import type { BulkJobRow } from './bulk-job.entity.js';
import {
  BULK_JOBS,
  type BulkJobKind,
  type BulkJobStatus,
  NOUN,
  type RowFilter,
  UNDO_OUTCOMES,
} from './bulk-job-status.js';
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

export interface JobRowsRequest {
  readonly filter: RowFilter | null;
  /** The number of the last row of the previous page. */
  readonly after: number;
  readonly limit: number;
}

export type JobRow = Pick<
  BulkJobRow,
  'rowNo' | 'outcome' | 'keptStatus' | 'contactId' | 'reason' | 'undo' | 'conflict' | 'warnings'
>;

export interface JobRowsPage {
  readonly rows: readonly JobRow[];
  /** The number of the last row of this page; null on the last page. */
  readonly next: number | null;
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

  async list(kind: BulkJobKind, request: PageRequest): Promise<Page<WatchedJob>> {
    const columns = watchedJob('r');
    const where = ['r.kind = :kind', "r.status <> 'receiving'"];
    return newestFirst<WatchedJob>(this.db, { columns, from: 'bulk_jobs', where, params: { kind } }, request);
  }

  async rows(kind: BulkJobKind, id: number, { filter, after, limit }: JobRowsRequest): Promise<JobRowsPage> {
    await this.get(kind, id);
    const rows = await this.db.query<JobRow>(
      `SELECT row_no AS rowNo, outcome, kept_status AS keptStatus, contact_id AS contactId, reason, \`undo\`, conflict, warnings
         FROM bulk_job_rows
        WHERE job_id = :id AND row_no > :after ${conditionOf(filter)}
        ORDER BY row_no LIMIT :limit`,
      { id, after, limit: limit + 1, filter },
    );
    const page = rows.slice(0, limit);
    return { rows: page, next: rows.length > limit ? (page.at(-1)?.rowNo ?? null) : null };
  }

  /** Cancels a job, at the latest after its batch; changes stay. @throws AppError if it has ended or is undone. */
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
        { ids: id },
      );
      return this.get(kind, id, tx);
    });
  }

  /** Queues the undo, which keeps later edits. @throws AppError if not ended, already undone, or not undoable. */
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

function conditionOf(filter: RowFilter | null): string {
  if (filter === null) return '';
  if (filter === 'kept_status') return 'AND kept_status = 1';
  return (UNDO_OUTCOMES as readonly string[]).includes(filter) ? 'AND `undo` = :filter' : 'AND outcome = :filter';
}

const isOpen = (status: BulkJobStatus): boolean => status === 'queued' || status === 'running';

function titleOf(title: string | null): string | null {
  return title === null ? null : Array.from(title).slice(0, MAX_TITLE_LENGTH).join('');
}

function refused(kind: BulkJobKind, what: 'cancelled' | 'undone', why: string): AppError {
  return invalidParam('id', `cannot be ${what}: ${why}`, `The ${NOUN[kind]} cannot be ${what}: ${why}.`);
}
