import { Column, Entity, PrimaryColumn } from 'typeorm';
import { LABEL_KINDS, type LabelKind } from '../../labels/labels.service.js';

/** A deleted list or tag whose memberships are still to be cleared away. */
@Entity('membership_cleanups')
export class MembershipCleanup {
  @PrimaryColumn({ type: 'enum', enum: LABEL_KINDS }) kind!: LabelKind;
  @PrimaryColumn({ type: 'int', name: 'label_id', unsigned: true }) labelId!: number;
  @Column({ type: 'datetime', name: 'created_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  createdAt!: Date;
}
