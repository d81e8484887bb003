import { Column, Entity, PrimaryColumn } from 'typeorm';
import * as column from '../../platform/database/columns.js';

/** Number of emails of a sender on a local day, including reserved ones. */
@Entity('sender_days')
export class SenderDay {
  @PrimaryColumn(column.unsigned) senderId!: number;
  @PrimaryColumn({ type: 'date' }) day!: string;
  @Column({ ...column.count, name: 'mails' }) emails!: number;
  /** Those of campaigns among them. */
  @Column(column.count) bulk!: number;
}
