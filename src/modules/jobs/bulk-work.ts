import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Tx } from '../../platform/database/database.js';
import { createMarker, providersWith } from '../../platform/discovery/marker.js';
import type { RecordedChanges } from '../contacts/bulk-writes/recorded-changes.js';
import type { BulkJob } from './bulk-job.entity.js';
import type { BulkJobKind, RowOutcome } from './bulk-job-status.js';

export interface JobRowResult {
  readonly rowNo: number;
  readonly outcome: RowOutcome;
  readonly keptStatus: boolean;
  readonly contactId?: number | null;
  readonly addressHash?: Buffer | null;
  /** A text for the manager, if there is something to report. */
  readonly reason?: string | null;
  /** The original cells of a refused row as JSON. */
  readonly input?: string | null;
  readonly changes?: RecordedChanges | null;
  /** What was left out, as texts for the manager. */
  readonly warnings?: readonly string[];
}

/** The part of a job that is written in one transaction. */
export interface WorkBatch {
  /** The `position` of the job after this batch. */
  readonly position: number;
}

/** A job opened by a worker, from `position` on. */
export interface OpenWork<Batch extends WorkBatch = WorkBatch> {
  /** Counts the rows, once, before anything is written. @throws JobFailed if the job cannot run at all. */
  count(): Promise<number>;
  /** Reads the next batch, outside of transactions, while the previous one is written. Null at the end. */
  next(): Promise<Batch | null>;
  /** Writes a batch; the runner stores the results in the same transaction. Repeated after a deadlock. */
  write(tx: Tx, batch: Batch): Promise<readonly JobRowResult[]>;
  /** Returns whether `write` failed because of a concurrent change, so that the batch is retried. */
  isRace?(error: unknown): boolean;
  close(): Promise<void>;
}

export interface BulkWork {
  readonly kind: BulkJobKind;
  open(job: BulkJob): Promise<OpenWork>;
  /** Returns why an ended job cannot be undone, as a text for the manager; null if it can. */
  undoRefusal?(job: BulkJob): string | null;
}

/** The job cannot run; `message` is shown to the manager. Changes made so far stay and can be undone. */
export class JobFailed extends Error {}

export const RegistersBulkWork = createMarker<BulkWork>();

@Injectable()
export class BulkWorks {
  private known: ReadonlyMap<BulkJobKind, BulkWork> | null = null;

  constructor(private readonly discovery: DiscoveryService) {}

  get kinds(): readonly BulkJobKind[] {
    return [...this.all().keys()];
  }

  of(kind: BulkJobKind): BulkWork {
    const work = this.all().get(kind);
    if (!work) throw new Error(`No handler for jobs of kind ${kind}`);
    return work;
  }

  /** Discovers the handlers on first use, when all providers exist. */
  private all(): ReadonlyMap<BulkJobKind, BulkWork> {
    this.known ??= new Map(providersWith(RegistersBulkWork, this.discovery).map((work) => [work.kind, work]));
    return this.known;
  }
}
