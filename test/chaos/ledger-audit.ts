import type { Product } from '../support/product.js';
import { waitUntil } from '../support/wait-until.js';
import { compareWithSink, type Comparison, type MessageSink } from './big-campaign.js';

/** Invariants of campaigns that are done; every figure is a number of violations. */
export interface Audit extends Comparison {
  /** Emails without a final state. */
  readonly open: number;
  /** Emails that the sink received and the ledger does not have as sent. */
  readonly unrecorded: number;
  /** Campaigns whose `recipients_count` is not the number of their emails. */
  readonly miscounted: number;
  /** Campaigns whose figures per state in the API do not add up to the number of their emails. */
  readonly unbalanced: number;
  /** Sent emails without exactly one `email.sent`, and other emails with one. */
  readonly wrongSentEvents: number;
  /** Campaigns without exactly one `campaign.sent`. */
  readonly wrongEndings: number;
}

/** Compares the ledger, the events, the figures of the API, and the messages that the mail server received. */
export async function audit(product: Product, campaigns: readonly number[], sink: MessageSink): Promise<Audit> {
  const { db } = product;
  const rows = await db.query<{ id: number; source_id: number; email: string | null; state: string }>(
    `SELECT id, source_id, email, state FROM email_messages WHERE source_type = 'campaign' AND source_id IN (:campaigns)`,
    { campaigns },
  );
  const events = await db.query<{ type: string; subject_id: number; total: number }>(
    `SELECT type, subject_id, COUNT(*) AS total FROM domain_events
      WHERE type IN ('email.sent', 'campaign.sent') GROUP BY type, subject_id`,
  );
  const eventsOf = (type: string): Map<number, number> =>
    new Map(events.filter((event) => event.type === type).map(({ subject_id, total }) => [subject_id, total]));
  const sentEvents = eventsOf('email.sent');
  const endings = eventsOf('campaign.sent');
  const received = new Set(sink.messages.map(({ envelope }) => envelope.to[0]));
  const figures = await Promise.all(campaigns.map((id) => figuresOf(product, id)));
  const emailsOf = (id: number): number => rows.filter(({ source_id }) => source_id === id).length;
  return {
    ...(await compareWithSink(db, campaigns, sink)),
    open: rows.filter(({ state }) => ['pending', 'sending', 'deferred'].includes(state)).length,
    unrecorded: rows.filter(({ email, state }) => state !== 'sent' && email !== null && received.has(email)).length,
    miscounted: figures.filter(({ id, recipients }) => recipients !== emailsOf(id)).length,
    unbalanced: figures.filter(({ id, total }) => total !== emailsOf(id)).length,
    wrongSentEvents: rows.filter(({ id, state }) => (sentEvents.get(id) ?? 0) !== (state === 'sent' ? 1 : 0)).length,
    wrongEndings: campaigns.filter((id) => endings.get(id) !== 1).length,
  };
}

async function figuresOf(product: Product, id: number): Promise<{ id: number; recipients: number; total: number }> {
  const { body: one } = await product.client.get(`/campaigns/${id}`).expect(200);
  const { campaign } = one as { campaign: { recipients_count: number } };
  const { body: state } = await product.client.get(`/campaigns/${id}/status`).expect(200);
  const { stat } = state as { stat: readonly { total: number }[] };
  return { id, recipients: campaign.recipients_count, total: stat.reduce((sum, { total }) => sum + total, 0) };
}

/** Returns the audit without violations; `repeats` null allows any number of repeated emails. */
export const expectedAudit = (recipients: number, repeats: number | null = 0): Audit => ({
  ...{ recipients, missing: 0, unknownAddresses: 0, wrongMessageIds: 0 },
  repeats: repeats ?? (expect.any(Number) as number),
  ...{ open: 0, unrecorded: 0, miscounted: 0, unbalanced: 0, wrongSentEvents: 0, wrongEndings: 0 },
});

/** Expires the leases that a killed worker left (all leases without an owner), so that no test waits for them. */
export async function endLeases({ db }: Product, owner: string | null = null): Promise<void> {
  await updateOneByOne(db, 'lease_until = NOW(3) - INTERVAL 1 SECOND', {
    where: "state = 'sending' AND lease_owner = COALESCE(:owner, lease_owner)",
    params: { owner },
  });
}

/** Makes deferred emails due, which otherwise wait about a minute. @param email a pattern of LIKE. */
export async function makeDeferredDue({ db }: Product, campaign: number, email = '%'): Promise<void> {
  await updateOneByOne(db, 'next_attempt_at = NOW(3)', {
    where: `source_id = :campaign AND state = 'deferred' AND next_attempt_at > NOW(3) + INTERVAL 5 SECOND AND email LIKE :email`,
    params: { campaign, email },
  });
}

/** Holds one row at a time: a statement over all of them would deadlock with the workers. */
async function updateOneByOne(
  db: Product['db'],
  change: string,
  { where, params }: { readonly where: string; readonly params: Readonly<Record<string, string | number | null>> },
): Promise<void> {
  const rows = await db.query<{ id: number }>(`SELECT id FROM email_messages WHERE ${where}`, params);
  for (const { id } of rows)
    await db.transaction((tx) =>
      tx.execute(`UPDATE email_messages SET ${change} WHERE id = :id AND ${where}`, { ...params, id }),
    );
}

/** Waits until the sink has received `count` messages. */
export async function waitUntilReceived(sink: MessageSink, count: number): Promise<void> {
  await waitUntil(`${count} emails have arrived`, () => sink.messages.length >= count, 5);
}

/** Kills every worker, and cancels the campaigns that a failed test left unfinished. */
export async function cleanUp(product: Product): Promise<void> {
  for (const worker of product.workers.splice(0)) await worker.kill();
  const left = await product.db.query<{ id: number }>("SELECT id FROM campaigns WHERE status IN ('working', 'paused')");
  for (const { id } of left) await product.client.post(`/campaigns/${id}/cancel`);
}
