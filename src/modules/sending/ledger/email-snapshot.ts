import type { EmailSnapshot } from '../../../events/email.events.js';
import { type EmailSource, isSingle } from '../../../events/email-state.js';
import type { NewEvent } from '../../../platform/outbox/outbox.js';

/** The columns of a ledger row that events contain. */
export interface SnapshotRow {
  readonly id: number;
  readonly source_type: EmailSource['type'];
  readonly source_id: number;
  /** The key within the source; for funnels it contains the step. */
  readonly recipient_key: string;
  readonly contact_id: number | null;
  readonly email: string | null;
  readonly subject: string | null;
  readonly message_id: string | null;
  readonly tracked: number | null;
}

/** Returns the message as events show it, with its campaign, funnel, or other source. */
export function emailSnapshot(row: SnapshotRow): EmailSnapshot {
  return {
    id: row.id,
    subject: row.subject ?? '',
    contact_id: row.contact_id,
    ...originOf(row),
    to: row.email,
    message_id: row.message_id ?? '',
    ...(row.tracked === 0 ? { tracked: false } : {}),
  };
}

/** Returns the row that gives an email its Message-ID: that of the first recipient of a single email. */
export function firstMessageOf(row: Pick<SnapshotRow, 'id' | 'source_type' | 'source_id' | 'recipient_key'>): number {
  if (!isSingle({ type: row.source_type, id: row.source_id })) return row.id;
  return Number(/^(\d+):/.exec(row.recipient_key)?.[1] ?? row.id);
}

/** Returns the source of a message as events name it. */
export function originOf(
  row: Pick<SnapshotRow, 'id' | 'source_type' | 'source_id' | 'recipient_key'>,
): Pick<EmailSnapshot, 'campaign_id' | 'funnel_id' | 'sequence_id' | 'source'> {
  const { source_type: type, source_id: id } = row;
  const isOfFunnel = row.source_type === 'funnel';
  return {
    campaign_id: row.source_type === 'campaign' ? row.source_id : null,
    funnel_id: isOfFunnel ? row.source_id : null,
    sequence_id: isOfFunnel ? stepOf(row.recipient_key) : null,
    source: isSingle({ type, id })
      ? { type: 'single', id: firstMessageOf(row) }
      : { type: type === 'single' ? 'system' : type, id },
  };
}

/** Funnel keys are `<enrollment>:<step>`. */
function stepOf(recipientKey: string): number | null {
  const [, step] = /^\d+:(\d+)$/.exec(recipientKey) ?? [];
  return step === undefined ? null : Number(step);
}

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
