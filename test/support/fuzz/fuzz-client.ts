import { Agent, request } from 'node:http';
import type { World } from '../world.js';

export interface FuzzRequest {
  /** The documented operation. */
  readonly operation: string;
  readonly method: string;
  /** With the query, and with `~` for the base path of the API. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  /** A description for failure messages. */
  readonly what: string;
}

export interface FuzzAnswer {
  readonly request: FuzzRequest;
  /** Zero if no response arrived. */
  readonly status: number;
  readonly type: string;
  /** Truncated. */
  readonly body: string;
  /** Duration until its end. */
  readonly milliseconds: number;
}

const AT_ONCE = 4;
const TIMEOUT_MS = 20_000;
/** Longer bodies are lists or files; the rest is skipped. */
const MOST_READ = 64 * 1024;

/** Sends raw bytes, including requests that no regular client would send. */
export class FuzzClient {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 2 * AT_ONCE });
  private readonly authorization: string;
  private readonly basePath: string;
  sent = 0;

  constructor(private readonly world: World) {
    const { username, password } = world.all.credentials ?? { username: '', password: '' };
    this.authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    this.basePath = world.config.http.basePaths[0] ?? '';
  }

  close(): void {
    this.agent.destroy();
  }

  /**
   * Sends requests in order, a few at a time.
   * @param requests a generator, because all bodies together would fill the memory.
   * @param each gets the responses, a few at a time.
   * @param until the time after which no request starts. @returns how many were sent.
   */
  async sendAll(
    requests: readonly (() => FuzzRequest)[],
    each: (answers: readonly FuzzAnswer[]) => Promise<void>,
    until = Infinity,
  ): Promise<number> {
    let sent = 0;
    while (sent < requests.length && performance.now() < until) {
      const some = requests.slice(sent, sent + AT_ONCE);
      sent += some.length;
      await each(await this.atOnce(some.map((make) => make())));
    }
    return sent;
  }

  atOnce(requests: readonly FuzzRequest[]): Promise<FuzzAnswer[]> {
    return Promise.all(requests.map((each) => this.send(each)));
  }

  send(given: FuzzRequest): Promise<FuzzAnswer> {
    this.sent += 1;
    const startedAt = performance.now();
    return new Promise((resolve) => {
      const done = (status: number, type = '', body = ''): void => {
        resolve({ request: given, status, type, body, milliseconds: performance.now() - startedAt });
      };
      const outgoing = this.open(given, given.body?.length ?? null);
      outgoing.once('response', (response) => {
        const { statusCode = 0 } = response;
        const type = response.headers['content-type'] ?? '';
        const chunks: Buffer[] = [];
        let length = 0;
        const text = (): string => Buffer.concat(chunks).toString();
        // An event stream never ends.
        if (type.startsWith('text/event-stream')) {
          done(statusCode, type);
          outgoing.destroy();
          return;
        }
        response.on('data', (chunk: Buffer) => {
          if (length < MOST_READ) chunks.push(chunk);
          length += chunk.length;
        });
        response.once('end', () => {
          done(statusCode, type, text());
        });
        response.once('error', () => {
          done(0, type, text());
        });
      });
      outgoing.setTimeout(TIMEOUT_MS, () => outgoing.destroy());
      outgoing.once('error', (error) => {
        done(0, '', error.message);
      });
      outgoing.end(given.body ?? '');
    });
  }

  /** Announces a longer body than it sends, and disconnects. */
  abandon(given: FuzzRequest): Promise<void> {
    this.sent += 1;
    return new Promise((resolve) => {
      const body = given.body ?? '{"';
      const outgoing = this.open(given, body.length + 1_000, false);
      outgoing.once('error', () => undefined);
      outgoing.once('close', () => {
        resolve();
      });
      outgoing.write(body, () => outgoing.destroy());
    });
  }

  private open(given: FuzzRequest, length: number | null, kept = true): ReturnType<typeof request> {
    const bytes = typeof given.body === 'string' ? Buffer.byteLength(given.body) : length;
    return request(this.world.origin, {
      method: given.method.toUpperCase(),
      path: given.path.replace(/^~/, this.basePath),
      agent: kept ? this.agent : false,
      headers: {
        authorization: this.authorization,
        ...(given.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...given.headers,
        ...(given.body === undefined ? {} : { 'content-length': kept ? (bytes ?? 0) : (length ?? 0) }),
      },
    });
  }
}
