import { readFileSync } from 'node:fs';
import type { Json } from './closed-document.js';

/**
 * The file in which the first test environment of a run stores the API document, because building it takes longer than
 * reading it.
 */
export const apiDocumentFile = (): string => process.env['TEST_API_DOCUMENT_FILE'] ?? '';

/** With closed schemas, and with paths below the base path of the API that begin with `~`. */
export function readApiDocument(): Json {
  return JSON.parse(readFileSync(apiDocumentFile(), 'utf8')) as Json;
}
