import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Number of emails of a sender on a local day, including reserved ones. */
@Entity('sender_days')
export class SenderDay {
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'sender_id' }) senderId!: number;
  @PrimaryColumn({ type: 'date' }) day!: string;
  @Column({ type: 'int', unsigned: true, default: 0, name: 'mails' }) emails!: number;
  /** Those of campaigns among them. */
  @Column({ type: 'int', unsigned: true, default: 0 }) bulk!: number;
}
