import { text, type Request, type Response } from 'express';

const FORM = 'application/x-www-form-urlencoded';

/**
 * The fields of a posted form. Anything else, JSON and multipart included, has none.
 * @throws what the parser throws for a body that is too large, cut off or in an unknown encoding; it carries a status.
 */
export async function readForm(request: Request, response: Response, limitBytes: number): Promise<URLSearchParams> {
  if (request.is(FORM) === false) return new URLSearchParams();
  const read = text({ type: FORM, limit: limitBytes, defaultCharset: 'utf-8' });
  await new Promise<void>((resolve, reject) => {
    read(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(error instanceof Error ? error : new Error('The form could not be read'));
    });
  });
  const body: unknown = request.body;
  return new URLSearchParams(typeof body === 'string' ? body : '');
}

/** What somebody typed into a field of one line: well formed, without control characters, at most so many characters. */
export function lineOf(form: URLSearchParams, field: string, maxLength: number): string {
  const line = Buffer.from(form.get(field) ?? '')
    .toString()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return Array.from(line).slice(0, maxLength).join('').trim();
}
