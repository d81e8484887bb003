import type { Product, ProductProcess } from '../support/product.js';
import type { ReverseProxy } from '../support/reverse-proxy.js';
import type { Status } from '../support/ask.js';
import { waitUntil } from '../support/wait-until.js';

/** An API and a worker that are replaced one after the other. */
export interface RollingNode {
  readonly api: ProductProcess;
  readonly origin: string;
  readonly worker: ProductProcess;
}

/** Waits until every node is ready, and the proxy has noticed. */
export async function allReady(product: Product, nodes: readonly RollingNode[], proxy?: ReverseProxy): Promise<void> {
  for (const { origin } of nodes)
    await waitUntil(`${origin} is ready`, async () => (await product.health(origin)) !== null);
  if (proxy) await waitUntil('the proxy sees every node as ready', () => proxy.isWhole);
}

/** Clients that write and read through a proxy at a steady rate, whether or not the requests succeed. */
export class RollingLoad {
  /** Number of requests per status. */
  readonly answers = new Map<Status, number>();
  /** Addresses of contacts whose creation was confirmed. */
  readonly written: string[] = [];
  private readonly open: Promise<void>[] = [];
  private number = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly proxy: ReverseProxy,
    private readonly authorization: string,
    perSecond: number,
  ) {
    this.timer = setInterval(() => {
      this.open.push(this.request());
    }, 1_000 / perSecond);
  }

  get requests(): number {
    return this.number;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.open);
  }

  private async request(): Promise<void> {
    this.number += 1;
    const email = `deployed-${this.number}@example.com`;
    const isWrite = this.number % 2 === 0;
    const status = isWrite
      ? await this.proxy.send('/api/v2/subscribers', this.authorization, { email, status: 'subscribed' })
      : await this.proxy.send('/api/v2/lists', this.authorization);
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
    if (isWrite && status === 200) this.written.push(email);
  }
}
