import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/platform/database/database.js';
import { Outbox } from '../../src/platform/outbox/outbox.js';
import type { RelayNudge } from '../../src/platform/outbox/relay-nudge.js';
import { Product, type ProductOptions, type ProductProcess } from '../support/product.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { waitUntil } from '../support/wait-until.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

/** Requests of one worker process without a stored result: the most that one kill can repeat. */
export const IN_FLIGHT_PER_WORKER = 64;

/** A product, an HTTPS receiver that it trusts, and the requests of that receiver. */
export class WebhookTraffic {
  private readonly secrets = new Map<number, string>();

  private constructor(
    readonly product: Product,
    readonly receiver: WebhookReceiver,
  ) {}

  static async start(options: ProductOptions): Promise<WebhookTraffic> {
    const dataDir = temporaryFolder('webhooks');
    const receiver = await WebhookReceiver.start(dataDir);
    // Production refuses private addresses and the development certificate authority.
    const env = { NODE_ENV: 'test', DATA_DIR: dataDir, WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true', ...options.env };
    return new WebhookTraffic(await Product.start({ ...options, env }), receiver);
  }

  get db(): Database {
    return this.product.db;
  }

  /** Kills every worker and clears all data for the next test. */
  async reset(): Promise<void> {
    for (const worker of this.product.workers.splice(0)) {
      worker.thaw();
      await worker.kill();
    }
    await this.clear();
  }

  /** Deletes webhooks, events, and requests while the workers run. */
  async clear(): Promise<void> {
    this.secrets.clear();
    this.receiver.reset();
    await this.db.transaction(async (tx) => {
      for (const table of ['webhook_attempts', 'webhook_deliveries', 'webhooks', 'parked_events', 'domain_events'])
        await tx.execute(`DELETE FROM ${table}`);
    });
  }

  async webhooks(count: number): Promise<number[]> {
    const ids = [];
    for (let number = 1; number <= count; number += 1) {
      const { id, secret } = await this.product.given.webhook({ url: `${this.receiver.url}/${number}` });
      this.secrets.set(id, secret);
      ids.push(id);
    }
    return ids;
  }

  /** Appends and commits `count` events without notifying the relay. */
  async appendEvents(count: number): Promise<void> {
    const outbox = new Outbox({ nudge: () => undefined } as unknown as RelayNudge);
    const people = Array.from({ length: count }, (_, index) => index + 1);
    await this.db.transaction((tx) =>
      outbox.appendAll(
        tx,
        people.map((id) => ({
          type: 'contact.created',
          subjectId: id,
          data: {
            contact: {
              ...{ id, email: `person-${id}@example.com`, first_name: 'Ada', last_name: "O'Neill-Ångström" },
              ...{ status: 'subscribed', created_at: '2026-01-02T03:04:05.000Z' },
            },
            source: 'api',
          },
        })),
      ),
    );
  }

  /** Returns the number of deliveries per status in the database. */
  async states(): Promise<Readonly<Record<string, number>>> {
    const rows = await this.db.query<{ status: string; total: number }>(
      'SELECT status, COUNT(*) AS total FROM webhook_deliveries GROUP BY status',
    );
    return Object.fromEntries(rows.map(({ status, total }) => [status, total]));
  }

  async delivered(): Promise<number> {
    return (await this.states())['success'] ?? 0;
  }

  async waitUntilDelivered(total: number): Promise<void> {
    const isThere = async (): Promise<boolean> => (await this.delivered()) >= total;
    await waitUntil(`${total} deliveries have succeeded`, isThere, 50);
  }

  /**
   * Holds the responses to all requests after the first `count`, and waits until one is held: so deliveries are under way, however long
   * the test takes.
   * @returns a function that sends these responses.
   */
  async holdAfter(count: number): Promise<() => void> {
    const { receiver } = this;
    const { behavior } = receiver;
    const answered = Math.max(count, receiver.requests.length);
    let resolve = (): void => undefined;
    const until = new Promise<void>((release) => (resolve = release));
    receiver.plan(...Array.from({ length: answered - receiver.requests.length }, () => behavior));
    receiver.behavior = { kind: 'held', until };
    await waitUntil('the response to a request is held', () => receiver.requests.length > answered, 5);
    return () => {
      receiver.behavior = behavior;
      resolve();
    };
  }

  /** Waits until no request has arrived for a second. */
  async waitUntilQuiet(): Promise<void> {
    await waitUntil('no more requests arrive', async () => {
      const before = this.receiver.requests.length;
      await sleep(1_000);
      return this.receiver.requests.length === before;
    });
  }

  /** Waits until the worker has written a heartbeat after `action`: it runs, and reaches the database. */
  async heartbeatAfter(action: () => void | Promise<void>, { pid = 0 }: ProductProcess): Promise<void> {
    const heartbeats = (): Promise<unknown> =>
      this.db.query('SELECT seen_at FROM process_beats WHERE pid = :pid ORDER BY seen_at', { pid });
    const before = JSON.stringify(await heartbeats());
    await action();
    await waitUntil('the worker writes its heartbeat', async () => JSON.stringify(await heartbeats()) !== before, 100);
  }

  /** Returns the processes that hold a claim. */
  async owners(): Promise<string[]> {
    const rows = await this.db.query<{ lease_owner: string }>(
      'SELECT DISTINCT lease_owner FROM webhook_deliveries WHERE lease_owner IS NOT NULL ORDER BY lease_owner',
    );
    return rows.map(({ lease_owner }) => lease_owner);
  }

  /** Expires the leases of these processes, which last 45 s. @returns the number of leases. */
  async endLeasesOf(owners: readonly string[]): Promise<number> {
    if (owners.length === 0) return 0;
    const { affectedRows } = await this.db.transaction((tx) =>
      tx.execute(
        `UPDATE webhook_deliveries SET lease_until = NOW(3), next_attempt_at = NOW(3)
          WHERE status = 'pending' AND lease_owner IN (:owners)`,
        { owners },
      ),
    );
    return affectedRows;
  }

  /** Moves the times of the rows forward, which has the same effect as a clock that is set back. */
  async setDatabaseClockBack(minutes: number): Promise<void> {
    await this.db.transaction((tx) =>
      tx.execute(
        `UPDATE webhook_deliveries
            SET next_attempt_at = next_attempt_at + INTERVAL :minutes MINUTE, lease_until = lease_until + INTERVAL :minutes MINUTE
          WHERE status = 'pending'`,
        { minutes },
      ),
    );
  }

  /** Returns whether a claim, a settlement, or a relay batch is in a transaction. */
  async someRowsAreLocked(): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      for (const table of ['webhooks', 'webhook_deliveries', 'relay_state']) {
        const all = await tx.query(`SELECT id FROM ${table}`);
        const free = await tx.query(`SELECT id FROM ${table} FOR UPDATE SKIP LOCKED`);
        if (free.length < all.length) return true;
      }
      return false;
    });
  }

  async interruptions(): Promise<number> {
    const [row] = await this.db.query<{ total: number }>(
      "SELECT COUNT(*) AS total FROM webhook_attempts WHERE outcome = 'interrupted'",
    );
    return row?.total ?? 0;
  }

  /** Compares the database with the requests of the receiver. */
  async compare(): Promise<Comparison> {
    const events = await this.db.query<{ id: number; data: string }>(
      "SELECT id, data FROM domain_events WHERE type = 'contact.created'",
    );
    const deliveries = await this.db.query<{ id: number; webhook_id: number; event_id: number; status: string }>(
      'SELECT id, webhook_id, event_id, status FROM webhook_deliveries',
    );
    const attempts = await this.db.query<{ delivery_id: number; attempt_no: number }>(
      'SELECT delivery_id, attempt_no FROM webhook_attempts',
    );
    const recorded = new Set(attempts.map((row) => `${row.delivery_id} ${row.attempt_no}`));
    const dataOf = new Map(events.map(({ id, data }) => [id, data]));
    const deliveryById = new Map(deliveries.map((row) => [String(row.id), row]));
    const planned = new Set(deliveries.map((row) => `${row.webhook_id} ${row.event_id}`));
    const bodies = new Map<string, string>();
    const found = { unknownDeliveries: 0, changedBodies: 0, invalidSignatures: 0, wrongPayloads: 0, unrecorded: 0 };
    for (const { headers, rawBody } of this.receiver.requests) {
      const id = String(headers['x-service-delivery']);
      const delivery = deliveryById.get(id);
      if (!delivery) {
        found.unknownDeliveries += 1;
        continue;
      }
      if ((bodies.get(id) ?? rawBody) !== rawBody) found.changedBodies += 1;
      bodies.set(id, rawBody);
      const { data } = JSON.parse(rawBody) as { data: unknown };
      if (JSON.stringify(data) !== dataOf.get(delivery.event_id)) found.wrongPayloads += 1;
      const secret = this.secrets.get(delivery.webhook_id) ?? '';
      const signature = `sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`;
      if (headers['x-service-signature'] !== signature) found.invalidSignatures += 1;
      if (!recorded.has(`${id} ${String(headers['x-service-attempt'])}`)) found.unrecorded += 1;
    }
    const webhooks = [...this.secrets.keys()];
    return {
      events: events.length,
      withoutDelivery: webhooks.flatMap((webhook) => events.filter(({ id }) => !planned.has(`${webhook} ${id}`)))
        .length,
      delivered: deliveries.filter(({ status }) => status === 'success').length,
      undelivered: deliveries.filter(({ status }) => status !== 'success').length,
      notReceived: deliveries.filter(({ id }) => !bodies.has(String(id))).length,
      repeats: this.receiver.requests.length - bodies.size,
      ...found,
    };
  }
}

