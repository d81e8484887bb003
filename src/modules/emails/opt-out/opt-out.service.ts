import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { ContactsService } from '../../contacts/contacts.service.js';
import type { OptOutMethod } from '../email-state.js';
import { emailSnapshot, type SnapshotRow } from '../email-snapshot.js';

interface MessageRow extends SnapshotRow {
  readonly now: Date;
}

/** Takes people at their word: one request is enough, a second one changes nothing. */
@Injectable()
export class OptOutService {
  constructor(
    private readonly db: Database,
    private readonly contacts: ContactsService,
    private readonly outbox: Outbox,
  ) {}

  /** The reader of this mail does not want any more. A contact that is gone needs no opting out. */
  async optOut(messageId: number, method: OptOutMethod): Promise<void> {
    await this.db.transaction(async (tx) => {
      const [message] = await tx.query<MessageRow>(
        `SELECT id, source_type, source_id, contact_id, email, subject, message_id, NOW(3) AS now
           FROM email_messages WHERE id = :messageId`,
        { messageId },
      );
      if (message?.contact_id == null) return;
      // The contact is locked before the message, as everywhere else.
      const changed = await this.contacts.changeStatusIn(tx, message.contact_id, 'unsubscribed', {
        source: method,
        reason: null,
      });
      if (!changed) return;
      await tx.execute(
        `UPDATE email_messages SET unsubscribed_at = NOW(3), unsubscribe_method = :method WHERE id = :messageId`,
        { messageId, method },
      );
      await this.outbox.append(tx, 'email.unsubscribed', messageId, {
        email: {
          ...emailSnapshot(message),
          unsubscribed_at: message.now.toISOString(),
          method,
          reason: null,
        },
      });
    });
  }
}
