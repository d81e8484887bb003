import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { NotesService } from '../../notes/notes.service.js';
import { SubjectNotes } from '../../notes/subject-notes.js';
import { ContactWriter } from '../contact-writer.service.js';
import { ContactsQueries } from '../contacts.queries.js';
import { refuseErased } from '../refuse-erased.js';

@Injectable()
export class ContactNotesService extends SubjectNotes {
  constructor(
    db: Database,
    notes: NotesService,
    private readonly contacts: ContactsQueries,
    private readonly writer: ContactWriter,
  ) {
    super('contact', db, notes);
  }

  protected override requireOne(id: number): Promise<void> {
    return this.contacts.requireOne(id);
  }

  protected override async lock(tx: Tx, id: number): Promise<void> {
    const contact = await this.writer.lock(tx, { id });
    if (!contact) throw notFound();
    refuseErased(contact);
  }
}
