import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { type Server, createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import {
  DevelopmentAuthority,
  type IssueOptions,
} from '../../src/modules/development/webhook-receiver/certificate-authority.js';

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: string;
  /** Milliseconds since the epoch, when the whole request was there. */
  readonly at: number;
}

/** How the receiver treats a request. */
export type Behaviour =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body?: string;
      readonly headers?: Record<string, string>;
    }
  /** Answers 200, after a while. */
  | { readonly kind: 'late'; readonly afterMs: number }
  /** Takes the request and says nothing, ever. */
  | { readonly kind: 'hang' }
  /** One byte of the response head per interval. */
  | { readonly kind: 'drip'; readonly everyMs: number }
  /** Breaks the connection off. */
  | { readonly kind: 'reset' }
  /** A head at once and then a body without end. */
  | { readonly kind: 'endless' }
  /** Bytes that are no HTTP. */
  | { readonly kind: 'garbage' };

const OK: Behaviour = { kind: 'answer', status: 200, body: 'thank you' };

/** An HTTPS server that records what it is sent, and can be told to misbehave. */
export class WebhookReceiver {
  readonly requests: ReceivedRequest[] = [];
  /** For every request that has no plan of its own. */
  behaviour: Behaviour = OK;
  /** The most requests that were under way at once. */
  mostAtOnce = 0;
  private readonly plans: Behaviour[] = [];
  private readonly sockets = new Set<Socket>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private underWay = 0;

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
    const receiver = new WebhookReceiver(server);
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

  /** The next requests are treated like this, one each; later ones by `behaviour`. */
  plan(...behaviours: Behaviour[]): void {
    this.plans.push(...behaviours);
  }

  get connections(): number {
    return this.sockets.size;
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
    });
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      this.requests.push({
        path: request.url ?? '',
        headers: request.headers,
        rawBody: Buffer.concat(chunks).toString('utf8'),
        at: Date.now(),
      });
      this.behave(this.plans.shift() ?? this.behaviour, request, response);
    });
  }

  private behave(behaviour: Behaviour, { socket }: IncomingMessage, response: ServerResponse): void {
    switch (behaviour.kind) {
      case 'answer':
        response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body);
        return;
      case 'late':
        setTimeout(() => response.end(), behaviour.afterMs);
        return;
      case 'hang':
        return;
      case 'drip':
        this.dripInto(socket, behaviour.everyMs);
        return;
      case 'reset':
        socket.destroy();
        return;
      case 'endless':
        response.writeHead(200);
        this.pourInto(response);
        return;
      case 'garbage':
        socket.end('220 mail.example.com ESMTP ready\r\n');
    }
  }

  private dripInto(socket: Socket, everyMs: number): void {
    const head = 'HTTP/1.1 200 OK\r\nX-Slow: ';
    let sent = 0;
    const timer = setInterval(() => {
      socket.write(head[sent] ?? 'x');
      sent += 1;
    }, everyMs);
    this.timers.add(timer);
    socket.once('close', () => {
      clearInterval(timer);
    });
  }

  private pourInto(response: ServerResponse): void {
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const pour = (): void => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', pour);
    pour();
  }
}
