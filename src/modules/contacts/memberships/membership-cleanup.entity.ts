import { Column, Entity, PrimaryColumn } from 'typeorm';
import { atInsert, unsigned } from '../../../platform/database/columns.js';
import { MEMBERSHIP_KINDS, type MembershipKind } from './memberships.service.js';

/** A deleted list, tag, or company whose memberships are not removed yet. */
@Entity('membership_cleanups')
export class MembershipCleanup {
  @PrimaryColumn({ type: 'enum', enum: MEMBERSHIP_KINDS }) kind!: MembershipKind;
  @PrimaryColumn(unsigned) labelId!: number;
  @Column(atInsert) createdAt!: Date;
}
