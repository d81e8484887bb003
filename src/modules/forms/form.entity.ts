import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { Language } from '../../languages/languages.js';
import * as column from '../../platform/database/columns.js';

export const TRACKING_QUESTIONS = ['ask', 'no'] as const;

/** A contact field, or `custom.<slug>`. */
export interface FormField {
  readonly key: string;
  readonly label?: string;
  readonly required?: boolean;
}

const items = { type: 'text', transformer: column.asJson<unknown>() } as const;

@Entity('forms')
@Index('ux_forms_token', ['token'], { unique: true })
export class Form {
  @PrimaryGeneratedColumn(column.unsigned) id!: number;
  /** Random, for the public URL. It stays the same when APP_SECRET changes, because it is on websites. */
  @Column({ type: 'char', length: 24, ...column.ascii }) token!: string;
  @Column(column.shortText) title!: string;
  @Column(items) lists!: readonly number[];
  @Column(items) tags!: readonly number[];
  @Column(items) fields!: readonly FormField[];
  @Column({ type: 'text', nullable: true }) consentText!: string | null;
  @Column({ type: 'enum', enum: TRACKING_QUESTIONS }) trackingConsent!: (typeof TRACKING_QUESTIONS)[number];
  @Column({ type: 'tinyint', unsigned: true, transformer: { to: Number, from: Boolean } }) doubleOptin!: boolean;
  @Column({ type: 'varchar', length: 2048, nullable: true }) redirectUrl!: string | null;
  @Column(items) allowedOrigins!: readonly string[];
  /** Null for the language of the browser. */
  @Column({ type: 'char', length: 2, ...column.ascii, nullable: true }) language!: Language | null;
  @Column(column.second) createdAt!: Date;
  @Column(column.second) updatedAt!: Date;
}

/** A proof that was used: it is good for one sign-up. */
@Entity('form_sign_ups')
@Index('ix_form_sign_ups_created_at', ['createdAt'])
export class SignUp {
  /** SHA-256 in hexadecimal digits. */
  @PrimaryColumn({ type: 'char', length: 64, ...column.ascii }) proof!: string;
  /** The newest request of the contact to confirm; null if there was nothing to confirm. */
  @Column({ ...column.bigUnsigned, nullable: true }) optinId!: number | null;
  @Column(column.atInsert) createdAt!: Date;
}
