import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import { numberOf } from '../../../platform/database/records.js';
import { idsOf } from '../../../platform/ids/ids.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { DELIVERIES, type DeliveryStatus, NEW_ROUND } from '../webhook-delivery.entity.js';
import { REPLAYS } from '../webhook-replay.entity.js';
import { PARKED_HOURS } from './delivery-maintenance.service.js';
import { WebhookNotifier } from './webhook-notifier.service.js';

/** Events scanned per transaction, wanted or not: a rare kind must not make one statement scan the whole log. */
const CHUNK = 1_000;
/** A replay waits while this many deliveries are due, so that a new event never waits for a whole replay. */
const FULL = 1_000;
/** After this time without an answer, the dispatcher is asked again to take over. */
const HANDOVER_SECONDS = 60;

interface ReplayRow {
  id: number;
  webhook_id: number;
  to_at: Date;
  events: string;
  reached_at: Date;
  reached_event_id: number;
  /** For the history of a new webhook; null for a replay of a time range. */
  reached_position: number | null;
  handover_due: number;
  parked_too_long: number;
  webhook_status: string | null;
}

interface EventRow {
  id: number;
  type: string;
  occurred_at: Date;
  readonly silent: number;
  readonly position: number | null;
}

/** `advanced`: more may follow at once. `waiting`: nothing to do now. */
type ReplayProgress = 'advanced' | 'waiting' | 'ended';

/** An event reuses its delivery with a new round of attempts, or gets its first; pending ones are unchanged. */
@Injectable()
export class ReplayRuns {
  constructor(
    private readonly db: Database,
    private readonly notifier: WebhookNotifier,
    private readonly outbox: Outbox,
  ) {}

  async running(): Promise<number[]> {
    return idsOf(await this.db.query(`SELECT id FROM webhook_replays WHERE status = 'running' ORDER BY id`));
  }

  /** Processes one chunk and stores the progress in the same transaction. Skips replays of another worker. */
  async advance(id: number): Promise<ReplayProgress> {
    return this.db.transaction(async (tx) => {
      const replay = await this.lockedReplay(tx, id);
      if (!replay) return 'ended';
      if (replay.webhook_status === null || replay.parked_too_long === 1) return this.end(tx, id, 'cancel');
      if (replay.webhook_status !== 'active' || (await this.isFull(tx, replay.webhook_id))) return 'waiting';
      if (replay.reached_position !== null) return this.advanceHistory(tx, replay, replay.reached_position);
      const events = await this.nextEvents(tx, replay);
      const queued = await this.queue(tx, replay, events, { again: true });
      const last = events.at(-1);
      await tx.execute(
        `UPDATE webhook_replays
            SET queued = queued + :queued, reached_at = :reachedAt, reached_event_id = :reachedEventId
          WHERE id = :id`,
        {
          id,
          queued,
          reachedAt: last?.occurred_at ?? replay.reached_at,
          reachedEventId: last?.id ?? replay.reached_event_id,
        },
        { ids: [] },
      );
      return events.length < CHUNK ? this.end(tx, id, 'finish') : 'advanced';
    });
  }

  /** In log order. At the end it polls until the dispatcher has taken over; a lost marker is written again. */
  private async advanceHistory(tx: Tx, replay: ReplayRow, reached: number): Promise<ReplayProgress> {
    const events = await tx.query<EventRow>(
      `SELECT id, type, occurred_at, silent, position FROM domain_events FORCE INDEX (ux_domain_events_position)
        WHERE position > :reached ORDER BY position LIMIT ${CHUNK}`,
      { reached },
    );
    const queued = await this.queue(tx, replay, events, { again: false });
    const isAtEnd = events.length < CHUNK;
    const marks = isAtEnd && replay.handover_due === 1;
    await tx.execute(
      `UPDATE webhook_replays
          SET queued = queued + :queued, reached_position = :reached, handover_at = IF(:marks, NOW(3), handover_at)
        WHERE id = :id`,
      { id: replay.id, queued, reached: events.at(-1)?.position ?? reached, marks },
      { ids: [] },
    );
    if (marks) await this.outbox.append(tx, 'webhook.caught_up', replay.webhook_id, { webhook_id: replay.webhook_id });
    return isAtEnd ? 'waiting' : 'advanced';
  }

