import type { Database } from '../../src/platform/database/database.js';
import { insertSubscribers } from '../support/builders/audience.js';
import type { Product } from '../support/product.js';
import type { SinkMessage } from '../support/smtp-sink.js';
import { waitUntil } from '../support/wait-until.js';

/**
 * The longest text that a campaign may have, in letters of several bytes: larger than the buffers between worker and
 * mail server, so that a message can be interrupted halfway. Needs a `BODY_LIMIT` of 2 MB.
 */
export const LONG_TEXT = `<p>${'ü'.repeat(50)}</p>`.repeat(8_000);

/** Creates a list with `size` contacts and a draft campaign for it. @returns the campaign's id. */
export async function createDraft(product: Product, name: string, size: number, text = ''): Promise<number> {
  const list = await product.given.list({ title: `Readers ${name}` });
  await insertSubscribers(product.db, list.id, name, size);
  const { id } = await product.given.campaign({
    title: `Campaign ${name}`,
    email_subject: 'Hello {{ contact.first_name }}',
    email_body: `<p>Hello {{ contact.first_name }}</p>${text}<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>`,
    lists: [list.id],
  });
  return id;
}

/** Creates the same campaign and starts sending it. */
export async function createAndSend(product: Product, name: string, size: number, text?: string): Promise<number> {
  const id = await createDraft(product, name, size, text);
  await product.client.post(`/campaigns/${id}/send`).expect(200);
  return id;
}

/** Returns the number of a campaign's emails per state in the ledger. */
export async function emailsByState(db: Database, id: number): Promise<Readonly<Record<string, number>>> {
  const rows = await db.query<{ state: string; total: number }>(
    `SELECT state, COUNT(*) AS total FROM email_messages WHERE source_type = 'campaign' AND source_id = :id GROUP BY state`,
    { id },
  );
  return Object.fromEntries(rows.map(({ state, total }) => [state, total]));
}

export async function statusOf(product: Product, id: number): Promise<string> {
  const { body } = await product.client.get(`/campaigns/${id}/status`).expect(200);
  return (body as StatusAnswer).campaign.status;
}

interface StatusAnswer {
  readonly campaign: { readonly status: string };
  readonly stat: unknown;
  /** Also says why nothing is sent. */
  readonly progress: unknown;
}

/** Waits until the status of the campaign is `sent`; an API without a database is asked again. */
export async function waitUntilSent(product: Product, id: number): Promise<void> {
  let last: StatusAnswer | null = null;
  const isSent = async (): Promise<boolean> => {
    const { status, body } = await product.client.get(`/campaigns/${id}/status`);
    expect([200, 503]).toContain(status);
    if (status === 503) return false;
    last = body as StatusAnswer;
    return last.campaign.status === 'sent';
  };
  const found = (): string =>
    `campaign ${id} is sent; it is ${JSON.stringify([last?.campaign.status, last?.stat, last?.progress])}`;
  await waitUntil(found, isSent, 100);
}

/** Waits until the number of sent emails of the campaign grows, so that a worker is known to send. */
export async function waitForProgress(db: Database, id: number): Promise<void> {
  const before = (await emailsByState(db, id))['sent'] ?? 0;
  const isFurther = async (): Promise<boolean> => ((await emailsByState(db, id))['sent'] ?? 0) > before;
  await waitUntil(`campaign ${id} makes progress`, isFurther);
}

export interface Comparison {
  readonly recipients: number;
  /** Emails that the ledger has as sent and the sink did not receive. */
  readonly missing: number;
  /** Emails beyond the first to the same address. */
  readonly repeats: number;
  /** Addresses that received an email and are not in the ledger. */
  readonly unknownAddresses: number;
  /** Emails whose Message-ID differs from that in the ledger. */
  readonly wrongMessageIds: number;
}

/** Any of the test mail servers. */
export interface MessageSink {
  readonly messages: readonly SinkMessage[];
}

/** Compares the ledger of these campaigns with the messages that the mail server received. */
export async function compareWithSink(
  db: Database,
  campaigns: readonly number[],
  sink: MessageSink,
): Promise<Comparison> {
  const rows = await db.query<{ email: string | null; message_id: string | null; state: string }>(
    `SELECT email, message_id, state FROM email_messages WHERE source_type = 'campaign' AND source_id IN (:campaigns)`,
    { campaigns },
  );
  const expectedId = new Map(rows.map((row) => [row.email, row.message_id]));
  // Rows of contacts that were deleted meanwhile have no address.
  const erased = new Set(rows.filter(({ email }) => email === null).map((row) => row.message_id));
  const copies = new Map<string, number>();
  const unknownAddresses = new Set<string>();
  let wrongMessageIds = 0;
  for (const message of sink.messages) {
    const address = message.envelope.to[0] ?? '';
    copies.set(address, (copies.get(address) ?? 0) + 1);
    const messageId = messageIdOf(message);
    if (erased.has(messageId)) continue;
    if (!expectedId.has(address)) unknownAddresses.add(address);
    else if (messageId !== expectedId.get(address)) wrongMessageIds += 1;
  }
  return {
    recipients: rows.length,
    missing: rows.filter(({ email, state }) => state === 'sent' && email !== null && !copies.has(email)).length,
    repeats: sink.messages.length - copies.size,
    unknownAddresses: unknownAddresses.size,
    wrongMessageIds,
  };
}

/** Reads the header only, because there are thousands of messages. */
function messageIdOf({ raw }: SinkMessage): string | null {
  const head = raw.toString('latin1', 0, raw.indexOf('\r\n\r\n'));
  return /^message-id:\s*(<[^>]*>)/im.exec(head)?.[1] ?? null;
}
