import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';
import { MEMBERSHIP_KINDS, type MembershipKind } from './memberships.service.js';

@Entity('contact_lists')
@Index('ix_contact_lists_list', ['listId', 'contactId'])
export class ContactList {
  @PrimaryColumn(column.unsigned) contactId!: number;
  @PrimaryColumn(column.unsigned) listId!: number;
  @Column(column.secondAtInsert) createdAt!: Date;
}

@Entity('contact_tags')
@Index('ix_contact_tags_tag', ['tagId', 'contactId'])
export class ContactTag {
  @PrimaryColumn(column.unsigned) contactId!: number;
  @PrimaryColumn(column.unsigned) tagId!: number;
  @Column(column.secondAtInsert) createdAt!: Date;
}

@Entity('contact_companies')
@Index('ix_contact_companies_company', ['companyId', 'contactId'])
export class ContactCompany {
  @PrimaryColumn(column.unsigned) contactId!: number;
  @PrimaryColumn(column.unsigned) companyId!: number;
  /** At the last write; readers take the first existing company by `is_primary DESC, created_at, company_id`. */
  @Column(column.flag) isPrimary!: number;
  @Column(column.atInsert) createdAt!: Date;
}

/** A deleted list, tag, or company whose memberships are not removed yet. */
@Entity('membership_cleanups')
export class MembershipCleanup {
  @PrimaryColumn({ type: 'enum', enum: MEMBERSHIP_KINDS }) kind!: MembershipKind;
  @PrimaryColumn(column.unsigned) labelId!: number;
  @Column(column.atInsert) createdAt!: Date;
}
