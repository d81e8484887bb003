import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiTags } from '@nestjs/swagger';
import type { Principal } from '../../../platform/access/permissions.js';
import { CurrentPrincipal, RequirePermission, Answers } from '../../../platform/access/operation.js';
import { IdPipe, PathId } from '../../../platform/http/id.pipe.js';
import { RequestUrl } from '../../../platform/http/page.js';
import { ListNotesDto, NOTE_EXAMPLES, NoteMembersDto, WriteNoteDto } from '../../notes/dto/note.dto.js';
import {
  noteRemovedOf,
  noteRemovedShape,
  notesOf,
  notesShape,
  noteWrittenOf,
  noteWrittenShape,
} from '../../notes/dto/note.shapes.js';
import { CompanyNotesService } from './company-notes.service.js';

const CompanyId = (): ParameterDecorator => Param('id', new IdPipe());
const NoteId = (): ParameterDecorator => Param('noteId', new IdPipe());

@ApiTags('Companies')
@ApiExtraModels(NoteMembersDto)
@PathId('company')
@Controller('companies/:id/notes')
export class CompanyNotesController {
  constructor(private readonly notes: CompanyNotesService) {}

  @Get()
  @RequirePermission('view_contacts', {
    summary: 'List the notes of a company',
    description: 'Returns notes with their authors, the last added first.',
  })
  @Answers(notesShape, 'A page of notes')
  async listCompanyNotes(@CompanyId() id: number, @Query() query: ListNotesDto, @RequestUrl() url: URL) {
    return notesOf(await this.notes.list(id, query.toFilter(), query.toPage()), url);
  }

  @Post()
  @RequirePermission('manage_contacts', {
    summary: 'Add a note to a company',
    description: 'The manager of the credentials becomes the author. Unsafe HTML is removed from `description`.',
  })
  @ApiBody({ type: WriteNoteDto, examples: NOTE_EXAMPLES })
  @Answers(noteWrittenShape, 'The new note')
  async createCompanyNote(
    @CompanyId() id: number,
    @CurrentPrincipal() { managerId }: Principal,
    @Body() body: WriteNoteDto,
  ) {
    return noteWrittenOf(await this.notes.create(id, managerId, body.toInput()), 'Note successfully added');
  }

  @Put(':noteId')
  @RequirePermission('manage_contacts', {
    summary: 'Update a note of a company',
    description: 'The four required fields must be sent again; omitted optional fields are unchanged.',
  })
  @PathId('note', 'noteId')
  @ApiBody({ type: WriteNoteDto, examples: NOTE_EXAMPLES })
  @Answers(noteWrittenShape, 'The updated note')
  async updateCompanyNote(@CompanyId() id: number, @NoteId() noteId: number, @Body() body: WriteNoteDto) {
    return noteWrittenOf(await this.notes.update(id, noteId, body.toInput()), 'Note successfully updated');
  }

  @Delete(':noteId')
  @RequirePermission('manage_contacts', {
    summary: 'Delete a note of a company',
    description: 'Replies to the note remain as separate notes.',
  })
  @PathId('note', 'noteId')
  @Answers(noteRemovedShape, 'The note is deleted')
  async deleteCompanyNote(@CompanyId() id: number, @NoteId() noteId: number) {
    await this.notes.remove(id, noteId);
    return noteRemovedOf();
  }
}
