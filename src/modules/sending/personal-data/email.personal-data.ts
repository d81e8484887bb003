import { randomInt } from 'node:crypto';
import { decodeQuotedPrintable } from '../../../platform/mime/quoted-printable.js';
import { withSqlTimestamps } from '../../../platform/clock/timestamps.js';
import type { Tx, Reader } from '../../../platform/database/database.js';
import type { ErasureMode, Person, PersonalDataStore } from '../../../platform/personal-data/personal-data-store.js';
import { StoresPersonalData } from '../../../platform/personal-data/personal-data-store.js';
import { type EmailSource, type EmailState, apiStatus } from '../../../events/email-state.js';
import { SendingCounters } from '../counters/sending-counters.js';
import { idsOf } from '../../../platform/ids/ids.js';
import { EMAILS, ENDED } from '../ledger/message-states.js';
import { gather, inParts } from '../../../platform/values/collections.js';

interface EmailRow {
  readonly id: number;
  readonly status: EmailState;
}

interface TrackingEventRow {
  readonly mailId: number;
  readonly is_machine: number;
}

interface WaitingRow {
  readonly id: number;
  readonly type: EmailSource['type'];
  readonly sourceId: number;
}

interface CampaignEmail {
  readonly id: number;
  readonly campaignId: number;
  readonly contactId: number;
  readonly key: string;
  readonly state: EmailState;
}

const ROWS_PER_STATEMENT = 1_000;
/** No email has ids from here on. */
const NO_EMAIL = 2 ** 52;
const NO_EMAIL_RANGE = 2 ** 47;
/** Note of emails that are not sent because the recipient gets the same email under a merged contact. */
const SAME_READER = 'contact_merged';

/** Ledger rows stay for reports; one without an address tells later updates that the contact was erased. */
@StoresPersonalData()
export class EmailPersonalData implements PersonalDataStore {
  readonly section = 'emails';
  readonly tables = [
    'email_messages',
    'past_emails',
    'email_hits',
    'email_hit_inbox',
    'email_contents',
    'feedback_reports',
  ];

  constructor(private readonly counters: SendingCounters) {}

  async exportOf(reader: Reader, { contactId }: Person): Promise<unknown> {
    const emails = await reader.query<EmailRow>(
      `SELECT m.id, IF(m.source_type = 'campaign', m.source_id, NULL) AS campaign_id,
              IF(m.source_type = 'funnel', m.source_id, NULL) AS funnel_id, m.email AS \`to\`,
              COALESCE(m.subject, c.subject) AS subject, m.state AS status, m.reason, m.message_id, m.created_at, m.settled_at,
              m.first_human_open_at AS opened_at, m.first_human_click_at AS clicked_at, m.bounced_at, m.bounce_type,
              m.complained_at, m.unsubscribed_at, m.unsubscribe_method, m.unsubscribe_reason
         FROM email_messages m LEFT JOIN email_contents c ON c.id = m.content_id
        WHERE m.contact_id = :contactId ORDER BY m.id`,
      { contactId },
    );
    const past = await reader.query<EmailRow>(
      `SELECT id, IF(source_type = 'campaign', source_id, NULL) AS campaign_id, IF(source_type = 'funnel', source_id, NULL) AS funnel_id,
              state AS status, settled_at, opened = 1 AS opened, clicked = 1 AS clicked, unsubscribed_at
         FROM past_emails WHERE contact_id = :contactId ORDER BY id`,
      { contactId },
    );
    const hits = await this.trackingEventsOf(reader, emails);
    return [...past, ...emails].map((mail) => ({
      ...withSqlTimestamps({ ...mail, status: apiStatus(mail.status) }),
      hits: hits.get(mail.id) ?? [],
    }));
  }

