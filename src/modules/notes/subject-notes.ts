import type { Database, Tx } from '../../platform/database/database.js';
import type { Page, PageRequest } from '../../platform/http/page.js';
import type { Note, NoteSubject, RawNote } from './note.entity.js';
import type { NoteFilter, NotesService, NoteWithAuthor } from './notes.service.js';

/** Manages the notes of one kind of subject. Every method throws AppError rest_post_invalid_id for an unknown subject. */
export abstract class SubjectNotes {
  protected constructor(
    private readonly type: NoteSubject['type'],
    protected readonly db: Database,
    private readonly notes: NotesService,
  ) {}

  protected abstract requireOne(id: number): Promise<unknown>;

  /** Locks the subject before a write. */
  protected abstract lock(tx: Tx, id: number): Promise<void>;

  async list(id: number, filter: NoteFilter, request: PageRequest): Promise<Page<NoteWithAuthor>> {
    await this.requireOne(id);
    return this.notes.list({ type: this.type, id }, filter, request);
  }

  async create(id: number, createdBy: number, raw: RawNote): Promise<Note> {
    return this.writing(id, (tx, subject) => this.notes.create(tx, subject, createdBy, raw));
  }

  async update(id: number, noteId: number, raw: RawNote): Promise<Note> {
    return this.writing(id, (tx, subject) => this.notes.update(tx, subject, noteId, raw));
  }

  async remove(id: number, noteId: number): Promise<void> {
    await this.writing(id, (tx, subject) => this.notes.remove(tx, subject, noteId));
  }

  private async writing<T>(id: number, work: (tx: Tx, subject: NoteSubject) => Promise<T>): Promise<T> {
    return this.db.transaction(async (tx) => {
      await this.lock(tx, id);
      return work(tx, { type: this.type, id });
    });
  }
}
