import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

const ascii = { charset: 'ascii', collation: 'ascii_bin' } as const;

/** `replaced`: asked for again, or no longer wanted; its link confirms nothing any more. */
export const OPTIN_STATES = ['requested', 'confirmed', 'replaced'] as const;
export type OptinState = (typeof OPTIN_STATES)[number];

/** What the built-in text of the mail speaks. */
export const OPTIN_LANGUAGES = ['en', 'de', 'fr', 'es'] as const;
export type OptinLanguage = (typeof OPTIN_LANGUAGES)[number];

/** A subscription that waits for its confirmation by mail. */
@Entity('contact_optins')
@Index('ix_contact_optins_contact', ['contactId', 'id'])
export class ContactOptin {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true }) id!: number;
  @Column({ type: 'int', unsigned: true, name: 'contact_id' }) contactId!: number;
  @Column({ type: 'enum', enum: OPTIN_STATES, default: 'requested' }) state!: OptinState;
  /** Who or what asked for it. */
  @Column({ type: 'varchar', length: 32, ...ascii }) source!: string;
  /** Of the mail; null for that of the contact. */
  @Column({ type: 'char', length: 2, nullable: true, ...ascii }) language!: OptinLanguage | null;
  /** The template of the mail; null for the installation's own text. */
  @Column({ type: 'int', unsigned: true, name: 'template_id', nullable: true }) templateId!: number | null;
  @Column({ type: 'datetime', name: 'requested_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  requestedAt!: Date;
  @Column({ type: 'datetime', name: 'confirmed_at', precision: 3, nullable: true }) confirmedAt!: Date | null;
}
