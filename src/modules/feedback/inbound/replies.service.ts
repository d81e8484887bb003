import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { SnapshotRow } from '../../sending/ledger/email-snapshot.js';
import { FeedbackEvents } from '../feedback-events.js';
import type { FeedbackOutcome } from '../feedback-report.js';

/** Leaves room for other reports about the email, whose total number is limited. */
const MAX_REPLIES_PER_EMAIL = 10;

/** Publishes replies of people to emails of campaigns and funnels. Nothing of their text is stored. */
@Injectable()
export class Replies {
  constructor(
    private readonly db: Database,
    private readonly events: FeedbackEvents,
  ) {}

  /** @param replyKey a repeated one has no effect. @param date written by the mail program of the person. */
  async record(emailId: number, replyKey: string, date: Date | null): Promise<FeedbackOutcome> {
    return this.db.transaction(async (tx) => {
      const [mail] = await tx.query<SnapshotRow & { sending_at: Date | null; now: Date; replies: number }>(
        `SELECT id, source_type, source_id, recipient_key, contact_id, email, subject, message_id, tracked, sending_at, NOW(3) AS now,
                (SELECT COUNT(*) FROM feedback_reports r WHERE r.message_id = m.id AND r.kind = 'reply') AS replies
           FROM email_messages m WHERE id = :emailId`,
        { emailId },
      );
      if (!mail || mail.source_type === 'single' || mail.replies >= MAX_REPLIES_PER_EMAIL) return 'no_effect';
      const { affectedRows } = await tx.execute(
        `INSERT IGNORE INTO feedback_reports (provider, event_key, kind, outcome, message_id)
         VALUES ('message', :key, 'reply', 'applied', :emailId)`,
        { key: createHash('sha256').update(replyKey).digest(), emailId },
      );
      if (affectedRows === 0) return 'known';
      const { sending_at: sentAt, now } = mail;
      // Clocks of other machines differ.
      const at = date === null || date > now || (sentAt !== null && date < sentAt) ? now : date;
      await this.events.replied(tx, mail, at);
      return 'applied';
    });
  }
}
