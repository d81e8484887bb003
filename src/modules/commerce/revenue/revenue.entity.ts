import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';
import { type Touch, TOUCHES } from '../orders/order-status.js';

/** A line of the append-only revenue ledger: wrong lines are reversed by new ones. */
@Entity('revenue_entries')
@Index('ix_revenue_entries_order', ['orderId', 'id'])
@Index('ix_revenue_entries_email', ['emailId'])
export class RevenueEntry {
  @PrimaryGeneratedColumn(column.bigUnsigned) id!: number;
  @Column(column.unsigned) orderId!: number;
  @Column({ ...column.unsigned, nullable: true }) refundId!: number | null;
  @Column({ type: 'enum', enum: ['sale', 'refund'] }) kind!: 'sale' | 'refund';
  @Column({ ...column.unsigned, nullable: true }) contactId!: number | null;
  @Column({ type: 'char', length: 3, ...column.ascii }) currency!: string;
  /** In the smallest unit; negative for refunds and reversals. */
  @Column({ type: 'bigint' }) amount!: number;
  /** Change of the number of orders: 1, 0, or -1. */
  @Column({ type: 'tinyint' }) orders!: number;
  @Column({ type: 'enum', enum: TOUCHES, nullable: true }) touch!: Touch | null;
  @Column({ ...column.unsigned, nullable: true }) campaignId!: number | null;
  @Column({ ...column.unsigned, nullable: true }) funnelId!: number | null;
  @Column({ ...column.unsigned, nullable: true }) stepId!: number | null;
  @Column({ ...column.bigUnsigned, nullable: true }) emailId!: number | null;
  /** Time that determines the day of the figures. */
  @Column(column.moment) recordedAt!: Date;
  @Column(column.atInsert) createdAt!: Date;
}

const decimal = { type: 'decimal', precision: 19, scale: 4 } as const;

/** Purchases of a contact in one currency: completed orders net of refunds. Decimals, for filters. */
@Entity('contact_commerce')
export class ContactCommerce {
  @PrimaryColumn(column.unsigned) contactId!: number;
  @PrimaryColumn({ type: 'char', length: 3, ...column.ascii }) currency!: string;
  @Column(column.unsigned) ordersCount!: number;
  @Column(decimal) totalSpent!: string;
  @Column(decimal) refundedTotal!: string;
  @Column(column.moment) firstOrderAt!: Date;
  @Column(column.moment) lastOrderAt!: Date;
}
