import { Inject, Injectable, Logger } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import type { Tx } from '../../../platform/database/database.js';
import { lockedOrNew } from '../../../platform/database/locked-or-new.js';
import { maskAddresses } from '../../../platform/logging/logging.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { OWN_SENDER } from '../../../platform/smtp/mail-server.js';
import type { DestinationSignal } from '../../../platform/smtp/destination-signal.js';
import {
  acceptedRate,
  concurrencyOf,
  CUT_IN_SQL,
  type CutRow,
  CUT_AGAIN_AFTER_S,
  DECAY_S,
  isRefusedByDsn,
  isRefusedByPolicy,
  peakAfter,
  peakOf,
  probeWaitMs,
  rateOf,
  RATE_AFTER_QUARANTINE,
  UNLIMITED_AFTER_S,
} from './destination-control.js';
import {
  type DestinationChange,
  DESTINATIONS,
  type DestinationState,
  type ProviderReply,
} from './destination.entity.js';
import { adviceOn } from './refusal-advice.js';

/** One sender and one mailbox provider. */
export interface DestinationKey {
  readonly senderId: number;
  readonly provider: string;
}

export type NewReply = Omit<ProviderReply, 'at'>;

interface Row extends CutRow {
  readonly state: DestinationState;
  readonly probes: number;
  readonly cause: ProviderReply['source'] | null;
  readonly observing: number;
  readonly recent_rate: number;
  readonly recent_accepted: number;
  readonly recent_refused: number;
  readonly refused_in_row: number;
  readonly recent_sent: number;
  readonly recent_dsn: number;
  readonly active_s: number;
  readonly replies: string;
  readonly changes: string;
  readonly now: Date;
}

type Columns = Readonly<Record<string, string | number | Date | null>>;

/** A change of state with its reason. */
interface Announced {
  readonly event: Parameters<typeof DESTINATIONS.next>[1];
  readonly reason: string;
  readonly code: string | null;
}

type NewState = Announced & { readonly state: DestinationState };

/** What follows from a signal. */
interface Transition {
  readonly columns?: Columns;
  /** Omitted if the state stays. */
  readonly to?: Announced;
}

/** How long an accepted probe waits for a bounce message, if bounce messages were the refusals. */
const OBSERVATION_MS = 300_000;
const MAX_REPLIES = 5;
const MAX_CHANGES = 20;
const MAX_TEXT = 250;
const MAX_REASON = 190;
const MAX_CODE = 16;
/** The largest stored number. */
const MAX_IN_ROW = 65_535;

/** The counts that decay, and the seconds in which they decay to 37 %. */
const DECAYING = {
  recent_rate: DECAY_S.rate,
  recent_accepted: DECAY_S.policy,
  recent_refused: DECAY_S.policy,
  recent_sent: DECAY_S.dsn,
  recent_dsn: DECAY_S.dsn,
} as const;

const COUNTS = Object.keys(DECAYING) as (keyof typeof DECAYING)[];

/** A decayed count as of now, in SQL. */
export const decayedInSql = (column: keyof typeof DECAYING): string =>
  `${column} * EXP(-GREATEST(0, TIMESTAMPDIFF(MICROSECOND, counted_at, NOW(3))) / ${DECAYING[column] * 1e6})`;

/** Changes the shared state of destinations: each change locks one row, and stores its reason and its event with it. */
@Injectable()
export class DestinationStates {
  private readonly logger = new Logger(DestinationStates.name);

