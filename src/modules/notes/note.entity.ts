import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../platform/database/columns.js';

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
export type RawNote = Readonly<
  Partial<Record<'title' | 'description' | 'type' | 'created_at' | 'status' | 'is_private' | 'parent_id', unknown>>
>;

@Entity('notes')
@Index('ix_notes_subject', ['subjectType', 'subjectId', 'id'])
@Index('ix_notes_created_at', ['subjectType', 'subjectId', 'createdAt', 'id'])
export class Note {
  @PrimaryGeneratedColumn(column.unsigned) id!: number;
  @Column({ type: 'enum', enum: NOTE_SUBJECTS }) subjectType!: NoteSubject['type'];
  @Column(column.unsigned) subjectId!: number;
  /** An earlier note of the same subject, so there are no cycles. */
  @Column({ ...column.unsigned, nullable: true }) parentId!: number | null;
  /** The manager who wrote it; null for a note by an automation. */
  @Column({ ...column.unsigned, nullable: true }) createdBy!: number | null;
  @Column({ type: 'enum', enum: NOTE_STATUSES, default: 'open' }) status!: NoteStatus;
  @Column({ type: 'enum', enum: NOTE_TYPES }) type!: NoteType;
  @Column({ type: 'tinyint', unsigned: true, default: 1 }) isPrivate!: number;
  @Column(column.shortText) title!: string;
  /** Sanitized HTML. */
  @Column({ type: 'mediumtext' }) description!: string;
  /** Time of the noted event, as given by the author. */
  @Column(column.second) createdAt!: Date;
  @Column(column.second) updatedAt!: Date;
}
