import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { type ActiveSender, ActiveSenders } from '../../senders/active-senders.js';
import { SenderHealth, suspensionSeconds } from '../../senders/health/sender-health.js';
import { OWN_SENDER } from '../../../platform/smtp/mail-server.js';
import type { EmailClass } from '../../senders/email-class.js';
import type { EmailSource } from '../../../events/email-state.js';
import type { Pacing } from '../pacing/pacing.js';
import type { Audience } from '../ledger/sending.entity.js';

/** The sender and limits for the next claim of a sending. */
export interface Route {
  readonly sender: ActiveSender;
  /** The intended sender, if `sender` is its fallback. */
  readonly insteadOf: ActiveSender | null;
  /** Only one email is sent, to test whether the mail server works again. */
  readonly isProbe: boolean;
  /** Whether a fallback can send the others meanwhile. */
  readonly hasFallback: boolean;
  readonly pacing: Pacing | null;
  readonly emailClass: EmailClass;
}

/** Nothing can be sent now. */
export interface NoRoute {
  readonly waitMs: number;
  readonly reason: string;
}

interface SendingRow {
  sender_id: number | null;
  pacing: string | null;
  source_type: EmailSource['type'];
  audience: Audience;
  senders: number;
}

interface SenderRow {
  id: number;
  version: number | null;
  breaks: number | null;
  reason: string | null;
  /** Remaining time of the break in microseconds; 0 or less when it is over. */
  rest_us: number;
}

/** A manager must configure a sender; doing so ends the wait early. */
const WITHOUT_SENDER_MS = 60_000;

/** Selects the sender of a sending's next emails: its own, or a fallback while that one is in a break. */
@Injectable()
export class SenderSelector {
  /** Whether this process has seen more than one sender. */
  isShared = false;

  constructor(
    private readonly db: Database,
    private readonly senders: ActiveSenders,
    private readonly health: SenderHealth,
  ) {}

  /** @returns null if the sending must not be worked on now. */
  async next(sendingId: number): Promise<Route | NoRoute | null> {
    const [sending] = await this.db.query<SendingRow>(
      `SELECT sender_id, pacing, source_type, audience, (SELECT COUNT(*) FROM senders) AS senders FROM sendings
        WHERE id = :sendingId AND state = 'open' AND (waiting_until IS NULL OR waiting_until <= NOW(3))`,
      { sendingId },
    );
    if (!sending) return null;
    this.isShared = sending.senders > ((await this.senders.get(OWN_SENDER)) ? 0 : 1);
    const meantId = sending.sender_id ?? OWN_SENDER;
    const row = await this.rowOf(meantId);
    const meant = await this.senders.get(meantId, row.version ?? undefined);
    const pacing = sending.pacing === null ? null : (JSON.parse(sending.pacing) as Pacing);
    if (!meant) return withoutSender(meantId);
    const emailClass = classOf(sending);
    const direct = { sender: meant, insteadOf: null, isProbe: false, hasFallback: false, pacing, emailClass };
    if (row.breaks === null) return direct;
    const fallback = await this.fallbackFor(meantId, new Set([meantId]));
    // While another process probes, `rest_us` is what is left of its right to do so, which is usually much longer than the probe takes.
    const restMs = Math.min(row.rest_us / 1_000, suspensionSeconds(row.breaks) * 1_000);
    if (restMs <= 0 && (await this.health.mayProbe(meantId)))
      return { ...direct, isProbe: true, hasFallback: fallback !== null };
    if (fallback) return { ...direct, sender: fallback, insteadOf: meant };
    return { waitMs: Math.max(1_000, restMs), reason: row.reason ?? '' };
  }

  /** Stores the wait and its reason; the scan of any worker resumes the sending. */
  async postpone(sendingId: number, { waitMs, reason }: NoRoute): Promise<void> {
    await this.db.execute(
      `UPDATE sendings SET waiting_reason = :reason, waiting_until = NOW(3) + INTERVAL :us MICROSECOND
        WHERE id = :sendingId AND state = 'open'`,
      { sendingId, reason, us: Math.round(waitMs * 1_000) },
    );
  }

  private async fallbackFor(senderId: number, seen: Set<number>): Promise<ActiveSender | null> {
    const candidates = await this.db.query<SenderRow>(
      `SELECT n.id, n.version, h.breaks, h.reason, 0 AS rest_us
         FROM senders n LEFT JOIN sender_health h ON h.sender_id = n.id
        WHERE n.fallback_of = :senderId ORDER BY n.id`,
      { senderId },
    );
    for (const { id, version, breaks } of candidates) {
      if (seen.has(id)) continue;
      seen.add(id);
      const sender = breaks === null ? await this.senders.get(id, version ?? undefined) : null;
      const found = sender ?? (await this.fallbackFor(id, seen));
      if (found) return found;
    }
    return null;
  }

  private async rowOf(id: number): Promise<SenderRow> {
    const [row] = await this.db.query<SenderRow>(
      `SELECT w.id, n.version, h.breaks, h.reason, COALESCE(TIMESTAMPDIFF(MICROSECOND, NOW(3), h.open_until), 0) AS rest_us
         FROM (SELECT :id AS id) w
         LEFT JOIN senders n ON n.id = w.id
         LEFT JOIN sender_health h ON h.sender_id = w.id`,
      { id },
    );
    return row ?? { id, version: null, breaks: null, reason: null, rest_us: 0 };
  }
}

const withoutSender = (id: number): NoRoute => ({
  waitMs: WITHOUT_SENDER_MS,
  reason: id === OWN_SENDER ? 'no mail server is configured' : 'the sender no longer exists',
});

/** Emails that are not for the subscribed of a campaign or funnel are waited for. */
function classOf({ source_type: type, audience }: SendingRow): EmailClass {
  return audience === 'subscribed' && type !== 'single' ? type : 'urgent';
}
