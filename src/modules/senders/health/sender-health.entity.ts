import { Column, Entity, PrimaryColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';

/** The suspension of a sender, shared by all processes. A healthy sender has no row. */
@Entity('sender_health')
export class SenderHealthRow {
  /** 0 for the `SMTP_URL` mail server. */
  @PrimaryColumn(column.unsigned) senderId!: number;
  /** Number of consecutive suspensions. */
  @Column(column.count) breaks!: number;
  /** Suspensions by a server that responded with a refusal. */
  @Column(column.count) refusals!: number;
  @Column(column.shortText) reason!: string;
  @Column(column.moment) openUntil!: Date;
}
