import { Injectable } from '@nestjs/common';
import type { StoredEvent } from '../../../events/domain-events.js';
import type { Tx } from '../../../platform/database/database.js';
import { type AfterRelay, type EventSubscriber, Subscribes } from '../../../platform/outbox/event-subscriber.js';
import { MembershipCleaner } from './membership-cleaner.js';

type LabelDeleted = 'list.deleted' | 'tag.deleted';

/** Notes down that memberships of a deleted label are to be cleared away. */
@Injectable()
@Subscribes()
export class LabelDeletedSubscriber implements EventSubscriber<LabelDeleted> {
  readonly name = 'membership-cleanup';
  readonly wants = ['list.deleted', 'tag.deleted'] as const;

  constructor(private readonly cleaner: MembershipCleaner) {}

  async onEvents(tx: Tx, events: readonly StoredEvent<LabelDeleted>[]): Promise<AfterRelay> {
    await tx.insertRows(
      'membership_cleanups',
      ['kind', 'label_id'],
      events.map(({ type, data }) => [type === 'list.deleted' ? 'list' : 'tag', data.id]),
      { suffix: 'ON DUPLICATE KEY UPDATE label_id = VALUES(label_id)' },
    );
    return () => {
      this.cleaner.wake();
    };
  }
}
