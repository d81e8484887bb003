import { ApiOperation } from '@nestjs/swagger';
import * as s from '../../../shapes/shape.js';
import { IMPORT_OPTIONS } from '../import-options.js';
import { MOST_JSON_ROWS } from '../json-rows.js';

const OPTIONS = Object.fromEntries(
  Object.entries(IMPORT_OPTIONS).map(([name, { schema }]) => [name, s.optional(schema)]),
);

const importFileShape = s.component('ImportFile', {
  ...OPTIONS,
  file: s.json({ type: 'string', format: 'binary', description: 'A CSV file with the column names in its first line' }),
});

const importRowsShape = s.component('ImportRows', {
  ...OPTIONS,
  rows: s.list(
    s.json({ type: 'object', additionalProperties: true }),
    'Rows as objects; members are named like columns',
    { minItems: 1, maxItems: MOST_JSON_ROWS, example: [{ email: 'ada@example.com', first_name: 'Ada' }] },
  ),
});

/** A request body that works unchanged. */
const ROWS_EXAMPLE = {
  rows: [
    { email: 'ada@example.com', first_name: 'Ada', city: 'London' },
    { email: 'grace@example.com', first_name: 'Grace' },
  ],
  update: true,
};

/** Place it below `RequirePermission`, or the summary is lost. `ApiBody` has one schema for all content types. */
export function AcceptsImport(): MethodDecorator {
  return ApiOperation({
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': { schema: importFileShape as object },
        'application/json': {
          schema: importRowsShape as object,
          examples: { rows: { summary: 'Two rows', value: ROWS_EXAMPLE } },
        },
      },
    },
  });
}