export interface Comparison {
  /** Committed events that match the webhooks. */
  readonly events: number;
  /** Pairs of webhook and event without a delivery. */
  readonly withoutDelivery: number;
  readonly delivered: number;
  /** Pending and failed deliveries. */
  readonly undelivered: number;
  /** Deliveries in the database without a request. */
  readonly notReceived: number;
  /** Requests beyond the first with the same delivery id. */
  readonly repeats: number;
  /** Requests with a delivery id that is not in the database. */
  readonly unknownDeliveries: number;
  /** Repeated requests whose body differs from that of the first. */
  readonly changedBodies: number;
  /** Requests with an invalid signature. */
  readonly invalidSignatures: number;
  /** Requests whose data differs from the committed event. */
  readonly wrongPayloads: number;
  /** Requests without a row in the log of attempts. */
  readonly unrecorded: number;
}

/** Returns the comparison in which every event is delivered without violations; repeats are allowed. */
export const allDelivered = (events: number, webhooks: number): Comparison => ({
  ...{ events, withoutDelivery: 0, delivered: events * webhooks, undelivered: 0, notReceived: 0 },
  ...{ unknownDeliveries: 0, changedBodies: 0, invalidSignatures: 0, wrongPayloads: 0, unrecorded: 0 },
  repeats: expect.any(Number) as number,
});
