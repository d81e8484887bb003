import { raw, type Response } from 'express';
import { parseJson } from '../../../../platform/http/json-body.js';
import type { AppRequest } from '../../../../platform/http/request.js';
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

const LIMIT = '1mb';
const readBytes = raw({ type: () => true, limit: LIMIT });

/**
 * JSON has been read already; Amazon SNS posts it as plain text, and former webhooks of Mailgun are forms.
 * @throws AppError for a body that is none of these.
 */
export async function readCall(request: AppRequest, response: Response): Promise<ProviderCall> {
  const header = (name: string): string => request.get(name) ?? '';
  if (request.rawBody) return { body: request.body, bytes: request.rawBody, header };
  const bytes = await bytesOf(request, response);
  return { body: formFields(bytes, header('content-type')) ?? parseJson(bytes), bytes, header };
}

async function bytesOf(request: AppRequest, response: Response): Promise<Buffer> {
  await new Promise<void>((resolve, reject) => {
    readBytes(request, response, (error?: unknown) => {
      if (error instanceof Error) reject(error);
      else resolve();
    });
  });
  const body: unknown = request.body;
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
