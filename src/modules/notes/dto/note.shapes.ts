import { type Page, page, pageOf } from '../../../platform/http/page.js';
import { type Note, NOTE_STATUSES, NOTE_TYPES } from '../note.entity.js';
import type { NoteAuthor, NoteWithAuthor } from '../notes.service.js';
import { written } from '../../../platform/shapes/written.js';
import * as s from '../../../shapes/shape.js';

const noteShape = s.component('NoteResponse', {
  id: s.integer(1),
  subscriber_id: s.optional(s.text('1', 'Contact id; only for notes of contacts')),
  company_id: s.optional(s.text('1', 'Company id; only for notes of companies')),
  parent_id: s.nullable(s.integer(null, 'The note to which it replies')),
  created_by: s.nullable(s.text('1', 'Manager who wrote it; null for a note by a funnel')),
  status: s.oneOf(NOTE_STATUSES),
  type: s.oneOf(NOTE_TYPES, undefined, 'call'),
  is_private: s.oneOf(['0', '1'], 'Stored for clients', '1'),
  title: s.text('Wants a quote'),
  description: s.text('<p>For <strong>two hundred</strong> seats.</p>', 'HTML'),
  created_at: s.sqlTime('Time of the noted event, such as the call'),
  updated_at: s.sqlTime(),
});

const noteOf = (note: Note) =>
  written(noteShape, note, {
    subscriber_id: note.subjectType === 'contact' ? String(note.subjectId) : undefined,
    company_id: note.subjectType === 'contact' ? undefined : String(note.subjectId),
    created_by: note.createdBy === null ? null : String(note.createdBy),
    is_private: note.isPrivate === 1 ? '1' : '0',
  });

/** Managers have only a user name. */
const noteAuthorShape = s.component('NoteAuthorResponse', {
  ID: s.integer(1, 'Id of the manager'),
  display_name: s.text('ada', 'Username'),
  first_name: s.nullable(s.text(null, 'Always null')),
  last_name: s.nullable(s.text(null, 'Always null')),
});

const noteAuthorOf = ({ id, username }: NoteAuthor) => ({
  first_name: null,
  last_name: null,
  ID: id,
  display_name: username ?? 'Former manager',
});

const listedNoteShape = s.component('ListedNoteResponse', {
  ...noteShape.properties,
  added_by: s.nullable(s.described(noteAuthorShape, 'Null for a note by a funnel')),
});

const listedNoteOf = ({ note, author }: NoteWithAuthor) => ({
  ...noteOf(note),
  added_by: author === null ? null : noteAuthorOf(author),
});

export const notesShape = s.component('NotesResponse', { notes: page('NotesPage', listedNoteShape) });

export const notesOf = (page: Page<NoteWithAuthor>, url: string) => ({ notes: pageOf(page, url, listedNoteOf) });

export const noteWrittenShape = s.component('NoteWrittenResponse', {
  note: noteShape,
  message: s.text('Note successfully added'),
});

export const noteWrittenOf = (note: Note, message: 'Note successfully added' | 'Note successfully updated') => ({
  note: noteOf(note),
  message,
});

export const noteRemovedShape = s.component('NoteRemovedResponse', { message: s.text('Note successfully deleted') });

export const noteRemovedOf = () => ({ message: 'Note successfully deleted' });
