import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import {
  ascii,
  atInsert,
  bigUnsigned,
  count,
  flag,
  moment,
  shortText,
  unsigned,
} from '../../platform/database/columns.js';

const CALL_STATES = ['pending', 'calling', 'done', 'failed', 'cancelled'] as const;
export type CallState = (typeof CALL_STATES)[number];

/** The ledger of HTTP requests: one row per enrollment and step. */
@Entity('funnel_http_calls')
@Index('ux_funnel_http_calls_step', ['entryId', 'stepId'], { unique: true })
@Index('ix_funnel_http_calls_due', ['state', 'funnelId', 'nextAttemptAt'])
@Index('ix_funnel_http_calls_lease', ['state', 'leaseUntil'])
@Index('ix_funnel_http_calls_contact', ['contactId'])
export class HttpCall {
  @PrimaryGeneratedColumn(bigUnsigned) id!: number;
  @Column(unsigned) funnelId!: number;
  @Column(bigUnsigned) entryId!: number;
  @Column(unsigned) stepId!: number;
  @Column(unsigned) contactId!: number;
  @Column({ type: 'enum', enum: CALL_STATES, default: 'pending' }) state!: CallState;
  /** Method, URL, headers and body, encrypted; null when it is settled. */
  @Column({ type: 'mediumtext', nullable: true }) request!: string | null;
  @Column(flag) attempts!: number;
  @Column({ ...moment, nullable: true }) nextAttemptAt!: Date | null;
  @Column({ type: 'char', length: 26, ...ascii, nullable: true }) leaseOwner!: string | null;
  @Column({ ...moment, nullable: true }) leaseUntil!: Date | null;
  @Column(count) fence!: number;
  @Column({ type: 'smallint', unsigned: true, nullable: true }) responseStatus!: number | null;
  @Column({ ...shortText, nullable: true }) error!: string | null;
  @Column(atInsert) createdAt!: Date;
  @Column({ ...moment, nullable: true }) settledAt!: Date | null;
}
