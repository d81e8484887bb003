import { Column, Entity, PrimaryColumn } from 'typeorm';
import { ascii, moment, unsigned } from '../../../platform/database/columns.js';

const decimal = { type: 'decimal', precision: 19, scale: 4 } as const;

/** Purchases of a contact in one currency: completed orders net of refunds. Decimals, for filters. */
@Entity('contact_commerce')
export class ContactCommerce {
  @PrimaryColumn(unsigned) contactId!: number;
  @PrimaryColumn({ type: 'char', length: 3, ...ascii }) currency!: string;
  @Column(unsigned) ordersCount!: number;
  @Column(decimal) totalSpent!: string;
  @Column(decimal) refundedTotal!: string;
  @Column(moment) firstOrderAt!: Date;
  @Column(moment) lastOrderAt!: Date;
}
