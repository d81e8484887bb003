import { Column, Entity, PrimaryColumn } from 'typeorm';

const ascii = { charset: 'ascii', collation: 'ascii_bin' } as const;

/** One HTTP request. The row is written before the request, so that a crash leaves a trace. */
@Entity('webhook_attempts')
export class WebhookAttempt {
  @PrimaryColumn({ type: 'bigint', unsigned: true, name: 'delivery_id' }) deliveryId!: number;
  @PrimaryColumn({ type: 'smallint', unsigned: true, name: 'attempt_no' }) attemptNo!: number;
  @Column({ type: 'int', unsigned: true }) fence!: number;
  /** The URL at that time; the webhook's own may have changed since. */
  @Column({ type: 'varchar', length: 2048, nullable: true }) url!: string | null;
  @Column({ type: 'datetime', name: 'started_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  startedAt!: Date;
  @Column({ type: 'datetime', name: 'finished_at', precision: 3, nullable: true }) finishedAt!: Date | null;
  /** `success`, `http_status`, `interrupted`, or why there was no response; null while in progress. */
  @Column({ type: 'varchar', length: 32, nullable: true, ...ascii }) outcome!: string | null;
  @Column({ type: 'smallint', unsigned: true, nullable: true }) code!: number | null;
  @Column({ type: 'int', unsigned: true, nullable: true }) ms!: number | null;
  @Column({ type: 'varchar', length: 45, name: 'remote_ip', nullable: true, ...ascii }) remoteIp!: string | null;
  /** Header names and values as a JSON object. */
  @Column({ type: 'text', name: 'response_head', nullable: true }) responseHead!: string | null;
  @Column({ type: 'text', nullable: true }) excerpt!: string | null;
}
