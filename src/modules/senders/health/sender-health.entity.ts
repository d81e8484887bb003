import { Column, Entity, PrimaryColumn } from 'typeorm';
import { count, moment, shortText, unsigned } from '../../../platform/database/columns.js';

/** The suspension of a sender, shared by all processes. A healthy sender has no row. */
@Entity('sender_health')
export class SenderHealthRow {
  /** 0 for the `SMTP_URL` mail server. */
  @PrimaryColumn(unsigned) senderId!: number;
  /** Number of consecutive suspensions. */
  @Column(count) breaks!: number;
  /** Suspensions by a server that responded with a refusal. */
  @Column(count) refusals!: number;
  @Column(shortText) reason!: string;
  @Column(moment) openUntil!: Date;
}
