import { setTimeout as sleep } from 'node:timers/promises';
import { ulid } from 'ulid';
import { ask, type Status } from '../support/ask.js';
import type { Product } from '../support/product.js';
import { stopAtEnd } from '../support/stop-at-end.js';
import { waitUntil } from '../support/wait-until.js';

/** Between two requests of a client. */
const PAUSE_MS = 200;

/** Clients that alternate writes and reads until `stop`, whether or not the requests succeed. Each sends one request at a time. */
export class ApiLoad {
  /** Number of requests per status. */
  readonly answers = new Map<Status, number>();
  /** Addresses of contacts whose creation was confirmed. */
  readonly written: string[] = [];
  /** The longest request that wrote a contact, in milliseconds. */
  longestWrite = 0;
  private number = 0;
  /** Each load creates contacts of its own. */
  private readonly name = ulid().toLowerCase();
  private running = true;
  private readonly clients: Promise<unknown>;

  private constructor(
    private readonly origin: string,
    private readonly authorization: string,
    clients: number,
  ) {
    this.clients = Promise.all(Array.from({ length: clients }, () => this.client()));
  }

  /** @param origin of the product, or of a proxy before it. */
  static on({ authorization }: Product, origin: string, clients: number): ApiLoad {
    return stopAtEnd(new ApiLoad(origin, authorization, clients));
  }

  get requests(): number {
    return this.number;
  }

  /** Waits until more writes have succeeded. */
  async more(writes = 10): Promise<void> {
    const enough = this.written.length + writes;
    await waitUntil('more writes succeed', () => this.written.length >= enough, 5);
  }

  async stop(): Promise<void> {
    this.running = false;
    await this.clients;
  }

  private async client(): Promise<void> {
    while (this.running) {
      await this.request();
      await sleep(PAUSE_MS);
    }
  }

  private async request(): Promise<void> {
    this.number += 1;
    const email = `client-${this.name}-${this.number}@example.com`;
    const isWrite = this.number % 2 === 0;
    const contact = isWrite ? { email, status: 'subscribed' } : undefined;
    const start = performance.now();
    const status = await ask(`${this.origin}/api/v2/${isWrite ? 'subscribers' : 'lists'}`, this.authorization, contact);
    if (isWrite) this.longestWrite = Math.max(this.longestWrite, Math.round(performance.now() - start));
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
    if (isWrite && status === 200) this.written.push(email);
  }
}
