import { Delete, Get, Inject, Post, Put, Query, type Type } from '@nestjs/common';
import { ApiExtraModels } from '@nestjs/swagger';
import type { Principal } from '../../platform/access/permissions.js';
import { CurrentPrincipal, RequirePermission, Answers } from '../../platform/access/operation.js';
import { BodyLike, RecordId, Resource } from '../../platform/http/resource.js';
import { PageUrl } from '../../platform/http/page.js';
import { ListNotesDto, NOTE_EXAMPLES, NoteMembersDto, WriteNoteDto } from './dto/note.dto.js';
import {
  noteRemovedOf,
  noteRemovedShape,
  notesOf,
  notesShape,
  noteWrittenOf,
  noteWrittenShape,
} from './dto/note.shapes.js';
import type { SubjectNotes } from './subject-notes.js';

const NoteId = (): ParameterDecorator => RecordId('note', 'noteId');

/** A kind of subject in the API. */
interface Subject {
  readonly name: 'Contact' | 'Company';
  readonly noun: string;
  readonly tag: string;
  readonly path: string;
  readonly notes: Type<SubjectNotes>;
}

/** Returns the controller for the notes of one kind of subject. */
export function subjectNotesController({ name, noun, tag, path, notes: provider }: Subject): Type {
  @ApiExtraModels(NoteMembersDto)
  @Resource(`${path}/:id/notes`, tag)
  class SubjectNotesController {
    constructor(@Inject(provider) private readonly notes: SubjectNotes) {}

    @Get()
    @RequirePermission('view_contacts', {
      operationId: `list${name}Notes`,
      summary: `List the notes of a ${noun}`,
      description: 'Returns notes with their authors, the last added first.',
    })
    @Answers(notesShape, 'A page of notes')
    async list(@RecordId(noun) id: number, @Query() query: ListNotesDto, @PageUrl() url: string) {
      return notesOf(await this.notes.list(id, query.toFilter(), query.toPage()), url);
    }

    @Post()
    @RequirePermission('manage_contacts', {
      operationId: `create${name}Note`,
      summary: `Add a note to a ${noun}`,
      description: 'The manager of the credentials becomes the author. Unsafe HTML is removed from `description`.',
    })
    @Answers(noteWrittenShape, 'The new note')
    async create(
      @RecordId(noun) id: number,
      @CurrentPrincipal() { managerId }: Principal,
      @BodyLike(NOTE_EXAMPLES) body: WriteNoteDto,
    ) {
      return noteWrittenOf(await this.notes.create(id, managerId, body.toInput()), 'Note successfully added');
    }

    @Put(':noteId')
    @RequirePermission('manage_contacts', {
      operationId: `update${name}Note`,
      summary: `Update a note of a ${noun}`,
      description: 'The four required fields must be sent again; omitted optional fields are unchanged.',
    })
    @Answers(noteWrittenShape, 'The updated note')
    async update(@RecordId(noun) id: number, @NoteId() noteId: number, @BodyLike(NOTE_EXAMPLES) body: WriteNoteDto) {
      return noteWrittenOf(await this.notes.update(id, noteId, body.toInput()), 'Note successfully updated');
    }

    @Delete(':noteId')
    @RequirePermission('manage_contacts', {
      operationId: `delete${name}Note`,
      summary: `Delete a note of a ${noun}`,
      description: 'Replies to the note remain as separate notes.',
    })
    @Answers(noteRemovedShape, 'The note is deleted')
    async remove(@RecordId(noun) id: number, @NoteId() noteId: number) {
      await this.notes.remove(id, noteId);
      return noteRemovedOf();
    }
  }
  return SubjectNotesController;
}
