import { Column, Entity, PrimaryColumn } from 'typeorm';

const moment = { type: 'datetime', precision: 3 } as const;
const decimal = { type: 'decimal', precision: 19, scale: 4 } as const;

/** Purchases of a contact in one currency: completed orders net of refunds. Decimals, for filters. */
@Entity('contact_commerce')
export class ContactCommerce {
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'contact_id' }) contactId!: number;
  @PrimaryColumn({ type: 'char', length: 3, charset: 'ascii', collation: 'ascii_bin' }) currency!: string;
  @Column({ type: 'int', unsigned: true, name: 'orders_count' }) ordersCount!: number;
  @Column({ ...decimal, name: 'total_spent' }) totalSpent!: string;
  @Column({ ...decimal, name: 'refunded_total' }) refundedTotal!: string;
  @Column({ ...moment, name: 'first_order_at' }) firstOrderAt!: Date;
  @Column({ ...moment, name: 'last_order_at' }) lastOrderAt!: Date;
}
