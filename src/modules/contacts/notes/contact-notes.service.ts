import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/app-error.js';
import type { Page, PageRequest } from '../../../platform/http/page.js';
import type { Note, NoteSubject, RawNote } from '../../notes/note.entity.js';
import { type NoteFilter, NotesService, type NoteWithAuthor } from '../../notes/notes.service.js';
import { ContactWriter } from '../contact-writer.service.js';
import { ContactsQueries } from '../contacts.queries.js';
import { refuseErased } from '../refuse-erased.js';

/** Notes about contacts. All of it throws AppError rest_post_invalid_id for a contact that does not exist. */
@Injectable()
export class ContactNotesService {
  constructor(
    private readonly db: Database,
    private readonly contacts: ContactsQueries,
    private readonly writer: ContactWriter,
    private readonly notes: NotesService,
  ) {}

  async list(contactId: number, filter: NoteFilter, request: PageRequest): Promise<Page<NoteWithAuthor>> {
    await this.contacts.requireOne(contactId);
    return this.notes.list(subjectOf(contactId), filter, request);
  }

  /** @throws AppError rest_invalid_param naming all faults of the note. */
  async create(contactId: number, createdBy: number, raw: RawNote): Promise<Note> {
    return this.withContact(contactId, (tx, subject) => this.notes.create(tx, subject, createdBy, raw));
  }

  /** @throws AppError rest_post_invalid_id, also for a note of somebody else; rest_invalid_param naming all faults. */
  async update(contactId: number, id: number, raw: RawNote): Promise<Note> {
    return this.withContact(contactId, (tx, subject) => this.notes.update(tx, subject, id, raw));
  }

  /** @throws AppError rest_post_invalid_id, also for a note of somebody else. */
  async remove(contactId: number, id: number): Promise<void> {
    await this.withContact(contactId, (tx, subject) => this.notes.remove(tx, subject, id));
  }

  private async withContact<T>(contactId: number, work: (tx: Tx, subject: NoteSubject) => Promise<T>): Promise<T> {
    return this.db.transaction(async (tx) => {
      const contact = await this.writer.lock(tx, { id: contactId });
      if (!contact) throw notFound();
      refuseErased(contact);
      return work(tx, subjectOf(contactId));
    });
  }
}

function subjectOf(contactId: number): NoteSubject {
  return { type: 'contact', id: contactId };
}
