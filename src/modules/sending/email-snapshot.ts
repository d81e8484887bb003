import type { EmailSnapshot } from '../../events/email.events.js';
import type { EmailSource } from '../../events/email-state.js';

/** A row of the ledger, as far as events show it. */
export interface SnapshotRow {
  readonly id: number;
  readonly source_type: EmailSource['type'];
  readonly source_id: number;
  /** What the source calls it; a funnel's says which step it is of. */
  readonly recipient_key: string;
  readonly contact_id: number | null;
  readonly email: string | null;
  readonly subject: string | null;
  readonly message_id: string | null;
}

/** A message as events show it, told apart by who asked for it. */
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

/** Who asked for a message, as events name it. */
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

/** Funnels call their mails `<entry>:<step>`. */
function stepOf(recipientKey: string): number | null {
  const [, step] = /^\d+:(\d+)$/.exec(recipientKey) ?? [];
  return step === undefined ? null : Number(step);
}
