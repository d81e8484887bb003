import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { asJson } from '../../../platform/database/as-json.js';
import { ORDER_STATUSES, type OrderStatus, type Touch, TOUCHES } from './order-status.js';

const externalId = { type: 'varchar', length: 190, charset: 'utf8mb4', collation: 'utf8mb4_bin' } as const;
const ascii = { charset: 'ascii', collation: 'ascii_bin' } as const;
const moment = { type: 'datetime', precision: 3 } as const;
const id = { type: 'int', unsigned: true, nullable: true } as const;

export interface OrderItem {
  readonly external_id: string | null;
  readonly title: string;
  readonly quantity: number;
  readonly price: number;
}

/** An order as last reported by its shop. Money is in the smallest unit of the currency. */
@Entity('orders')
@Index('ux_orders_source', ['provider', 'externalId'], { unique: true })
@Index('ix_orders_contact', ['contactId', 'orderedAt'])
@Index('ix_orders_ordered_at', ['orderedAt', 'id'])
@Index('ix_orders_updated_at', ['updatedAt', 'id'])
@Index('ix_orders_campaign', ['campaignId', 'orderedAt'])
@Index('ix_orders_email', ['emailId'])
export class Order {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'varchar', length: 64, ...ascii }) provider!: string;
  @Column({ ...externalId, name: 'external_id' }) externalId!: string;
  /** Null once the contact is deleted. */
  @Column({ ...id, name: 'contact_id' }) contactId!: number | null;
  @Column({ type: 'enum', enum: ORDER_STATUSES }) status!: OrderStatus;
  @Column({ type: 'char', length: 3, ...ascii }) currency!: string;
  @Column({ type: 'bigint' }) total!: number;
  /** The sum of its refunds. */
  @Column({ type: 'bigint', default: 0 }) refunded!: number;
  @Column({ type: 'longtext', transformer: asJson<readonly OrderItem[]>() }) items!: readonly OrderItem[];
  @Column({ ...moment, name: 'ordered_at' }) orderedAt!: Date;
  /** Last change in the shop, if reported: older calls are late. */
  @Column({ ...moment, name: 'source_updated_at', nullable: true }) sourceUpdatedAt!: Date | null;
  /** `updated_at` of the last cancellation: older calls are late, even if a later one has reopened the order. */
  @Column({ ...moment, name: 'source_cancelled_at', nullable: true }) sourceCancelledAt!: Date | null;
  /** The current attribution; all null without one. */
  @Column({ type: 'enum', enum: TOUCHES, nullable: true }) touch!: Touch | null;
  @Column({ ...id, name: 'campaign_id' }) campaignId!: number | null;
  @Column({ ...id, name: 'funnel_id' }) funnelId!: number | null;
  @Column({ ...id, name: 'step_id' }) stepId!: number | null;
  @Column({ type: 'bigint', unsigned: true, name: 'email_id', nullable: true }) emailId!: number | null;
  @Column({ ...moment, name: 'created_at', default: () => 'CURRENT_TIMESTAMP(3)' }) createdAt!: Date;
  @Column({
    ...moment,
    name: 'updated_at',
    default: () => 'CURRENT_TIMESTAMP(3)',
    onUpdate: 'CURRENT_TIMESTAMP(3)',
  })
  updatedAt!: Date;
}
