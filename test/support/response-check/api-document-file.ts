import { readFileSync } from 'node:fs';
import type { Json } from './closed-document.js';

/** Where the first world of a run leaves the API document for all others, because making it takes longer than reading it. */
export const apiDocumentFile = (): string => process.env['TEST_API_DOCUMENT_FILE'] ?? '';

/** Closed, and with paths below the base path of the API that begin with `~`. */
export function readApiDocument(): Json {
  return JSON.parse(readFileSync(apiDocumentFile(), 'utf8')) as Json;
}
