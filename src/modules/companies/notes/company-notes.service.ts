import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/app-error.js';
import type { Page, PageRequest } from '../../../platform/http/page.js';
import type { Note, NoteSubject, RawNote } from '../../notes/note.entity.js';
import { type NoteFilter, NotesService, type NoteWithAuthor } from '../../notes/notes.service.js';
import { CompaniesService } from '../companies.service.js';

/** Notes about companies. All of it throws AppError rest_post_invalid_id for a company that does not exist. */
@Injectable()
export class CompanyNotesService {
  constructor(
    private readonly db: Database,
    private readonly companies: CompaniesService,
    private readonly notes: NotesService,
  ) {}

  async list(companyId: number, filter: NoteFilter, request: PageRequest): Promise<Page<NoteWithAuthor>> {
    await this.companies.get(companyId);
    return this.notes.list(subjectOf(companyId), filter, request);
  }

  /** @throws AppError rest_invalid_param naming all faults of the note. */
  async create(companyId: number, createdBy: number, raw: RawNote): Promise<Note> {
    return this.withCompany(companyId, (tx, subject) => this.notes.create(tx, subject, createdBy, raw));
  }

  /** @throws AppError rest_post_invalid_id, also for a note of another subject; rest_invalid_param naming all faults. */
  async update(companyId: number, id: number, raw: RawNote): Promise<Note> {
    return this.withCompany(companyId, (tx, subject) => this.notes.update(tx, subject, id, raw));
  }

  /** @throws AppError rest_post_invalid_id, also for a note of another subject. */
  async remove(companyId: number, id: number): Promise<void> {
    await this.withCompany(companyId, (tx, subject) => this.notes.remove(tx, subject, id));
  }

  private async withCompany<T>(companyId: number, work: (tx: Tx, subject: NoteSubject) => Promise<T>): Promise<T> {
    return this.db.transaction(async (tx) => {
      if (!(await this.companies.lock(tx, companyId))) throw notFound();
      return work(tx, subjectOf(companyId));
    });
  }
}

function subjectOf(companyId: number): NoteSubject {
  return { type: 'company', id: companyId };
}
