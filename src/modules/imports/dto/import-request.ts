import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { CONTACT_STATUSES } from '../../contacts/contact/contact-status.js';
import { COLUMN_TARGETS } from '../import-columns.js';
import { CELL_FORMATS } from '../cell-formats.js';
import { ON_BAD_CELL } from '../import-options.js';
import { MOST_JSON_ROWS } from '../json-rows.js';

const IDS = { type: 'array', items: { type: 'integer' }, maxItems: 1_000, example: [1] } as const;
const FLAG = { type: Boolean, default: false } as const;

/** Documents the import options. `readImportOptions` validates them. */
class ImportOptionsDto {
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'string', nullable: true },
    description: `Maps column names (in any case) to contact fields; in a form, as JSON. Allowed fields: ${COLUMN_TARGETS.join(', ')}, custom.<slug>; \`-\` or null ignores a column. Unnamed columns are ignored, too, except for the email address. Without a map, well-known names are recognized`,
    example: { 'Email Address': 'email', Plan: 'custom.plan' },
  })
  map?: unknown;
  @ApiPropertyOptional({ ...IDS, description: 'Ids of tags to add to every contact' }) tags?: unknown;
  @ApiPropertyOptional({ ...IDS, description: 'Ids of lists to add every contact to' }) lists?: unknown;
  @ApiProperty({
    enum: CONTACT_STATUSES,
    required: false,
    example: 'subscribed',
    description:
      'The status of new contacts whose row has none. Default: `subscribed`, or `pending` with `double_optin`',
  })
  new_status?: unknown;
  @ApiPropertyOptional({ ...FLAG, description: 'Updates existing contacts; otherwise they are skipped' })
  update?: unknown;
  @ApiPropertyOptional({
    ...FLAG,
    description: 'With `update`: applies statuses from the file also to unsubscribed, bounced, and complained contacts',
  })
  force_update_status?: unknown;
  @ApiPropertyOptional({ ...FLAG, description: 'Creates tags and lists that cells name and that do not exist' })
  create_labels?: unknown;
  @ApiProperty({
    type: String,
    required: false,
    default: 'auto',
    description: '`auto`, `comma`, `semicolon`, `tab`, `pipe`, or the character itself',
    example: 'semicolon',
  })
  delimiter?: unknown;
  @ApiProperty({
    type: String,
    required: false,
    default: 'auto',
    description: '`auto` detects UTF-8, UTF-16, and Windows-1252 (Latin-1); any other encoding must be named',
    example: 'shift_jis',
  })
  encoding?: unknown;
  @ApiPropertyOptional({ ...FLAG, description: 'Validates and reports what would change, without writing' })
  dry_run?: unknown;
  @ApiPropertyOptional({
    ...FLAG,
    description: 'Contacts that would become subscribed become pending and get a confirmation email',
  })
  double_optin?: unknown;
  @ApiPropertyOptional({ ...FLAG, description: 'Suppresses webhooks and funnel triggers' }) silent?: unknown;
  @ApiProperty({
    enum: ON_BAD_CELL,
    required: false,
    default: 'skip_cell',
    description: 'An unreadable cell of an optional column is left out, with a warning in the row, or refuses the row',
  })
  on_bad_cell?: unknown;
  @ApiProperty({
    enum: ['auto', ...CELL_FORMATS.day],
    required: false,
    default: 'auto',
    description: 'How to read 01/02/1990; `auto` detects it by column, if its rows together allow one reading only',
  })
  date_format?: unknown;
  @ApiProperty({
    oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }],
    required: false,
    description: 'How the contacts agreed, for the consent log: the text version, or `{text_version, ip, proof}`',
    example: 'signup form, 3rd edition',
  })
  consent?: unknown;
}

export class ImportFileDto extends ImportOptionsDto {
  @ApiProperty({ type: 'string', format: 'binary', description: 'A CSV file with the column names in its first line' })
  file!: unknown;
}

export class ImportRowsDto extends ImportOptionsDto {
  @ApiProperty({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    minItems: 1,
    maxItems: MOST_JSON_ROWS,
    description: 'Rows as objects; members are named like columns',
    example: [{ email: 'ada@example.com', first_name: 'Ada' }],
  })
  rows!: unknown;
}

/** A request body that works unchanged. */
const ROWS_EXAMPLE = {
  rows: [
    { email: 'ada@example.com', first_name: 'Ada', city: 'London' },
    { email: 'grace@example.com', first_name: 'Grace' },
  ],
  update: true,
};

/**
 * Documents the request body, which no pipe reads. Place it below `RequirePermission`, or the summary is lost. `ApiBody` cannot
 * be used: it has one schema for all content types.
 */
export function AcceptsImport(): MethodDecorator {
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
