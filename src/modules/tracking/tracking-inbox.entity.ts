import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Tracking events that were received while Redis was unavailable. */
@Entity('email_hit_inbox')
export class TrackingInboxEntry {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true }) id!: number;
  @Column({ type: 'varchar', length: 1_000 }) entry!: string;
  @Column({ type: 'datetime', name: 'created_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  createdAt!: Date;
}
