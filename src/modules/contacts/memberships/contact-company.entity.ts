import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('contact_companies')
@Index('ix_contact_companies_company', ['companyId', 'contactId'])
export class ContactCompany {
  @PrimaryColumn({ type: 'int', name: 'contact_id', unsigned: true }) contactId!: number;
  @PrimaryColumn({ type: 'int', name: 'company_id', unsigned: true }) companyId!: number;
  /**
   * Whether it was primary at the last write. Its company may be deleted since, so readers take the first existing company by
   * `is_primary DESC, created_at, company_id`.
   */
  @Column({ type: 'tinyint', name: 'is_primary', unsigned: true, default: 0 }) isPrimary!: number;
  @Column({ type: 'datetime', name: 'created_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  createdAt!: Date;
}
