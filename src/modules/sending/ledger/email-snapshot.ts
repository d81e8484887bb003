import type { EmailSnapshot } from '../../../events/email.events.js';
import type { EmailSource } from '../../../events/email-state.js';

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
  };
}

/** Returns the source of a message as events name it. */
export function originOf(
  row: Pick<SnapshotRow, 'source_type' | 'source_id' | 'recipient_key'>,
): Pick<EmailSnapshot, 'campaign_id' | 'funnel_id' | 'sequence_id'> {
  const isOfFunnel = row.source_type === 'funnel';
  return {
    campaign_id: row.source_type === 'campaign' ? row.source_id : null,
    funnel_id: isOfFunnel ? row.source_id : null,
    sequence_id: isOfFunnel ? stepOf(row.recipient_key) : null,
  };
}

/** Funnel keys are `<enrollment>:<step>`. */
function stepOf(recipientKey: string): number | null {
  const [, step] = /^\d+:(\d+)$/.exec(recipientKey) ?? [];
  return step === undefined ? null : Number(step);
}
