import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many mails a sender has been trusted with on a local day, those under way included. */
@Entity('sender_days')
export class SenderDay {
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'sender_id' }) senderId!: number;
  @PrimaryColumn({ type: 'date' }) day!: string;
  @Column({ type: 'int', unsigned: true, default: 0 }) mails!: number;
}
