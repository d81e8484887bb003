import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Allow } from 'class-validator';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { NOTE_STATUSES, NOTE_TYPES, type RawNote } from '../note.entity.js';
import { NOTE_DESCRIPTION_LENGTH, NOTE_TITLE_LENGTH } from '../note-fields.js';

/**
 * A member that is documented here and judged by the store: whether a parent is there only the database knows, and whoever
 * sends three faults wants to read of all three at once.
 */
function Member(schema: ApiPropertyOptions, required = false): PropertyDecorator {
  return applyDecorators(Allow(), ApiProperty({ required, ...schema } as ApiPropertyOptions));
}

export class NoteMembersDto implements RawNote {
  @Member({ type: String, maxLength: NOTE_TITLE_LENGTH, example: 'Wants a quote' }, true) title?: unknown;
  @Member(
    {
      type: String,
      maxLength: NOTE_DESCRIPTION_LENGTH,
      description: 'HTML; what is not on the list of allowed elements and attributes is taken out',
      example: '<p>For <strong>two hundred</strong> seats.</p>',
    },
    true,
  )
  description?: unknown;
  @Member({ enum: NOTE_TYPES, example: 'call', description: 'What the note tells of' }, true) type?: unknown;
  @Member(
    { type: String, description: 'When that happened. UTC unless it names an offset', example: '2026-01-31 09:30:00' },
    true,
  )
  created_at?: unknown;
  @Member({ enum: NOTE_STATUSES, default: 'open' }) status?: unknown;
  @Member({ enum: ['0', '1'], default: '1', description: 'Kept for whoever shows notes; true and false are read too' })
  is_private?: unknown;
  @Member({ type: 'integer', nullable: true, example: 1, description: 'The earlier note that this one answers' })
  parent_id?: unknown;
}

/** Bodies that can be sent as they are. */
export const NOTE_EXAMPLES = {
  call: {
    summary: 'A call',
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
      description: 'The bare object, without `note` around it, is accepted too',
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

  /** @throws AppError rest_invalid_param for a `note` that is no object. */
  toInput(): RawNote {
    if (this.note === undefined) return this;
    if (typeof this.note !== 'object' || this.note === null || Array.isArray(this.note))
      throw invalidParam('note', 'must be an object');
    return this.note;
  }
}
