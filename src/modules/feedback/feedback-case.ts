import type { EmailState } from '../../events/email-state.js';
import type { SnapshotRow } from '../sending/ledger/email-snapshot.js';
import type { FeedbackReport } from './feedback-report.js';

export type BounceReport = Extract<FeedbackReport, { kind: 'bounce' }>;
export type ComplaintReport = Extract<FeedbackReport, { kind: 'complaint' }>;

export interface EmailRow extends SnapshotRow {
  readonly state: EmailState;
  readonly interruptions: number;
  readonly bounce_type: 'hard' | 'soft' | null;
  readonly complained_at: Date | null;
  readonly sending_at: Date | null;
  readonly now: Date;
}

/** An email and its contact, both locked. */
export interface Case {
  readonly mail: EmailRow;
  /** Null if it was deleted. */
  readonly contactId: number | null;
  /** Whether the contact still has the address that the email was sent to. */
  readonly sameAddress: boolean;
  readonly at: Date;
}

/** The progress of an email, on which the effect of a report depends. */
type Progress = 'never_left' | 'in_doubt' | 'sent' | 'bounced' | 'complained' | 'given_up';

/** Unsent emails cannot be reported. One in doubt was sent, as the report proves; so was a failed one. */
export function progressOf({ state, sending_at, interruptions }: EmailRow): Progress {
  const hasLeft = sending_at !== null;
  const progress: Record<EmailState, Progress> = {
    sent: 'sent',
    bounced: 'bounced',
    complained: 'complained',
    unknown: 'in_doubt',
    sending: 'in_doubt',
    deferred: hasLeft ? 'in_doubt' : 'never_left',
    pending: interruptions > 0 ? 'in_doubt' : 'never_left',
    failed: hasLeft ? 'given_up' : 'never_left',
    cancelled: hasLeft ? 'given_up' : 'never_left',
    skipped: 'never_left',
  };
  return progress[state];
}

/** Deleted or erased: server replies often contain the address. */
export const isErased = ({ contactId, mail }: Case): boolean => contactId === null || mail.email === null;
