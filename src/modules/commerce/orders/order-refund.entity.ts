import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

const externalId = { type: 'varchar', length: 190, charset: 'utf8mb4', collation: 'utf8mb4_bin' } as const;
const moment = { type: 'datetime', precision: 3 } as const;

/** A refund of an order, in the smallest unit of its currency. */
@Entity('order_refunds')
@Index('ux_order_refunds_source', ['orderId', 'externalId'], { unique: true })
export class OrderRefund {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'int', unsigned: true, name: 'order_id' }) orderId!: number;
  @Column({ ...externalId, name: 'external_id', nullable: true }) externalId!: string | null;
  /** The difference to the total of an order that was reported as refunded; reported refunds reduce it. */
  @Column({ type: 'tinyint', unsigned: true, name: 'is_remainder', default: 0 }) isRemainder!: number;
  @Column({ type: 'bigint' }) amount!: number;
  @Column({ type: 'varchar', length: 190, nullable: true }) reason!: string | null;
  @Column({ ...moment, name: 'refunded_at' }) refundedAt!: Date;
  @Column({ ...moment, name: 'created_at', default: () => 'CURRENT_TIMESTAMP(3)' }) createdAt!: Date;
}
