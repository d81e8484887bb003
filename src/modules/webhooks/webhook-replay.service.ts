import { Injectable } from '@nestjs/common';
import type { PublicEventName } from '../../events/domain-events.js';
import { Database, type Tx } from '../../platform/database/database.js';
import { AppError, invalidParam, notFound } from '../../platform/errors/app-error.js';
import { type EventPlace, readPlace } from './event-feed/event-place.js';
import { checkedEvents, subscribedEvents } from './webhook-events.js';
import { WebhookReplay } from './webhook-replay.entity.js';
import { Webhook } from './webhook.entity.js';

export interface ReplayInput {
  readonly from: Date;
  /** Now, when null. */
  readonly to: Date | null;
  /** Names, `*` or `<family>.*`; everything that the webhook subscribes to, when null. */
  readonly events: readonly string[] | null;
}

/** Where the history of a new webhook begins: a place of the event log, or some time ago. */
export type HistoryStart = EventPlace | { readonly minutesAgo: number };

const MINUTES = { m: 1, h: 60, d: 1_440 } as const;
/** Far more than any log reaches back. */
const LONGEST_AGO = 36_500 * MINUTES.d;

/** @returns null for a text that is neither `-30d`, `-12h` or `-90m` nor a place of the event log. */
export function readHistoryStart(text: string): HistoryStart | null {
  const [, count, unit] = /^-(\d{1,9})([dhm])$/.exec(text) ?? [];
  if (count === undefined) return readPlace(text);
  return { minutesAgo: Math.min(Number(count) * MINUTES[unit as keyof typeof MINUTES], LONGEST_AGO) };
}

/** So many events of the range are counted for the answer; a longer count would keep somebody waiting. */
const MOST_COUNTED = 50_000;

/**
 * Takes requests to deliver past events again. The request only writes down what is wanted; the worker does it in chunks,
 * so that a range of a million events blocks nobody.
 */
@Injectable()
export class WebhookReplayService {
  constructor(private readonly db: Database) {}

  /**
   * One at a time per webhook, and only of an active one.
   * @throws AppError rest_post_invalid_id, invalid_webhook_event, rest_invalid_param
   */
  async start(webhookId: number, input: ReplayInput): Promise<WebhookReplay> {
    if (input.events !== null) checkedEvents(input.events);
    return this.db.transaction(async (tx) => {
      // The lock makes two requests at once come one after the other.
      const webhook = await tx.manager.findOne(Webhook, {
        where: { id: webhookId },
        lock: { mode: 'pessimistic_write' },
      });
      if (!webhook) throw notFound('webhook');
      const events = subscribedEvents(input.events ?? ['*'], webhook.events);
      if (webhook.status !== 'active')
        throw refused('The webhook is not active.', { id: `is ${webhook.status}; set its status to active first` });
      const range = await this.range(tx, input);
      const running = await tx.manager.findOneBy(WebhookReplay, { webhookId, status: 'running' });
      if (running)
        throw refused('A replay of this webhook is running already.', { id: `replay ${running.id} is running` });
      const counted = await this.count(tx, range, events);
      const { insertId: id } = await tx.execute(
        `INSERT INTO webhook_replays (webhook_id, from_at, to_at, events, total, total_is_estimate, reached_at)
         VALUES (:webhookId, :from, :to, :events, :total, :isEstimate, :from)`,
        { webhookId, ...range, events: events.join(','), ...counted },
      );
      return tx.manager.findOneByOrFail(WebhookReplay, { id });
    });
  }

