import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Database, type Tx } from '../database/database.js';
import { type EventSubscriber, Subscribes } from './event-subscriber.js';

const CHUNK = 1_000;

interface Chunk {
  /** The last id that was looked at; null at the end. */
  readonly lookedUpTo: number | null;
  readonly removed: number;
}

/**
 * Removes events that have had their time: carried to every subscriber, parked for none, and referred to by no row of a
 * subscriber. Small transactions, and one process at a time: the others would wait for the same rows.
 */
@Injectable()
export class EventRetention implements OnApplicationBootstrap, OnApplicationShutdown {
  private subscribers: readonly EventSubscriber[] = [];
  private stopped = false;

  constructor(
    private readonly db: Database,
    private readonly discovery: DiscoveryService,
  ) {}

  onApplicationBootstrap(): void {
    this.subscribers = this.discovery
      .getProviders({ metadataKey: Subscribes.KEY })
      .map((wrapper) => wrapper.instance as EventSubscriber);
  }

  onApplicationShutdown(): void {
    this.stopped = true;
  }

  /**
   * @param seconds how long a turn lasts; every chunk that is removed begins it anew.
   * @returns whether it is the caller's turn. Another process gets it after this time, also where this one has died.
   */
  async takeTurn(seconds: number): Promise<boolean> {
    const { affectedRows } = await this.db.transaction((tx) =>
      tx.execute(
        `UPDATE relay_state SET retention_began_at = NOW(3)
          WHERE id = 1 AND (retention_began_at IS NULL OR retention_began_at < NOW(3) - INTERVAL :seconds SECOND)`,
        { seconds },
      ),
    );
    return affectedRows > 0;
  }

  /** @returns how many events were removed. */
  async removeBefore(moment: Date): Promise<number> {
    // Ids and times rise together but for the length of a transaction; what is missed by that goes the next time.
    const [newest] = await this.db.query<{ id: number }>(
      'SELECT id FROM domain_events WHERE occurred_at < :moment ORDER BY occurred_at DESC, id DESC LIMIT 1',
      { moment },
    );
    let removed = 0;
    for (let after: number | null = newest ? 0 : null; after !== null && !this.stopped;) {
      const range = { after, upTo: newest?.id ?? 0, moment };
      const chunk: Chunk = await this.db.transaction((tx) => this.removeChunk(tx, range));
      removed += chunk.removed;
      after = chunk.lookedUpTo;
    }
    return removed;
  }

  private async removeChunk(tx: Tx, range: { after: number; upTo: number; moment: Date }): Promise<Chunk> {
    const old = await tx.query<{ id: number; position: number }>(
      // By the key: by the index of states each chunk would begin at the first event that is kept.
      `SELECT id, position FROM domain_events e FORCE INDEX (PRIMARY)
        WHERE id > :after AND id <= :upTo AND state = 'carried' AND occurred_at < :moment
          AND NOT EXISTS (SELECT 1 FROM parked_events p WHERE p.event_id = e.id)
          AND NOT EXISTS (SELECT 1 FROM late_subscribers l WHERE l.position < e.position)
        ORDER BY id
        LIMIT ${CHUNK}`,
      range,
    );
    const lookedUpTo = old.length < CHUNK ? null : (old.at(-1)?.id ?? null);
    const gone = await this.neededByNobody(tx, old);
    if (gone.length === 0) return { lookedUpTo, removed: 0 };
    const { affectedRows } = await tx.execute('DELETE FROM domain_events WHERE id IN (:ids)', {
      ids: gone.map(({ id }) => id),
    });
    // Last, because the relay waits for this row. It commits with the removal, so that no reader misses an event unawares.
    await tx.execute(
      `UPDATE relay_state SET removed_position = GREATEST(removed_position, :position), retention_began_at = NOW(3)
        WHERE id = 1`,
      { position: Math.max(...gone.map(({ position }) => position)) },
    );
    return { lookedUpTo, removed: affectedRows };
  }

  private async neededByNobody<Event extends { readonly id: number }>(
    tx: Tx,
    events: readonly Event[],
  ): Promise<Event[]> {
    const ids = events.map(({ id }) => id);
    if (ids.length === 0) return [];
    const needed = new Set<number>();
    for (const subscriber of this.subscribers)
      for (const id of (await subscriber.stillNeeds?.(tx, ids)) ?? []) needed.add(id);
    return events.filter(({ id }) => !needed.has(id));
  }
}
