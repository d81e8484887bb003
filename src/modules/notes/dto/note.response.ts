import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { sqlTimestamp } from '../../../platform/clock/timestamps.js';
import { type Page, PageResponse } from '../../../platform/http/page.js';
import { NOTE_STATUSES, NOTE_TYPES, type Note, type NoteStatus, type NoteType } from '../note.entity.js';
import type { NoteAuthor, NoteWithAuthor } from '../notes.service.js';

const nullableText = { type: String, nullable: true } as const;

export class NoteResponse {
  @ApiProperty({ type: 'integer', example: 1 }) readonly id: number;
  @ApiPropertyOptional({ example: '1', description: 'Contact id; only for notes of contacts' })
  readonly subscriber_id?: string;
  @ApiPropertyOptional({ example: '1', description: 'Company id; only for notes of companies' })
  readonly company_id?: string;
  @ApiProperty({ type: 'integer', nullable: true, example: null, description: 'The note to which it replies' })
  readonly parent_id: number | null;
  @ApiProperty({ ...nullableText, example: '1', description: 'Manager who wrote it; null for a note by a funnel' })
  readonly created_by: string | null;
  @ApiProperty({ enum: NOTE_STATUSES }) readonly status: NoteStatus;
  @ApiProperty({ enum: NOTE_TYPES, example: 'call' }) readonly type: NoteType;
  @ApiProperty({ enum: ['0', '1'], example: '1', description: 'Stored for clients' }) readonly is_private: '0' | '1';
  @ApiProperty({ example: 'Wants a quote' }) readonly title: string;
  @ApiProperty({ description: 'HTML', example: '<p>For <strong>two hundred</strong> seats.</p>' })
  readonly description: string;
  @ApiProperty({ description: 'Time of the noted event, such as the call', example: '2026-01-31 09:30:00' })
  readonly created_at: string;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly updated_at: string;

  constructor(note: Note) {
    this.id = note.id;
    if (note.subjectType === 'contact') this.subscriber_id = String(note.subjectId);
    else this.company_id = String(note.subjectId);
    this.parent_id = note.parentId;
    this.created_by = note.createdBy === null ? null : String(note.createdBy);
    this.status = note.status;
    this.type = note.type;
    this.is_private = note.isPrivate === 1 ? '1' : '0';
    this.title = note.title;
    this.description = note.description;
    this.created_at = sqlTimestamp(note.createdAt);
    this.updated_at = sqlTimestamp(note.updatedAt);
  }
}

/** Managers have only a user name. */
export class NoteAuthorResponse {
  @ApiProperty({ type: 'integer', example: 1, description: 'Id of the manager' }) readonly ID: number;
  @ApiProperty({ example: 'ada', description: 'Username' }) readonly display_name: string;
  @ApiProperty({ ...nullableText, example: null, description: 'Always null' }) readonly first_name = null;
  @ApiProperty({ ...nullableText, example: null, description: 'Always null' }) readonly last_name = null;

  constructor({ id, username }: NoteAuthor) {
    this.ID = id;
    this.display_name = username ?? 'Former manager';
  }
}

export class ListedNoteResponse extends NoteResponse {
  @ApiProperty({ type: () => NoteAuthorResponse, nullable: true, description: 'Null for a note by a funnel' })
  readonly added_by: NoteAuthorResponse | null;

  constructor({ note, author }: NoteWithAuthor) {
    super(note);
    this.added_by = author === null ? null : new NoteAuthorResponse(author);
  }
}

class NotesPage extends PageResponse<ListedNoteResponse> {
  @ApiProperty({ type: [ListedNoteResponse] }) declare readonly data: readonly ListedNoteResponse[];
}

export class NotesResponse {
  @ApiProperty({ type: NotesPage }) readonly notes: NotesPage;

  constructor(page: Page<NoteWithAuthor>, url: URL) {
    this.notes = new NotesPage(
      page,
      page.items.map((item) => new ListedNoteResponse(item)),
      url,
    );
  }
}

export class NoteWrittenResponse {
  @ApiProperty({ type: () => NoteResponse }) readonly note: NoteResponse;
  @ApiProperty({ example: 'Note successfully added' }) readonly message: string;

  constructor(note: Note, message: 'Note successfully added' | 'Note successfully updated') {
    this.note = new NoteResponse(note);
    this.message = message;
  }
}

export class NoteRemovedResponse {
  @ApiProperty({ type: String, example: 'Note successfully deleted' }) readonly message = 'Note successfully deleted';
}