  async erase(tx: Tx, { contactId }: Person, mode: ErasureMode): Promise<void> {
    await this.cancelWaiting(tx, contactId);
    await tx.execute(
      `UPDATE email_hits h JOIN email_messages m ON m.id = h.message_id
          SET h.user_agent = NULL, h.client = NULL
        WHERE m.contact_id = :contactId`,
      { contactId },
    );
    await tx.execute(
      // A reason with an SMTP code or of a bounce is a server reply, which often contains the address.
      `UPDATE email_messages
          SET email = NULL, subject = NULL, unsubscribe_reason = NULL,
              reason = IF(smtp_code IS NULL AND bounced_at IS NULL, reason, NULL)
              ${mode === 'delete' ? ', contact_id = NULL' : ''}
        WHERE contact_id = :contactId`,
      { contactId },
    );
    if (mode === 'delete')
      await tx.execute('UPDATE past_emails SET contact_id = NULL WHERE contact_id = :contactId', { contactId });
  }

  /** Erases what was written during the erasure, and what is stored by address only. */
  async sweep(tx: Tx, person: Person): Promise<void> {
    await this.erase(tx, person, 'anonymize');
    // Beginnings of unreadable messages of the last days: few rows.
    const reports = await tx.query<{ id: number; raw: Buffer }>(
      'SELECT id, raw FROM feedback_reports WHERE raw IS NOT NULL',
    );
    const ids = idsOf(reports.filter(({ raw }) => readings(raw).some((text) => text.includes(person.email))));
    if (ids.length > 0) await tx.execute('UPDATE feedback_reports SET raw = NULL WHERE id IN (:ids)', { ids });
  }

  /** Events get a random id instead of that of the email, so that links still count them once per email. */
  async forgetTracking(tx: Tx, contactId: number): Promise<void> {
    await tx.execute('UPDATE past_emails SET opened = 0, clicked = 0 WHERE contact_id = :contactId', { contactId });
    const emails = await tx.query<{ id: number }>(
      `SELECT id FROM email_messages WHERE contact_id = :contactId
          AND human_opens + human_clicks + machine_opens + machine_clicks > 0 ORDER BY id FOR UPDATE`,
      { contactId },
    );
    for (const part of inParts(emails, ROWS_PER_STATEMENT)) {
      const ids = idsOf(part);
      await tx.execute(
        `UPDATE email_hits SET message_id = ELT(FIELD(message_id, :ids), :others), uid = NULL, user_agent = NULL,
                client = NULL, occurred_at = DATE(occurred_at)
          WHERE message_id IN (:ids)`,
        { ids, others: ids.map(() => NO_EMAIL + randomInt(NO_EMAIL_RANGE)) },
      );
      await tx.execute(
        `UPDATE email_messages SET first_human_open_at = NULL, first_human_click_at = NULL, human_opens = 0,
                human_clicks = 0, machine_opens = 0, machine_clicks = 0 WHERE id IN (:ids)`,
        { ids },
        { ids: [] },
      );
    }
  }

  /** Campaigns use the contact as the key, so that each recipient gets an email once; the merge keeps that true. */
  async merge(tx: Tx, keepId: number, mergedIds: readonly number[]): Promise<void> {
    await this.settleDoubles(tx, keepId, mergedIds);
    for (const table of ['email_messages', 'past_emails'])
      await tx.execute(`UPDATE ${table} SET contact_id = :keepId WHERE contact_id IN (:mergedIds)`, {
        keepId,
        mergedIds,
      });
  }

