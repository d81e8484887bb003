import type { Database } from '../../src/platform/database/database.js';
import { crowdOn } from '../support/builders/audience.js';
import type { Product } from '../support/product.js';
import type { SmtpSink } from '../support/smtp-sink.js';
import { waitUntil } from '../support/wait-until.js';

/** Creates a list with so many readers and sends them a campaign. @returns the campaign's id. */
export async function sendToCrowd(product: Product, crowd: string, size: number): Promise<number> {
  const list = await product.given.list({ title: `Readers ${crowd}` });
  await crowdOn(product.db, list.id, crowd, size);
  const { id } = await product.given.campaign({
    title: `Campaign ${crowd}`,
    email_subject: 'Hello {{ contact.first_name }}',
    email_body: '<p>Hello {{ contact.first_name }}</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
    lists: [list.id],
  });
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
  /** In the ledger, and no mail came. */
  readonly missing: number;
  /** Mails beyond the first to the same address. */
  readonly repeats: number;
  /** Mails to addresses that are not in the ledger. */
  readonly strangers: number;
  /** Mails whose Message-ID is not the one that the ledger keeps. */
  readonly otherIds: number;
}

/** Lays the ledger of these campaigns beside everything that the mail server took. */
export async function compareWithSink(db: Database, campaigns: readonly number[], sink: SmtpSink): Promise<Comparison> {
  const rows = await db.query<{ email: string; message_id: string | null }>(
    `SELECT email, message_id FROM email_messages WHERE source_type = 'campaign' AND source_id IN (:campaigns)`,
    { campaigns },
  );
  const expectedId = new Map(rows.map((row) => [row.email, row.message_id]));
  const copies = new Map<string, number>();
  let otherIds = 0;
  for (const message of sink.messages) {
    const address = message.envelope.to[0] ?? '';
    copies.set(address, (copies.get(address) ?? 0) + 1);
    if ((await message.header('message-id')) !== expectedId.get(address)) otherIds += 1;
  }
  return {
    recipients: rows.length,
    missing: rows.filter(({ email }) => !copies.has(email)).length,
    repeats: sink.messages.length - copies.size,
    strangers: [...copies.keys()].filter((address) => !expectedId.has(address)).length,
    otherIds,
  };
}
