import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { StateMachine } from '../../platform/work/states.js';

const CALL_STATES = ['pending', 'calling', 'done', 'failed', 'cancelled'] as const;
export type CallState = (typeof CALL_STATES)[number];

export const CALLS = new StateMachine('request', 'funnel_http_calls.state', CALL_STATES, {
  initial: ['pending'],
  terminal: ['done', 'failed', 'cancelled'],
  events: {
    /** Also repeats the request of a worker that crashed. */
    claim: { from: ['pending', 'calling'], to: 'calling' },
    succeed: { from: ['calling'], to: 'done' },
    fail: { from: ['calling'], to: 'failed' },
    retry: { from: ['calling'], to: 'pending' },
    cancel: { from: ['pending', 'calling'], to: 'cancelled' },
  },
});

/** The ledger of HTTP requests: one row per enrollment and step. */
@Entity('funnel_http_calls')
@Index('ux_funnel_http_calls_step', ['entryId', 'stepId'], { unique: true })
@Index('ix_funnel_http_calls_due', ['state', 'funnelId', 'nextAttemptAt'])
@Index('ix_funnel_http_calls_lease', ['state', 'leaseUntil'])
@Index('ix_funnel_http_calls_contact', ['contactId'])
export class HttpCall {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true }) id!: number;
  @Column({ type: 'int', unsigned: true, name: 'funnel_id' }) funnelId!: number;
  @Column({ type: 'bigint', unsigned: true, name: 'entry_id' }) entryId!: number;
  @Column({ type: 'int', unsigned: true, name: 'step_id' }) stepId!: number;
  @Column({ type: 'int', unsigned: true, name: 'contact_id' }) contactId!: number;
  @Column({ type: 'enum', enum: CALL_STATES, default: 'pending' }) state!: CallState;
  /** Method, URL, headers and body, encrypted; null when it is settled. */
  @Column({ type: 'mediumtext', nullable: true }) request!: string | null;
  @Column({ type: 'tinyint', unsigned: true, default: 0 }) attempts!: number;
  @Column({ type: 'datetime', name: 'next_attempt_at', precision: 3, nullable: true }) nextAttemptAt!: Date | null;
  @Column({ type: 'char', length: 26, name: 'lease_owner', charset: 'ascii', collation: 'ascii_bin', nullable: true })
  leaseOwner!: string | null;
  @Column({ type: 'datetime', name: 'lease_until', precision: 3, nullable: true }) leaseUntil!: Date | null;
  @Column({ type: 'int', unsigned: true, default: 0 }) fence!: number;
  @Column({ type: 'smallint', unsigned: true, name: 'response_status', nullable: true }) responseStatus!: number | null;
  @Column({ type: 'varchar', length: 190, nullable: true }) error!: string | null;
  @Column({ type: 'datetime', name: 'created_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  createdAt!: Date;
  @Column({ type: 'datetime', name: 'settled_at', precision: 3, nullable: true }) settledAt!: Date | null;
}
