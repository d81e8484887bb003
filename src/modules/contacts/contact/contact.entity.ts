import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';
import { CONTACT_STATUSES, type ContactStatus, TRACKING_CONSENTS, type TrackingConsent } from './contact-status.js';

@Entity('contacts')
@Index('ux_contacts_user_id', ['userId'], { unique: true })
@Index('ux_contacts_hash', ['hash'], { unique: true })
@Index('ux_contacts_email', ['email'], { unique: true })
@Index('ix_contacts_status', ['status', 'id'])
@Index('ix_contacts_created_at', ['createdAt', 'id'])
@Index('ix_contacts_updated_at', ['updatedAt', 'id'])
@Index('ix_contacts_paused_until', ['pausedUntil'])
export class Contact {
  @PrimaryGeneratedColumn(column.unsigned) id!: number;
  @Column({ ...column.unsigned, nullable: true }) userId!: number | null;
  @Column({ type: 'char', length: 32, ...column.ascii }) hash!: string;
  @Column({ ...column.shortText, ...column.exact }) email!: string;
  @Column({ ...column.shortText, nullable: true }) firstName!: string | null;
  @Column({ ...column.shortText, nullable: true }) lastName!: string | null;
  @Column({ type: 'enum', enum: CONTACT_STATUSES }) status!: ContactStatus;
  @Column({ ...column.shortText, default: 'lead' }) contactType!: string;
  @Column({ ...column.shortText, nullable: true }) phone!: string | null;
  @Column({ ...column.shortText, name: 'address_line_1', nullable: true }) addressLine1!: string | null;
  @Column({ ...column.shortText, name: 'address_line_2', nullable: true }) addressLine2!: string | null;
  @Column({ ...column.shortText, nullable: true }) city!: string | null;
  @Column({ ...column.shortText, nullable: true }) state!: string | null;
  @Column({ type: 'char', length: 2, ...column.ascii, nullable: true }) country!: string | null;
  @Column({ ...column.shortText, nullable: true }) postalCode!: string | null;
  @Column({ type: 'date', nullable: true }) dateOfBirth!: string | null;
  @Column({ type: 'varchar', length: 2048, nullable: true }) photo!: string | null;
  /** No marketing emails until then; chosen by the contact. */
  @Column({ ...column.second, nullable: true }) pausedUntil!: Date | null;
  @Column({ type: 'enum', enum: TRACKING_CONSENTS, default: 'unknown' }) trackingConsent!: TrackingConsent;
  /** Normalized text for `search`; see search/search-text.ts. */
  @Column({ type: 'varchar', length: 1_000, ...column.exact, default: '' }) searchText!: string;
  @Column(column.second) createdAt!: Date;
  @Column(column.second) updatedAt!: Date;
}

/** The former id of a contact that was merged into another one. Ids are never reused. */
@Entity('contact_aliases')
@Index('ix_contact_aliases_contact', ['contactId'])
export class ContactAlias {
  @PrimaryColumn(column.unsigned) oldId!: number;
  /** Never a merged contact itself: when that contact is merged too, this names the new remaining contact. */
  @Column(column.unsigned) contactId!: number;
}

/** One shard of the number of contacts with a status. */
@Entity('contact_counters')
export class ContactCounter {
  @PrimaryColumn({ type: 'enum', enum: CONTACT_STATUSES }) status!: ContactStatus;
  @PrimaryColumn({ type: 'tinyint', unsigned: true }) shard!: number;
  @Column(column.count) total!: number;
}
