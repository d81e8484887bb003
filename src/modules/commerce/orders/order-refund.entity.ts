import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { atInsert, exact, flag, moment, shortText, unsigned } from '../../../platform/database/columns.js';

/** A refund of an order, in the smallest unit of its currency. */
@Entity('order_refunds')
@Index('ux_order_refunds_source', ['orderId', 'externalId'], { unique: true })
export class OrderRefund {
  @PrimaryGeneratedColumn(unsigned) id!: number;
  @Column(unsigned) orderId!: number;
  @Column({ ...shortText, ...exact, nullable: true }) externalId!: string | null;
  /** The difference to the total of an order that was reported as refunded; reported refunds reduce it. */
  @Column(flag) isRemainder!: number;
  @Column({ type: 'bigint' }) amount!: number;
  @Column({ ...shortText, nullable: true }) reason!: string | null;
  @Column(moment) refundedAt!: Date;
  @Column(atInsert) createdAt!: Date;
}
