import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import { NotesService } from '../../notes/notes.service.js';
import { SubjectNotes } from '../../notes/subject-notes.js';
import { assertContactExists, lockPerson } from '../contact/contact-locks.js';

@Injectable()
export class ContactNotesService extends SubjectNotes {
  constructor(db: Database, notes: NotesService) {
    super('contact', db, notes);
  }

  protected override requireOne(id: number): Promise<void> {
    return assertContactExists(this.db, id);
  }

  protected override async lock(tx: Tx, id: number): Promise<void> {
    await lockPerson(tx, id);
  }
}