  constructor(
    private readonly outbox: Outbox,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** The provider asked for less. @param inProgress emails of this process in progress at the destination. */
  async reduce(
    tx: Tx,
    key: DestinationKey,
    signal: DestinationSignal,
    inProgress: number,
    reply: NewReply,
  ): Promise<void> {
    await this.change(tx, key, reply, (row) => {
      if (row.state === 'quarantined' || (row.cut_s !== null && row.cut_s < CUT_AGAIN_AFTER_S)) return {};
      const [allowed, concurrency] = [rateOf(row), concurrencyOf(row)];
      const limits =
        signal === 'connections'
          ? // The rate goes on as it is.
            { peak: allowed === null ? null : peakOf(allowed), concurrency: half(concurrency, inProgress) }
          : { peak: peakAfter(acceptedRate(row.recent_rate, row.active_s), allowed), concurrency };
      const reason = `${key.provider} asks for ${signal === 'connections' ? 'fewer connections' : 'fewer emails'}: ${reply.text}`;
      return {
        columns: { ...limits, cut_at: row.now },
        ...(row.state === 'throttled' ? {} : { to: { event: 'throttle', reason, code: reply.code } }),
      };
    });
  }

  /** The provider refused an email by policy. */
  async refuse(tx: Tx, key: DestinationKey, isProbe: boolean, reply: NewReply): Promise<void> {
    await this.change(tx, key, reply, (row) => {
      const refused = row.recent_refused + 1;
      const inRow = Math.min(row.refused_in_row + 1, MAX_IN_ROW);
      const columns = { recent_refused: refused, refused_in_row: inRow };
      if (row.state === 'quarantined') return isProbe ? this.stillRefused(key, row, reply, columns) : { columns };
      if (!isRefusedByPolicy(refused, row.recent_accepted, inRow)) return { columns };
      return this.quarantined(key, row, reply, columns);
    });
  }

  /** A bounce message refused an accepted email by policy. */
  async bounce(tx: Tx, key: DestinationKey, reply: NewReply): Promise<void> {
    await this.change(tx, key, reply, (row) => {
      const refused = row.recent_dsn + 1;
      const columns = { recent_dsn: refused };
      if (row.state === 'quarantined')
        return row.observing === 1 ? this.stillRefused(key, row, reply, columns) : { columns };
      if (!isRefusedByDsn(refused, row.recent_sent)) return { columns };
      return this.quarantined(key, row, reply, columns);
    });
  }

  /** The provider accepted a probe. If it refuses by bounce messages, that proves nothing yet. */
  async acceptProbe(tx: Tx, key: DestinationKey): Promise<void> {
    await this.change(tx, key, null, (row) => {
      if (row.state !== 'quarantined') return {};
      if (row.cause === 'dsn')
        return { columns: { observing: 1, probe_at: new Date(row.now.getTime() + OBSERVATION_MS) } };
      return released(key, row);
    });
  }

  /** An accepted probe was not returned in time. */
  async endObservation(tx: Tx, key: DestinationKey): Promise<void> {
    await this.change(tx, key, null, (row) =>
      row.state === 'quarantined' && row.observing === 1 ? released(key, row) : {},
    );
  }

  /** No reduction was necessary for a long time. */
  async endLimit(tx: Tx, key: DestinationKey): Promise<void> {
    await this.change(tx, key, null, (row) =>
      row.state === 'throttled' && (row.cut_s ?? 0) >= UNLIMITED_AFTER_S
        ? {
            columns: { peak: null, concurrency: null, cut_at: null },
            to: { event: 'endLimit', reason: `${key.provider} accepts emails at full speed`, code: null },
          }
        : {},
    );
  }

  private quarantined({ provider }: DestinationKey, row: Row, reply: NewReply, columns: Columns): Transition {
    const probeAt = new Date(row.now.getTime() + probeWaitMs(this.config.mail.probeScheduleMs, 0));
    const reason = `${provider} refuses emails${reply.source === 'dsn' ? ' by bounce messages' : ''}: ${reply.text}`;
    return {
      columns: {
        ...{ ...columns, cause: reply.source, probe_at: probeAt },
        ...{ probes: 0, announced: 0, observing: 0, recent_dsn: 0 },
      },
      to: { event: 'quarantine', reason, code: reply.code },
    };
  }

  private stillRefused({ provider }: DestinationKey, row: Row, reply: NewReply, columns: Columns): Transition {
    const probes = row.probes + 1;
    const probeAt = new Date(row.now.getTime() + probeWaitMs(this.config.mail.probeScheduleMs, probes));
    const reason = inShort(`${provider} still refuses emails: ${reply.text}`);
    return { columns: { ...columns, probes, observing: 0, probe_at: probeAt, reason } };
  }

  private async change(
    tx: Tx,
    key: DestinationKey,
    reply: NewReply | null,
    decide: (row: Row) => Transition,
  ): Promise<void> {
    const row = await lockDestination(tx, key);
    const { columns = {}, to } = decide(row);
    const at = row.now.toISOString();
    const set: Record<string, string | number | Date | null> = { ...columns };
    if (reply) {
      const [code, text] = [reply.code.slice(0, MAX_CODE), maskAddresses(reply.text).slice(0, MAX_TEXT)];
      const replies = [{ at, ...reply, code, text }, ...(JSON.parse(row.replies) as ProviderReply[])];
      set['replies'] = JSON.stringify(replies.slice(0, MAX_REPLIES));
    }
    if (to) {
      const reason = inShort(to.reason);
      const state = DESTINATIONS.next(row.state, to.event);
      const changes = [{ at, state, reason }, ...(JSON.parse(row.changes) as DestinationChange[])];
      Object.assign(set, { state, reason, code: to.code?.slice(0, MAX_CODE) ?? null, changed_at: row.now });
      set['changes'] = JSON.stringify(changes.slice(0, MAX_CHANGES));
      await this.announce(tx, key, row, { ...to, state, reason });
    }
    // The other counts are stored as of now, too, because all decay from the same moment.
    const counts = COUNTS.filter((column) => !(column in set));
    const assignments = [
      ...Object.keys(set).map((column) => `${column} = :${column}`),
      ...counts.map((column) => `${column} = ${decayedInSql(column)}`),
      ...(reply?.source === 'dsn' ? ['dsn_refused = dsn_refused + 1'] : []),
    ];
    await tx.execute(
      `UPDATE sender_destinations SET ${assignments.join(', ')}, counted_at = NOW(3)
        WHERE sender_id = :senderId AND provider = :provider`,
      { ...set, ...key },
    );
  }

  private async announce(tx: Tx, { senderId, provider }: DestinationKey, from: Row, to: NewState): Promise<void> {
    const { state, reason, code } = to;
    const advice = code === null ? null : adviceOn(reason);
    const destination = { provider, state, previous_state: from.state, reason, code, advice };
    const sender_id = senderId === OWN_SENDER ? null : senderId;
    await this.outbox.append(tx, 'sender.destination_changed', senderId, { sender_id, destination });
    tx.afterCommit(() => {
      this.logger.warn({ sender: senderId, provider, state, code }, 'Destination changed');
    });
  }
}

/** Lets the next emails probe the quarantined destinations of a sender, because a manager may have removed the cause. */
export async function probeNow(tx: Tx, senderId: number): Promise<void> {
  await tx.execute(
    `UPDATE sender_destinations SET probe_at = NOW(3), probes = 0, announced = 0, observing = 0
      WHERE sender_id = :senderId AND state = 'quarantined'`,
    { senderId },
  );
}

/** Sending restarts slowly. */
function released({ provider }: DestinationKey, row: Row): Transition {
  return {
    columns: {
      ...{ peak: RATE_AFTER_QUARANTINE, concurrency: 1, cut_at: row.now, recent_refused: 0, recent_dsn: 0 },
      ...{ refused_in_row: 0, cause: null, probes: 0, observing: 0, probe_at: null },
    },
    to: { event: 'release', reason: `${provider} accepts emails again; the rate grows from a low one`, code: null },
  };
}

const half = (allowed: number | null, inProgress: number): number =>
  Math.max(1, Math.floor(Math.min(allowed ?? Infinity, inProgress) / 2));

const inShort = (words: string): string => maskAddresses(words).slice(0, MAX_REASON);

/** Locks a destination, which is created if necessary, and returns its counts as of now. */
const lockDestination = (tx: Tx, key: DestinationKey): Promise<Row> =>
  lockedOrNew(
    tx,
    `SELECT state, ${CUT_IN_SQL}, probes, cause, observing, refused_in_row, replies, changes, NOW(3) AS now,
            TIMESTAMPDIFF(MICROSECOND, active_since, NOW(3)) / 1e6 AS active_s,
            ${COUNTS.map((column) => `${decayedInSql(column)} AS ${column}`).join(', ')}
       FROM sender_destinations WHERE sender_id = :senderId AND provider = :provider FOR UPDATE`,
    `INSERT IGNORE INTO sender_destinations (sender_id, provider, replies, changes) VALUES (:senderId, :provider, '[]', '[]')`,
    { ...key },
  );
