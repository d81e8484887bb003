import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { RequestHandler, Response } from 'express';
import type { SeenResponse } from './documented-answers.js';

const WATCHED = Symbol('watched');

type Chunk = string | Uint8Array;

const DECODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = { gzip: gunzipSync, br: brotliDecompressSync };

function plainText(response: Response, body: Buffer): string {
  const decode = DECODERS[String(response.getHeader('content-encoding'))];
  return (decode ? decode(body) : body).toString('utf8');
}

/**
 * Calls back with every response of an application, whatever client requested it.
 * @param basePath of the API, which is replaced by `~`. @param aliases base paths with other responses.
 */
export function watchResponses(
  { basePath, aliases }: { readonly basePath: string; readonly aliases: readonly string[] },
  see: (answer: SeenResponse) => void,
): RequestHandler {
  return (request, response, next) => {
    const [path = ''] = request.originalUrl.split('?');
    // The product reads a resource before a conditional write, with a request of its own that no client sees.
    const isInner = WATCHED in response;
    Object.assign(response, { [WATCHED]: true });
    if (isInner || aliases.some((alias) => isBelow(alias, path))) {
      next();
      return;
    }
    const chunks: Buffer[] = [];
    let reported = false;
    const keep = (chunk: unknown, encoding: unknown): void => {
      if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return;
      // Files and streams may be long, so only the head is checked.
      if (chunks.length === 0 || isJson(response.getHeader('content-type')))
        chunks.push(typeof chunk === 'string' ? Buffer.from(chunk, encodingOf(encoding)) : Buffer.from(chunk));
    };
    const tell = (complete: boolean): void => {
      if (reported) return;
      reported = true;
      const contentType = response.getHeader('content-type');
      const hasBody = request.method !== 'HEAD' && chunks.some((chunk) => chunk.length > 0);
      see({
        method: request.method,
        path: isBelow(basePath, path) ? `~${path.slice(basePath.length)}` : path,
        status: response.statusCode,
        contentType: typeof contentType === 'string' ? contentType : undefined,
        json: complete && hasBody && isJson(contentType) ? plainText(response, Buffer.concat(chunks)) : null,
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
    // Before the last byte is sent, so that the check precedes the client's next step.
    response.end = ((...given: unknown[]) => {
      keep(given[0], given[1]);
      tell(true);
      return end(...given);
    }) as typeof response.end;
    // The client left the stream, or the response was truncated.
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
