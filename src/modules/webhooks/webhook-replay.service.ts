import { Injectable } from '@nestjs/common';
import type { PublicEventName } from '../../events/domain-events.js';
import { Database, type Tx } from '../../platform/database/database.js';
import { existing, insertRecord, locked } from '../../platform/database/records.js';
import { invalidParam, notFound } from '../../platform/errors/app-error.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import type { SqlParams } from '../../platform/sql/named-parameters.js';
import {
  checkedEvents,
  type EventPosition,
  parseEventPosition,
  subscribedEvents,
  TEST_EVENT,
} from './webhook-events.js';
import { DELIVERIES, NEW_ROUND } from './webhook-delivery.entity.js';
import { REPLAYS, WebhookReplay } from './webhook-replay.entity.js';
import { Webhook } from './webhook.entity.js';

export interface ReplayInput {
  readonly from: Date;
  /** Null for now. */
  readonly to: Date | null;
  /** Names, `*`, or `<family>.*`; null for all events that the webhook subscribes to. */
  readonly events: readonly string[] | null;
}

/** Where the history of a new webhook starts: a position in the event log, or a relative time. */
export type HistoryStart = EventPosition | { readonly minutesAgo: number };

const MINUTES = { m: 1, h: 60, d: 1_440 } as const;
/** Longer than any log. */
const MAX_AGE_MINUTES = 36_500 * MINUTES.d;

/** @returns null for text that is neither a relative time (`-30d`, `-12h`, `-90m`) nor a position in the event log. */
export function readHistoryStart(text: string): HistoryStart | null {
  const [, count, unit] = /^-(\d{1,9})([dhm])$/.exec(text) ?? [];
  if (count === undefined) return parseEventPosition(text);
  return { minutesAgo: Math.min(Number(count) * MINUTES[unit as keyof typeof MINUTES], MAX_AGE_MINUTES) };
}

/** Counting stops here, so that the request stays fast. */
const MAX_COUNTED = 50_000;

