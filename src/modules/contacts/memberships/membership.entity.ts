import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { atInsert, flag, secondAtInsert, unsigned } from '../../../platform/database/columns.js';
import { MEMBERSHIP_KINDS, type MembershipKind } from './memberships.service.js';

@Entity('contact_lists')
@Index('ix_contact_lists_list', ['listId', 'contactId'])
export class ContactList {
  @PrimaryColumn(unsigned) contactId!: number;
  @PrimaryColumn(unsigned) listId!: number;
  @Column(secondAtInsert) createdAt!: Date;
}

@Entity('contact_tags')
@Index('ix_contact_tags_tag', ['tagId', 'contactId'])
export class ContactTag {
  @PrimaryColumn(unsigned) contactId!: number;
  @PrimaryColumn(unsigned) tagId!: number;
  @Column(secondAtInsert) createdAt!: Date;
}

@Entity('contact_companies')
@Index('ix_contact_companies_company', ['companyId', 'contactId'])
export class ContactCompany {
  @PrimaryColumn(unsigned) contactId!: number;
  @PrimaryColumn(unsigned) companyId!: number;
  /** At the last write; readers take the first existing company by `is_primary DESC, created_at, company_id`. */
  @Column(flag) isPrimary!: number;
  @Column(atInsert) createdAt!: Date;
}

/** A deleted list, tag, or company whose memberships are not removed yet. */
@Entity('membership_cleanups')
export class MembershipCleanup {
  @PrimaryColumn({ type: 'enum', enum: MEMBERSHIP_KINDS }) kind!: MembershipKind;
  @PrimaryColumn(unsigned) labelId!: number;
  @Column(atInsert) createdAt!: Date;
}
