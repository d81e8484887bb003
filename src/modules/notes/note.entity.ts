import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

export const NOTE_SUBJECTS = ['contact', 'company'] as const;

/** The subject of a note. */
export interface NoteSubject {
  readonly type: (typeof NOTE_SUBJECTS)[number];
  readonly id: number;
}

export const NOTE_TYPES = [
  'note',
  'call',
  'email',
  'meeting',
  'quote_sent',
  'quote_accepted',
  'quote_refused',
  'invoice_sent',
  'invoice_part_paid',
  'invoice_paid',
  'invoice_refunded',
  'transaction',
  'feedback',
  'tweet',
  'facebook_post',
] as const;
export type NoteType = (typeof NOTE_TYPES)[number];

export const NOTE_STATUSES = ['open', 'closed'] as const;
export type NoteStatus = (typeof NOTE_STATUSES)[number];

/** A note from a request, by API names. */
export interface RawNote {
  readonly title?: unknown;
  readonly description?: unknown;
  readonly type?: unknown;
  readonly created_at?: unknown;
  readonly status?: unknown;
  readonly is_private?: unknown;
  readonly parent_id?: unknown;
}

@Entity('notes')
@Index('ix_notes_subject', ['subjectType', 'subjectId', 'id'])
@Index('ix_notes_created_at', ['subjectType', 'subjectId', 'createdAt', 'id'])
export class Note {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'enum', enum: NOTE_SUBJECTS, name: 'subject_type' }) subjectType!: NoteSubject['type'];
  @Column({ type: 'int', unsigned: true, name: 'subject_id' }) subjectId!: number;
  /** An earlier note of the same subject, so there are no cycles. */
  @Column({ type: 'int', unsigned: true, name: 'parent_id', nullable: true }) parentId!: number | null;
  /** The manager who wrote it; null for a note by an automation. */
  @Column({ type: 'int', unsigned: true, name: 'created_by', nullable: true }) createdBy!: number | null;
  @Column({ type: 'enum', enum: NOTE_STATUSES, default: 'open' }) status!: NoteStatus;
  @Column({ type: 'enum', enum: NOTE_TYPES }) type!: NoteType;
  @Column({ type: 'tinyint', unsigned: true, name: 'is_private', default: 1 }) isPrivate!: number;
  @Column({ type: 'varchar', length: 190 }) title!: string;
  /** Sanitized HTML. */
  @Column({ type: 'mediumtext' }) description!: string;
  /** Time of the noted event, as given by the author. */
  @Column({ type: 'datetime', name: 'created_at', precision: 0 }) createdAt!: Date;
  @Column({ type: 'datetime', name: 'updated_at', precision: 0 }) updatedAt!: Date;
}
