import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { NotesService } from '../../notes/notes.service.js';
import { SubjectNotes } from '../../notes/subject-notes.js';
import { CompaniesService } from '../companies.service.js';

@Injectable()
export class CompanyNotesService extends SubjectNotes {
  constructor(
    db: Database,
    notes: NotesService,
    private readonly companies: CompaniesService,
  ) {
    super('company', db, notes);
  }

  protected override requireOne(id: number): Promise<unknown> {
    return this.companies.get(id);
  }

  protected override async lock(tx: Tx, id: number): Promise<void> {
    if (!(await this.companies.lock(tx, id))) throw notFound();
  }
}
