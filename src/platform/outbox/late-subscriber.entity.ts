import { Column, Entity, PrimaryColumn } from 'typeorm';

const ascii = { charset: 'ascii', collation: 'ascii_bin' } as const;

/** A subscriber that processes events by itself. */
@Entity('late_subscribers')
export class LateSubscriber {
  @PrimaryColumn({ type: 'varchar', length: 64, ...ascii }) subscriber!: string;
  @Column({ type: 'bigint', unsigned: true }) position!: number;
  @Column({ type: 'varchar', length: 500 }) error!: string;
  @Column({ type: 'datetime', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' }) since!: Date;
}
