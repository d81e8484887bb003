import { Injectable, Logger } from '@nestjs/common';
import type { Gauge } from 'prom-client';
import { Database, type Tx } from '../../../platform/database/database.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import type { EmailSource } from '../../../events/email-state.js';
import { OWN_SENDER } from '../sender.entity.js';

/** What speaks against a line or a provider. */
export interface ProviderFault {
  /** For managers: in `waiting_reason`, and as the reason of a pause. */
  readonly reason: string;
  /** `line`: it may be over in a moment. `policy` and `login`: the server is there and does not want us. */
  readonly kind: 'line' | 'policy' | 'login';
}

interface HealthRow {
  breaks: number;
  refusals: number;
  rest_us: number;
}

/** A server that restarts is back in seconds; one that is away is asked twice a minute, by all processes together. */
const FIRST_BREAK_SECONDS = 2;
const LONGEST_BREAK_SECONDS = 30;
/** So long nobody else tries while one process does. */
const PROBE_SECONDS = 30;
/** Whoever finds nothing to send must not make everybody look again at once. */
const UNUSED_PROBE_SECONDS = 1;
/** After so many breaks for the same refusal a person has to do something. */
const REFUSALS_UNTIL_BLOCKED = 3;
const LONGEST_REASON = 190;
const EVENTS_AT_MOST = 1_000;

/** Breaks for mail servers in trouble. They are known to every process, so a server that is away is asked by one of them. */
@Injectable()
export class SenderHealth {
  private readonly logger = new Logger(SenderHealth.name);
  private readonly everIll = new Set<number>();

  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    metrics: Metrics,
  ) {
    // Asked for when it is wanted: another process may have ended the break that this one has seen begin.
    metrics.measured(
      {
        name: 'carillon_sender_on_break',
        help: 'Whether a sender waits for its mail server (1) or not',
        labelNames: ['sender'],
      },
      (gauge) => this.tell(gauge),
    );
  }

  /** The right to try whether a break is over; of all processes one gets it. */
  async mayProbe(senderId: number): Promise<boolean> {
    const { affectedRows } = await this.db.transaction((tx) =>
      tx.execute(
        `UPDATE sender_health SET open_until = NOW(3) + INTERVAL ${PROBE_SECONDS} SECOND
          WHERE sender_id = :senderId AND open_until <= NOW(3)`,
        { senderId },
      ),
    );
    return affectedRows === 1;
  }

  /** Gives the right back unused. */
  async releaseProbe(senderId: number): Promise<void> {
    await this.db.transaction((tx) =>
      tx.execute(
        `UPDATE sender_health SET open_until = NOW(3) + INTERVAL ${UNUSED_PROBE_SECONDS} SECOND
          WHERE sender_id = :senderId`,
        { senderId },
      ),
    );
  }

  /**
   * Begins a break, longer each time. When the server refuses us again and again, whoever sends by it is told.
   * @param wasProbe of a mail that was to find out whether a break is over; others say nothing new during one.
   */
  async open(senderId: number, { reason: words, kind }: ProviderFault, wasProbe: boolean): Promise<void> {
    const reason = words.slice(0, LONGEST_REASON);
    await this.db.transaction(async (tx) => {
      let row = await lockHealth(tx, senderId);
      if (!row) {
        await tx.execute(
          `INSERT IGNORE INTO sender_health (sender_id, reason, open_until) VALUES (:senderId, :reason, NOW(3))`,
          { senderId, reason },
        );
        row = await lockHealth(tx, senderId);
      }
      if (!row || (row.rest_us > 0 && !wasProbe)) return;
      const seconds = Math.min(FIRST_BREAK_SECONDS * 2 ** Math.min(row.breaks, 10), LONGEST_BREAK_SECONDS);
      const refusals = kind === 'line' ? row.refusals : row.refusals + 1;
      await tx.execute(
        `UPDATE sender_health
            SET breaks = breaks + 1, refusals = :refusals, reason = :reason,
                open_until = NOW(3) + INTERVAL :seconds SECOND
          WHERE sender_id = :senderId`,
        { senderId, refusals, reason, seconds },
      );
      if (kind === 'login' || (kind === 'policy' && refusals >= REFUSALS_UNTIL_BLOCKED))
        await this.announceBlocked(tx, senderId, reason);
      tx.afterCommit(() => {
        this.logger.warn({ sender: senderId, reason, seconds }, 'A mail server is given a break');
      });
    });
  }

  /** The server took a mail: everybody goes on at once. */
  async close(senderId: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const [row] = await tx.query<{ reason: string }>(
        'SELECT reason FROM sender_health WHERE sender_id = :senderId FOR UPDATE',
        { senderId },
      );
      if (!row) return;
      await tx.execute('DELETE FROM sender_health WHERE sender_id = :senderId', { senderId });
      // Only those who wait for this server: a sending may also wait for its hour.
      await tx.execute(
        `UPDATE sendings SET waiting_until = NULL, waiting_reason = NULL
          WHERE sender_id <=> :sender AND state = 'open' AND waiting_reason = :reason`,
        { sender: columnOf(senderId), reason: row.reason },
      );
    });
  }

  /** Those that are well again are told of as long as somebody may remember them as ill. */
  private async tell(gauge: Gauge<'sender'>): Promise<void> {
    const rows = await this.db
      .query<{ id: number }>('SELECT sender_id AS id FROM sender_health')
      // Who cannot ask says what he said last.
      .catch(() => null);
    if (rows === null) return;
    for (const { id } of rows) this.everIll.add(id);
    for (const id of this.everIll) gauge.set({ sender: String(id) }, rows.some((row) => row.id === id) ? 1 : 0);
  }

  private async announceBlocked(tx: Tx, senderId: number, reason: string): Promise<void> {
    const standsIn = await tx.query(
      `SELECT n.id FROM senders n LEFT JOIN sender_health h ON h.sender_id = n.id
        WHERE n.fallback_of = :senderId AND h.sender_id IS NULL LIMIT 1`,
      { senderId },
    );
    if (standsIn.length > 0) return;
    const sendings = await tx.query<{ type: EmailSource['type']; id: number }>(
      `SELECT source_type AS type, source_id AS id FROM sendings
        WHERE sender_id <=> :sender AND state = 'open' ORDER BY id LIMIT ${EVENTS_AT_MOST}`,
      { sender: columnOf(senderId) },
    );
    await this.outbox.appendAll(
      tx,
      sendings.map(({ type, id }) => ({
        type: 'sending.blocked',
        subjectId: id,
        data: { source_type: type, source_id: id, reason },
      })),
    );
  }
}

async function lockHealth(tx: Tx, senderId: number): Promise<HealthRow | undefined> {
  const [row] = await tx.query<HealthRow>(
    `SELECT breaks, refusals, TIMESTAMPDIFF(MICROSECOND, NOW(3), open_until) AS rest_us
       FROM sender_health WHERE sender_id = :senderId FOR UPDATE`,
    { senderId },
  );
  return row;
}

/** The sender as sendings name it. */
const columnOf = (senderId: number): number | null => (senderId === OWN_SENDER ? null : senderId);
