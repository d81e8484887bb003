import { parseJson } from '../../../platform/http/json-body.js';
import { readBody } from '../../../platform/http/read-body.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { formFields } from './form-fields.js';

export interface ProviderCall {
  /** The parsed JSON, or the text fields of a form by name. */
  readonly body: unknown;
  /** The raw body, for signatures. */
  readonly bytes: Buffer;
  /** Returns a request header; empty if missing. */
  readonly header: (name: string) => string;
}

const LIMIT_BYTES = 1024 * 1024;

/**
 * Reads the request. Amazon SNS sends JSON as plain text; old webhooks of Mailgun are forms.
 * @throws AppError for other bodies.
 */
export async function readCall(request: AppRequest): Promise<ProviderCall> {
  const header = (name: string): string => request.get(name) ?? '';
  const bytes = await readBody(request, LIMIT_BYTES);
  const body = bytes.length === 0 ? {} : (formFields(bytes, header('content-type')) ?? parseJson(bytes));
  return { body, bytes, header };
}
