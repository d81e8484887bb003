import { Text } from '../../../platform/http/dto-fields.js';
import { pageQuery } from '../../../platform/http/page.js';
import type { NoteFilter } from '../notes.service.js';

const PER_PAGE = 10;

export class ListNotesDto extends pageQuery(PER_PAGE) {
  @Text({ description: 'Part of the title', example: 'quote' }) search?: string;

  toFilter(): NoteFilter {
    return this.search === undefined || this.search === '' ? {} : { search: this.search };
  }
}
