import type { Product } from '../support/product.js';
import { waitUntil } from '../support/wait-until.js';
import { compareWithSink, type Comparison, type MailTaker } from './big-campaign.js';

/** What has to be true of campaigns that are done, whatever happened to them meanwhile; every figure is a count of faults. */
export interface Audit extends Comparison {
  /** Mails of which nobody knows yet what becomes of them. */
  readonly open: number;
  /** Mails that came and stand in the ledger as not sent. */
  readonly unrecorded: number;
  /** Campaigns whose `recipients_count` is not the number of their mails. */
  readonly miscounted: number;
  /** Campaigns whose figures by state, as the API tells them, do not sum up to their mails. */
  readonly unbalanced: number;
  /** Mails that stand as sent without their one `email.sent`, and events without such a mail. */
  readonly wrongSentEvents: number;
  /** Campaigns that were not announced as sent exactly once. */
  readonly wrongEndings: number;
}

/** Lays ledger, events, the API's figures and what the mail server took side by side. */
export async function audit(product: Product, campaigns: readonly number[], sink: MailTaker): Promise<Audit> {
  const { db } = product;
  const rows = await db.query<{ id: number; source_id: number; email: string | null; state: string }>(
    `SELECT id, source_id, email, state FROM email_messages WHERE source_type = 'campaign' AND source_id IN (:campaigns)`,
    { campaigns },
  );
  const events = await db.query<{ type: string; subject_id: number; total: number }>(
    `SELECT type, subject_id, COUNT(*) AS total FROM domain_events
      WHERE type IN ('email.sent', 'campaign.sent') GROUP BY type, subject_id`,
  );
  const told = (type: string): Map<number, number> =>
    new Map(events.filter((event) => event.type === type).map(({ subject_id, total }) => [subject_id, total]));
  const sentEvents = told('email.sent');
  const endings = told('campaign.sent');
  const came = new Set(sink.messages.map(({ envelope }) => envelope.to[0]));
  const figures = await Promise.all(campaigns.map((id) => figuresOf(product, id)));
  const mailsOf = (id: number): number => rows.filter(({ source_id }) => source_id === id).length;
  return {
    ...(await compareWithSink(db, campaigns, sink)),
    open: rows.filter(({ state }) => ['pending', 'sending', 'deferred'].includes(state)).length,
    unrecorded: rows.filter(({ email, state }) => state !== 'sent' && email !== null && came.has(email)).length,
    miscounted: figures.filter(({ id, recipients }) => recipients !== mailsOf(id)).length,
    unbalanced: figures.filter(({ id, total }) => total !== mailsOf(id)).length,
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

/** What has to come out: so many mails, each in exactly one copy but for the repeats, and no fault of any kind. */
export const flawless = (recipients: number, repeats: number | null = 0): Audit => ({
  ...{ recipients, missing: 0, strangers: 0, otherIds: 0 },
  repeats: repeats ?? (expect.any(Number) as number),
  ...{ open: 0, unrecorded: 0, miscounted: 0, unbalanced: 0, wrongSentEvents: 0, wrongEndings: 0 },
});

/** Spares a test the rest of the leases of what the dead have left. @returns how many mails that were. */
export async function endLeases({ db }: Product): Promise<number> {
  const { affectedRows } = await db.transaction((tx) =>
    tx.execute(`UPDATE email_messages SET lease_until = NOW(3) - INTERVAL 1 SECOND WHERE state = 'sending'`),
  );
  return affectedRows;
}

/** Waits until the sink has so many messages. */
export async function untilCame(sink: MailTaker, count: number, timeoutMs: number): Promise<void> {
  await waitUntil(`${count} mails have come`, () => sink.messages.length >= count, timeoutMs, 5);
}

/** Ends every worker, and every campaign that a failed test has left unfinished: the next test begins with nothing. */
export async function clearUp(product: Product): Promise<void> {
  for (const worker of product.workers.splice(0)) await worker.kill();
  const left = await product.db.query<{ id: number }>("SELECT id FROM campaigns WHERE status IN ('working', 'paused')");
  for (const { id } of left) await product.client.post(`/campaigns/${id}/cancel`);
}
