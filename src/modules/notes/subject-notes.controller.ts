import { Body, Controller, Delete, Get, Inject, Param, Post, Put, Query, type Type } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiTags } from '@nestjs/swagger';
import type { Principal } from '../../platform/access/permissions.js';
import { CurrentPrincipal, RequirePermission, Answers } from '../../platform/access/operation.js';
import { IdPipe, PathId } from '../../platform/http/id.pipe.js';
import { RequestUrl } from '../../platform/http/page.js';
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

const SubjectId = (): ParameterDecorator => Param('id', new IdPipe());
const NoteId = (): ParameterDecorator => Param('noteId', new IdPipe());

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
  @ApiTags(tag)
  @ApiExtraModels(NoteMembersDto)
  @PathId(noun)
  @Controller(`${path}/:id/notes`)
  class SubjectNotesController {
    constructor(@Inject(provider) private readonly notes: SubjectNotes) {}

    @Get()
    @RequirePermission('view_contacts', {
      operationId: `list${name}Notes`,
      summary: `List the notes of a ${noun}`,
      description: 'Returns notes with their authors, the last added first.',
    })
    @Answers(notesShape, 'A page of notes')
    async list(@SubjectId() id: number, @Query() query: ListNotesDto, @RequestUrl() url: URL) {
      return notesOf(await this.notes.list(id, query.toFilter(), query.toPage()), url);
    }

    @Post()
    @RequirePermission('manage_contacts', {
      operationId: `create${name}Note`,
      summary: `Add a note to a ${noun}`,
      description: 'The manager of the credentials becomes the author. Unsafe HTML is removed from `description`.',
    })
    @ApiBody({ type: WriteNoteDto, examples: NOTE_EXAMPLES })
    @Answers(noteWrittenShape, 'The new note')
    async create(@SubjectId() id: number, @CurrentPrincipal() { managerId }: Principal, @Body() body: WriteNoteDto) {
      return noteWrittenOf(await this.notes.create(id, managerId, body.toInput()), 'Note successfully added');
    }

    @Put(':noteId')
    @RequirePermission('manage_contacts', {
      operationId: `update${name}Note`,
      summary: `Update a note of a ${noun}`,
      description: 'The four required fields must be sent again; omitted optional fields are unchanged.',
    })
    @PathId('note', 'noteId')
    @ApiBody({ type: WriteNoteDto, examples: NOTE_EXAMPLES })
    @Answers(noteWrittenShape, 'The updated note')
    async update(@SubjectId() id: number, @NoteId() noteId: number, @Body() body: WriteNoteDto) {
      return noteWrittenOf(await this.notes.update(id, noteId, body.toInput()), 'Note successfully updated');
    }

    @Delete(':noteId')
    @RequirePermission('manage_contacts', {
      operationId: `delete${name}Note`,
      summary: `Delete a note of a ${noun}`,
      description: 'Replies to the note remain as separate notes.',
    })
    @PathId('note', 'noteId')
    @Answers(noteRemovedShape, 'The note is deleted')
    async remove(@SubjectId() id: number, @NoteId() noteId: number) {
      await this.notes.remove(id, noteId);
      return noteRemovedOf();
    }
  }
  return SubjectNotesController;
}
