import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { toTheSecond } from '../../platform/clock/timestamps.js';
import { Database, type Tx } from '../../platform/database/database.js';
import type { Reader } from '../../platform/database/reader.js';
import { notFound } from '../../platform/errors/app-error.js';
import { Faults } from '../../platform/errors/faults.js';
import { type Page, type PageRequest, idOfCursor, offsetOf } from '../../platform/http/page.js';
import { likeContains } from '../../platform/sql/like.js';
import type { Note, NoteSubject, RawNote } from './note.entity.js';
import { type NoteFields, readNote } from './note-fields.js';

/** Who wrote a note, as far as it is still known. */
export interface NoteAuthor {
  readonly id: number;
  /** The present name; null when the manager is gone. */
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

const COLUMNS = `n.id, n.subject_type AS subjectType, n.subject_id AS subjectId, n.parent_id AS parentId,
  n.created_by AS createdBy, n.status, n.type, n.is_private AS isPrivate, n.title, n.description,
  n.created_at AS createdAt, n.updated_at AS updatedAt`;

const OF_SUBJECT = 'n.subject_type = :subjectType AND n.subject_id = :subjectId';

/**
 * The one store of notes, for contacts and companies alike. Whoever writes holds the lock on the subject, so that no note is
 * left behind by a subject that is being deleted; a subject that does not exist is the caller's to refuse.
 */
@Injectable()
export class NotesService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Newest first, by number of page or as a walk. */
  async list(subject: NoteSubject, { search }: NoteFilter, request: PageRequest): Promise<Page<NoteWithAuthor>> {
    const { cursor, perPage } = request;
    const after = cursor ? idOfCursor(cursor) : null;
    const where = `${OF_SUBJECT} ${search === undefined ? '' : 'AND n.title LIKE :pattern'}`;
    const params = { ...paramsOf(subject), pattern: likeContains(search ?? '') };
    const rows = await this.db.query<Note & { username: string | null }>(
      `SELECT ${COLUMNS}, m.username
         FROM notes n
         LEFT JOIN managers m ON m.id = n.created_by
        WHERE ${where} ${cursor ? 'AND n.id < :after' : ''}
        ORDER BY n.id DESC
        LIMIT :limit OFFSET :offset`,
      {
        ...params,
        after,
        // One more than asked for, so that a walk knows whether it goes on.
        limit: perPage + 1,
        offset: cursor === undefined ? offsetOf(request) : 0,
      },
    );
    const [count] = await this.db.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM notes n WHERE ${where}`,
      params,
    );
    const items = rows.slice(0, perPage).map(({ username, ...note }) => ({
      note,
      author: note.createdBy === null ? null : { id: note.createdBy, username },
    }));
    const last = items.at(-1);
    const next = rows.length > perPage && last ? { value: null, id: last.note.id } : null;
    return { items, total: count?.total ?? 0, request, next };
  }

  /**
   * @param createdBy the manager who writes; null for the product itself.
   * @throws AppError rest_invalid_param naming all faults.
   */
  async create(tx: Tx, subject: NoteSubject, createdBy: number | null, raw: RawNote): Promise<Note> {
    const fields = await this.check(tx, subject, raw, null);
    const { insertId } = await tx.execute(
      `INSERT INTO notes (subject_type, subject_id, parent_id, created_by, status, type, is_private, title, description,
                          created_at, updated_at)
       VALUES (:subjectType, :subjectId, :parentId, :createdBy, :status, :type, :isPrivate, :title, :description,
               :createdAt, :now)`,
      {
        parentId: null,
        status: 'open',
        isPrivate: 1,
        ...fields,
        ...paramsOf(subject),
        createdBy,
        now: toTheSecond(this.clock.now()),
      },
    );
    return this.get(tx, subject, insertId);
  }

  /**
   * What is optional and was not sent stays as it is.
   * @throws AppError rest_post_invalid_id, also for a note of another subject; rest_invalid_param naming all faults.
   */
  async update(tx: Tx, subject: NoteSubject, id: number, raw: RawNote): Promise<Note> {
    const before = await this.get(tx, subject, id);
    const after: Note = Object.assign({}, before, await this.check(tx, subject, raw, id));
    if (isSame(before, after)) return before;
    await tx.execute(
      `UPDATE notes
          SET parent_id = :parentId, status = :status, type = :type, is_private = :isPrivate, title = :title,
              description = :description, created_at = :createdAt, updated_at = :now
        WHERE id = :id`,
      {
        id,
        parentId: after.parentId,
        status: after.status,
        type: after.type,
        isPrivate: after.isPrivate,
        title: after.title,
        description: after.description,
        createdAt: after.createdAt,
        now: toTheSecond(this.clock.now()),
      },
    );
    return this.get(tx, subject, id);
  }

  /**
   * Answers to the note stay, as notes of their own.
   * @throws AppError rest_post_invalid_id, also for a note of another subject.
   */
  async remove(tx: Tx, subject: NoteSubject, id: number): Promise<void> {
    await this.get(tx, subject, id);
    await tx.execute(`UPDATE notes n SET n.parent_id = NULL WHERE ${OF_SUBJECT} AND n.parent_id = :id`, {
      ...paramsOf(subject),
      id,
    });
    await tx.execute('DELETE FROM notes WHERE id = :id', { id });
  }

  /** Takes all notes of subjects away, because the subjects go. */
  async removeAllOf(tx: Tx, subjectType: NoteSubject['type'], subjectIds: readonly number[]): Promise<void> {
    await tx.execute('DELETE FROM notes WHERE subject_type = :subjectType AND subject_id IN (:subjectIds)', {
      subjectType,
      subjectIds,
    });
  }

  private async get(reader: Reader, subject: NoteSubject, id: number): Promise<Note> {
    const [note] = await reader.query<Note>(`SELECT ${COLUMNS} FROM notes n WHERE n.id = :id AND ${OF_SUBJECT}`, {
      ...paramsOf(subject),
      id,
    });
    if (!note) throw notFound();
    return note;
  }

  /** @param ownId the note that changes, null for a new one. */
  private async check(tx: Tx, subject: NoteSubject, raw: RawNote, ownId: number | null): Promise<NoteFields> {
    const faults = new Faults();
    const fields = readNote(raw, faults);
    const parentId = fields?.parentId ?? null;
    if (parentId !== null && !(await this.mayAnswer(tx, subject, parentId, ownId)))
      faults.add('parent_id', `must be the id of an earlier note of the same ${subject.type}`);
    faults.throwIfAny();
    if (fields === null) throw new Error('a note without faults is there');
    return fields;
  }

  /** Only earlier notes: ids grow, so a chain of answers can never bite its own tail. */
  private async mayAnswer(tx: Tx, subject: NoteSubject, parentId: number, ownId: number | null): Promise<boolean> {
    if (ownId !== null && parentId >= ownId) return false;
    const found = await tx.query(`SELECT n.id FROM notes n WHERE n.id = :parentId AND ${OF_SUBJECT}`, {
      ...paramsOf(subject),
      parentId,
    });
    return found.length > 0;
  }
}

function paramsOf({ type, id }: NoteSubject): { subjectType: string; subjectId: number } {
  return { subjectType: type, subjectId: id };
}

function isSame(before: Note, after: Note): boolean {
  return (Object.keys(before) as (keyof Note)[]).every((column) =>
    column === 'createdAt'
      ? before.createdAt.getTime() === after.createdAt.getTime()
      : before[column] === after[column],
  );
}
