import { Injectable, Logger } from '@nestjs/common';
import type { Gauge } from 'prom-client';
import { Database, type Tx } from '../../../platform/database/database.js';
import { lockedOrNew } from '../../../platform/database/locked-or-new.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import type { EmailSource } from '../../../events/email-state.js';
import { OWN_SENDER } from '../../../platform/smtp/mail-server.js';

/** A fault of the connection or the provider. */
export interface ProviderFault {
  /** Shown to managers in `waiting_reason`, and as the reason of a pause. */
  readonly reason: string;
  /** `line`: a connection problem, probably temporary. `policy` and `login`: the server responded with a refusal. */
  readonly kind: 'line' | 'policy' | 'login';
}

interface HealthRow {
  breaks: number;
  refusals: number;
  rest_us: number;
}

/** Seconds of the first suspensions: a restarting server is back in seconds; one that is down is probed twice a minute. */
const FIRST_SUSPENSION_SECONDS = 2;
const MAX_SUSPENSION_SECONDS = 30;
/** Seconds for which one process holds the right to probe. */
const PROBE_SECONDS = 30;
/** Seconds until the next probe when the process has nothing to send. */
const UNUSED_PROBE_SECONDS = 1;
/** Consecutive refusals after which managers must act. */
const REFUSALS_UNTIL_BLOCKED = 3;
const MAX_REASON_LENGTH = 190;
const EVENTS_AT_MOST = 1_000;

/** Suspends senders whose mail server fails. The state is shared, so only one process probes a failing server. */
@Injectable()
export class SenderHealth {
  private readonly logger = new Logger(SenderHealth.name);
  private readonly reported = new Set<number>();

  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    metrics: Metrics,
  ) {
    // Read on each scrape: another process may have ended the suspension.
    metrics.measured(
      {
        name: 'carillon_sender_on_break',
        help: 'Whether sending is suspended because of the mail server (1) or not (0)',
        labelNames: ['sender'],
        aggregator: 'max',
      },
      (gauge) => this.report(gauge),
    );
  }

  /** Claims the right to probe a suspended sender; one process gets it. */
  async mayProbe(senderId: number): Promise<boolean> {
    const { affectedRows } = await this.db.execute(
      `UPDATE sender_health SET open_until = NOW(3) + INTERVAL ${PROBE_SECONDS} SECOND
        WHERE sender_id = :senderId AND open_until <= NOW(3)`,
      { senderId },
    );
    return affectedRows === 1;
  }

  async releaseProbe(senderId: number): Promise<void> {
    await this.db.execute(
      `UPDATE sender_health SET open_until = NOW(3) + INTERVAL ${UNUSED_PROBE_SECONDS} SECOND WHERE sender_id = :senderId`,
      { senderId },
    );
  }

  /** Suspends longer each time; repeated refusals publish an event. Only failed probes extend a suspension. */
  async open(senderId: number, { reason: words, kind }: ProviderFault, wasProbe: boolean): Promise<void> {
    const reason = words.slice(0, MAX_REASON_LENGTH);
    await this.db.transaction(async (tx) => {
      const row = await lockedOrNew<HealthRow>(
        tx,
        `SELECT breaks, refusals, TIMESTAMPDIFF(MICROSECOND, NOW(3), open_until) AS rest_us
           FROM sender_health WHERE sender_id = :senderId FOR UPDATE`,
        'INSERT IGNORE INTO sender_health (sender_id, reason, open_until) VALUES (:senderId, :reason, NOW(3))',
        { senderId, reason },
      );
      if (row.rest_us > 0 && !wasProbe) return;
      const breaks = row.breaks + 1;
      const seconds = suspensionSeconds(breaks);
      const refusals = kind === 'line' ? row.refusals : row.refusals + 1;
      await tx.execute(
        `UPDATE sender_health
            SET breaks = :breaks, refusals = :refusals, reason = :reason,
                open_until = NOW(3) + INTERVAL :seconds SECOND
          WHERE sender_id = :senderId`,
        { senderId, breaks, refusals, reason, seconds },
      );
      if (kind === 'login' || (kind === 'policy' && refusals >= REFUSALS_UNTIL_BLOCKED))
        await this.announceBlocked(tx, senderId, reason);
      tx.afterCommit(() => {
        this.logger.warn({ sender: senderId, reason, seconds }, 'Sender suspended');
      });
    });
  }

  /** Ends a suspension after the server accepted an email. */
  async close(senderId: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const [row] = await tx.query<{ reason: string }>(
        'SELECT reason FROM sender_health WHERE sender_id = :senderId FOR UPDATE',
        { senderId },
      );
      if (!row) return;
      await tx.execute('DELETE FROM sender_health WHERE sender_id = :senderId', { senderId });
      // Only runs that wait for this server: others may wait for a send window.
      await tx.execute(
        `UPDATE sendings SET waiting_until = NULL, waiting_reason = NULL
          WHERE sender_id <=> :sender AND state = 'open' AND waiting_reason = :reason`,
        { sender: columnOf(senderId), reason: row.reason },
      );
    });
  }

  /** Reports recovered senders as 0 for as long as the gauge knows them. */
  private async report(gauge: Gauge<'sender'>): Promise<void> {
    const rows = await this.db
      .query<{ id: number }>('SELECT sender_id AS id FROM sender_health')
      // Without the database the gauge keeps its last values.
      .catch(() => null);
    if (rows === null) return;
    for (const { id } of rows) this.reported.add(id);
    for (const id of this.reported) gauge.set({ sender: String(id) }, rows.some((row) => row.id === id) ? 1 : 0);
  }

  private async announceBlocked(tx: Tx, senderId: number, reason: string): Promise<void> {
    const fallback = await tx.query(
      `SELECT n.id FROM senders n LEFT JOIN sender_health h ON h.sender_id = n.id
        WHERE n.fallback_of = :senderId AND h.sender_id IS NULL LIMIT 1`,
      { senderId },
    );
    if (fallback.length > 0) return;
    const sendings = await tx.query<{ source_type: EmailSource['type']; source_id: number }>(
      `SELECT source_type, source_id FROM sendings
        WHERE sender_id <=> :sender AND state = 'open' ORDER BY id LIMIT ${EVENTS_AT_MOST}`,
      { sender: columnOf(senderId) },
    );
    await this.outbox.appendAll(
      tx,
      sendings.map((source) => ({ type: 'sending.blocked', subjectId: source.source_id, data: { ...source, reason } })),
    );
  }
}

/** @param breaks how often in a row the sender was suspended, at least 1. */
export function suspensionSeconds(breaks: number): number {
  return Math.min(FIRST_SUSPENSION_SECONDS * 2 ** Math.min(breaks - 1, 10), MAX_SUSPENSION_SECONDS);
}

/** Returns the sender id as it is stored in `sendings`. */
const columnOf = (senderId: number): number | null => (senderId === OWN_SENDER ? null : senderId);
