import { Injectable } from '@nestjs/common';
import type { StoredEvent } from '../../../events/domain-events.js';
import type { Tx } from '../../../platform/database/database.js';
import { type AfterRelay, type EventSubscriber, Subscribes } from '../../../platform/outbox/event-subscriber.js';
import { MembershipCleaner } from './membership-cleaner.js';
import type { MembershipKind } from './memberships.service.js';

type LabelDeleted = 'list.deleted' | 'tag.deleted' | 'company.deleted';

const KIND: Readonly<Record<LabelDeleted, MembershipKind>> = {
  'list.deleted': 'list',
  'tag.deleted': 'tag',
  'company.deleted': 'company',
};

/** Records that the memberships of a deleted label must be removed. */
@Injectable()
@Subscribes()
export class LabelDeletedSubscriber implements EventSubscriber<LabelDeleted> {
  readonly name = 'membership-cleanup';
  readonly wants = ['list.deleted', 'tag.deleted', 'company.deleted'] as const;

  constructor(private readonly cleaner: MembershipCleaner) {}

  async onEvents(tx: Tx, events: readonly StoredEvent<LabelDeleted>[]): Promise<AfterRelay> {
    await tx.insertRows(
      'membership_cleanups',
      ['kind', 'label_id'],
      events.map(({ type, data }) => [KIND[type], data.id]),
      { suffix: 'ON DUPLICATE KEY UPDATE label_id = VALUES(label_id)' },
    );
    return () => {
      void this.cleaner.wake();
    };
  }
}
