import type { EmailSource } from '../../../events/email-state.js';
import type { LeasedRow } from '../../../platform/work/lease.js';
import type { Recipient } from '../../mail-content/recipients.queries.js';

/** A message that this process may send once. */
export interface ClaimedMessage extends LeasedRow {
  readonly id: number;
  readonly fence: number;
  readonly attempts: number;
  readonly contentId: number;
  readonly messageId: string;
  readonly recipient: Recipient;
  /** Whether it has a pixel and tracked links. */
  readonly tracked: boolean;
  readonly source: EmailSource;
  /** The `recipient_key` of the message within its source. */
  readonly key: string;
  /** A previous worker crashed while sending this message; it may be a poison message. */
  readonly isSuspect: boolean;
  /** On this process's monotonic clock. */
  readonly claimedAt: number;
  /** The claim time on the database's clock. */
  readonly takenAt: Date;
  /** The API request that caused the message. */
  readonly requestId: string | null;
}

/** Whether nothing of the message can have been sent before; until then, the latest consent decides on its tracking. */
export const isFirstAttempt = ({ attempts, isSuspect }: ClaimedMessage): boolean => attempts === 1 && !isSuspect;
