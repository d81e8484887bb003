import type { Tx } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors/app-error.js';
import { idsOf } from '../../platform/ids/ids.js';
import type { BulkJob } from '../jobs/bulk-job.entity.js';
import type { BulkWork, JobRowResult, OpenWork, WorkBatch } from '../jobs/bulk-work.js';
import { JobFailed, RegistersBulkWork } from '../jobs/bulk-work.js';
import { lockContacts } from '../contacts/contact/contact-locks.js';
import type { Selection } from '../contacts/listing/contact-selection.js';
import { ActionEffects, skippedFor } from './action-effects.service.js';
import { type BulkActionOptions, bulkActionOptions, isUndoable, KIND } from './bulk-action.js';
import { ContactChoices } from './contact-choices.service.js';

interface ActionBatch extends WorkBatch {
  /** The row number of the first contact; the others follow. */
  readonly firstRow: number;
  readonly contactIds: readonly number[];
}

const BATCH = 500;
const GONE = skippedFor('no longer exists');
const LEFT = skippedFor('no longer matches the filter');

class DryRunRollback extends Error {}

/** Applies a bulk action to every contact that matches a filter, in the order of ids: each contact once. */
@RegistersBulkWork()
export class BulkActionWork implements BulkWork {
  readonly kind = KIND;

  constructor(
    private readonly choices: ContactChoices,
    private readonly effects: ActionEffects,
  ) {}

  async open(job: BulkJob): Promise<OpenWork<ActionBatch>> {
    const options = bulkActionOptions(job);
    // Relative dates in rules count from the creation of the job, also after a restart.
    const selection = await this.selectionOf(options, job.createdAt);
    const write = options.dry_run === true ? this.tryBatch.bind(this) : this.writeBatch.bind(this);
    return {
      count: () => this.choices.count(selection),
      next: this.walk(selection, job),
      write: (tx, batch) => write(tx, job, options, selection, batch),
      close: () => Promise.resolve(),
    };
  }

  undoRefusal(job: BulkJob): string | null {
    return isUndoable(bulkActionOptions(job).action) ? null : 'deleted contacts cannot be restored';
  }

  private async selectionOf({ choice }: BulkActionOptions, now: Date): Promise<Selection | null> {
    try {
      return await this.choices.selection(choice, now);
    } catch (error) {
      if (error instanceof AppError) throw new JobFailed(`The filter is no longer valid. ${error.message}`);
      throw error;
    }
  }

  private walk(selection: Selection | null, { position, processed }: BulkJob): () => Promise<ActionBatch | null> {
    let [after, row] = [position, processed + 1];
    return async () => {
      const contactIds = selection === null ? [] : await this.choices.idsAfter(selection, after, BATCH);
      const last = contactIds.at(-1);
      if (last === undefined) return null;
      const batch = { position: last, firstRow: row, contactIds };
      [after, row] = [last, row + contactIds.length];
      return batch;
    };
  }

  private async writeBatch(
    tx: Tx,
    job: BulkJob,
    { action, silent = false }: BulkActionOptions,
    selection: Selection | null,
    { firstRow, contactIds }: ActionBatch,
  ): Promise<JobRowResult[]> {
    const locked = idsOf(await lockContacts<{ id: number }>(tx, contactIds, 'c.id'));
    // The batch was read without locks: skip contacts that have stopped matching since.
    const matching = selection === null ? new Set<number>() : await this.choices.among(tx, selection, locked);
    const chosen = locked.filter((id) => matching.has(id));
    const acted = await this.effects.apply(tx, chosen, action, { bulkActionId: job.id, silent });
    const present = new Set(locked);
    return contactIds.map((contactId, index) => {
      const { outcome, keptStatus, reason, changes } = acted.get(contactId) ?? (present.has(contactId) ? LEFT : GONE);
      return { rowNo: firstRow + index, outcome, keptStatus, contactId, reason, changes };
    });
  }

  /** Writes the batch and rolls it back, so that a dry run reports what the action would do. */
  private async tryBatch(...[tx, ...args]: Parameters<BulkActionWork['writeBatch']>): Promise<JobRowResult[]> {
    const tried: { results: JobRowResult[] } = { results: [] };
    try {
      await tx.savepoint(async () => {
        tried.results = await this.writeBatch(tx, ...args);
        throw new DryRunRollback();
      });
    } catch (error) {
      if (!(error instanceof DryRunRollback)) throw error;
    }
    return tried.results.map((result) => ({ ...result, changes: null }));
  }
}
