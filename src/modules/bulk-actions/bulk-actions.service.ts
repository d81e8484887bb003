import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { Database, type Tx } from '../../platform/database/database.js';
import { AppError, invalidParam } from '../../platform/errors/app-error.js';
import type { WatchedJob } from '../jobs/bulk-job-columns.js';
import { BulkJobsService } from '../jobs/bulk-jobs.service.js';
import { lockContacts } from '../contacts/contact-locks.js';
import { ActionEffects, ActionImpossible } from './action-effects.service.js';
import type { BulkAction } from './bulk-action.js';
import type { BulkActionOptions } from './bulk-action-options.js';
import { type ContactChoice, ContactChoices } from './contact-choices.service.js';

/** How an action is done. */
export interface ActionManner {
  /** Everything is judged and nothing written. */
  readonly dryRun: boolean;
  readonly silent: boolean;
}

/** What became of contacts that were named one by one. */
export interface DoneAtOnce {
  /** Those for whom something is different now, or would be. */
  readonly affected: number;
  readonly skipped: number;
  /** Those who keep a status that a bulk action may not change by itself. */
  readonly keptStatus: readonly number[];
}

const KIND = 'bulk_action';

/** One thing done to many contacts: at once where they are named, by a job where a filter chooses them. */
@Injectable()
export class BulkActionsService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly effects: ActionEffects,
    private readonly choices: ContactChoices,
    private readonly jobs: BulkJobsService,
  ) {}

  /** @throws AppError rest_invalid_param naming every contact that does not exist; nothing is written then. */
  async doNow(
    action: BulkAction,
    contactIds: readonly number[],
    { dryRun, silent }: ActionManner,
  ): Promise<DoneAtOnce> {
    const work = async (tx: Tx): Promise<DoneAtOnce> => {
      const present = new Set((await lockContacts<{ id: number }>(tx, contactIds, 'c.id')).map(({ id }) => id));
      const unknown = contactIds.filter((id) => !present.has(id));
      if (unknown.length > 0) throw invalidParam('subscriber_ids', `unknown: ${unknown.join(', ')}`);
      const acted = [...(await this.effects.apply(tx, [...present], action, { bulkActionId: null, silent }))];
      return {
        affected: acted.filter(([, { outcome }]) => outcome === 'updated').length,
        skipped: acted.filter(([, { outcome }]) => outcome === 'skipped').length,
        keptStatus: acted.filter(([, { keptStatus }]) => keptStatus).map(([id]) => id),
      };
    };
    try {
      return await (dryRun ? this.db.dryRun(work) : this.db.transaction(work));
    } catch (error) {
      if (error instanceof ActionImpossible) throw new AppError('rest_invalid_param', error.message);
      throw error;
    }
  }

  /**
   * Leaves it to a job.
   * @param expectedCount how many the filter has to choose at present; null for whatever it is.
   * @throws AppError rest_invalid_param where it chooses another number, which is in `data.count`.
   */
  async queue(
    action: BulkAction,
    choice: ContactChoice,
    { dryRun, silent }: ActionManner,
    expectedCount: number | null,
    managerId: number,
  ): Promise<WatchedJob> {
    if (expectedCount !== null) await this.checkCount(choice, expectedCount);
    const options: BulkActionOptions = { action, choice, dry_run: dryRun, silent };
    return this.db.transaction(async (tx) => {
      const id = await this.jobs.create(tx, { kind: KIND, title: action.name, options: { ...options }, managerId });
      return this.jobs.get(KIND, id, tx);
    });
  }

  private async checkCount(choice: ContactChoice, expected: number): Promise<void> {
    const count = await this.choices.count(await this.choices.selection(choice, this.clock.now()));
    if (count === expected) return;
    throw new AppError('rest_invalid_param', `The filter chooses ${count} contacts at present, not ${expected}.`, {
      data: { params: { expected_count: `is not the number of contacts that the filter chooses: ${count}` }, count },
    });
  }
}
