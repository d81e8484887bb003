import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';
import type { Language } from '../../../languages/languages.js';
import { StateMachine } from '../../../platform/work/states.js';

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

@Entity('contact_optins')
@Index('ix_contact_optins_contact', ['contactId', 'id'])
export class DoubleOptInRequest {
  @PrimaryGeneratedColumn(column.bigUnsigned) id!: number;
  @Column(column.unsigned) contactId!: number;
  @Column({ type: 'enum', enum: DOUBLE_OPT_IN_STATES, default: 'requested' }) state!: DoubleOptInState;
  @Column({ type: 'varchar', length: 32, ...column.ascii }) source!: string;
  /** Language of the email; null for the language of the contact. */
  @Column({ type: 'char', length: 2, ...column.ascii, nullable: true }) language!: Language | null;
  /** Template of the email; null for the built-in text. */
  @Column({ ...column.unsigned, nullable: true }) templateId!: number | null;
  @Column(column.atInsert) requestedAt!: Date;
  @Column({ ...column.moment, nullable: true }) confirmedAt!: Date | null;
  /** The lists that it confirms, ascending, separated by commas; null for none. */
  @Column({ type: 'text', ...column.ascii, nullable: true }) listIds!: string | null;
  /** What a sign-up changes once it is confirmed: JSON of fields, custom values, and tags, as an update of a contact takes them. */
  @Column({ type: 'mediumtext', nullable: true }) changes!: string | null;
}
