import { readBody } from '../../../platform/http/read-body.js';
import type { AppRequest } from '../../../platform/http/request.js';

const FORM = 'application/x-www-form-urlencoded';

/** Any other body has no fields. @throws AppError for a body that is too large, cut off or compressed. */
export async function readForm(request: AppRequest, limitBytes: number): Promise<URLSearchParams> {
  if (!request.is(FORM)) return new URLSearchParams();
  return new URLSearchParams((await readBody(request, limitBytes)).toString('utf8'));
}

/** Returns the value of a one-line field: well-formed, without control characters, at most `maxLength` characters. */
export function lineOf(form: URLSearchParams, field: string, maxLength: number): string {
  const line = Buffer.from(form.get(field) ?? '')
    .toString()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return Array.from(line).slice(0, maxLength).join('').trim();
}
