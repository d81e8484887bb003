import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { StateMachine } from '../../platform/work/states.js';
import * as column from '../../platform/database/columns.js';

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
  @PrimaryGeneratedColumn(column.bigUnsigned) id!: number;
  @Column(column.unsigned) funnelId!: number;
  @Column(column.bigUnsigned) entryId!: number;
  @Column(column.unsigned) stepId!: number;
  @Column(column.unsigned) contactId!: number;
  @Column({ type: 'enum', enum: CALL_STATES, default: 'pending' }) state!: CallState;
  /** Method, URL, headers and body, encrypted; null when it is settled. */
  @Column({ type: 'mediumtext', nullable: true }) request!: string | null;
  @Column(column.flag) attempts!: number;
  @Column({ ...column.moment, nullable: true }) nextAttemptAt!: Date | null;
  @Column({ type: 'char', length: 26, ...column.ascii, nullable: true }) leaseOwner!: string | null;
  @Column({ ...column.moment, nullable: true }) leaseUntil!: Date | null;
  @Column(column.count) fence!: number;
  @Column({ type: 'smallint', unsigned: true, nullable: true }) responseStatus!: number | null;
  @Column({ ...column.shortText, nullable: true }) error!: string | null;
  @Column(column.atInsert) createdAt!: Date;
  @Column({ ...column.moment, nullable: true }) settledAt!: Date | null;
}
