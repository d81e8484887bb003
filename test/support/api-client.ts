import type { IncomingMessage } from 'node:http';
import supertest, { type Response, type Test } from 'supertest';
import type { AppConfig } from '../../src/platform/config/config.js';

/** Supertest with the API prefix and the credentials of one manager. */
export class ApiClient {
  constructor(
    /** A server, or the origin of one in another process. */
    private readonly api: { getHttpServer(): Parameters<typeof supertest>[0] },
    private readonly config: { readonly http: Pick<AppConfig['http'], 'basePaths'> },
    readonly credentials: { readonly username: string; readonly password: string } | null,
  ) {}

  get(path: string): Test {
    return this.send('get', path);
  }

  post(path: string): Test {
    return this.send('post', path);
  }

  put(path: string): Test {
    return this.send('put', path);
  }

  delete(path: string): Test {
    return this.send('delete', path);
  }

  send(method: 'get' | 'post' | 'put' | 'delete' | 'head' | 'options' | 'patch', path: string): Test {
    const request = supertest(this.api.getHttpServer())[method](`${this.config.http.basePaths[0] ?? ''}${path}`);
    if (/^\/events\/stream(\?|$)/.test(path)) void request.buffer(true).parse(readUnlessStream);
    return this.credentials ? request.auth(this.credentials.username, this.credentials.password) : request;
  }
}

/** An event stream never ends: a successful one is resolved with its head; everything else is JSON. */
function readUnlessStream(response: Response, done: (error: Error | null, body: unknown) => void): void {
  const incoming = response as unknown as IncomingMessage & { text: string };
  if (incoming.headers['content-type'] === 'text/event-stream') {
    incoming.destroy();
    done(null, null);
    return;
  }
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(Buffer.from(chunk)));
  incoming.on('end', () => {
    incoming.text = Buffer.concat(chunks).toString('utf8');
    done(null, JSON.parse(incoming.text));
  });
}
