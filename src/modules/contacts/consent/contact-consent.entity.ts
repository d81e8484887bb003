import type { ContactStatus } from '../contact/contact-status.js';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

const ascii = { charset: 'ascii', collation: 'ascii_bin' } as const;

/** `requested`: a double opt-in email was sent. `changed`: neither granted nor withdrawn, such as a bounce. */
export const CONSENT_ACTIONS = ['requested', 'granted', 'withdrawn', 'changed'] as const;
export type ConsentAction = (typeof CONSENT_ACTIONS)[number];

/** An entry of the append-only consent log. */
@Entity('contact_consents')
@Index('ix_contact_consents_contact', ['contactId', 'id'])
export class ContactConsent {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true }) id!: number;
  @Column({ type: 'int', unsigned: true, name: 'contact_id' }) contactId!: number;
  @Column({ type: 'enum', enum: CONSENT_ACTIONS }) action!: ConsentAction;
  /** Null for a new contact. */
  @Column({ type: 'varchar', length: 16, name: 'old_status', nullable: true, ...ascii })
  oldStatus!: ContactStatus | null;
  @Column({ type: 'varchar', length: 16, name: 'new_status', ...ascii }) newStatus!: ContactStatus;
  @Column({ type: 'varchar', length: 32, ...ascii }) source!: string;
  @Column({ type: 'varchar', length: 190, nullable: true }) reason!: string | null;
  /** The wording that the contact saw. */
  @Column({ type: 'varchar', length: 190, name: 'text_version', nullable: true }) textVersion!: string | null;
  /** The contact's address; null if someone else made the change. */
  @Column({ type: 'varchar', length: 45, nullable: true, ...ascii }) ip!: string | null;
  @Column({ type: 'text', nullable: true }) proof!: string | null;
  @Column({ type: 'datetime', name: 'occurred_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  occurredAt!: Date;
}
