import { type ClientRequest, type IncomingMessage, get } from 'node:http';
import type { ApiClient } from './api-client.js';
import { waitUntil } from './wait-until.js';
import type { World } from './world.js';

export interface StreamedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: { uid: string; type: string; timestamp: string; cursor: string; data: Record<string, unknown> };
}

export interface StreamOptions {
  /** The event log by default. */
  readonly path?: string;
  /** With a question mark. */
  readonly query?: string;
  readonly lastEventId?: string;
  /** By default the client with all permissions. */
  readonly client?: ApiClient;
}

/** A client of server-sent events that follows the specification: it stores ids and ignores comments. */
export class EventStreamClient {
  readonly events: StreamedEvent[] = [];
  /** The value for Last-Event-ID. */
  lastEventId = '';
  heartbeats = 0;
  /** How the stream ended; null while it is open. `cut` is an end without the last chunk. */
  ended: 'in order' | 'cut' | null = null;
  private rest = '';

  private constructor(
    private readonly request: ClientRequest,
    private readonly response: IncomingMessage,
  ) {
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      this.read(chunk);
    });
    response.once('end', () => {
      this.ended ??= 'in order';
    });
    response.on('error', () => undefined);
    response.once('close', () => {
      this.ended ??= 'cut';
    });
  }

  /** Resolves with the response head, whatever its status is. */
  static async open(
    world: World,
    { path = '/events/stream', query = '', lastEventId, client = world.all }: StreamOptions = {},
  ): Promise<EventStreamClient> {
    const { username, password } = client.credentials ?? { username: '', password: '' };
    return new Promise<EventStreamClient>((resolve, reject) => {
      const request = get(
        `${world.origin}${world.config.http.basePaths[0] ?? ''}${path}${query}`,
        {
          agent: false,
          auth: `${username}:${password}`,
          headers: lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId },
        },
        (response) => {
          resolve(new EventStreamClient(request, response));
        },
      );
      request.once('error', reject);
    });
  }

  get status(): number {
    return this.response.statusCode ?? 0;
  }

  get headers(): IncomingMessage['headers'] {
    return this.response.headers;
  }

  get types(): string[] {
    return this.events.map(({ event }) => event);
  }

  /** Stops reading from the socket, like a client that hangs. */
  stopReading(): void {
    this.response.pause();
  }

  readOn(): void {
    this.response.resume();
  }

  close(): void {
    this.request.destroy();
  }

  async until(what: string, condition: () => boolean): Promise<void> {
    await waitUntil(`${what} (${this.events.length} events so far)`, condition);
  }

  async untilEvents(count: number): Promise<void> {
    await this.until(`${count} events have come`, () => this.events.length >= count);
  }

  private read(chunk: string): void {
    const blocks = (this.rest + chunk).split('\n\n');
    this.rest = blocks.pop() ?? '';
    for (const block of blocks) this.readBlock(block);
  }

  private readBlock(block: string): void {
    const fields = new Map<string, string>();
    for (const line of block.split('\n')) {
      if (line.startsWith(':')) this.heartbeats += 1;
      else fields.set(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2));
    }
    const id = fields.get('id');
    if (id !== undefined) this.lastEventId = id;
    const data = fields.get('data');
    if (data !== undefined)
      this.events.push({ id: this.lastEventId, event: fields.get('event') ?? 'message', data: JSON.parse(data) });
  }
}