  private async lockedReplay(tx: Tx, id: number): Promise<ReplayRow | undefined> {
    const [locked] = await tx.query<{ id: number }>(
      `SELECT id FROM webhook_replays WHERE id = :id AND status = 'running' FOR UPDATE SKIP LOCKED`,
      { id },
    );
    if (!locked) return undefined;
    // A separate read without a lock on the webhook: claims need that lock all the time.
    const [row] = await tx.query<ReplayRow>(
      `SELECT r.id, r.webhook_id, r.to_at, IF(r.reached_position IS NULL, r.events, w.events) AS events, r.reached_at, r.reached_event_id, r.reached_position,
              COALESCE(r.handover_at < NOW(3) - INTERVAL ${HANDOVER_SECONDS} SECOND, 1) AS handover_due,
              w.status AS webhook_status,
              COALESCE(w.status <> 'active' AND w.status_changed_at < NOW(3) - INTERVAL ${PARKED_HOURS} HOUR, 0)
                AS parked_too_long
         FROM webhook_replays r LEFT JOIN webhooks w ON w.id = r.webhook_id
        WHERE r.id = :id`,
      { id },
    );
    return row;
  }

  private async isFull(tx: Tx, webhookId: number): Promise<boolean> {
    const sql = `SELECT COUNT(*)
                   FROM (SELECT 1 FROM webhook_deliveries
                          WHERE webhook_id = :webhookId AND status = 'pending' AND next_attempt_at <= NOW(3)
                          LIMIT ${FULL}) AS waiting`;
    return (await numberOf(tx, sql, { webhookId })) >= FULL;
  }

  private async nextEvents(tx: Tx, replay: ReplayRow): Promise<EventRow[]> {
    return tx.query<EventRow>(
      `SELECT id, type, occurred_at, silent, position FROM domain_events
        WHERE occurred_at BETWEEN :reachedAt AND :to AND (occurred_at > :reachedAt OR id > :reachedEventId)
        ORDER BY occurred_at, id
        LIMIT ${CHUNK}`,
      { to: replay.to_at, reachedAt: replay.reached_at, reachedEventId: replay.reached_event_id },
    );
  }

  /** @param again whether to restart ended deliveries. @returns the number of created or restarted deliveries. */
  private async queue(
    tx: Tx,
    { webhook_id: webhookId, events: names }: ReplayRow,
    found: readonly EventRow[],
    { again }: { readonly again: boolean },
  ): Promise<number> {
    const wanted = new Set(names.split(','));
    const events = found.filter(({ type, silent }) => silent === 0 && wanted.has(type));
    if (events.length === 0) return 0;
    const known = await tx.query<{ id: number; event_id: number; status: DeliveryStatus }>(
      `SELECT id, event_id, status FROM webhook_deliveries
        WHERE webhook_id = :webhookId AND event_id IN (:events) ORDER BY id FOR UPDATE`,
      { webhookId, events: events.map(({ id }) => id) },
    );
    const ended = known.filter(({ status }) => again && DELIVERIES.allows(status, 'replay')).map(({ id }) => id);
    await DELIVERIES.moveLocked(tx, 'replay', ended, { set: NEW_ROUND });
    const knownEvents = new Set(known.map((row) => row.event_id));
    const fresh = events.filter(({ id }) => !knownEvents.has(id));
    // The relay may insert the same rows concurrently; the unique index keeps one.
    await tx.insertRows(
      'webhook_deliveries',
      ['webhook_id', 'event_id', 'event'],
      fresh.map(({ id, type }) => [webhookId, id, type]),
      { suffix: 'ON DUPLICATE KEY UPDATE webhook_deliveries.id = webhook_deliveries.id' },
    );
    const queued = ended.length + fresh.length;
    if (queued > 0)
      tx.afterCommit(() => {
        this.notifier.notify([webhookId]);
      });
    return queued;
  }

  private async end(tx: Tx, id: number, event: 'finish' | 'cancel'): Promise<ReplayProgress> {
    await REPLAYS.moveLocked(tx, event, [id], { set: 'finished_at = NOW(3)' });
    return 'ended';
  }
}
