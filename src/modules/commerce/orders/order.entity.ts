import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';
import type { ORDER_ITEM } from '../../../events/commerce.events.js';
import type { ObjectOf } from '../../../shapes/shape.js';
import { ORDER_STATUSES, type OrderStatus, type Touch, TOUCHES } from './order-status.js';

type ItemDetails = ObjectOf<Pick<typeof ORDER_ITEM, 'sku' | 'total' | 'url' | 'image_url' | 'options' | 'meta'>>;

/** Absent members were not reported. */
export interface OrderItem extends Partial<ItemDetails> {
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
  @PrimaryGeneratedColumn(column.unsigned) id!: number;
  @Column({ type: 'varchar', length: 64, ...column.ascii }) provider!: string;
  @Column({ ...column.shortText, ...column.exact }) externalId!: string;
  /** Null once the contact is deleted. */
  @Column({ ...column.unsigned, nullable: true }) contactId!: number | null;
  @Column({ type: 'enum', enum: ORDER_STATUSES }) status!: OrderStatus;
  @Column({ type: 'char', length: 3, ...column.ascii }) currency!: string;
  @Column({ type: 'bigint' }) total!: number;
  /** The sum of its refunds. */
  @Column({ type: 'bigint', default: 0 }) refunded!: number;
  @Column({ type: 'longtext', transformer: column.asJson<readonly OrderItem[]>() }) items!: readonly OrderItem[];
  @Column(column.moment) orderedAt!: Date;
  /** Last change in the shop, if reported: older calls are late. */
  @Column({ ...column.moment, nullable: true }) sourceUpdatedAt!: Date | null;
  /** `updated_at` of the last cancellation: older calls are late, even if a later one has reopened the order. */
  @Column({ ...column.moment, nullable: true }) sourceCancelledAt!: Date | null;
  /** The current attribution; all null without one. */
  @Column({ type: 'enum', enum: TOUCHES, nullable: true }) touch!: Touch | null;
  @Column({ ...column.unsigned, nullable: true }) campaignId!: number | null;
  @Column({ ...column.unsigned, nullable: true }) funnelId!: number | null;
  @Column({ ...column.unsigned, nullable: true }) stepId!: number | null;
  @Column({ ...column.bigUnsigned, nullable: true }) emailId!: number | null;
  @Column(column.atInsert) createdAt!: Date;
  @Column(column.atUpdate) updatedAt!: Date;
}

/** A refund of an order, in the smallest unit of its currency. */
@Entity('order_refunds')
@Index('ux_order_refunds_source', ['orderId', 'externalId'], { unique: true })
export class OrderRefund {
  @PrimaryGeneratedColumn(column.unsigned) id!: number;
  @Column(column.unsigned) orderId!: number;
  @Column({ ...column.shortText, ...column.exact, nullable: true }) externalId!: string | null;
  /** The difference to the total of an order that was reported as refunded; reported refunds reduce it. */
  @Column(column.flag) isRemainder!: number;
  @Column({ type: 'bigint' }) amount!: number;
  @Column({ ...column.shortText, nullable: true }) reason!: string | null;
  @Column(column.moment) refundedAt!: Date;
  @Column(column.atInsert) createdAt!: Date;
}
