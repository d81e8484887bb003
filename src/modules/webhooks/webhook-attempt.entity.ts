import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One HTTP request. The row is written before the socket opens, so that a crash leaves evidence. */
@Entity('webhook_attempts')
export class WebhookAttempt {
  @PrimaryColumn({ type: 'bigint', unsigned: true, name: 'delivery_id' }) deliveryId!: number;
  @PrimaryColumn({ type: 'smallint', unsigned: true, name: 'attempt_no' }) attemptNo!: number;
  @Column({ type: 'int', unsigned: true }) fence!: number;
  /** Where it went; the webhook's own URL may have changed since. */
  @Column({ type: 'varchar', length: 2048, nullable: true }) url!: string | null;
  @Column({ type: 'datetime', name: 'started_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  startedAt!: Date;
  @Column({ type: 'datetime', name: 'finished_at', precision: 3, nullable: true }) finishedAt!: Date | null;
  /** `success`, `http_status`, `interrupted` or why there was no answer; null while it runs. */
  @Column({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin', nullable: true })
  outcome!: string | null;
  @Column({ type: 'smallint', unsigned: true, nullable: true }) code!: number | null;
  @Column({ type: 'int', unsigned: true, nullable: true }) ms!: number | null;
  @Column({
    type: 'varchar',
    length: 45,
    name: 'remote_ip',
    charset: 'ascii',
    collation: 'ascii_bin',
    nullable: true,
  })
  remoteIp!: string | null;
  /** Header names and values as a JSON object. */
  @Column({ type: 'text', name: 'response_head', nullable: true }) responseHead!: string | null;
  @Column({ type: 'text', nullable: true }) excerpt!: string | null;
}
