import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { CONTACT_STATUSES } from '../../contacts/contact-status.js';
import { COLUMN_TARGETS } from '../import-columns.js';
import { MOST_JSON_ROWS } from '../json-rows.js';

const IDS = { type: 'array', items: { type: 'integer' }, maxItems: 1_000, example: [1] } as const;
const FLAG = { type: Boolean, default: false } as const;

/** The options of an import, judged by the service that reads the file with them. Here they are documented. */
class ImportOptionsDto {
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'string', nullable: true },
    description: `What the columns hold, by their names in any case; in a form as JSON. One of: ${COLUMN_TARGETS.join(', ')}, custom.<slug>; \`-\` or null for a column that is not to be read. Columns that are not named are not read then, but for the one with the address. Without it well-known names are recognised`,
    example: { Mail: 'email', Colour: 'custom.favourite_colour' },
  })
  map?: unknown;
  @ApiPropertyOptional({ ...IDS, description: 'Ids of tags that every contact gets' }) tags?: unknown;
  @ApiPropertyOptional({ ...IDS, description: 'Ids of lists that every contact gets onto' }) lists?: unknown;
  @ApiProperty({
    enum: CONTACT_STATUSES,
    required: false,
    example: 'subscribed',
    description: 'What new contacts become whose row does not say; `subscribed`, or `pending` with `double_optin`',
  })
  new_status?: unknown;
  @ApiPropertyOptional({ ...FLAG, description: 'Contacts that exist are changed; otherwise they are passed over' })
  update?: unknown;
  @ApiPropertyOptional({
    ...FLAG,
    description:
      'With `update`: the statuses of the file hold also for contacts who have opted out, bounced or complained',
  })
  force_update_status?: unknown;
  @ApiPropertyOptional({ ...FLAG, description: 'Tags and lists that cells name and that do not exist are created' })
  create_labels?: unknown;
  @ApiProperty({
    type: String,
    required: false,
    default: 'auto',
    description: 'comma, semicolon, tab, pipe or the character itself',
    example: 'semicolon',
  })
  delimiter?: unknown;
  @ApiProperty({
    type: String,
    required: false,
    default: 'auto',
    description: 'UTF-8, UTF-16 and Windows-1252 (Latin-1) are told apart by themselves; others have to be named',
    example: 'shift_jis',
  })
  encoding?: unknown;
  @ApiPropertyOptional({ ...FLAG, description: 'Everything is judged and nothing written' }) dry_run?: unknown;
  @ApiPropertyOptional({ ...FLAG, description: 'Whoever would become subscribed becomes pending and is asked by mail' })
  double_optin?: unknown;
  @ApiPropertyOptional({ ...FLAG, description: 'No webhook is told and no funnel begins' }) silent?: unknown;
  @ApiProperty({
    oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }],
    required: false,
    description: 'How these people have agreed, for the consent log: the wording, or `{text_version, ip, proof}`',
    example: 'signup form, 3rd edition',
  })
  consent?: unknown;
}

export class ImportFileDto extends ImportOptionsDto {
  @ApiProperty({
    type: 'string',
    format: 'binary',
    description: 'A table as text with the names of the columns in its first line',
  })
  file!: unknown;
}

export class ImportRowsDto extends ImportOptionsDto {
  @ApiProperty({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    minItems: 1,
    maxItems: MOST_JSON_ROWS,
    description: 'The same as lines of a table: members are called like columns',
    example: [{ email: 'ada@example.com', first_name: 'Ada' }],
  })
  rows!: unknown;
}

/** A body that can be sent as it is. */
const ROWS_EXAMPLE = {
  rows: [
    { email: 'ada@example.com', first_name: 'Ada', city: 'London' },
    { email: 'grace@example.com', first_name: 'Grace' },
  ],
  update: true,
};

/**
 * What the documentation says about the body, which no pipe reads. Below `RequirePermission`, or that would lose its summary.
 * Not by `ApiBody`, which knows one schema for all types of content.
 */
export function TakesImport(): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(ImportFileDto, ImportRowsDto),
    ApiOperation({
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': { schema: { $ref: getSchemaPath(ImportFileDto) } },
          'application/json': {
            schema: { $ref: getSchemaPath(ImportRowsDto) },
            examples: { rows: { summary: 'Two rows', value: ROWS_EXAMPLE } },
          },
        },
      },
    }),
  );
}
