import { Inject, Injectable } from '@nestjs/common';
import { ulid } from '../../../platform/ids/ulid.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import type { Reader } from '../../../platform/database/reader.js';
import { Keys } from '../../../platform/secrets/keys.js';
import { OPEN_TO_OPT_IN, SuppressionsService } from '../../contacts/suppression/suppressions.service.js';
import type { EmailSource } from '../email-state.js';
import { OPT_IN_KEY, optinIdOf } from '../opt-in/opt-in-source.js';
import { type Recipient, RecipientsQueries, staffMember } from '../recipients/recipients.queries.js';
import { SendingTallies } from './counts/sending-tallies.js';
import { type DueRow, DueMessages } from './due-messages.js';
import { messageIdOf } from './message-id.js';
import { BeatMemory } from './restore/beat-memory.js';
import type { Audience } from './sending.entity.js';

/** A message that this process may send now, once. `fence` refuses its result if somebody else takes it over. */
export interface ClaimedMessage {
  readonly id: number;
  readonly fence: number;
  readonly attempts: number;
  readonly contentId: number;
  readonly messageId: string;
  readonly recipient: Recipient;
  readonly source: EmailSource;
  /** What the source calls it. */
  readonly key: string;
  /** Whoever sent it before did not live to tell: it may be this mail that kills. */
  readonly isSuspect: boolean;
  /** On this process's monotonic clock. */
  readonly claimedAt: number;
  /** The same moment, on the database's clock. */
  readonly takenAt: Date;
  /** The request that it goes back to. */
  readonly requestId: string | null;
}

export interface Claim {
  readonly messages: readonly ClaimedMessage[];
  /** Whether anything was found at all, be it only to be skipped: then there may be more. */
  readonly foundSome: boolean;
}

interface SendingRow {
  source_type: EmailSource['type'];
  source_id: number;
  audience: Audience;
  request_id: string | null;
  now: Date;
}

const NONE: ReadonlySet<DueRow> = new Set();
/** Of which status somebody has to be. Who has complained gets nothing, not even what was asked for. */
const MAILED: Readonly<Record<Audience, readonly string[]>> = {
  subscribed: ['subscribed'],
  opt_in: ['pending'],
  asked: ['subscribed', 'pending', 'unsubscribed', 'bounced'],
  // They are asked about elsewhere.
  staff: [],
  readers: [],
};

const NOTHING: Claim = { messages: [], foundSome: false };

/**
 * Takes messages for sending. In one transaction the source is checked (under a share lock, so a pause that commits
 * waits for us and nothing begins after it), each recipient is looked at as he is now, and the rows become `sending`.
 */
@Injectable()
export class Claims {
  /** Whose leases are ours; a process that comes back is somebody new. */
  readonly owner = ulid();