  /**
   * Lets a new webhook receive what the log holds behind this place, before anything newer.
   * @throws AppError rest_invalid_param for a place behind the end of the log.
   */
  async startHistory(
    tx: Tx,
    webhookId: number,
    from: HistoryStart,
    events: readonly PublicEventName[],
  ): Promise<WebhookReplay> {
    const position = await this.positionOf(tx, from);
    const [counted] = await tx.query<{ seen: number; total: number; first: Date | null }>(
      `SELECT COUNT(*) AS seen, COUNT(IF(type IN (:events) AND silent = 0, 1, NULL)) AS total, MIN(occurred_at) AS first
         FROM (SELECT type, silent, occurred_at FROM domain_events FORCE INDEX (ux_domain_events_position)
                WHERE position > :position ORDER BY position LIMIT ${MOST_COUNTED + 1}) AS first_events`,
      { position, events },
    );
    const { insertId: id } = await tx.execute(
      `INSERT INTO webhook_replays
         (webhook_id, from_at, to_at, events, total, total_is_estimate, reached_at, reached_position)
       SELECT :webhookId, moment, NOW(3), :events, :total, :isEstimate, moment, :position
         FROM (SELECT COALESCE(:first, NOW(3)) AS moment) AS beginning`,
      {
        webhookId,
        position,
        events: events.join(','),
        total: counted?.total ?? 0,
        isEstimate: (counted?.seen ?? 0) > MOST_COUNTED,
        first: counted?.first ?? null,
      },
    );
    return tx.manager.findOneByOrFail(WebhookReplay, { id });
  }

  /** The position behind which a history begins; what retention has removed is left out. */
  private async positionOf(tx: Tx, from: HistoryStart): Promise<number> {
    const [log] = await tx.query<{ last: number; removed: number }>(
      'SELECT last_position AS last, removed_position AS removed FROM relay_state WHERE id = 1',
    );
    const { last, removed } = log ?? { last: 0, removed: 0 };
    if (from === 'latest') return last;
    if (from === 'oldest') return removed;
    if (typeof from === 'number') {
      if (from > last) throw invalidParam('from', 'lies behind the end of the event log');
      return Math.max(from, removed);
    }
    // Positions follow the order of commits, times that of writing: the first events of the time tell the first position.
    const [found] = await tx.query<{ first: number | null }>(
      `SELECT MIN(position) AS first
         FROM (SELECT position FROM domain_events
                WHERE occurred_at >= NOW(3) - INTERVAL :minutes MINUTE AND position IS NOT NULL
                ORDER BY occurred_at LIMIT 1000) AS first_events`,
      { minutes: from.minutesAgo },
    );
    return typeof found?.first === 'number' ? found.first - 1 : last;
  }

  /** @throws AppError rest_post_invalid_id, also for a replay of another webhook. */
  async get(webhookId: number, id: number): Promise<WebhookReplay> {
    if (!(await this.db.manager.existsBy(Webhook, { id: webhookId }))) throw notFound('webhook');
    const replay = await this.db.manager.findOneBy(WebhookReplay, { id, webhookId });
    if (!replay) throw notFound();
    return replay;
  }

  /**
   * What it has queued is delivered; it queues nothing more. One that has ended stays as it is.
   * @throws AppError rest_post_invalid_id
   */
  async cancel(webhookId: number, id: number): Promise<WebhookReplay> {
    await this.get(webhookId, id);
    await this.db.transaction((tx) =>
      tx.execute(
        `UPDATE webhook_replays SET status = 'cancelled', finished_at = NOW(3) WHERE id = :id AND status = 'running'`,
        { id },
      ),
    );
    return this.get(webhookId, id);
  }

  private async range(tx: Tx, { from, to }: ReplayInput): Promise<{ from: Date; to: Date }> {
    const [clock] = await tx.query<{ now: Date }>('SELECT NOW(3) AS now');
    const now = clock?.now ?? from;
    if (from > now) throw invalidParam('from', 'must not be in the future');
    // What is yet to happen is delivered anyway.
    const end = to === null || to > now ? now : to;
    if (end < from) throw invalidParam('to', 'must be after from');
    return { from, to: end };
  }

  private async count(
    tx: Tx,
    { from, to }: { from: Date; to: Date },
    events: readonly PublicEventName[],
  ): Promise<{ total: number; isEstimate: boolean }> {
    const [row] = await tx.query<{ seen: number; total: number }>(
      `SELECT COUNT(*) AS seen, COUNT(IF(type IN (:events) AND silent = 0, 1, NULL)) AS total
         FROM (SELECT type, silent FROM domain_events
                WHERE occurred_at BETWEEN :from AND :to ORDER BY occurred_at LIMIT ${MOST_COUNTED + 1}) AS first_events`,
      { from, to, events },
    );
    return { total: row?.total ?? 0, isEstimate: (row?.seen ?? 0) > MOST_COUNTED };
  }
}

const refused = (message: string, params: Readonly<Record<string, string>>): AppError =>
  new AppError('rest_invalid_param', message, { data: { params } });
