import type { NewEvent } from '../../../platform/outbox/outbox.js';
import { emailSnapshot, originOf, type SnapshotRow } from './email-snapshot.js';

/** The mail server accepted the message. */
export function sentEvent(row: SnapshotRow, at: Date): NewEvent<'email.sent'> {
  return {
    type: 'email.sent',
    subjectId: row.id,
    data: { email: { ...emailSnapshot(row), sent_at: at.toISOString() } },
  };
}

/** The message failed for a reason other than its address. */
export function failedEvent(
  row: Pick<SnapshotRow, 'id' | 'source_type' | 'source_id' | 'recipient_key' | 'contact_id'>,
  at: Date,
): NewEvent<'email.failed'> {
  return {
    type: 'email.failed',
    subjectId: row.id,
    data: {
      email_id: row.id,
      ...originOf(row),
      contact_id: row.contact_id,
      failed_at: at.toISOString(),
    },
  };
}
