import { Injectable, Logger } from '@nestjs/common';
import type { Gauge } from 'prom-client';
import { Database, type Tx } from '../../../platform/database/database.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { destinationSignalOf } from '../../../platform/smtp/destination-signal.js';
import type { SendOutcome } from '../../../platform/smtp/smtp-reply.js';
import { CUT_IN_SQL, UNLIMITED_AFTER_S } from './destination-control.js';
import { decayedInSql, type DestinationKey, DestinationStates, type NewReply } from './destination-states.js';
import { LimitedDestination, type LimitedRow } from './limited-destination.js';

interface DestinationAttempt extends DestinationKey {
  readonly isProbe: boolean;
  /** Emails of this process in progress at the destination. */
  readonly inProgress: number;
}

interface Counts extends DestinationKey {
  accepted: number;
  deferred: number;
  refused: number;
}

interface Limits {
  readonly readAt: number;
  readonly byProvider: ReadonlyMap<string, LimitedDestination>;
}

/** How old the limits may be that a claim uses. */
const FRESH_MS = 250;
/** For how long one process holds the right to a probe. */
const PROBE_HOLD_S = 120;
/** Counts of destinations that were never limited are stored from this number on. */
const WORTH_STORING = 20;
const MAX_COUNTED = 10_000;
/** Without an accepted email for longer, the measurement of the rate starts again. */
const IDLE_S = 60;
/** The decaying counts of accepted emails. */
const ACCEPTED = ['recent_rate', 'recent_accepted', 'recent_sent'] as const;

/** Limits are as last read. Accepted emails are stored once per second, refusals, reductions, and probes at once. */
@Injectable()
export class Destinations {
  private readonly logger = new Logger(Destinations.name);
  private readonly limits = new Map<number, Limits>();
  private counts = new Map<string, Counts>();
  private reported: Record<'sender' | 'provider' | 'state', string>[] = [];

  constructor(
    private readonly db: Database,
    private readonly states: DestinationStates,
    metrics: Metrics,
  ) {
    metrics.measured(
      {
        name: 'carillon_destination_limited',
        help: 'Whether emails of a sender to a mailbox provider are throttled or quarantined (1) or not any more (0)',
        labelNames: ['sender', 'provider', 'state'],
        aggregator: 'max',
      },
      (gauge) => this.report(gauge),
    );
  }

  /** Reads the limits of a sender, unless they are fresh. */
  async refresh(senderId: number): Promise<void> {
    const known = this.limits.get(senderId);
    if (known && performance.now() - known.readAt < FRESH_MS) return;
    const rows = await this.db.query<LimitedRow>(
      `SELECT provider, state, observing, ${CUT_IN_SQL},
              TIMESTAMPDIFF(MICROSECOND, NOW(3), probe_at) AS probe_us
         FROM sender_destinations WHERE sender_id = :senderId AND state <> 'normal'`,
      { senderId },
    );
    const byProvider = new Map(rows.map((row) => [row.provider, new LimitedDestination(row)]));
    this.limits.set(senderId, { readAt: performance.now(), byProvider });
  }

  /** Whether any destination of the sender is limited, as last read. */
  hasLimits(senderId: number): boolean {
    return (this.limits.get(senderId)?.byProvider.size ?? 0) > 0;
  }

  /** Returns the limits of a destination as last read; null if it is normal. */
  limitOf({ senderId, provider }: DestinationKey): LimitedDestination | null {
    return this.limits.get(senderId)?.byProvider.get(provider) ?? null;
  }

  /** Claims the right to probe a quarantined destination; one process gets it. */
  async mayProbe(key: DestinationKey): Promise<boolean> {
    this.limitOf(key)?.probeLater(PROBE_HOLD_S * 1_000);
    return this.moveProbe(key, PROBE_HOLD_S, 'AND probe_at <= NOW(3)');
  }

  /** Takes the outcome of an email. Never throws, because the email's own result must still be stored. */
  async record(attempt: DestinationAttempt, outcome: SendOutcome): Promise<void> {
    const { isProbe, inProgress, senderId, provider } = attempt;
    const key = { senderId, provider };
    try {
      const signal = destinationSignalOf(outcome);
      if (outcome.kind === 'accepted') {
        this.count(key, 'accepted');
        if (isProbe) await this.change(key, (tx) => this.states.acceptProbe(tx, key));
      } else if (signal !== null && 'response' in outcome) {
        const reply: NewReply = { code: outcome.code, text: outcome.response, source: 'smtp' };
        this.count(key, signal === 'policy' ? 'refused' : 'deferred');
        // What was accepted meanwhile decides, too.
        await this.store([key]);
        await this.change(key, (tx) =>
          signal === 'policy'
            ? this.states.refuse(tx, key, isProbe, reply)
            : this.states.reduce(tx, key, signal, inProgress, reply),
        );
      } else if (isProbe) await this.moveProbe(key, 1);
    } catch (error) {
      this.logger.warn({ err: error, sender: senderId, provider }, 'Destination not updated');
    }
  }

