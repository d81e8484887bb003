import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The suspension of a sender, shared by all processes. A healthy sender has no row. */
@Entity('sender_health')
export class SenderHealthRow {
  /** 0 for the `SMTP_URL` mail server. */
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'sender_id' }) senderId!: number;
  /** Number of consecutive suspensions. */
  @Column({ type: 'int', unsigned: true, default: 0 }) breaks!: number;
  /** Suspensions by a server that responded with a refusal. */
  @Column({ type: 'int', unsigned: true, default: 0 }) refusals!: number;
  @Column({ type: 'varchar', length: 190 }) reason!: string;
  @Column({ type: 'datetime', precision: 3, name: 'open_until' }) openUntil!: Date;
}
