import type { ContactStatus, TrackingConsent } from '../contact/contact-status.js';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';

/** `requested`: a double opt-in email was sent. `changed`: neither granted nor withdrawn, such as a bounce. */
export const CONSENT_ACTIONS = ['requested', 'granted', 'withdrawn', 'changed'] as const;
export type ConsentAction = (typeof CONSENT_ACTIONS)[number];

/** What the contact agreed to: marketing emails, or the tracking of opens and clicks. */
export const CONSENT_PURPOSES = ['email', 'tracking'] as const;
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];

/** An entry of the append-only consent log. */
@Entity('contact_consents')
@Index('ix_contact_consents_contact', ['contactId', 'id'])
export class ContactConsent {
  @PrimaryGeneratedColumn(column.bigUnsigned) id!: number;
  @Column(column.unsigned) contactId!: number;
  @Column({ type: 'enum', enum: CONSENT_ACTIONS }) action!: ConsentAction;
  /** Null for a new contact. */
  @Column({ type: 'varchar', length: 16, ...column.ascii, nullable: true }) oldStatus!:
    | ContactStatus
    | TrackingConsent
    | null;
  @Column({ type: 'varchar', length: 16, ...column.ascii }) newStatus!: ContactStatus | TrackingConsent;
  @Column({ type: 'varchar', length: 32, ...column.ascii }) source!: string;
  @Column({ ...column.shortText, nullable: true }) reason!: string | null;
  /** The wording that the contact saw. */
  @Column({ ...column.shortText, nullable: true }) textVersion!: string | null;
  /** The contact's address; null if someone else made the change. */
  @Column({ type: 'varchar', length: 45, ...column.ascii, nullable: true }) ip!: string | null;
  @Column({ type: 'text', nullable: true }) proof!: string | null;
  @Column(column.atInsert) occurredAt!: Date;
  @Column({ type: 'enum', enum: CONSENT_PURPOSES, default: 'email' }) purpose!: ConsentPurpose;
  /** The subscription that the statuses are about; null for all emails. */
  @Column({ ...column.unsigned, nullable: true }) listId!: number | null;
}
