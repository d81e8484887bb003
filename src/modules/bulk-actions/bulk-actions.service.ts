import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { Database, type Tx } from '../../platform/database/database.js';
import { AppError, invalidParam } from '../../platform/errors/app-error.js';
import { idsOf } from '../../platform/ids/ids.js';
import { counted } from '../../platform/text/counted.js';
import type { WatchedJob } from '../jobs/watched-job.js';
import { BulkJobsService } from '../jobs/bulk-jobs.service.js';
import { lockContacts } from '../contacts/contact/contact-locks.js';
import { ActionEffects, ActionImpossible, type ActionResult } from './action-effects.service.js';
import { type BulkAction, type BulkActionOptions, KIND } from './bulk-action.js';
import { type ContactChoice, ContactChoices } from './contact-choices.service.js';

interface ActionMode {
  /** Everything is validated and nothing is written. */
  readonly dryRun: boolean;
  readonly silent: boolean;
}

interface SkipReason {
  readonly reason: string;
  readonly count: number;
}

/** Runs an action on listed contacts in the request, or on the contacts that match a filter in a job. */
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
  async runNow(action: BulkAction, contactIds: readonly number[], { dryRun, silent }: ActionMode) {
    const work = async (tx: Tx) => {
      const present = new Set(idsOf(await lockContacts<{ id: number }>(tx, contactIds, 'c.id')));
      const unknown = contactIds.filter((id) => !present.has(id));
      if (unknown.length > 0) throw invalidParam('subscriber_ids', `unknown: ${unknown.join(', ')}`);
      const acted = [...(await this.effects.apply(tx, [...present], action, { bulkActionId: null, silent }))];
      const affected = acted.filter(([, { outcome }]) => outcome === 'updated').length;
      const reasons = reasonsOf(acted);
      const message = messageOf(affected, reasons, dryRun);
      const kept = acted.filter(([, { keptStatus }]) => keptStatus).map(([id]) => id);
      const skipped = acted.length - affected;
      return { message, reasons, affected, skipped, kept_status: kept, dry_run: dryRun };
    };
    try {
      return await (dryRun ? this.db.dryRun(work) : this.db.transaction(work));
    } catch (error) {
      if (error instanceof ActionImpossible) throw new AppError('rest_invalid_param', error.message);
      throw error;
    }
  }

  /** Queues a job. @throws AppError rest_invalid_param unless the filter matches `expectedCount` contacts now, if it is given. */
  async queue(
    action: BulkAction,
    choice: ContactChoice,
    { dryRun, silent }: ActionMode,
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
    throw new AppError('rest_invalid_param', `The filter matches ${count} contacts, not ${expected}.`, {
      data: { params: { expected_count: `does not equal the number of matching contacts: ${count}` }, count },
    });
  }
}

function reasonsOf(acted: readonly (readonly [number, ActionResult])[]): SkipReason[] {
  const counts = new Map<string, number>();
  for (const [, { outcome, reason }] of acted)
    if (outcome === 'skipped' && reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => ({ reason, count }));
}

function messageOf(affected: number, reasons: readonly SkipReason[], dryRun: boolean): string {
  const changed = `${affected === 1 ? 'has' : 'have'} been changed`;
  const skipped = reasons.map(({ reason, count }) => `; ${count} skipped: ${reason}`);
  return `${counted(affected, 'contact')} ${dryRun ? 'would be changed' : changed}${skipped.join('')}`;
}
