import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { type Server, createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import {
  DevelopmentAuthority,
  type IssueOptions,
} from '../../src/modules/development/webhook-receiver/certificate-authority.js';
import { stopAtEnd } from './stop-at-end.js';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: string;
  /** Milliseconds since the epoch when the whole request had arrived. */
  readonly at: number;
}

/** The response to a request. */
export type Behavior =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body?: string | Buffer;
      readonly headers?: Record<string, string>;
    }
  /** Echoes the request. */
  | { readonly kind: 'echo'; readonly status: number }
  /** Refuses the first call of every delivery, in any order, and accepts all further ones. */
  | { readonly kind: 'refuse-first'; readonly status: number }
  /** Responds after a delay, by default with 200. */
  | { readonly kind: 'late'; readonly afterMs: number; readonly status?: number }
  /** Responds with 200 when the test permits it. */
  | { readonly kind: 'held'; readonly until: Promise<unknown> }
  /** Accepts the request and responds only when the test calls `answerHeld`. */
  | { readonly kind: 'hang' }
  /** Sends one byte of the response head per interval. */
  | { readonly kind: 'drip'; readonly everyMs: number }
  /** Sends a head immediately, and then one byte of the body per interval, without end. */
  | { readonly kind: 'drip-body'; readonly everyMs: number }
  /** Sends provisional responses without end, and never a final one. */
  | { readonly kind: 'hints'; readonly everyMs: number }
  /** Closes the connection. */
  | { readonly kind: 'reset' }
  /** Sends a head immediately and then an endless body, whatever its Content-Length is. */
  | { readonly kind: 'endless'; readonly length?: number }
  /** Sends bytes that are not HTTP. */
  | { readonly kind: 'garbage' };

const OK: Behavior = { kind: 'answer', status: 200, body: 'thank you' };

/** An HTTPS server that records requests and can be configured to misbehave. */
export class WebhookReceiver {
  readonly requests: ReceivedRequest[] = [];
  /** The default behavior of all requests. */
  behavior: Behavior = OK;
  /** The maximum number of concurrent requests. */
  mostAtOnce = 0;
  /** The number of requests in progress. */
  underWay = 0;
  /** The requests that hang. */
  readonly held = new Set<ServerResponse>();
  private readonly plans: Behavior[] = [];
  /** Bytes sent of endless bodies. */
  poured = 0;
  private readonly sockets = new Set<Socket>();
  private readonly timers = new Set<NodeJS.Timeout>();

  private constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
    server.on('tlsClientError', () => undefined);
  }

  static async start(dataDir: string, certificate: Partial<IssueOptions> = {}): Promise<WebhookReceiver> {
    const authority = await DevelopmentAuthority.of(dataDir);
    const server = createServer(await authority.issue({ hosts: ['localhost', '127.0.0.1'], ...certificate }));
    const receiver = stopAtEnd(new WebhookReceiver(server));
    server.on('request', (request, response) => {
      receiver.receive(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `https://127.0.0.1:${this.port}/hook`;
  }

  /** Sets the behavior of the next requests, one each; later ones use `behavior`. */
  plan(...behaviors: Behavior[]): void {
    this.plans.push(...behaviors);
  }

  /** Forgets requests and plans, and accepts everything. */
  reset(): void {
    this.requests.length = 0;
    this.plans.length = 0;
    this.behavior = OK;
  }

  get connections(): number {
    return this.sockets.size;
  }

  /** Responds to the requests that hang. */
  answerHeld(status = 200): void {
    for (const response of this.held) response.writeHead(status).end();
    this.held.clear();
  }

  async stop(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private receive(request: IncomingMessage, response: ServerResponse): void {
    this.underWay += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.underWay);
    response.once('close', () => {
      this.underWay -= 1;
      this.held.delete(response);
    });
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      this.requests.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        rawBody: Buffer.concat(chunks).toString('utf8'),
        at: Date.now(),
      });
      this.behave(this.plans.shift() ?? this.behavior, request, response, Buffer.concat(chunks));
    });
  }

  private behave(
    behavior: Behavior,
    { socket, headers }: IncomingMessage,
    response: ServerResponse,
    received: Buffer,
  ): void {
    switch (behavior.kind) {
      case 'echo':
        response.writeHead(behavior.status).end(received);
        return;
      case 'answer':
        response.writeHead(behavior.status, behavior.headers).end(behavior.body);
        return;
      case 'refuse-first': {
        const delivery = headers['x-service-delivery'];
        const calls = this.requests.filter((request) => request.headers['x-service-delivery'] === delivery).length;
        response.writeHead(calls > 1 ? 200 : behavior.status).end();
        return;
      }
      case 'late':
        setTimeout(() => response.writeHead(behavior.status ?? 200).end(), behavior.afterMs);
        return;
      case 'held':
        void behavior.until.then(() => response.writeHead(200).end());
        return;
      case 'hang':
        this.held.add(response);
        return;
      case 'drip':
        this.sendSlowly(socket, behavior.everyMs, 'HTTP/1.1 200 OK\r\nX-Slow: ');
        return;
      case 'drip-body':
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n');
        this.sendSlowly(socket, behavior.everyMs);
        return;
      case 'hints':
        this.repeatInto(socket, behavior.everyMs, () => 'HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n');
        return;
      case 'reset':
        socket.destroy();
        return;
      case 'endless':
        response.writeHead(200, behavior.length === undefined ? {} : { 'Content-Length': behavior.length });
        this.sendEndless(response);
        return;
      case 'garbage':
        socket.end('220 mx.example.com ESMTP ready\r\n');
    }
  }

  private sendSlowly(socket: Socket, everyMs: number, start = ''): void {
    let sent = 0;
    this.repeatInto(socket, everyMs, () => {
      sent += 1;
      return start[sent - 1] ?? 'x';
    });
  }

  private repeatInto(socket: Socket, everyMs: number, next: () => string): void {
    const timer = setInterval(() => socket.write(next()), everyMs);
    this.timers.add(timer);
    socket.once('close', () => {
      clearInterval(timer);
    });
  }

  private sendEndless(response: ServerResponse): void {
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const writeMore = (): void => {
      let open = true;
      while (open && !response.destroyed) {
        open = response.write(chunk);
        this.poured += chunk.length;
      }
    };
    response.on('drain', writeMore);
    writeMore();
  }
}
