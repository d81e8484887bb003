import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { NotesService } from '../../notes/notes.service.js';
import { SubjectNotes } from '../../notes/subject-notes.js';
import { assertContactExists, assertNotErased, lockContact } from '../contact/contact-locks.js';

@Injectable()
export class ContactNotesService extends SubjectNotes {
  constructor(db: Database, notes: NotesService) {
    super('contact', db, notes);
  }

  protected override requireOne(id: number): Promise<void> {
    return assertContactExists(this.db, id);
  }

  protected override async lock(tx: Tx, id: number): Promise<void> {
    const contact = await lockContact(tx, { id });
    if (!contact) throw notFound();
    assertNotErased(contact);
  }
}
