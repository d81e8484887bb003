import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { type ActiveSender, ActiveSenders } from '../senders/active-senders.js';
import { SenderHealth } from '../senders/health/sender-health.js';
import { OWN_SENDER } from '../senders/sender.entity.js';
import type { Pacing } from './pacing/pacing.js';

/** The way that mails of one sending leave by, for the next claim. */
export interface Route {
  readonly sender: ActiveSender;
  /** The sender that was meant, while another stands in for it. */
  readonly insteadOf: ActiveSender | null;
  /** One mail goes ahead and finds out whether the mail server is well again. */
  readonly isProbe: boolean;
  /** Whether the others can go another way meanwhile. */
  readonly hasStandIn: boolean;
  readonly pacing: Pacing | null;
}

/** Nothing can leave for the moment. */
export interface NoRoute {
  readonly waitMs: number;
  readonly reason: string;
}

interface SendingRow {
  sender_id: number | null;
  pacing: string | null;
  senders: number;
}

interface SenderRow {
  id: number;
  version: number | null;
  breaks: number | null;
  reason: string | null;
  rest_us: number | null;
}

/** A manager has to do something; what he does ends the wait before. */
const WITHOUT_SENDER_MS = 60_000;

/** Decides by which sender a sending's next mails leave: its own, or who stands in while that one has a break. */
@Injectable()
export class SenderSelector {
  /** Whether there is more than one sender, as far as this process has seen. */
  isShared = false;

  constructor(
    private readonly db: Database,
    private readonly senders: ActiveSenders,
    private readonly health: SenderHealth,
  ) {}

  /** @returns null when the sending is not to be worked on now. */
  async next(sendingId: number): Promise<Route | NoRoute | null> {
    const [sending] = await this.db.query<SendingRow>(
      `SELECT sender_id, pacing, (SELECT COUNT(*) FROM senders) AS senders FROM sendings
        WHERE id = :sendingId AND state = 'open' AND (waiting_until IS NULL OR waiting_until <= NOW(3))`,
      { sendingId },
    );
    if (!sending) return null;
    this.isShared = sending.senders > ((await this.senders.get(OWN_SENDER)) ? 0 : 1);
    const meantId = sending.sender_id ?? OWN_SENDER;
    const row = await this.rowOf(meantId);
    const meant = await this.senders.get(meantId, row.version ?? undefined);
    const pacing = sending.pacing === null ? null : (JSON.parse(sending.pacing) as Pacing);
    if (!meant)
      return {
        waitMs: WITHOUT_SENDER_MS,
        reason: meantId === OWN_SENDER ? 'no mail server is configured' : 'the sender does not exist any more',
      };
    const direct = { sender: meant, insteadOf: null, isProbe: false, hasStandIn: false, pacing };
    if (row.breaks === null) return direct;
    const standIn = await this.standInFor(meantId, new Set([meantId]));
    if ((row.rest_us ?? 0) <= 0 && (await this.health.mayProbe(meantId)))
      return { ...direct, isProbe: true, hasStandIn: standIn !== null };
    if (standIn) return { sender: standIn, insteadOf: meant, isProbe: false, hasStandIn: false, pacing };
    return { waitMs: Math.max(1_000, (row.rest_us ?? 0) / 1_000), reason: row.reason ?? '' };
  }

  private async standInFor(senderId: number, seen: Set<number>): Promise<ActiveSender | null> {
    const candidates = await this.db.query<SenderRow>(
      `SELECT n.id, n.version, h.breaks, h.reason, NULL AS rest_us
         FROM senders n LEFT JOIN sender_health h ON h.sender_id = n.id
        WHERE n.fallback_of = :senderId ORDER BY n.id`,
      { senderId },
    );
    for (const { id, version, breaks } of candidates) {
      if (seen.has(id)) continue;
      seen.add(id);
      const sender = breaks === null ? await this.senders.get(id, version ?? undefined) : null;
      const found = sender ?? (await this.standInFor(id, seen));
      if (found) return found;
    }
    return null;
  }

  private async rowOf(id: number): Promise<SenderRow> {
    const [row] = await this.db.query<SenderRow>(
      `SELECT w.id, n.version, h.breaks, h.reason, TIMESTAMPDIFF(MICROSECOND, NOW(3), h.open_until) AS rest_us
         FROM (SELECT :id AS id) w
         LEFT JOIN senders n ON n.id = w.id
         LEFT JOIN sender_health h ON h.sender_id = w.id`,
      { id },
    );
    return row ?? { id, version: null, breaks: null, reason: null, rest_us: null };
  }
}
