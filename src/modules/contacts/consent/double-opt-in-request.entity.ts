import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { ascii, atInsert, bigUnsigned, moment, unsigned } from '../../../platform/database/columns.js';
import type { Language } from '../../../languages/languages.js';

/** `replaced`: requested again, or obsolete; its link no longer confirms. */
export const DOUBLE_OPT_IN_STATES = ['requested', 'confirmed', 'replaced'] as const;
export type DoubleOptInState = (typeof DOUBLE_OPT_IN_STATES)[number];

/** A subscription that waits for confirmation by email. */
@Entity('contact_optins')
@Index('ix_contact_optins_contact', ['contactId', 'id'])
export class DoubleOptInRequest {
  @PrimaryGeneratedColumn(bigUnsigned) id!: number;
  @Column(unsigned) contactId!: number;
  @Column({ type: 'enum', enum: DOUBLE_OPT_IN_STATES, default: 'requested' }) state!: DoubleOptInState;
  /** What caused the request. */
  @Column({ type: 'varchar', length: 32, ...ascii }) source!: string;
  /** Language of the email; null for the language of the contact. */
  @Column({ type: 'char', length: 2, ...ascii, nullable: true }) language!: Language | null;
  /** Template of the email; null for the built-in text. */
  @Column({ ...unsigned, nullable: true }) templateId!: number | null;
  @Column(atInsert) requestedAt!: Date;
  @Column({ ...moment, nullable: true }) confirmedAt!: Date | null;
}
