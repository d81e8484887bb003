import { Inject, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Clock } from '../clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import { Database, type Tx } from '../database/database.js';
import { providersWith } from '../discovery/marker.js';
import { idsOf } from '../ids/ids.js';
import { type PeriodicRun, UNTIL_DONE, RegistersRetention, type RetentionPolicy } from '../work/periodic.js';
import { type EventSubscriber, Subscribes } from './event-subscriber.js';

const CHUNK = 1_000;
const DAY_MS = 86_400_000;

interface Chunk {
  /** The last examined id; null at the end. */
  readonly lookedUpTo: number | null;
  readonly removed: number;
}

/** Deletes expired events in small transactions: delivered to all subscribers, not parked, and not referenced by a subscriber. */
@RegistersRetention()
export class EventRetention implements RetentionPolicy, OnApplicationBootstrap {
  readonly subject = 'events of the event log';
  private subscribers: readonly EventSubscriber[] = [];

  constructor(
    private readonly db: Database,
    private readonly discovery: DiscoveryService,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.subscribers = providersWith(Subscribes, this.discovery);
  }

  async remove(run: PeriodicRun): Promise<number> {
    const { retentionDays } = this.config.eventLog;
    if (retentionDays === 0) return 0;
    return this.removeBefore(new Date(this.clock.now().getTime() - retentionDays * DAY_MS), run);
  }

  /** @returns the number of deleted events. */
  async removeBefore(moment: Date, run: PeriodicRun = UNTIL_DONE): Promise<number> {
    // Ids and times ascend together except for the length of a transaction; missed events are deleted by the next run.
    const sql = 'SELECT id FROM domain_events WHERE occurred_at < :moment ORDER BY occurred_at DESC, id DESC LIMIT 1';
    const [newest] = await this.db.query<{ id: number }>(sql, { moment });
    let removed = 0;
    for (let after: number | null = newest ? 0 : null; after !== null && !run.isStopping;) {
      const range = { after, upTo: newest?.id ?? 0, moment };
      const chunk: Chunk = await this.db.transaction((tx) => this.removeChunk(tx, range));
      removed += chunk.removed;
      after = chunk.lookedUpTo;
    }
    return removed;
  }

  private async removeChunk(tx: Tx, range: { after: number; upTo: number; moment: Date }): Promise<Chunk> {
    const old = await tx.query<{ id: number; position: number }>(
      // By primary key: with the state index, each chunk would start at the first retained event.
      `SELECT id, position FROM domain_events e FORCE INDEX (PRIMARY)
        WHERE id > :after AND id <= :upTo AND state = 'carried' AND occurred_at < :moment
          AND NOT EXISTS (SELECT 1 FROM parked_events p WHERE p.event_id = e.id)
          AND NOT EXISTS (SELECT 1 FROM late_subscribers l WHERE l.position < e.position)
        ORDER BY id
        LIMIT ${CHUNK}`,
      range,
    );
    const lookedUpTo = old.length < CHUNK ? null : (old.at(-1)?.id ?? null);
    const gone = await this.unreferenced(tx, old);
    if (gone.length === 0) return { lookedUpTo, removed: 0 };
    const { affectedRows } = await tx.execute('DELETE FROM domain_events WHERE id IN (:ids)', { ids: idsOf(gone) });
    // Last, because the relay waits for this row. Commits with the deletion, so that readers notice the gap.
    const sql = 'UPDATE relay_state SET removed_position = GREATEST(removed_position, :position) WHERE id = 1';
    await tx.execute(sql, { position: Math.max(...gone.map(({ position }) => position)) });
    return { lookedUpTo, removed: affectedRows };
  }

  private async unreferenced<Event extends { readonly id: number }>(
    tx: Tx,
    events: readonly Event[],
  ): Promise<Event[]> {
    const ids = idsOf(events);
    if (ids.length === 0) return [];
    const needed = new Set<number>();
    for (const subscriber of this.subscribers)
      for (const id of (await subscriber.stillNeeds?.(tx, ids)) ?? []) needed.add(id);
    return events.filter(({ id }) => !needed.has(id));
  }
}
