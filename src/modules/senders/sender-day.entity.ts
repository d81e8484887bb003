import { Column, Entity, PrimaryColumn } from 'typeorm';
import { count, unsigned } from '../../platform/database/columns.js';

/** Number of emails of a sender on a local day, including reserved ones. */
@Entity('sender_days')
export class SenderDay {
  @PrimaryColumn(unsigned) senderId!: number;
  @PrimaryColumn({ type: 'date' }) day!: string;
  @Column({ ...count, name: 'mails' }) emails!: number;
  /** Those of campaigns among them. */
  @Column(count) bulk!: number;
}
