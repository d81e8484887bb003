import { insertRecord, updateRecord } from '../../platform/database/records.js';
import { columnsOf } from '../../platform/database/entity-columns.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { toTheSecond } from '../../platform/clock/timestamps.js';
import { Database, type Tx, type Reader } from '../../platform/database/database.js';
import { notFound, ValidationErrors } from '../../platform/errors/app-error.js';
import { newestFirst } from '../../platform/http/keyset.js';
import type { Page, PageRequest } from '../../platform/http/page.js';
import { likeContains } from '../../platform/sql/like.js';
import { Note, type NoteSubject, type RawNote } from './note.entity.js';
import { type NoteFields, readNote } from './note-fields.js';

export interface NoteAuthor {
  readonly id: number;
  /** The current name; null if the manager was deleted. */
  readonly username: string | null;
}

export interface NoteWithAuthor {
  readonly note: Note;
  readonly author: NoteAuthor | null;
}

export interface NoteFilter {
  /** Part of the title. */
  readonly search?: string;
}

const COLUMNS = columnsOf(Note, 'r');
const OF_SUBJECT = 'r.subject_type = :subjectType AND r.subject_id = :subjectId';

/**
 * Stores notes of contacts and companies. Writers must hold the lock on the subject, so that its deletion leaves no note
 * behind, and must refuse unknown subjects.
 */
@Injectable()
export class NotesService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Lists from newest to oldest, by page number or cursor. */
  async list(subject: NoteSubject, { search }: NoteFilter, request: PageRequest): Promise<Page<NoteWithAuthor>> {
    const page = await newestFirst<Note & { username: string | null }>(
      this.db,
      {
        columns: `${COLUMNS}, m.username`,
        from: 'notes',
        joins: 'LEFT JOIN managers m ON m.id = r.created_by',
        where: search === undefined ? [OF_SUBJECT] : [OF_SUBJECT, 'r.title LIKE :pattern'],
        params: { ...paramsOf(subject), pattern: likeContains(search ?? '') },
      },
      request,
    );
    const items = page.items.map(({ username, ...note }) => ({
      note,
      author: note.createdBy === null ? null : { id: note.createdBy, username },
    }));
    return { ...page, items };
  }

  /** @param createdBy the author; null for automations. */
  async create(tx: Tx, subject: NoteSubject, createdBy: number | null, raw: RawNote): Promise<Note> {
    const fields = await this.check(tx, subject, raw, null);
    const optional = { parentId: null, status: 'open', isPrivate: 1 };
    const note = { ...optional, ...fields, ...paramsOf(subject), createdBy, updatedAt: toTheSecond(this.clock.now()) };
    return this.get(tx, subject, await insertRecord(tx, 'notes', note));
  }

  /** Updates a note. Omitted optional fields are unchanged. */
  async update(tx: Tx, subject: NoteSubject, id: number, raw: RawNote): Promise<Note> {
    const before = await this.get(tx, subject, id);
    const fields = await this.check(tx, subject, raw, id);
    if (isSame(before, fields)) return before;
    const changes = { ...fields, updatedAt: toTheSecond(this.clock.now()) };
    await updateRecord(tx, 'notes', id, changes);
    return this.get(tx, subject, id);
  }

  /** Deletes a note. Replies remain as separate notes. */
  async remove(tx: Tx, subject: NoteSubject, id: number): Promise<void> {
    await this.get(tx, subject, id);
    await tx.execute(`UPDATE notes r SET r.parent_id = NULL WHERE ${OF_SUBJECT} AND r.parent_id = :id`, {
      ...paramsOf(subject),
      id,
    });
    await tx.delete('notes', id);
  }

  /** Deletes all notes of subjects that are being deleted. */
  async removeAllOf(tx: Tx, subjectType: NoteSubject['type'], subjectIds: readonly number[]): Promise<void> {
    await tx.execute('DELETE FROM notes WHERE subject_type = :subjectType AND subject_id IN (:subjectIds)', {
      subjectType,
      subjectIds,
    });
  }

  private async get(reader: Reader, subject: NoteSubject, id: number): Promise<Note> {
    const [note] = await reader.query<Note>(`SELECT ${COLUMNS} FROM notes r WHERE r.id = :id AND ${OF_SUBJECT}`, {
      ...paramsOf(subject),
      id,
    });
    if (!note) throw notFound();
    return note;
  }

  /** @param ownId null for a new note. */
  private async check(tx: Tx, subject: NoteSubject, raw: RawNote, ownId: number | null): Promise<NoteFields> {
    const faults = new ValidationErrors();
    const fields = readNote(raw, faults);
    const parentId = fields?.parentId ?? null;
    if (parentId !== null && !(await this.mayReplyTo(tx, subject, parentId, ownId)))
      faults.add('parent_id', `must be the id of an earlier note of the same ${subject.type}`);
    faults.throwIfAny();
    if (fields === null) throw new Error('a valid note has fields');
    return fields;
  }

  /** Allows earlier notes only: ids increase, so there are no cycles. */
  private async mayReplyTo(tx: Tx, subject: NoteSubject, parentId: number, ownId: number | null): Promise<boolean> {
    if (ownId !== null && parentId >= ownId) return false;
    const found = await tx.query(`SELECT r.id FROM notes r WHERE r.id = :parentId AND ${OF_SUBJECT}`, {
      ...paramsOf(subject),
      parentId,
    });
    return found.length > 0;
  }
}

function paramsOf({ type, id }: NoteSubject): { subjectType: string; subjectId: number } {
  return { subjectType: type, subjectId: id };
}

function isSame(before: Note, { createdAt, ...others }: NoteFields): boolean {
  const isKept = createdAt.getTime() === before.createdAt.getTime();
  return isKept && Object.entries(others).every(([member, value]) => before[member as keyof Note] === value);
}
