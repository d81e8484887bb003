import { CEILING_MS } from '../support/ceiling.js';
import type { Product, ProductProcess } from '../support/product.js';
import type { ReverseProxy } from '../support/reverse-proxy.js';
import { waitUntil } from '../support/wait-until.js';

/** How long an ending process still answers: the proxy must notice. As in production, and longer on a slow machine. */
export const SHUTDOWN_GRACE = `${Math.round(CEILING_MS / 60)}ms`;

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
