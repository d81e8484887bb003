import { Column, Entity, PrimaryColumn } from 'typeorm';
import { ascii } from '../../../platform/database/columns.js';

/** When a rate limit allows the next email. */
@Entity('send_rates')
export class SendRate {
  @PrimaryColumn({ type: 'varchar', length: 64, ...ascii }) scope!: string;
  @Column({ type: 'datetime', precision: 6 }) nextAt!: Date;
}