  async storeCounts(): Promise<void> {
    await this.store(
      [...this.counts.values()].filter(
        (counts) =>
          counts.accepted + counts.deferred + counts.refused >= WORTH_STORING || this.limitOf(counts) !== null,
      ),
    );
    if (this.counts.size > MAX_COUNTED) this.counts.clear();
  }

  /** Ends limits that are no longer needed, for all processes. */
  async endLimits(): Promise<void> {
    const over = await this.db.query<{ senderId: number; provider: string; state: string }>(
      `SELECT sender_id AS senderId, provider, state FROM sender_destinations
        WHERE (state = 'throttled' AND cut_at < NOW(3) - INTERVAL ${UNLIMITED_AFTER_S} SECOND)
           OR (state = 'quarantined' AND observing = 1 AND probe_at <= NOW(3))`,
    );
    for (const { senderId, provider, state } of over) {
      const key = { senderId, provider };
      await this.change(key, (tx) =>
        state === 'throttled' ? this.states.endLimit(tx, key) : this.states.endObservation(tx, key),
      );
    }
  }

  /** @returns whether refused probes of a sender were not announced before. */
  async markAnnounced(tx: Tx, senderId: number): Promise<boolean> {
    const { affectedRows } = await tx.execute(
      `UPDATE sender_destinations SET announced = probes
        WHERE sender_id = :senderId AND state = 'quarantined' AND announced < probes`,
      { senderId },
    );
    return affectedRows > 0;
  }

  private async change({ senderId }: DestinationKey, change: (tx: Tx) => Promise<void>): Promise<void> {
    await this.db.transaction(change);
    this.limits.delete(senderId);
    await this.refresh(senderId);
  }

  private async moveProbe(key: DestinationKey, seconds: number, condition = ''): Promise<boolean> {
    const { affectedRows } = await this.db.execute(
      `UPDATE sender_destinations SET probe_at = NOW(3) + INTERVAL :seconds SECOND
        WHERE sender_id = :senderId AND provider = :provider AND state = 'quarantined' AND observing = 0 ${condition}`,
      { ...key, seconds },
    );
    return affectedRows === 1;
  }

  private count(key: DestinationKey, what: 'accepted' | 'deferred' | 'refused'): void {
    const name = `${key.senderId}:${key.provider}`;
    const counts = this.counts.get(name) ?? { ...key, accepted: 0, deferred: 0, refused: 0 };
    counts[what] += 1;
    this.counts.set(name, counts);
  }

  private async store(keys: readonly DestinationKey[]): Promise<void> {
    const rows = keys.flatMap(({ senderId, provider }) => {
      const name = `${senderId}:${provider}`;
      const counts = this.counts.get(name);
      this.counts.delete(name);
      return counts ? [counts] : [];
    });
    if (rows.length === 0) return;
    // In the order of the key, so that processes that store the same rows cannot deadlock.
    rows.sort((one, other) => one.senderId - other.senderId || (one.provider < other.provider ? -1 : 1));
    await this.db.transaction((tx) =>
      tx.insertRows(
        'sender_destinations',
        [
          ...['sender_id', 'provider', 'accepted', 'deferred', 'refused', 'replies', 'changes'],
          ...['recent_rate', 'recent_accepted', 'recent_sent'],
        ],
        rows.map((row) => [
          ...[row.senderId, row.provider, row.accepted, row.deferred, row.refused, '[]', '[]'],
          ...[row.accepted, row.accepted, row.accepted],
        ]),
        {
          suffix: `ON DUPLICATE KEY UPDATE accepted = accepted + VALUES(accepted), deferred = deferred + VALUES(deferred),
            refused = refused + VALUES(refused), refused_in_row = IF(VALUES(accepted) > 0, 0, refused_in_row),
            recent_refused = ${decayedInSql('recent_refused')},
            recent_dsn = ${decayedInSql('recent_dsn')},
            ${ACCEPTED.map((column) => `${column} = ${decayedInSql(column)} + VALUES(${column})`).join(', ')},
            active_since = IF(counted_at < NOW(3) - INTERVAL ${IDLE_S} SECOND, NOW(3), active_since), counted_at = NOW(3)`,
        },
      ),
    );
  }

  /** Reports ended limits as 0 for as long as the gauge knows them. */
  private async report(gauge: Gauge<'sender' | 'provider' | 'state'>): Promise<void> {
    const rows = await this.db
      .query<{ sender: number; provider: string; state: string }>(
        `SELECT sender_id AS sender, provider, state FROM sender_destinations WHERE state <> 'normal' LIMIT 1000`,
      )
      // Without the database the gauge keeps its last values.
      .catch(() => null);
    if (rows === null) return;
    for (const labels of this.reported) gauge.set(labels, 0);
    this.reported = rows.map((row) => ({ ...row, sender: String(row.sender) }));
    for (const labels of this.reported) gauge.set(labels, 1);
  }
}
