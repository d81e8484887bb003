import { Column, Entity, PrimaryColumn } from 'typeorm';
import { MEMBERSHIP_KINDS, type MembershipKind } from './memberships.service.js';

/** A deleted list, tag, or company whose memberships are not removed yet. */
@Entity('membership_cleanups')
export class MembershipCleanup {
  @PrimaryColumn({ type: 'enum', enum: MEMBERSHIP_KINDS }) kind!: MembershipKind;
  @PrimaryColumn({ type: 'int', name: 'label_id', unsigned: true }) labelId!: number;
  @Column({ type: 'datetime', name: 'created_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  createdAt!: Date;
}
