import type { RequestHandler } from 'express';
import type { SeenAnswer } from './documented-answers.js';

type Chunk = string | Uint8Array;

/**
 * Tells of every answer of an application, whoever asked for it and by what means.
 * @param basePath of the API, which becomes `~`. @param aliases whose answers are other ones.
 */
export function watchAnswers(
  { basePath, aliases }: { readonly basePath: string; readonly aliases: readonly string[] },
  see: (answer: SeenAnswer) => void,
): RequestHandler {
  return (request, response, next) => {
    const [path = ''] = request.originalUrl.split('?');
    if (aliases.some((alias) => isBelow(alias, path))) {
      next();
      return;
    }
    const chunks: Buffer[] = [];
    let told = false;
    const keep = (chunk: unknown, encoding: unknown): void => {
      if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return;
      // Of files and streams only the head is judged; they may be long.
      if (chunks.length === 0 || isJson(response.getHeader('content-type')))
        chunks.push(typeof chunk === 'string' ? Buffer.from(chunk, encodingOf(encoding)) : Buffer.from(chunk));
    };
    const tell = (complete: boolean): void => {
      if (told) return;
      told = true;
      const contentType = response.getHeader('content-type');
      const hasBody = request.method !== 'HEAD' && chunks.some((chunk) => chunk.length > 0);
      see({
        method: request.method,
        path: isBelow(basePath, path) ? `~${path.slice(basePath.length)}` : path,
        status: response.statusCode,
        contentType: typeof contentType === 'string' ? contentType : undefined,
        json: complete && hasBody && isJson(contentType) ? Buffer.concat(chunks).toString('utf8') : null,
        isEmpty: complete && !hasBody,
        isRepeated: response.getHeader('Idempotent-Replayed') !== undefined,
        requestHadBody:
          request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0,
      });
    };
    const write = response.write.bind(response) as (...given: unknown[]) => boolean;
    const end = response.end.bind(response) as (...given: unknown[]) => typeof response;
    response.write = ((...given: [Chunk, ...unknown[]]) => {
      keep(given[0], given[1]);
      return write(...given);
    }) as typeof response.write;
    // Before the last byte goes out, so that whoever waits for the answer finds it judged.
    response.end = ((...given: unknown[]) => {
      keep(given[0], given[1]);
      tell(true);
      return end(...given);
    }) as typeof response.end;
    // A stream that its reader has left, or an answer that was broken off.
    response.once('close', () => {
      if (response.headersSent) tell(false);
    });
    next();
  };
}

const isBelow = (base: string, path: string): boolean =>
  path.toLowerCase() === base.toLowerCase() || path.toLowerCase().startsWith(`${base.toLowerCase()}/`);

const isJson = (contentType: unknown): boolean => /^application\/json\b/i.test(String(contentType));

const encodingOf = (given: unknown): BufferEncoding => (typeof given === 'string' ? (given as BufferEncoding) : 'utf8');
