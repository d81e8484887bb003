import { Column, Entity, PrimaryColumn } from 'typeorm';

const ascii = { charset: 'ascii', collation: 'ascii_bin' } as const;

/** When a rate limit allows the next email. */
@Entity('send_rates')
export class SendRate {
  @PrimaryColumn({ type: 'varchar', length: 64, ...ascii }) scope!: string;
  @Column({ type: 'datetime', precision: 6, name: 'next_at' }) nextAt!: Date;
}
