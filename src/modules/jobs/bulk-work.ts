import { DiscoveryService } from '@nestjs/core';
import type { Tx } from '../../platform/database/database.js';
import type { RecordedChanges } from '../contacts/bulk-writes/recorded-changes.js';
import type { BulkJob } from './bulk-job.entity.js';
import type { BulkJobKind, RowOutcome } from './bulk-job-status.js';

/** What became of one row, as it is kept. */
export interface JobRowResult {
  readonly rowNo: number;
  readonly outcome: RowOutcome;
  readonly keptStatus: boolean;
  readonly contactId: number | null;
  readonly addressHash: Buffer | null;
  /** In words for people; null where there is nothing to say. */
  readonly reason: string | null;
  /** The cells of a refused row as JSON. */
  readonly input: string | null;
  readonly changes: RecordedChanges | null;
  /** What of the row was left out, in words for people. */
  readonly warnings?: readonly string[];
}

/** A part of the work that is written in one transaction. */
export interface WorkBatch {
  /** Where the work stands behind it; becomes `position` of the job. */
  readonly position: number;
}

/** The work of one job as one worker does it, from `position` on. */
export interface OpenWork<Batch extends WorkBatch = WorkBatch> {
  /**
   * How many rows there are, asked once and before anything is written.
   * @throws JobFailed for what cannot be worked off at all.
   */
  count(): Promise<number>;
  /** Reads on, outside of every transaction and ahead of what is being written. Null at the end. */
  next(): Promise<Batch | null>;
  /**
   * Writes a batch. The runner stores the results and the position in the same transaction, so that a batch happens once
   * however often workers die. It may be called again for the same batch, after a deadlock.
   */
  write(tx: Tx, batch: Batch): Promise<readonly JobRowResult[]>;
  /** Whatever `write` may throw when somebody else was faster, after which the same batch is written again. */
  isRace?(error: unknown): boolean;
  close(): Promise<void>;
}

/** One kind of job. */
export interface BulkWork {
  readonly kind: BulkJobKind;
  open(job: BulkJob): Promise<OpenWork>;
  /** Why a job that has ended cannot be taken back, in words for people; null where it can. */
  refusesUndo?(job: BulkJob): string | null;
}

/** The job cannot be done; `message` is for the people who asked for it. What is written by then stays and can be undone. */
export class JobFailed extends Error {}

/** Marks a provider as `BulkWork`; the runner finds it by this. */
export const DoesBulkWork = DiscoveryService.createDecorator<undefined>();