  constructor(
    private readonly db: Database,
    private readonly keys: Keys,
    private readonly recipients: RecipientsQueries,
    private readonly suppressions: SuppressionsService,
    private readonly tallies: SendingTallies,
    private readonly due: DueMessages,
    private readonly beats: BeatMemory,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Takes at most so many mails. Of those whose sender died it takes one at most, and none unless asked to: with one of
   * them under way at a time a mail that kills its process does not take the blame of its neighbours with it.
   */
  async take(sendingId: number, limit: number, { suspects = true } = {}): Promise<Claim> {
    return this.db.transaction(async (tx) => {
      const [sending] = await tx.query<SendingRow>(
        // A database that is behind our last beat has gone back: what it takes for unsent may have left already.
        `SELECT source_type, source_id, audience, request_id, NOW(3) AS now FROM sendings
          WHERE id = :sendingId AND state = 'open' AND (waiting_until IS NULL OR waiting_until <= NOW(3))
            AND NOT EXISTS (SELECT 1 FROM sending_beats WHERE series = :series AND number < :number)
           LOCK IN SHARE MODE`,
        { sendingId, series: this.beats.latest.series, number: this.beats.latest.number },
      );
      if (!sending) return NOTHING;
      const source: EmailSource = { type: sending.source_type, id: sending.source_id };
      const due = await this.due.lock(tx, source, limit, suspects);
      if (due.length === 0) return NOTHING;
      // Before the look at the recipients: that is how old our knowledge of them is.
      const claimedAt = performance.now();
      const eligible =
        sending.audience === 'staff'
          ? await this.sortOutFormerStaff(tx, due)
          : sending.audience === 'readers'
            ? await this.sortOutUnwilling(tx, due)
            : await this.sortOutIneligible(tx, due, sending.audience);
      await this.markSending(tx, [...eligible.keys()]);
      await this.tallies.change(tx, source, { skipped: due.length - eligible.size });
      return {
        foundSome: true,
        messages: [...eligible].map(([row, recipient]) => ({
          id: row.id,
          fence: row.fence + 1,
          attempts: row.attempts + 1,
          contentId: row.content_id,
          messageId: this.messageId(row.id),
          recipient,
          source,
          key: row.recipient_key,
          isSuspect: row.interruptions > 0,
          claimedAt,
          takenAt: sending.now,
          requestId: row.request_id ?? sending.request_id,
        })),
      };
    });
  }

  /** Whether a mail of an older claim may still be sent: it is ours, its source is not held, and its recipient wants it. */
  async isStillWanted(message: ClaimedMessage): Promise<boolean> {
    const { id, fence, recipient } = message;
    if (recipient.id === null) return this.isStillOpen(message);
    const [row] = await this.db.query<{ audience: Audience }>(
      `SELECT s.audience FROM email_messages m
         JOIN sendings s ON s.source_type = m.source_type AND s.source_id = m.source_id AND s.state = 'open'
         JOIN contacts c ON c.id = m.contact_id AND c.email = :email
        WHERE m.id = :id AND m.state = 'sending' AND m.fence = :fence
          AND CASE s.audience
                WHEN 'opt_in' THEN c.status = 'pending' AND EXISTS (
                  SELECT 1 FROM contact_optins o
                   WHERE o.id = CAST(SUBSTRING(m.recipient_key, ${OPT_IN_KEY.length + 1}) AS UNSIGNED) AND o.state = 'requested')
                WHEN 'asked' THEN c.status IN (:asked)
                ELSE c.status = 'subscribed' AND (c.paused_until IS NULL OR c.paused_until <= NOW()) END`,
      { id, fence, email: recipient.email, asked: MAILED.asked },
    );
    if (!row) return false;
    return !(await this.suppressedOf(this.db, [recipient.email], row.audience)).has(recipient.email);
  }

  /** Keeps these ours, as far as they still are. A row that is locked costs its own lease and no other. */
  async renew(messages: readonly ClaimedMessage[]): Promise<void> {
    if (messages.length === 0) return;
    await this.db.transaction(async (tx) => {
      const rows = await tx.query<{ id: number }>(
        `SELECT id FROM email_messages WHERE id IN (:ids) AND lease_owner = :owner AND state = 'sending'
          ORDER BY id FOR UPDATE SKIP LOCKED`,
        { ids: messages.map(({ id }) => id), owner: this.owner },
      );
      if (rows.length === 0) return;
      await tx.execute('UPDATE email_messages SET lease_until = NOW(3) + INTERVAL :lease SECOND WHERE id IN (:ids)', {
        lease: this.leaseSeconds,
        ids: rows.map(({ id }) => id),
      });
    });
  }

  private get leaseSeconds(): number {
    return this.config.mail.leaseSeconds;
  }

  private messageId(emailId: number): string {
    return messageIdOf(this.keys, emailId, this.config.http.publicUrl);
  }

  /** Who may no longer be mailed is skipped with the reason; it is decided here, at the last moment. */
  private async sortOutIneligible(tx: Tx, due: readonly DueRow[], audience: Audience): Promise<Map<DueRow, Recipient>> {
    const ids = due.map((row) => row.contact_id).filter((id) => id !== null);
    const recipients = await this.recipients.byIds(ids, tx);
    const addresses = [...recipients.values()].map((recipient) => recipient.email);
    const suppressed = await this.suppressedOf(tx, addresses, audience);
    const answered = audience === 'opt_in' ? await this.answeredRequests(tx, due) : NONE;
    const eligible = new Map<DueRow, Recipient>();
    const skipped = new Map<string, number[]>();
    const skip = (row: DueRow, reason: string): void => {
      skipped.set(reason, [...(skipped.get(reason) ?? []), row.id]);
    };
    for (const row of due) {
      const recipient = row.contact_id === null ? undefined : recipients.get(row.contact_id);
      const obstacle = recipient ? obstacleOf(recipient, audience, suppressed) : 'contact_deleted';
      if (obstacle !== null) skip(row, obstacle);
      else if (answered.has(row)) skip(row, 'asked_again');
      else if (recipient) eligible.set(row, recipient);
    }
    for (const [reason, ids] of skipped) await this.skip(tx, reason, ids);
    return eligible;
  }

  /** A notice goes to who is a manager with that address now: it tells of people, and whoever has left is none of it. */
  private async sortOutFormerStaff(tx: Tx, due: readonly DueRow[]): Promise<Map<DueRow, Recipient>> {
    const staff = await this.staffAmong(
      tx,
      due.map(({ email }) => email),
    );
    const eligible = new Map<DueRow, Recipient>();
    for (const row of due) if (row.email !== null && staff.has(row.email)) eligible.set(row, staffMember(row.email));
    await this.skip(
      tx,
      'manager_gone',
      due.filter((row) => !eligible.has(row)).map(({ id }) => id),
    );
    return eligible;
  }

  /** Readers of reports need not be managers; who has complained gets nothing. */
  private async sortOutUnwilling(tx: Tx, due: readonly DueRow[]): Promise<Map<DueRow, Recipient>> {
    const addresses = due.flatMap(({ email }) => email ?? []);
    const suppressed = await this.suppressedOf(tx, addresses, 'readers');
    const eligible = new Map<DueRow, Recipient>();
    for (const row of due)
      if (row.email !== null && !suppressed.has(row.email)) eligible.set(row, staffMember(row.email));
    await this.skip(
      tx,
      'suppressed',
      due.filter((row) => !eligible.has(row)).map(({ id }) => id),
    );
    return eligible;
  }

  private async staffAmong(reader: Reader, addresses: readonly (string | null)[]): Promise<Set<string>> {
    const managers = await reader.query<{ email: string }>(
      'SELECT email FROM managers WHERE email IN (:addresses) AND disabled_at IS NULL',
      { addresses: [...new Set(addresses)] },
    );
    return new Set(managers.map(({ email }) => email));
  }

  private async isStillOpen({ id, fence, recipient }: ClaimedMessage): Promise<boolean> {
    const rows = await this.db.query<{ audience: Audience }>(
      `SELECT s.audience FROM email_messages m
         JOIN sendings s ON s.source_type = m.source_type AND s.source_id = m.source_id AND s.state = 'open'
        WHERE m.id = :id AND m.state = 'sending' AND m.fence = :fence`,
      { id, fence },
    );
    const [row] = rows;
    if (!row) return false;
    const { email } = recipient;
    if (row.audience === 'staff') return (await this.staffAmong(this.db, [email])).has(email);
    return !(await this.suppressedOf(this.db, [email], row.audience)).has(email);
  }

  private async skip(tx: Tx, reason: string, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await tx.execute(
      `UPDATE email_messages SET state = 'skipped', reason = :reason, next_attempt_at = NULL, settled_at = NOW(3),
              email = IF(:reason = 'contact_deleted', NULL, email)
        WHERE id IN (:ids)`,
      { reason, ids },
    );
  }

  /** An earlier opt-out keeps nobody from being asked once more, or from getting what they ask for. */
  private async suppressedOf(reader: Reader, addresses: readonly string[], audience: Audience): Promise<Set<string>> {
    return this.suppressions.isSuppressed(reader, addresses, audience === 'subscribed' ? [] : OPEN_TO_OPT_IN);
  }

  /** Those that ask for what is answered, or asked by a newer mail. */
  private async answeredRequests(tx: Tx, due: readonly DueRow[]): Promise<Set<DueRow>> {
    const rows = await tx.query<{ id: number }>(
      `SELECT id FROM contact_optins WHERE id IN (:ids) AND state = 'requested'`,
      { ids: due.map((row) => optinIdOf(row.recipient_key)) },
    );
    const open = new Set(rows.map(({ id }) => id));
    return new Set(due.filter((row) => !open.has(optinIdOf(row.recipient_key))));
  }

  private async markSending(tx: Tx, rows: readonly DueRow[]): Promise<void> {
    if (rows.length === 0) return;
    await tx.execute(
      `UPDATE email_messages
          SET state = 'sending', fence = fence + 1, attempts = attempts + 1, sending_at = NOW(3), next_attempt_at = NULL,
              lease_owner = :owner, lease_until = NOW(3) + INTERVAL :lease SECOND
        WHERE id IN (:ids)`,
      { lease: this.leaseSeconds, owner: this.owner, ids: rows.map((row) => row.id) },
    );
  }
}

/** Why this recipient gets no mail of this kind now; null when nothing is in its way. */
function obstacleOf(
  { status, email, isPaused }: Recipient,
  audience: Audience,
  suppressed: ReadonlySet<string>,
): string | null {
  if (!MAILED[audience].includes(status)) return `contact_${status}`;
  if (suppressed.has(email)) return 'suppressed';
  // A rest from mails is none from the question whether they are wanted.
  return isPaused && audience === 'subscribed' ? 'contact_paused' : null;
}
