import { request } from 'node:http';

/** What came of one request; null when the connection broke. */
export type Status = number | null;

const ASKS_EVERY_MS = 200;

/**
 * A load balancer as they are: it asks every node again and again whether it is ready, and sends requests round those
 * that are, each over a connection of its own. Whatever breaks is a failed request; nothing is tried twice.
 */
export class RoundRobin {
  private ready: readonly string[] = [];
  private next = 0;
  private readonly timer = setInterval(() => void this.look(), ASKS_EVERY_MS);

  private constructor(private readonly origins: readonly string[]) {}

  static async over(origins: readonly string[]): Promise<RoundRobin> {
    const balancer = new RoundRobin(origins);
    await balancer.look();
    return balancer;
  }

  async send(path: string, authorization: string, body?: unknown): Promise<Status> {
    this.next += 1;
    const origin = this.ready[this.next % this.ready.length];
    return origin === undefined ? null : ask(`${origin}${path}`, authorization, body);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    const answers = await Promise.all(this.origins.map((origin) => ask(`${origin}/health/ready`, '')));
    this.ready = this.origins.filter((_origin, index) => answers[index] === 200);
  }
}

export function ask(url: string, authorization: string, body?: unknown): Promise<Status> {
  return new Promise((resolve) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = { authorization, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    const outgoing = request(
      url,
      { method: body === undefined ? 'GET' : 'POST', agent: false, headers },
      (response) => {
        // Half an answer is none.
        response.resume();
        response.once('end', () => {
          resolve(response.statusCode ?? null);
        });
        response.once('error', () => {
          resolve(null);
        });
      },
    );
    outgoing.setTimeout(10_000, () => outgoing.destroy());
    outgoing.once('error', () => {
      resolve(null);
    });
    outgoing.end(text);
  });
}
