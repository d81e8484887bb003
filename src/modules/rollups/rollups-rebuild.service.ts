import { Inject, Injectable } from '@nestjs/common';
import { ulid } from '../../platform/ids/ulid.js';
import { Clock } from '../../platform/clock/clock.js';
import { VersionedCache } from '../../platform/cache/versioned-cache.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { Database, type Reader } from '../../platform/database/database.js';
import { contactOf } from '../../platform/outbox/contact-of-event.js';
import { namedSql } from '../../platform/sql/named-sql.js';
import { aliasesOf } from '../contacts/aliases/contact-aliases.js';
import { localDay, shiftDay } from '../../platform/clock/local-time.js';
import { COUNTED_EVENTS, type CountedEvent } from './count-event.js';
import { type Draft, RollupDrafts } from './rollup-drafts.service.js';
import { ROLLUPS_CACHE_SPACE, ROLLUPS_SUBSCRIBER } from './rollup-tables.js';
import { CounterSums } from './counter-sums.js';

interface EventRow {
  position: number;
  type: string;
  data: string;
  occurred_at: Date;
}

/** One attempt to rebuild. */
interface Run extends Draft {
  /** Position up to which events were in the tables when older days were copied. */
  readonly copied: number;
  /** Position up to which retention had removed events at the start. */
  readonly removed: number;
  /** Position up to which events are in the drafts. */
  position: number;
  events: number;
  /** Copied days that may have changed and must be copied again. */
  readonly staleDays: Set<string>;
}

const EVENTS_TO_COUNT = namedSql(__dirname, 'events-to-count');
const POSITIONS_PER_STEP = 500;

/**
 * Recalculates the rollups from the event log into draft tables and swaps them in.
 *
 * The result equals that of the subscriber: both apply the same pure function to the same events (processed, and not
 * parked for the rollups), and sums do not depend on the order. Only the log is complete: ledger rows have no times of
 * past events and no deleted contacts. Days whose events retention may have removed are copied unchanged.
 *
 * The relay is locked only for the last few events and the swap. A crashed run leaves drafts, which the next run
 * removes; of two concurrent runs, the first fails and nothing is lost.
 */
@Injectable()
export class RollupsRebuild {
  constructor(
    private readonly db: Database,
    private readonly drafts: RollupDrafts,
    private readonly cache: VersionedCache,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Returns the number of counted events, and the first day that was counted again; null if all were. */
  async run(): Promise<Pick<Run, 'events' | 'since'>> {
    await this.drafts.removeLeftovers();
    const run = await this.begin();
    await this.catchUpWithRelay(run);
    await this.exchange(run);
    await this.drafts.dropReplaced(run);
    await this.cache.invalidate(ROLLUPS_CACHE_SPACE);
    return { events: run.events, since: run.since };
  }

  private async begin(): Promise<Run> {
    await this.requireUpToDate(this.db);
    // Before copying, so that later changes of copied days are known.
    const copied = await positionIn(this.db, 'last_position');
    // The log is complete only after the last removed event, because single older events may still exist.
    const removed = await positionIn(this.db, 'removed_position');
    const [oldest] = await this.db.query<{ position: number; occurred_at: Date }>(
      'SELECT position, occurred_at FROM domain_events WHERE position > :removed ORDER BY position LIMIT 1',
      { removed },
    );
    const cut = removed > 0;
    const run: Run = {
      id: ulid().toLowerCase(),
      // Two days later, so that no removed event belongs to a counted day, even with clock errors.
      since: cut ? shiftDay(localDay(oldest?.occurred_at ?? this.clock.now(), this.config.timeZone), 2) : null,
      copied,
      removed,
      position: (oldest?.position ?? copied + 1) - 1,
      events: 0,
      staleDays: new Set(),
    };
    await this.drafts.create(run);
    return run;
  }

  /** Counts until only one step is left, so that the relay waits for one step only. */
  private async catchUpWithRelay(run: Run): Promise<void> {
    for (;;) {
      const target = await positionIn(this.db, 'last_position');
      if (target - run.position <= POSITIONS_PER_STEP) return;
      await this.catchUp(run, target);
    }
  }

  /** Counts the events up to a position into the drafts. A failed step counts none of its events. */
  private async catchUp(run: Run, target: number): Promise<void> {
    while (run.position < target) {
      const upTo = Math.min(run.position + POSITIONS_PER_STEP, target);
      const rows = await this.db.query<EventRow>(EVENTS_TO_COUNT, {
        after: run.position,
        upTo,
        types: [...COUNTED_EVENTS],
        subscriber: ROLLUPS_SUBSCRIBER,
      });
      const events = rows.map(
        ({ type, data, occurred_at: occurredAt }) =>
          ({ type, data: JSON.parse(data) as unknown, occurredAt }) as CountedEvent,
      );
      const contactIds = events.flatMap(({ data }) => contactOf(data) ?? []);
      const sums = new CounterSums(await aliasesOf(this.db, contactIds));
      for (const [index, event] of events.entries())
        sums.addEvent(event, this.config.timeZone, ({ at }) => {
          const counts = run.since === null || at.day >= run.since;
          if (!counts && (rows[index]?.position ?? 0) > run.copied) run.staleDays.add(at.day);
          return counts;
        });
      await this.drafts.add(run, sums);
      run.position = upTo;
      run.events += rows.length;
    }
  }

  /**
   * The transaction only locks the relay; the work commits separately, because RENAME TABLE ends a transaction. A retry
   * after a lock wait continues where it stopped.
   */
  private async exchange(run: Run): Promise<void> {
    await this.db.transaction(async (relay) => {
      await relay.query('SELECT last_position FROM relay_state WHERE id = 1 FOR UPDATE');
      const target = await positionIn(relay, 'last_position');
      await this.requireUpToDate(relay);
      if ((await positionIn(relay, 'removed_position')) !== run.removed)
        throw new Error('Retention removed events during the rebuild. Run the rebuild again.');
      await this.catchUp(run, target);
      await this.drafts.copyDays(run, run.staleDays);
      await this.drafts.complete(run);
      await this.drafts.exchange(run);
      // If the lock was lost, the relay may have counted into the replaced tables.
      if ((await positionIn(relay, 'last_position')) !== target)
        throw new Error('The relay continued during the swap of tables. Run the rebuild again.');
    });
  }

  /** The log contains events that the rollups have not processed yet, which would count twice. */
  private async requireUpToDate(reader: Reader): Promise<void> {
    const late = await reader.query(
      `SELECT 1 FROM late_subscribers l JOIN relay_state s ON l.position < s.last_position WHERE l.subscriber = :name`,
      { name: ROLLUPS_SUBSCRIBER },
    );
    if (late.length > 0) throw new Error('The rollups are behind the event log. Run the rebuild again in a minute.');
  }
}

async function positionIn(reader: Reader, column: 'last_position' | 'removed_position'): Promise<number> {
  const [state] = await reader.query<{ position: number }>(
    `SELECT ${column} AS position FROM relay_state WHERE id = 1`,
  );
  return state?.position ?? 0;
}
