import { Column, Entity, PrimaryColumn } from 'typeorm';
import * as column from '../../platform/database/columns.js';

/** One HTTP request. The row is written before the request, so that a crash leaves a trace. */
@Entity('webhook_attempts')
export class WebhookAttempt {
  @PrimaryColumn(column.bigUnsigned) deliveryId!: number;
  @PrimaryColumn({ type: 'smallint', unsigned: true }) attemptNo!: number;
  @Column(column.unsigned) fence!: number;
  /** The URL at that time; the webhook's own may have changed since. */
  @Column({ type: 'varchar', length: 2048, nullable: true }) url!: string | null;
  @Column(column.atInsert) startedAt!: Date;
  @Column({ ...column.moment, nullable: true }) finishedAt!: Date | null;
  /** `success`, `http_status`, `interrupted`, or why there was no response; null while in progress. */
  @Column({ type: 'varchar', length: 32, ...column.ascii, nullable: true }) outcome!: string | null;
  @Column({ type: 'smallint', unsigned: true, nullable: true }) code!: number | null;
  @Column({ ...column.unsigned, nullable: true }) ms!: number | null;
  @Column({ type: 'varchar', length: 45, ...column.ascii, nullable: true }) remoteIp!: string | null;
  /** Header names and values as a JSON object. */
  @Column({ type: 'text', nullable: true }) responseHead!: string | null;
  @Column({ type: 'text', nullable: true }) excerpt!: string | null;
}
