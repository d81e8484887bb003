import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

type Encoding = 'br' | 'gzip';

const COMPRESS: Readonly<Record<Encoding, (content: Buffer) => Promise<Buffer>>> = {
  // The highest quality would take seconds for a script of a megabyte.
  br: (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (content) => promisify(gzip)(content, { level: 9 }),
};

/** Content that is the same for all requests: compressed once, with an entity tag. */
export class StoredContent {
  /** Changes with the content. A URL with `?v=<version>` is cached for a year. */
  readonly version: string;
  private readonly compressed = new Map<Encoding, Promise<Buffer>>();

  constructor(
    private readonly type: string,
    private readonly content: Buffer,
  ) {
    this.version = createHash('sha256').update(content).digest('base64url').slice(0, 16);
  }

  async send(request: Request, response: Response): Promise<void> {
    const encoding = (['br', 'gzip'] as const).find((each) => request.acceptsEncodings(each) !== false);
    response.set({
      'Content-Type': this.type,
      // Private, because the content may need credentials.
      'Cache-Control':
        request.query['v'] === this.version ? 'private, max-age=31536000, immutable' : 'private, no-cache',
      ETag: `"${this.version}${encoding === undefined ? '' : `-${encoding}`}"`,
      Vary: 'Accept-Encoding',
    });
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    const body = encoding === undefined ? this.content : await this.as(encoding);
    if (encoding !== undefined) response.set('Content-Encoding', encoding);
    response.set('Content-Length', String(body.length)).end(body);
  }

  private as(encoding: Encoding): Promise<Buffer> {
    const known = this.compressed.get(encoding) ?? COMPRESS[encoding](this.content);
    this.compressed.set(encoding, known);
    return known;
  }
}
