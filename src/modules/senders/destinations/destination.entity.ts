import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { StateMachine } from '../../../platform/work/states.js';
import * as column from '../../../platform/database/columns.js';

/** `throttled`: slower because the provider asked for it. `quarantined`: only a probe leaves now and then. */
export const DESTINATION_STATES = ['normal', 'throttled', 'quarantined'] as const;
export type DestinationState = (typeof DESTINATION_STATES)[number];

export const DESTINATIONS = new StateMachine('destination', 'sender_destinations.state', DESTINATION_STATES, {
  initial: ['normal'],
  events: {
    throttle: { from: ['normal'], to: 'throttled' },
    quarantine: { from: ['normal', 'throttled'], to: 'quarantined' },
    release: { from: ['quarantined'], to: 'throttled' },
    endLimit: { from: ['throttled'], to: 'normal' },
  },
});

/** An answer of the provider, without addresses. */
export interface ProviderReply {
  readonly at: string;
  readonly code: string;
  readonly text: string;
  readonly source: 'smtp' | 'dsn';
}

/** A change of state, in words. */
export interface DestinationChange {
  readonly at: string;
  readonly state: DestinationState;
  readonly reason: string;
}

const decaying = { type: 'double', default: 0 } as const;

/** The delivery of one sender to one mailbox provider, shared by all processes. */
@Entity('sender_destinations')
@Index('ix_sender_destinations_state', ['state'])
export class Destination {
  /** 0 for the `SMTP_URL` mail server. */
  @PrimaryColumn(column.unsigned) senderId!: number;
  @PrimaryColumn({ ...column.shortText, ...column.ascii }) provider!: string;
  @Column({ type: 'enum', enum: DESTINATION_STATES, default: 'normal' }) state!: DestinationState;
  /** The accepted emails per second at the last reduction; the allowed rate follows from it and from `cut_at`. */
  @Column({ type: 'double', nullable: true }) peak!: number | null;
  /** Emails in progress per worker right after the last reduction; null for no limit. */
  @Column({ type: 'smallint', unsigned: true, nullable: true }) concurrency!: number | null;
  @Column({ ...column.moment, nullable: true }) cutAt!: Date | null;
  /** When the next probe of a quarantine may leave. */
  @Column({ ...column.moment, nullable: true }) probeAt!: Date | null;
  /** Refused probes of the present quarantine. */
  @Column({ type: 'smallint', unsigned: true, default: 0 }) probes!: number;
  /** The refused probes at which campaigns without other recipients were last paused. */
  @Column({ type: 'smallint', unsigned: true, default: 0 }) announced!: number;
  /** How the refusals of the present quarantine arrived. */
  @Column({ type: 'enum', enum: ['smtp', 'dsn'], nullable: true }) cause!: 'smtp' | 'dsn' | null;
  /** Whether an accepted probe still waits for a bounce message. */
  @Column(column.flag) observing!: number;
  @Column({ ...column.shortText, nullable: true }) reason!: string | null;
  /** The status code that decided the present state. */
  @Column({ type: 'varchar', length: 16, ...column.ascii, nullable: true }) code!: string | null;
  @Column({ ...column.moment, nullable: true }) changedAt!: Date | null;
  @Column(column.bigCount) accepted!: number;
  @Column(column.bigCount) deferred!: number;
  @Column(column.bigCount) refused!: number;
  @Column(column.bigCount) dsnRefused!: number;
  /** Counts that decay, as of `counted_at`; see destination-control.ts for their periods. */
  @Column(decaying) recentRate!: number;
  @Column(decaying) recentAccepted!: number;
  @Column(decaying) recentRefused!: number;
  @Column(decaying) recentSent!: number;
  @Column(decaying) recentDsn!: number;
  /** Refused by policy since the last accepted email. */
  @Column({ type: 'smallint', unsigned: true, default: 0 }) refusedInRow!: number;
  @Column(column.atInsert) countedAt!: Date;
  /** The start of the period that `recent_rate` covers. */
  @Column(column.atInsert) activeSince!: Date;
  /** `ProviderReply` as JSON, newest first. */
  @Column({ type: 'text' }) replies!: string;
  /** `DestinationChange` as JSON, newest first. */
  @Column({ type: 'text' }) changes!: string;
}