/** Sends events again: one delivery, or a range of events, for which the worker runs the stored replay in chunks. */
@Injectable()
export class WebhookReplayService {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
  ) {}

  /** Starts a new round of attempts with the same delivery id and the same body, due at once. */
  async redeliver(webhookId: number, id: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      if (!(await tx.manager.existsBy(Webhook, { id: webhookId }))) throw notFound('webhook');
      const [row] = await tx.query<{ event: string; lease_owner: string | null }>(
        'SELECT event, lease_owner FROM webhook_deliveries WHERE id = :id AND webhook_id = :webhookId FOR UPDATE',
        { id, webhookId },
      );
      if (!row) throw notFound();
      if (row.event === TEST_EVENT) throw invalidParam('delivery_id', 'is a test call; send a new test call instead');
      if (row.lease_owner !== null) throw invalidParam('delivery_id', 'has an attempt in progress');
      await DELIVERIES.moveLocked(tx, 'redeliver', [id], { set: NEW_ROUND });
      await this.outbox.append(tx, 'webhook.resumed', webhookId, { webhook_id: webhookId });
    });
  }

  /** Allows one replay at a time per active webhook. */
  async start(webhookId: number, input: ReplayInput): Promise<WebhookReplay> {
    if (input.events !== null) checkedEvents(input.events);
    return this.db.transaction(async (tx) => {
      // The lock serializes concurrent requests.
      const webhook = await locked(tx, Webhook, webhookId, 'webhook');
      const events = subscribedEvents(input.events ?? ['*'], webhook.events);
      if (webhook.status !== 'active')
        throw invalidParam('id', `is ${webhook.status}; set its status to active first`, 'The webhook is not active.');
      const range = await this.range(tx, input);
      const running = await tx.manager.findOneBy(WebhookReplay, { webhookId, status: 'running' });
      if (running)
        throw invalidParam('id', `replay ${running.id} is running`, 'A replay of this webhook is already running.');
      const inRange = 'WHERE occurred_at BETWEEN :from AND :to ORDER BY occurred_at';
      const { total, isEstimate } = await this.count(tx, inRange, { ...range, events });
      const id = await insertRecord(tx, 'webhook_replays', {
        ...{ webhookId, fromAt: range.from, toAt: range.to, reachedAt: range.from, events: events.join(',') },
        ...{ total, totalIsEstimate: isEstimate },
      });
      return tx.manager.findOneByOrFail(WebhookReplay, { id });
    });
  }

  /** Sends a new webhook the events after this position before newer ones. @throws AppError rest_invalid_param */
  async startHistory(
    tx: Tx,
    webhookId: number,
    from: HistoryStart,
    events: readonly PublicEventName[],
  ): Promise<WebhookReplay> {
    const position = await this.positionOf(tx, from);
    const behind = 'FORCE INDEX (ux_domain_events_position) WHERE position > :position ORDER BY position';
    const counted = await this.count(tx, behind, { position, events });
    const { insertId: id } = await tx.execute(
      `INSERT INTO webhook_replays
         (webhook_id, from_at, to_at, events, total, total_is_estimate, reached_at, reached_position)
       SELECT :webhookId, moment, NOW(3), :events, :total, :isEstimate, moment, :position
         FROM (SELECT COALESCE(:first, NOW(3)) AS moment) AS beginning`,
      { webhookId, position, ...counted, events: events.join(',') },
      { ids: 'new' },
    );
    return tx.manager.findOneByOrFail(WebhookReplay, { id });
  }

  /** Returns the position after which a history starts; events removed by retention are left out. */
  private async positionOf(tx: Tx, from: HistoryStart): Promise<number> {
    const [log] = await tx.query<{ last: number; removed: number }>(
      'SELECT last_position AS last, removed_position AS removed FROM relay_state WHERE id = 1',
    );
    const { last, removed } = log ?? { last: 0, removed: 0 };
    if (from === 'latest') return last;
    if (from === 'oldest') return removed;
    if (typeof from === 'number') {
      if (from > last) throw invalidParam('from', 'is newer than the latest event');
      return Math.max(from, removed);
    }
    // Positions are in commit order, times in write order: take the lowest position among the first events of the time range.
    const [found] = await tx.query<{ first: number | null }>(
      `SELECT MIN(position) AS first
         FROM (SELECT position FROM domain_events
                WHERE occurred_at >= NOW(3) - INTERVAL :minutes MINUTE AND position IS NOT NULL
                ORDER BY occurred_at LIMIT 1000) AS first_events`,
      { minutes: from.minutesAgo },
    );
    return typeof found?.first === 'number' ? found.first - 1 : last;
  }

  async get(webhookId: number, id: number): Promise<WebhookReplay> {
    if (!(await this.db.manager.existsBy(Webhook, { id: webhookId }))) throw notFound('webhook');
    return existing(await this.db.manager.findOneBy(WebhookReplay, { id, webhookId }));
  }

  /** Stops a running replay; deliveries that it has queued stay. */
  async cancel(webhookId: number, id: number): Promise<WebhookReplay> {
    await this.get(webhookId, id);
    await this.db.transaction((tx) =>
      REPLAYS.move(tx, 'cancel', { where: 'id = :id', ids: id, set: 'finished_at = NOW(3)', params: { id } }),
    );
    return this.get(webhookId, id);
  }

  private async range(tx: Tx, { from, to }: ReplayInput): Promise<{ from: Date; to: Date }> {
    const [clock] = await tx.query<{ now: Date }>('SELECT NOW(3) AS now');
    const now = clock?.now ?? from;
    if (from > now) throw invalidParam('from', 'must not be in the future');
    // Future events are delivered anyway.
    const end = to === null || to > now ? now : to;
    if (end < from) throw invalidParam('to', 'must be after from');
    return { from, to: end };
  }

  private async count(
    tx: Tx,
    range: string,
    params: SqlParams,
  ): Promise<{ readonly total: number; readonly isEstimate: boolean; readonly first: Date | null }> {
    const [row] = await tx.query<{ seen: number; total: number; first: Date | null }>(
      `SELECT COUNT(*) AS seen, COUNT(IF(type IN (:events) AND silent = 0, 1, NULL)) AS total, MIN(occurred_at) AS first
         FROM (SELECT type, silent, occurred_at FROM domain_events ${range} LIMIT ${MAX_COUNTED + 1}) AS first_events`,
      params,
    );
    const { seen, total, first } = row ?? { seen: 0, total: 0, first: null };
    return { total, isEstimate: seen > MAX_COUNTED, first };
  }
}
