import { Injectable } from '@nestjs/common';
import type { StoredEvent } from '../../../events/domain-events.js';
import type { Tx } from '../../../platform/database/database.js';
import { type EventSubscriber, Subscribes } from '../../../platform/outbox/event-subscriber.js';

/** The mails of a contact that is deleted stay in the ledger, without saying whose they were: figures do not change. */
@Subscribes()
@Injectable()
export class ContactDeletedSubscriber implements EventSubscriber<'contact.deleted'> {
  readonly name = 'email-anonymity';
  readonly wants = ['contact.deleted'] as const;
  readonly hearsSilent = this.wants;

  async onEvents(tx: Tx, events: readonly StoredEvent<'contact.deleted'>[]): Promise<undefined> {
    await tx.execute(
      // A reason that came with an SMTP code or a bounce is a server's answer, and servers like to repeat the address. What
      // readers say of why they leave, they say in words of their own.
      `UPDATE email_messages
          SET contact_id = NULL, email = NULL, unsubscribe_reason = NULL,
              reason = IF(smtp_code IS NULL AND bounced_at IS NULL, reason, NULL)
        WHERE contact_id IN (:ids)`,
      { ids: events.map(({ data }) => data.contact.id) },
    );
  }
}
