import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { ContactsService } from '../../contacts/contacts.service.js';
import type { EmailSource } from '../email-state.js';

export type OptOutMethod = 'one_click' | 'page';

interface MessageRow {
  source_type: EmailSource['type'];
  source_id: number;
  contact_id: number | null;
  email: string | null;
  subject: string | null;
  message_id: string | null;
  now: Date;
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
        `SELECT source_type, source_id, contact_id, email, subject, message_id, NOW(3) AS now
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
          id: messageId,
          subject: message.subject ?? '',
          contact_id: message.contact_id,
          campaign_id: message.source_type === 'campaign' ? message.source_id : null,
          funnel_id: message.source_type === 'funnel' ? message.source_id : null,
          sequence_id: null,
          to: message.email,
          message_id: message.message_id ?? '',
          unsubscribed_at: message.now.toISOString(),
          method,
          reason: null,
        },
      });
    });
  }
}
