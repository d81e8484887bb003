import { type IncomingMessage, createServer, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CEILING_MS } from './ceiling.js';
import { stopAtEnd } from './stop-at-end.js';
import { waitUntil } from './wait-until.js';

const ASKS_EVERY_MS = 200;

/**
 * A simple reverse proxy, as used in front of several machines: it distributes requests over the ready members, with a new
 * connection each. It tries another member only if the first one refused the connection, so that nothing was sent yet; any
 * later failure fails the request.
 */
export class ReverseProxy {
  /** Connections refused by members that were not listening. */
  refused = 0;
  /** Requests without a ready member. */
  unserved = 0;
  private readonly ready = new Set<string>();
  private readonly asked = new Set<string>();
  private next = 0;
  private readonly timer = setInterval(() => void this.pollMembers(), ASKS_EVERY_MS);

  private constructor(
    private readonly members: readonly string[],
    private readonly server: Server,
  ) {
    server.on('request', (incoming, response) => {
      this.pass(incoming, response, this.inTurn());
    });
  }

  /** Waits until every member is ready. */
  static async before(members: readonly string[]): Promise<ReverseProxy> {
    const server = createServer();
    const proxy = stopAtEnd(new ReverseProxy(members, server));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await waitUntil('every member is ready', () => proxy.isWhole);
    return proxy;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Whether all members get requests; a rolling update waits for this. */
  get isWhole(): boolean {
    return this.ready.size === this.members.length;
  }

  /** Polls members independently, so that a slow one does not delay the others. */
  private async pollMembers(): Promise<void> {
    await Promise.all(
      this.members
        .filter((member) => !this.asked.has(member))
        .map(async (member) => {
          this.asked.add(member);
          const isReady = await pollReadiness(member);
          if (isReady) this.ready.add(member);
          else if (isReady === false) this.ready.delete(member);
          this.asked.delete(member);
        }),
    );
  }

  /** The ready members, rotated per request. */
  private inTurn(): string[] {
    this.next += 1;
    const ready = [...this.ready];
    const from = this.next % Math.max(ready.length, 1);
    return [...ready.slice(from), ...ready.slice(0, from)];
  }

  private pass(incoming: IncomingMessage, response: ServerResponse, [member, ...others]: readonly string[]): void {
    if (member === undefined) {
      this.unserved += 1;
      response.writeHead(502).end();
      return;
    }
    const outgoing = request(`${member}${incoming.url ?? '/'}`, {
      method: incoming.method,
      headers: { ...incoming.headers, connection: 'close' },
      agent: false,
    });
    let headSent = false;
    outgoing.setTimeout(CEILING_MS, () => outgoing.destroy());
    outgoing.once('socket', (socket) => {
      socket.once('connect', () => {
        headSent = true;
        incoming.pipe(outgoing);
      });
    });
    outgoing.once('response', (answer) => {
      const headers = { ...answer.headers };
      delete headers.connection;
      response.writeHead(answer.statusCode ?? 502, headers);
      answer.pipe(response);
      answer.once('error', () => response.destroy());
    });
    outgoing.once('error', () => {
      if (response.headersSent) response.destroy();
      else if (headSent) response.writeHead(502).end();
      else {
        this.refused += 1;
        this.pass(incoming, response, others);
      }
    });
  }
}

/** @returns null if the member reports that its database did not answer in time: it may only be slow. */
async function pollReadiness(member: string): Promise<boolean | null> {
  try {
    const response = await fetch(`${member}/health/ready`, { headers: { connection: 'close' } });
    const { checks, status } = (await response.json()) as { checks: Record<string, string>; status: string };
    return status === 'unavailable' && checks['database'] === 'away' ? null : response.ok;
  } catch {
    return false;
  }
}