  /** Keeps one email per campaign: one that was sent, or else the one of the remaining contact. */
  private async settleDoubles(tx: Tx, keepId: number, mergedIds: readonly number[]): Promise<void> {
    const emails = await tx.query<CampaignEmail>(
      `SELECT id, source_id AS campaignId, contact_id AS contactId, recipient_key AS \`key\`, state FROM email_messages
        WHERE contact_id IN (:contactIds) AND source_type = 'campaign' ORDER BY id FOR UPDATE`,
      { contactIds: [keepId, ...mergedIds] },
    );
    const superfluous: CampaignEmail[] = [];
    const renamed: number[] = [];
    for (const those of Map.groupBy(emails, ({ campaignId }) => campaignId).values()) {
      const waiting = those.filter(isWaiting);
      const [first] = waiting.sort(
        (one, other) => Number(other.contactId === keepId) - Number(one.contactId === keepId),
      );
      const hasOne = those.some((mail) => hasLeft(mail));
      superfluous.push(...waiting.filter((mail) => hasOne || mail !== first));
      // The key of the remaining contact keeps a campaign that is still writing recipients from adding it again.
      if (those.every(({ key }) => key !== String(keepId))) {
        const named = those.find((mail) => hasLeft(mail)) ?? first ?? those.find(({ state }) => state !== 'bounced');
        if (named) renamed.push(named.id);
      }
    }
    if (renamed.length > 0)
      await tx.execute(
        'UPDATE email_messages SET recipient_key = :key WHERE id IN (:renamed)',
        { key: String(keepId), renamed },
        { ids: [] },
      );
    const change = { set: `reason = :reason, ${ENDED}`, params: { reason: SAME_READER } };
    await EMAILS.moveLocked(tx, 'skip', idsOf(superfluous), change);
    await this.counters.settle(
      tx,
      superfluous.map(({ campaignId }) => ({ source: { type: 'campaign', id: campaignId }, state: EMAILS.to('skip') })),
    );
  }

  /** Cancels unsent emails. Emails in progress are still delivered. */
  private async cancelWaiting(tx: Tx, contactId: number): Promise<void> {
    // By an index of states, it would keep emails to others from the workers.
    const waiting = await tx.query<WaitingRow>(
      `SELECT id, source_type AS type, source_id AS sourceId FROM email_messages FORCE INDEX (ix_email_messages_contact)
        WHERE contact_id = :contactId AND ${EMAILS.may('cancel')} ORDER BY id FOR UPDATE`,
      { contactId },
    );
    await EMAILS.moveLocked(tx, 'cancel', idsOf(waiting), { set: ENDED });
    await this.counters.settle(
      tx,
      waiting.map(({ type, sourceId }) => ({ source: { type, id: sourceId }, state: EMAILS.to('cancel') })),
    );
  }

  private async trackingEventsOf(
    reader: Reader,
    emails: readonly EmailRow[],
  ): Promise<ReadonlyMap<number, readonly object[]>> {
    const found = new Map<number, object[]>();
    for (const part of inParts(emails, ROWS_PER_STATEMENT)) {
      const rows = await reader.query<TrackingEventRow>(
        `SELECT h.message_id AS mailId, h.kind, h.occurred_at AS at, l.url, h.is_machine, h.user_agent
           FROM email_hits h LEFT JOIN email_links l ON l.id = h.link_id
          WHERE h.message_id IN (:ids) ORDER BY h.message_id, h.id`,
        { ids: idsOf(part) },
      );
      for (const { mailId, ...hit } of rows)
        gather(found, mailId, withSqlTimestamps({ ...hit, is_machine: hit.is_machine === 1 }));
    }
    return found;
  }
}

/** Returns a message as it is, and with each part decoded from quoted-printable and base64 (RFC 2045), in lower case. */
function readings(raw: Buffer): string[] {
  const text = raw.toString();
  const quoted = decodeQuotedPrintable(raw.toString('latin1')).toString();
  const parts = text.split(/\r?\n\r?\n/).map((part) => Buffer.from(part, 'base64').toString());
  return [text, quoted, ...parts].map((each) => each.toLowerCase());
}

const isWaiting = ({ state }: CampaignEmail): boolean => EMAILS.allows(state, 'skip');
/** Includes messages in doubt: a recipient who may have the email must not get it again. A bounced one did not arrive. */
const hasLeft = ({ state }: CampaignEmail): boolean =>
  state === 'sent' || state === 'sending' || state === 'complained' || state === 'unknown';
