import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Language } from '../../../languages/languages.js';
import { StateMachine } from '../../../platform/work/states.js';

const ascii = { charset: 'ascii', collation: 'ascii_bin' } as const;

/** `replaced`: requested again, or obsolete; its link no longer confirms. */
export const DOUBLE_OPT_IN_STATES = ['requested', 'confirmed', 'replaced'] as const;
export type DoubleOptInState = (typeof DOUBLE_OPT_IN_STATES)[number];

export const OPT_IN_REQUESTS = new StateMachine('request', 'contact_optins.state', DOUBLE_OPT_IN_STATES, {
  initial: ['requested'],
  terminal: ['confirmed'],
  events: {
    confirm: { from: ['requested'], to: 'confirmed' },
    replace: { from: ['requested'], to: 'replaced' },
    reopen: { from: ['replaced'], to: 'requested' },
  },
});

/** A subscription that waits for confirmation by email. */
@Entity('contact_optins')
@Index('ix_contact_optins_contact', ['contactId', 'id'])
export class DoubleOptInRequest {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true }) id!: number;
  @Column({ type: 'int', unsigned: true, name: 'contact_id' }) contactId!: number;
  @Column({ type: 'enum', enum: DOUBLE_OPT_IN_STATES, default: 'requested' }) state!: DoubleOptInState;
  /** What caused the request. */
  @Column({ type: 'varchar', length: 32, ...ascii }) source!: string;
  /** Language of the email; null for the language of the contact. */
  @Column({ type: 'char', length: 2, nullable: true, ...ascii }) language!: Language | null;
  /** Template of the email; null for the built-in text. */
  @Column({ type: 'int', unsigned: true, name: 'template_id', nullable: true }) templateId!: number | null;
  @Column({ type: 'datetime', name: 'requested_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  requestedAt!: Date;
  @Column({ type: 'datetime', name: 'confirmed_at', precision: 3, nullable: true }) confirmedAt!: Date | null;
}
