import type { StoredEvent } from '../../../events/domain-events.js';
import { type AfterRelay, type EventSubscriber, Subscribes } from '../../../platform/outbox/event-subscriber.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { MEMBERSHIP, type MembershipKind } from './memberships.service.js';
import { Periodic, type PeriodicRun, runAgain, UNTIL_DONE } from '../../../platform/work/periodic.js';

const BATCH = 5_000;

type LabelDeleted = 'list.deleted' | 'tag.deleted' | 'company.deleted';

const KIND: Readonly<Record<LabelDeleted, MembershipKind>> = {
  'list.deleted': 'list',
  'tag.deleted': 'tag',
  'company.deleted': 'company',
};

/**
 * Removes the memberships of deleted labels. A row in `membership_cleanups` stays until a batch finds nothing, so a crash
 * leaves the rest to the next run. Each batch is a transaction that locks the row; other workers skip it.
 */
@Subscribes()
export class MembershipCleaner implements EventSubscriber<LabelDeleted> {
  readonly name = 'membership-cleanup';
  readonly wants = ['list.deleted', 'tag.deleted', 'company.deleted'] as const;

  constructor(private readonly db: Database) {}

  async onEvents(tx: Tx, events: readonly StoredEvent<LabelDeleted>[]): Promise<AfterRelay> {
    await tx.insertRows(
      'membership_cleanups',
      ['kind', 'label_id'],
      events.map(({ type, data }) => [KIND[type], data.id]),
      { suffix: 'ON DUPLICATE KEY UPDATE label_id = VALUES(label_id)' },
    );
    // Never rejects.
    return () => void runAgain(this, 'run');
  }

  /** Runs until no unlocked work is left, including work that a crashed worker left. */
  @Periodic({ name: 'Membership cleanup', everyMs: 60_000 })
  async run(run: PeriodicRun = UNTIL_DONE): Promise<void> {
    let found = true;
    while (found && !run.isStopping) found = await this.db.transaction((tx) => this.cleanBatch(tx));
  }

  /** @returns whether there was work. */
  private async cleanBatch(tx: Tx): Promise<boolean> {
    const [cleanup] = await tx.query<{ kind: MembershipKind; label_id: number }>(
      'SELECT kind, label_id FROM membership_cleanups ORDER BY kind, label_id LIMIT 1 FOR UPDATE SKIP LOCKED',
    );
    if (!cleanup) return false;
    const { table, column } = MEMBERSHIP[cleanup.kind];
    let isDone = true;
    for (const each of cleanup.kind === 'list' ? [table, 'list_subscriptions'] : [table]) {
      const { affectedRows } = await tx.execute(
        `DELETE FROM ${each} WHERE ${column} = :labelId ORDER BY contact_id LIMIT ${BATCH}`,
        { labelId: cleanup.label_id },
      );
      isDone &&= affectedRows < BATCH;
    }
    if (isDone)
      await tx.execute('DELETE FROM membership_cleanups WHERE kind = :kind AND label_id = :labelId', {
        kind: cleanup.kind,
        labelId: cleanup.label_id,
      });
    return true;
  }
}
