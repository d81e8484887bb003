import { Allow } from 'class-validator';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { NOTE_STATUSES, NOTE_TYPES, type RawNote } from '../note.entity.js';
import { NOTE_DESCRIPTION_LENGTH, NOTE_TITLE_LENGTH } from '../note-fields.js';
import { isObject } from '../../../platform/values/json.js';
import { Member, Text } from '../../../platform/http/dto-fields.js';
import { pageQuery } from '../../../platform/http/page.js';
import type { NoteFilter } from '../notes.service.js';

export class NoteMembersDto implements RawNote {
  @Member({ type: String, maxLength: NOTE_TITLE_LENGTH, example: 'Wants a quote' }, true) title?: unknown;
  @Member(
    {
      type: String,
      maxLength: NOTE_DESCRIPTION_LENGTH,
      description: 'HTML; elements and attributes that are not allowed are removed',
      example: '<p>For <strong>two hundred</strong> seats.</p>',
    },
    true,
  )
  description?: unknown;
  @Member({ enum: NOTE_TYPES, example: 'call', description: 'The kind of event' }, true) type?: unknown;
  @Member(
    { type: String, description: 'Time of the event. UTC unless an offset is given', example: '2026-01-31 09:30:00' },
    true,
  )
  created_at?: unknown;
  @Member({ enum: NOTE_STATUSES, default: 'open' }) status?: unknown;
  @Member({ enum: ['0', '1'], default: '1', description: 'Stored for clients; true and false are accepted too' })
  is_private?: unknown;
  @Member({ type: 'integer', nullable: true, example: 1, description: 'The earlier note to which this one replies' })
  parent_id?: unknown;
}

/** Runnable examples. */
export const NOTE_EXAMPLES = {
  call: {
    summary: 'Add a note about a call',
    value: {
      note: {
        title: 'Wants a quote',
        description: '<p>For <strong>two hundred</strong> seats.</p>',
        type: 'call',
        created_at: '2026-01-31 09:30:00',
      },
    },
  },
} as const;

export class WriteNoteDto {
  @Member(
    {
      allOf: [{ $ref: '#/components/schemas/NoteMembersDto' }],
      description: 'The fields may also be sent at the top level, without `note`',
    },
    true,
  )
  note?: unknown;
  @Allow() title?: unknown;
  @Allow() description?: unknown;
  @Allow() type?: unknown;
  @Allow() created_at?: unknown;
  @Allow() status?: unknown;
  @Allow() is_private?: unknown;
  @Allow() parent_id?: unknown;

  /** @throws AppError rest_invalid_param if `note` is not an object. */
  toInput(): RawNote {
    if (this.note === undefined) return this;
    if (!isObject(this.note)) throw invalidParam('note', 'must be an object');
    return this.note;
  }
}

const PER_PAGE = 10;

export class ListNotesDto extends pageQuery(PER_PAGE) {
  @Text({ description: 'Part of the title', example: 'quote' }) search?: string;

  toFilter(): NoteFilter {
    return this.search === undefined || this.search === '' ? {} : { search: this.search };
  }
}
