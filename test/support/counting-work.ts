import type { BulkJob } from '../../src/modules/jobs/bulk-job.entity.js';
import type { BulkWork, BulkWorks, JobRowResult, OpenWork, WorkBatch } from '../../src/modules/jobs/bulk-work.js';
import type { Database, Tx } from '../../src/platform/database/database.js';

interface NumberBatch extends WorkBatch {
  readonly rows: readonly number[];
}

export interface CountingOptions {
  readonly rows: number;
  readonly batch: number;
  /** Runs before each batch is read; the job waits for it. */
  readonly beforeRead?: (position: number) => Promise<void> | void;
  /** Runs inside the transaction, after the rows are written. */
  readonly beforeCommit?: (position: number, tx: Tx) => Promise<void> | void;
  readonly isRace?: (error: unknown) => boolean;
  readonly undoRefusal?: string;
}

/** A kind of job that writes its numbers into a table without a unique key, so that repeated rows show. */
export class CountingWork implements BulkWork {
  readonly kind = 'import';
  opened = 0;
  closed = 0;

  constructor(private readonly options: CountingOptions) {}

  static async prepare(db: Database): Promise<void> {
    await db.transaction((tx) => tx.execute('CREATE TABLE counted_rows (job_id INT NOT NULL, row_no INT NOT NULL)'));
  }

  /** The kinds that the runner gets instead of those of the product. */
  get works(): BulkWorks {
    return { kinds: [this.kind], of: () => this } as unknown as BulkWorks;
  }

  undoRefusal(): string | null {
    return this.options.undoRefusal ?? null;
  }

  open(job: BulkJob): Promise<OpenWork> {
    const { rows, batch, beforeRead, beforeCommit, isRace } = this.options;
    this.opened += 1;
    let position = job.position;
    const work: OpenWork<NumberBatch> = {
      count: () => Promise.resolve(rows),
      next: async () => {
        await beforeRead?.(position);
        if (position >= rows) return null;
        const part = Array.from({ length: Math.min(batch, rows - position) }, (_, index) => position + index + 1);
        position += part.length;
        return { position, rows: part };
      },
      write: async (tx, { position: behind, rows: part }) => {
        await tx.insertRows(
          'counted_rows',
          ['job_id', 'row_no'],
          part.map((row) => [job.id, row]),
        );
        await beforeCommit?.(behind, tx);
        return part.map(resultOf);
      },
      ...(isRace === undefined ? {} : { isRace }),
      close: () => {
        this.closed += 1;
        return Promise.resolve();
      },
    };
    return Promise.resolve(work as OpenWork);
  }
}

/**
 * Of ten rows, one is invalid, one keeps its status, and one has created a contact that has been deleted since, which makes
 * the undo trivial; the others are skipped.
 */
function resultOf(rowNo: number): JobRowResult {
  const wrong = rowNo % 10 === 0;
  const created = rowNo % 10 === 2;
  return {
    rowNo,
    outcome: wrong ? 'invalid' : created ? 'created' : 'skipped',
    keptStatus: rowNo % 10 === 1,
    contactId: created ? 4_000_000_000 + rowNo : null,
    addressHash: null,
    reason: wrong ? 'email is required' : null,
    input: null,
    changes: created ? { created: 'whatever it was' } : null,
  };
}
