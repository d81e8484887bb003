import { Column, Entity, PrimaryColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';

/** When a rate limit allows the next email. */
@Entity('send_rates')
export class SendRate {
  @PrimaryColumn({ type: 'varchar', length: 64, ...column.ascii }) scope!: string;
  @Column({ type: 'datetime', precision: 6 }) nextAt!: Date;
}
