import { type IncomingHttpHeaders, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import { type Server, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { DevelopmentAuthority } from '../../src/modules/development/webhook-receiver/certificate-authority.js';
import { stopAtEnd } from './stop-at-end.js';

/** The response if the receiver is not called. */
const NOBODY_THERE = 502;

/** One forwarded call with the response of the receiver. */
export interface ForwardedCall {
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: Buffer;
  readonly status: number;
}

/** A TLS proxy before a receiver without TLS: it forwards requests byte for byte and records them. */
export class TlsProxy {
  readonly passed: ForwardedCall[] = [];

  private constructor(
    private readonly server: Server,
    private readonly targetPort: number,
  ) {}

  static async start(dataDir: string, targetPort: number): Promise<TlsProxy> {
    const authority = await DevelopmentAuthority.of(dataDir);
    const server = createServer(await authority.issue({ hosts: ['localhost', '127.0.0.1'] }));
    const front = stopAtEnd(new TlsProxy(server, targetPort));
    server.on('request', (request, response) => {
      front.pass(request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return front;
  }

  get url(): string {
    return `https://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const rawBody = await buffer(request);
    const status = await postTo(this.targetPort, request.headers, rawBody).catch(() => NOBODY_THERE);
    this.passed.push({ headers: request.headers, rawBody, status });
    response.writeHead(status).end();
  }
}

/** Posts to a local receiver without TLS. @returns the status. */
export async function postTo(port: number, headers: IncomingHttpHeaders, rawBody: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const own = { ...headers, connection: 'close', 'content-length': String(rawBody.length) };
    const outgoing = httpRequest({ host: '127.0.0.1', port, path: '/hook', method: 'POST', headers: own }, (answer) => {
      answer.resume();
      answer.once('end', () => {
        resolve(answer.statusCode ?? 0);
      });
    });
    outgoing.once('error', reject);
    outgoing.end(rawBody);
  });
}
