import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { type ExportFormat, WRITERS } from './export-formats.js';

const TEXT = { type: 'string' } as const;
const BINARY = { type: 'string', format: 'binary' } as const;

export const EXPORTED_RECORD = 'carillon:exported-record';

/**
 * Documents a handler that answers a file, with examples of the text formats, and makes the audit log record each call.
 * @param record kind of the exported records in the audit log.
 */
export function AnswersFile(
  record: string,
  description: string,
  examples: Readonly<Partial<Record<ExportFormat, string | object | null>>>,
): MethodDecorator {
  const content: Record<string, object> = {};
  for (const [format, example] of Object.entries(examples)) {
    const [type = ''] = WRITERS[format as ExportFormat].contentType.split(';');
    const schema =
      typeof example === 'object' && example !== null ? { type: 'object', additionalProperties: true } : TEXT;
    content[type] = example === null ? { schema: BINARY } : { schema, example };
  }
  const name = { description: 'File name', schema: { type: 'string' } } as const;
  return applyDecorators(
    SetMetadata(EXPORTED_RECORD, record),
    ApiOkResponse({ description, content, headers: { 'Content-Disposition': name } }),
  );
}
