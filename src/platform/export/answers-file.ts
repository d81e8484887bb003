import { ApiOkResponse } from '@nestjs/swagger';
import { type ExportFormat, WRITERS } from './export-formats.js';

const TEXT = { type: 'string' } as const;
const BINARY = { type: 'string', format: 'binary' } as const;

/** What the documentation says about a handler that answers a file, with an example of each format that is text. */
export function AnswersFile(
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
  const name = { description: 'What the file is called', schema: { type: 'string' } } as const;
  return ApiOkResponse({
    description,
    content,
    headers: { 'Content-Disposition': name },
  });
}
