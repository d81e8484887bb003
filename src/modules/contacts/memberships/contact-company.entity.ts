import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { atInsert, flag, unsigned } from '../../../platform/database/columns.js';

@Entity('contact_companies')
@Index('ix_contact_companies_company', ['companyId', 'contactId'])
export class ContactCompany {
  @PrimaryColumn(unsigned) contactId!: number;
  @PrimaryColumn(unsigned) companyId!: number;
  /**
   * Whether it was primary at the last write. Its company may be deleted since, so readers take the first existing company by
   * `is_primary DESC, created_at, company_id`.
   */
  @Column(flag) isPrimary!: number;
  @Column(atInsert) createdAt!: Date;
}
