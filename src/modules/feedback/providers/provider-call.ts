import { parseJson } from '../../../platform/http/json-body.js';
import { readBody } from '../../../platform/http/read-body.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { formFields } from './form-fields.js';

/** What a service posted. */
export interface ProviderCall {
  /** Parsed: of JSON what it says, of a form its text fields by name. */
  readonly body: unknown;
  /** As it came, for signatures. */
  readonly bytes: Buffer;
  /** The value of a request header, empty when it was not sent. */
  readonly header: (name: string) => string;
}

const LIMIT_BYTES = 1024 * 1024;

/**
 * Amazon SNS posts JSON as plain text, and former webhooks of Mailgun are forms.
 * @throws AppError for a body that is none of these.
 */
export async function readCall(request: AppRequest): Promise<ProviderCall> {
  const header = (name: string): string => request.get(name) ?? '';
  const bytes = await readBody(request, LIMIT_BYTES);
  const body = bytes.length === 0 ? {} : (formFields(bytes, header('content-type')) ?? parseJson(bytes));
  return { body, bytes, header };
}
