import { Column, Entity, PrimaryColumn } from 'typeorm';
import { ascii, atInsert, bigUnsigned, moment, unsigned } from '../../platform/database/columns.js';

/** One HTTP request. The row is written before the request, so that a crash leaves a trace. */
@Entity('webhook_attempts')
export class WebhookAttempt {
  @PrimaryColumn(bigUnsigned) deliveryId!: number;
  @PrimaryColumn({ type: 'smallint', unsigned: true }) attemptNo!: number;
  @Column(unsigned) fence!: number;
  /** The URL at that time; the webhook's own may have changed since. */
  @Column({ type: 'varchar', length: 2048, nullable: true }) url!: string | null;
  @Column(atInsert) startedAt!: Date;
  @Column({ ...moment, nullable: true }) finishedAt!: Date | null;
  /** `success`, `http_status`, `interrupted`, or why there was no response; null while in progress. */
  @Column({ type: 'varchar', length: 32, ...ascii, nullable: true }) outcome!: string | null;
  @Column({ type: 'smallint', unsigned: true, nullable: true }) code!: number | null;
  @Column({ ...unsigned, nullable: true }) ms!: number | null;
  @Column({ type: 'varchar', length: 45, ...ascii, nullable: true }) remoteIp!: string | null;
  /** Header names and values as a JSON object. */
  @Column({ type: 'text', nullable: true }) responseHead!: string | null;
  @Column({ type: 'text', nullable: true }) excerpt!: string | null;
}
