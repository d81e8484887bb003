import { type EventName, PUBLIC_EVENT_NAMES, type StoredEvent } from '../../../events/domain-events.js';
import type { Tx } from '../../../platform/database/database.js';
import { idsOf } from '../../../platform/ids/ids.js';
import { type AfterRelay, type EventSubscriber, Subscribes } from '../../../platform/outbox/event-subscriber.js';
import { REPLAYS } from '../webhook-replay.entity.js';
import { PARKED_HOURS } from './delivery-maintenance.service.js';
import { WebhookNotifier } from './webhook-notifier.service.js';

interface Listener {
  readonly id: number;
  readonly active: boolean;
  /** Whether it still receives its history; this event is part of that or follows it. */
  inHistory: boolean;
  readonly events: ReadonlySet<string>;
}

/** A failed webhook collects for 72 hours, so that it can be reactivated without loss; an inactive one does not. */
@Subscribes()
export class WebhookDispatcher implements EventSubscriber {
  readonly name = 'webhook-dispatcher';
  readonly wants = [...(PUBLIC_EVENT_NAMES as readonly EventName[]), 'webhook.resumed', 'webhook.caught_up'] as const;

  constructor(private readonly notifier: WebhookNotifier) {}

  async onEvents(tx: Tx, events: readonly StoredEvent[]): Promise<AfterRelay | undefined> {
    const due = new Set<number>();
    const listeners = await this.listeners(tx);
    for (const caughtUp of await this.endHistories(tx, listeners, events)) if (caughtUp.active) due.add(caughtUp.id);
    const rows: [webhookId: number, eventId: number, event: string][] = [];
    for (const event of events) {
      if (event.type === 'webhook.resumed') due.add(event.data.webhook_id);
      for (const listener of listeners) {
        if (listener.inHistory || !listener.events.has(event.type)) continue;
        rows.push([listener.id, event.id, event.type]);
        if (listener.active) due.add(listener.id);
      }
    }
    // Due times are the column default, so within a batch the ids decide: event order.
    await tx.insertRows('webhook_deliveries', ['webhook_id', 'event_id', 'event'], rows, {
      suffix: 'ON DUPLICATE KEY UPDATE webhook_deliveries.id = webhook_deliveries.id',
    });
    return due.size === 0
      ? undefined
      : () => {
          this.notifier.notify(due);
        };
  }

  /** A delivery reads its event whenever it is shown or redelivered, also after it has ended. */
  async stillNeeds(tx: Tx, ids: readonly number[]): Promise<number[]> {
    // One index entry per webhook with deliveries, then one index range for each.
    const webhooks = await tx.query<{ id: number }>('SELECT DISTINCT webhook_id AS id FROM webhook_deliveries');
    if (webhooks.length === 0) return [];
    const sql = `SELECT DISTINCT event_id AS id FROM webhook_deliveries
                  WHERE webhook_id IN (:webhooks) AND event_id BETWEEN :first AND :last`;
    return idsOf(await tx.query(sql, { webhooks: idsOf(webhooks), first: ids.at(0) ?? 0, last: ids.at(-1) ?? 0 }));
  }

  /** @returns the webhooks that receive new events from now on. */
  private async endHistories(
    tx: Tx,
    listeners: readonly Listener[],
    events: readonly StoredEvent[],
  ): Promise<readonly Listener[]> {
    const ended: Listener[] = [];
    for (const event of events) {
      const caughtUp = event.type === 'webhook.caught_up' && listeners.find(({ id }) => id === event.data.webhook_id);
      if (!caughtUp || !caughtUp.inHistory) continue;
      await this.endHistory(tx, caughtUp, event);
      caughtUp.inHistory = false;
      ended.push(caughtUp);
    }
    return ended;
  }

  /** In log order. Batches are sequential, so nothing is left out; the unique index prevents duplicates. */
  private async endHistory(
    tx: Tx,
    { id: webhookId, events }: Listener,
    { id: markerId, position }: Pick<StoredEvent, 'id' | 'position'>,
  ): Promise<void> {
    const [history] = await tx.query<{ id: number; reached: number }>(
      `SELECT id, reached_position AS reached FROM webhook_replays
        WHERE webhook_id = :webhookId AND status = 'running' AND reached_position IS NOT NULL FOR UPDATE`,
      { webhookId },
    );
    if (!history) return;
    // Events of this batch have no position yet, and the relay may pass it in parts.
    for (const [source, order] of [
      ['FORCE INDEX (ux_domain_events_position) WHERE position > :reached AND position < :position', 'position'],
      [`WHERE state = 'new' AND id < :markerId`, 'id'],
    ] as const)
      await tx.execute(
        `INSERT INTO webhook_deliveries (webhook_id, event_id, event)
         SELECT :webhookId, id, type FROM domain_events ${source} AND type IN (:types) AND silent = 0 ORDER BY ${order}
         ON DUPLICATE KEY UPDATE webhook_deliveries.id = webhook_deliveries.id`,
        { webhookId, reached: history.reached, position, markerId, types: [...events] },
      );
    await REPLAYS.moveLocked(tx, 'finish', [history.id], { set: 'finished_at = NOW(3)' });
  }

  private async listeners(tx: Tx): Promise<Listener[]> {
    const rows = await tx.query<{ id: number; status: string; events: string; in_history: number }>(
      `SELECT id, status, events,
              EXISTS (SELECT 1 FROM webhook_replays r
                       WHERE r.webhook_id = webhooks.id AND r.status = 'running' AND r.reached_position IS NOT NULL) AS in_history
         FROM webhooks
        WHERE status = 'active' OR (status = 'failed' AND status_changed_at > NOW(3) - INTERVAL ${PARKED_HOURS} HOUR)
        ORDER BY id`,
    );
    return rows.map(({ id, status, events, in_history: inHistory }) => ({
      id,
      active: status === 'active',
      inHistory: inHistory === 1,
      events: new Set(events.split(',')),
    }));
  }
}
