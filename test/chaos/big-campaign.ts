import type { Database } from '../../src/platform/database/database.js';
import { insertSubscribers } from '../support/builders/audience.js';
import type { Product } from '../support/product.js';
import type { SinkMessage } from '../support/smtp-sink.js';
import { waitUntil } from '../support/wait-until.js';

/**
 * As much as a campaign may say, in letters that take several bytes each on the wire: more than the buffers between
 * worker and mail server hold, so that a message can be stopped halfway. Needs a `BODY_LIMIT` of 2 MB.
 */
export const LONG_TEXT = `<p>${'ü'.repeat(50)}</p>`.repeat(8_000);

/** Creates a list with so many readers and a campaign for them, a draft still. @returns the campaign's id. */
export async function draftForCrowd(product: Product, crowd: string, size: number, text = ''): Promise<number> {
  const list = await product.given.list({ title: `Readers ${crowd}` });
  await insertSubscribers(product.db, list.id, crowd, size);
  const { id } = await product.given.campaign({
    title: `Campaign ${crowd}`,
    email_subject: 'Hello {{ contact.first_name }}',
    email_body: `<p>Hello {{ contact.first_name }}</p>${text}<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>`,
    lists: [list.id],
  });
  return id;
}

/** The same, and it is sent. */
export async function sendToCrowd(product: Product, crowd: string, size: number, text?: string): Promise<number> {
  const id = await draftForCrowd(product, crowd, size, text);
  await product.client.post(`/campaigns/${id}/send`).expect(200);
  return id;
}

/** How many mails of a campaign are in each state, by the ledger. */
export async function ledgerOf(db: Database, id: number): Promise<Readonly<Record<string, number>>> {
  const rows = await db.query<{ state: string; total: number }>(
    `SELECT state, COUNT(*) AS total FROM email_messages WHERE source_type = 'campaign' AND source_id = :id GROUP BY state`,
    { id },
  );
  return Object.fromEntries(rows.map(({ state, total }) => [state, total]));
}

export async function statusOf(product: Product, id: number): Promise<string> {
  const { body } = await product.client.get(`/campaigns/${id}/status`).expect(200);
  return (body as { campaign: { status: string } }).campaign.status;
}

/** Waits until the campaign is done, by itself. */
export async function waitUntilSent(product: Product, id: number, timeoutMs: number): Promise<void> {
  await waitUntil(`campaign ${id} is sent`, async () => (await statusOf(product, id)) === 'sent', timeoutMs, 100);
}

/** Waits until more mails of the campaign are sent than there are now: somebody is really working on it. */
export async function waitForProgress(db: Database, id: number): Promise<void> {
  const before = (await ledgerOf(db, id))['sent'] ?? 0;
  const isFurther = async (): Promise<boolean> => ((await ledgerOf(db, id))['sent'] ?? 0) > before;
  await waitUntil(`campaign ${id} makes progress`, isFurther, 30_000);
}

export interface Comparison {
  readonly recipients: number;
  /** Sent by the ledger, and no mail came. */
  readonly missing: number;
  /** Mails beyond the first to the same address. */
  readonly repeats: number;
  /** Addresses that got mail and are not in the ledger. */
  readonly strangers: number;
  /** Mails whose Message-ID is not the one that the ledger keeps. */
  readonly otherIds: number;
}

/** A mail server of the tests, whichever it is. */
export interface MailTaker {
  readonly messages: readonly SinkMessage[];
}

/** Lays the ledger of these campaigns beside everything that the mail server took. */
export async function compareWithSink(
  db: Database,
  campaigns: readonly number[],
  sink: MailTaker,
): Promise<Comparison> {
  const rows = await db.query<{ email: string | null; message_id: string | null; state: string }>(
    `SELECT email, message_id, state FROM email_messages WHERE source_type = 'campaign' AND source_id IN (:campaigns)`,
    { campaigns },
  );
  const expectedId = new Map(rows.map((row) => [row.email, row.message_id]));
  // Whose contact was deleted meanwhile: the row keeps no address.
  const erased = new Set(rows.filter(({ email }) => email === null).map((row) => row.message_id));
  const copies = new Map<string, number>();
  const strangers = new Set<string>();
  let otherIds = 0;
  for (const message of sink.messages) {
    const address = message.envelope.to[0] ?? '';
    copies.set(address, (copies.get(address) ?? 0) + 1);
    const messageId = messageIdOf(message);
    if (erased.has(messageId)) continue;
    if (!expectedId.has(address)) strangers.add(address);
    else if (messageId !== expectedId.get(address)) otherIds += 1;
  }
  return {
    recipients: rows.length,
    missing: rows.filter(({ email, state }) => state === 'sent' && email !== null && !copies.has(email)).length,
    repeats: sink.messages.length - copies.size,
    strangers: strangers.size,
    otherIds,
  };
}

/** Without parsing the rest: there are thousands of them. */
function messageIdOf({ raw }: SinkMessage): string | null {
  const head = raw.toString('latin1', 0, raw.indexOf('\r\n\r\n'));
  return /^message-id:\s*(<[^>]*>)/im.exec(head)?.[1] ?? null;
}
