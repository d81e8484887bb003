import { Agent, request } from 'node:http';
import { CEILING_MS } from '../ceiling.js';
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
  /** Processor time of this thread until its end, in milliseconds of this machine; requests at the same time add to it. */
  readonly usedMs: number;
}

const AT_ONCE = 4;
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

  stop(): void {
    this.agent.destroy();
  }

  /**
   * Sends requests in order, a few at a time.
   * @param requests a generator, because all bodies together would fill the memory.
   * @param each gets the responses, a few at a time.
   */
  async sendAll(
    requests: readonly (() => FuzzRequest)[],
    each: (answers: readonly FuzzAnswer[]) => Promise<void>,
  ): Promise<void> {
    for (let start = 0; start < requests.length; start += AT_ONCE)
      await each(await this.atOnce(requests.slice(start, start + AT_ONCE).map((make) => make())));
  }

  atOnce(requests: readonly FuzzRequest[]): Promise<FuzzAnswer[]> {
    return Promise.all(requests.map((each) => this.send(each)));
  }

  send(given: FuzzRequest): Promise<FuzzAnswer> {
    this.sent += 1;
    const usage = process.threadCpuUsage();
    return new Promise((resolve) => {
      const done = (status: number, type = '', body = ''): void => {
        const { user, system } = process.threadCpuUsage(usage);
        resolve({ request: given, status, type, body, usedMs: (user + system) / 1_000 });
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
      outgoing.setTimeout(CEILING_MS, () => outgoing.destroy());
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
