import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';
import type { Pacing } from '../pacing/pacing.js';
import { SOURCE_TYPES, type EmailSource } from '../../../events/email-state.js';
import { StateMachine } from '../../../platform/work/states.js';

/** `closing`: ended; unsent emails are being cancelled in the background. */
export const SENDING_STATES = ['open', 'held', 'closing', 'closed'] as const;
export type SendingState = (typeof SENDING_STATES)[number];

export const SENDINGS = new StateMachine('sending', 'sendings.state', SENDING_STATES, {
  // After a restored backup, nothing starts by itself.
  initial: ['open', 'held'],
  events: {
    open: { from: SENDING_STATES, to: 'open' },
    hold: { from: ['open', 'held'], to: 'held' },
    stop: { from: ['open'], to: 'held' },
    resume: { from: ['open', 'held'], to: 'open' },
    accept: { from: ['held'], to: 'open' },
    cancel: { from: ['open', 'held'], to: 'closing' },
    close: { from: ['open', 'held', 'closing'], to: 'closed' },
    reopen: { from: ['open', 'closed'], to: 'open' },
  },
});

/** The assignments after which a sending does not wait for its server or its hours. */
export const NOT_WAITING = 'waiting_reason = NULL, waiting_until = NULL';

/**
 * Who the emails of a sending may go to. `opt_in`: pending contacts, for a confirmation; `asked`: contacts who
 * requested this email; `staff`: managers, who are no contacts; `readers`: recipients of report emails; `addressed`:
 * recipients of single emails. For the last three, the row stores the address.
 */
export const AUDIENCES = ['subscribed', 'opt_in', 'asked', 'staff', 'readers', 'addressed'] as const;
export type Audience = (typeof AUDIENCES)[number];

/**
 * The emails of one source. The owner opens, holds, and closes it in the transaction of its own state change. Every
 * claim reads it under a share lock, so no email starts after a hold has committed.
 */
@Entity('sendings')
@Index('ux_sendings_source', ['sourceType', 'sourceId'], { unique: true })
@Index('ix_sendings_state', ['state'])
@Index('ix_sendings_sender', ['senderId', 'state'])
export class Sending {
  @PrimaryGeneratedColumn(column.unsigned) id!: number;
  @Column({ type: 'enum', enum: SOURCE_TYPES }) sourceType!: EmailSource['type'];
  @Column(column.unsigned) sourceId!: number;
  @Column({ type: 'enum', enum: AUDIENCES, default: 'subscribed' }) audience!: Audience;
  /** Null for the sender of `SMTP_URL`. */
  @Column({ ...column.unsigned, nullable: true }) senderId!: number | null;
  @Column({ type: 'longtext', nullable: true, transformer: column.asJson<Pacing | null>() }) pacing!: Pacing | null;
  @Column({ type: 'enum', enum: SENDING_STATES }) state!: SendingState;
  @Column({ ...column.shortText, nullable: true }) waitingReason!: string | null;
  @Column({ ...column.moment, nullable: true }) waitingUntil!: Date | null;
  /** When all recipients were enrolled; null while they are. */
  @Column({ ...column.atInsert, nullable: true }) enrolledAt!: Date | null;
  /** The local day for which a warm-up has chosen its emails. */
  @Column({ type: 'date', nullable: true }) rankedOn!: string | null;
  /** The API request that opened the sending, for the log. */
  @Column({ type: 'varchar', length: 64, ...column.ascii, nullable: true }) requestId!: string | null;
  @Column(column.atInsert) createdAt!: Date;
  @Column(column.flag) ignoresFrequencyCap!: number;
  /** Up to this email, `LedgerRetention` has removed old ones. */
  @Column({ ...column.bigUnsigned, default: 0 }) thinnedTo!: number;
}
