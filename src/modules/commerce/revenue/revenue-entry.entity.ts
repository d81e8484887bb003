import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { type Touch, TOUCHES } from '../orders/order-status.js';

const moment = { type: 'datetime', precision: 3 } as const;
const id = { type: 'int', unsigned: true, nullable: true } as const;

/** A line of the append-only revenue ledger: wrong lines are reversed by new ones. */
@Entity('revenue_entries')
@Index('ix_revenue_entries_order', ['orderId', 'id'])
@Index('ix_revenue_entries_email', ['emailId'])
export class RevenueEntry {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true }) id!: number;
  @Column({ type: 'int', unsigned: true, name: 'order_id' }) orderId!: number;
  @Column({ ...id, name: 'refund_id' }) refundId!: number | null;
  @Column({ type: 'enum', enum: ['sale', 'refund'] }) kind!: 'sale' | 'refund';
  @Column({ ...id, name: 'contact_id' }) contactId!: number | null;
  @Column({ type: 'char', length: 3, charset: 'ascii', collation: 'ascii_bin' }) currency!: string;
  /** In the smallest unit; negative for refunds and reversals. */
  @Column({ type: 'bigint' }) amount!: number;
  /** Change of the number of orders: 1, 0, or -1. */
  @Column({ type: 'tinyint' }) orders!: number;
  @Column({ type: 'enum', enum: TOUCHES, nullable: true }) touch!: Touch | null;
  @Column({ ...id, name: 'campaign_id' }) campaignId!: number | null;
  @Column({ ...id, name: 'funnel_id' }) funnelId!: number | null;
  @Column({ ...id, name: 'step_id' }) stepId!: number | null;
  @Column({ type: 'bigint', unsigned: true, name: 'email_id', nullable: true }) emailId!: number | null;
  /** Time that determines the day of the figures. */
  @Column({ ...moment, name: 'recorded_at' }) recordedAt!: Date;
  @Column({ ...moment, name: 'created_at', default: () => 'CURRENT_TIMESTAMP(3)' }) createdAt!: Date;
}
