import type { EmailSnapshot } from '../../events/email.events.js';
import type { EmailSource } from './email-state.js';

/** A row of the ledger, as far as events show it. */
export interface SnapshotRow {
  readonly id: number;
  readonly source_type: EmailSource['type'];
  readonly source_id: number;
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
    campaign_id: row.source_type === 'campaign' ? row.source_id : null,
    funnel_id: row.source_type === 'funnel' ? row.source_id : null,
    sequence_id: null,
    to: row.email,
    message_id: row.message_id ?? '',
  };
}
