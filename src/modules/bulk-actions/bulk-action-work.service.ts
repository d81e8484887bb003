import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { BulkJob } from '../jobs/bulk-job.entity.js';
import {
  type BulkWork,
  DoesBulkWork,
  JobFailed,
  type JobRowResult,
  type OpenWork,
  type WorkBatch,
} from '../jobs/bulk-work.js';
import { lockContacts } from '../contacts/contact-locks.js';
import type { Selection } from '../contacts/listing/contact-selection.js';
import { type ActedOn, ActionEffects, ActionImpossible } from './action-effects.service.js';
import { isUndoable } from './bulk-action.js';
import { type BulkActionOptions, bulkActionOptions } from './bulk-action-options.js';
import { ContactChoices } from './contact-choices.service.js';

/** Some of the contacts of a filter. */
interface ActionBatch extends WorkBatch {
  /** What is kept of the first of them is kept under this number. */
  readonly firstRow: number;
  readonly contactIds: readonly number[];
}

const BATCH = 500;
const spared = (reason: string): ActedOn => ({ outcome: 'skipped', keptStatus: false, reason, changes: null });
const GONE = spared('is not there any more');
const LEFT = spared('does not match the filter any more');

/** Ends what a dry run has written. */
class TakenBack extends Error {}

/** Does a bulk action to everybody whom a filter chooses, in the order of ids: each contact is judged once. */
@Injectable()
@DoesBulkWork()
export class BulkActionWork implements BulkWork {
  readonly kind = 'bulk_action';

  constructor(
    private readonly choices: ContactChoices,
    private readonly effects: ActionEffects,
  ) {}

  async open(job: BulkJob): Promise<OpenWork<ActionBatch>> {
    const options = bulkActionOptions(job);
    // Rules speak of the last days; the walk may take a while and has one now, also after a crash.
    const selection = await this.selectionOf(options, job.createdAt);
    return {
      count: () => this.choices.count(selection),
      next: this.walk(selection, job),
      write: (tx, batch) =>
        options.dry_run === true
          ? this.tried(tx, job, options, selection, batch)
          : this.written(tx, job, options, selection, batch),
      close: () => Promise.resolve(),
    };
  }

  refusesUndo(job: BulkJob): string | null {
    return isUndoable(bulkActionOptions(job).action) ? null : 'contacts that were deleted are gone for good';
  }

  private async selectionOf({ choice }: BulkActionOptions, now: Date): Promise<Selection | null> {
    try {
      return await this.choices.selection(choice, now);
    } catch (error) {
      if (error instanceof AppError) throw new JobFailed(`The filter makes no sense any more. ${error.message}`);
      throw error;
    }
  }

  private walk(selection: Selection | null, { position, processed }: BulkJob): () => Promise<ActionBatch | null> {
    let [after, row] = [position, processed + 1];
    return async () => {
      const contactIds = selection === null ? [] : await this.choices.idsBehind(selection, after, BATCH);
      const last = contactIds.at(-1);
      if (last === undefined) return null;
      const batch = { position: last, firstRow: row, contactIds };
      [after, row] = [last, row + contactIds.length];
      return batch;
    };
  }

  private async written(
    tx: Tx,
    job: BulkJob,
    { action, silent = false }: BulkActionOptions,
    selection: Selection | null,
    { firstRow, contactIds }: ActionBatch,
  ): Promise<JobRowResult[]> {
    const locked = (await lockContacts<{ id: number }>(tx, contactIds, 'c.id')).map(({ id }) => id);
    // They were read before they were locked: who has left the filter since is spared.
    const meant = selection === null ? new Set<number>() : await this.choices.among(tx, selection, locked);
    const acted = await this.applied(
      tx,
      locked.filter((id) => meant.has(id)),
      action,
      { bulkActionId: job.id, silent },
    );
    const present = new Set(locked);
    return contactIds.map((contactId, index) => {
      const { outcome, keptStatus, reason, changes } = acted.get(contactId) ?? (present.has(contactId) ? LEFT : GONE);
      return {
        ...{ rowNo: firstRow + index, outcome, keptStatus, contactId, reason, changes },
        ...{ addressHash: null, input: null },
      };
    });
  }

  private async applied(...args: Parameters<ActionEffects['apply']>): Promise<Map<number, ActedOn>> {
    try {
      return await this.effects.apply(...args);
    } catch (error) {
      if (error instanceof ActionImpossible) throw new JobFailed(error.message);
      throw error;
    }
  }

  /** Done and taken back at once, so that a dry run tells what the action would do and nothing else. */
  private async tried(...[tx, ...args]: Parameters<BulkActionWork['written']>): Promise<JobRowResult[]> {
    const tried: { results: JobRowResult[] } = { results: [] };
    try {
      await tx.savepoint(async () => {
        tried.results = await this.written(tx, ...args);
        throw new TakenBack();
      });
    } catch (error) {
      if (!(error instanceof TakenBack)) throw error;
    }
    return tried.results.map((result) => ({ ...result, changes: null }));
  }
}
