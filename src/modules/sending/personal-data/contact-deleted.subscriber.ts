import type { StoredEvent } from '../../../events/domain-events.js';
import type { Tx } from '../../../platform/database/database.js';
import { type EventSubscriber, Subscribes } from '../../../platform/outbox/event-subscriber.js';

/** Anonymizes the emails of a deleted contact. The rows stay in the ledger, so that reports do not change. */
@Subscribes()
export class ContactDeletedSubscriber implements EventSubscriber<'contact.deleted'> {
  readonly name = 'email-anonymity';
  readonly wants = ['contact.deleted'] as const;
  readonly wantsSilent = this.wants;

  async onEvents(tx: Tx, events: readonly StoredEvent<'contact.deleted'>[]): Promise<undefined> {
    const ids = events.map(({ data }) => data.contact.id);
    await tx.execute('UPDATE past_emails SET contact_id = NULL WHERE contact_id IN (:ids)', { ids });
    await tx.execute(
      // A reason with an SMTP code or of a bounce is a server reply, which often contains the address. Opt-out reasons
      // are free text.
      `UPDATE email_messages
          SET contact_id = NULL, email = NULL, unsubscribe_reason = NULL,
              reason = IF(smtp_code IS NULL AND bounced_at IS NULL, reason, NULL)
        WHERE contact_id IN (:ids)`,
      { ids },
    );
  }
}
