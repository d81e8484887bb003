import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { CONTACT_STATUSES, type ContactStatus } from './contact-status.js';

@Entity('contacts')
@Index('ux_contacts_user_id', ['userId'], { unique: true })
@Index('ux_contacts_hash', ['hash'], { unique: true })
@Index('ux_contacts_email', ['email'], { unique: true })
@Index('ix_contacts_status', ['status', 'id'])
@Index('ix_contacts_created_at', ['createdAt', 'id'])
@Index('ix_contacts_updated_at', ['updatedAt', 'id'])
@Index('ix_contacts_paused_until', ['pausedUntil'])
export class Contact {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'int', name: 'user_id', unsigned: true, nullable: true }) userId!: number | null;
  @Column({ type: 'char', length: 32, charset: 'ascii', collation: 'ascii_bin' }) hash!: string;
  @Column({ type: 'varchar', length: 190, collation: 'utf8mb4_bin' }) email!: string;
  @Column({ type: 'varchar', name: 'first_name', length: 190, nullable: true }) firstName!: string | null;
  @Column({ type: 'varchar', name: 'last_name', length: 190, nullable: true }) lastName!: string | null;
  @Column({ type: 'enum', enum: CONTACT_STATUSES }) status!: ContactStatus;
  @Column({ type: 'varchar', name: 'contact_type', length: 190, default: 'lead' }) contactType!: string;
  @Column({ type: 'varchar', length: 190, nullable: true }) phone!: string | null;
  @Column({ type: 'varchar', name: 'address_line_1', length: 190, nullable: true }) addressLine1!: string | null;
  @Column({ type: 'varchar', name: 'address_line_2', length: 190, nullable: true }) addressLine2!: string | null;
  @Column({ type: 'varchar', length: 190, nullable: true }) city!: string | null;
  @Column({ type: 'varchar', length: 190, nullable: true }) state!: string | null;
  @Column({ type: 'char', length: 2, charset: 'ascii', collation: 'ascii_bin', nullable: true })
  country!: string | null;
  @Column({ type: 'varchar', name: 'postal_code', length: 190, nullable: true }) postalCode!: string | null;
  @Column({ type: 'date', name: 'date_of_birth', nullable: true }) dateOfBirth!: string | null;
  @Column({ type: 'varchar', length: 2048, nullable: true }) photo!: string | null;
  /** No marketing emails until then; chosen by the contact. */
  @Column({ type: 'datetime', name: 'paused_until', precision: 0, nullable: true }) pausedUntil!: Date | null;
  /** Normalized text for `search`; see search/search-text.ts. */
  @Column({ type: 'varchar', name: 'search_text', length: 1_000, collation: 'utf8mb4_bin', default: '' })
  searchText!: string;
  @Column({ type: 'datetime', name: 'created_at', precision: 0 }) createdAt!: Date;
  @Column({ type: 'datetime', name: 'updated_at', precision: 0 }) updatedAt!: Date;
}
