import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Hits that came in while Redis was away, and wait to be folded. */
@Entity('email_hit_inbox')
export class HitInboxEntry {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true }) id!: number;
  @Column({ type: 'varchar', length: 1_000 }) entry!: string;
  @Column({ type: 'datetime', name: 'created_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  createdAt!: Date;
}
