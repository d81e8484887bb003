import { createHash } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { DatabaseClock } from '../../../platform/clock/database-clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { dateWatchOf, segmentWatchOf } from '../definition/trigger-match.js';
import { FunnelTally } from '../engine/funnel-tally.js';
import { FunnelEntries, type Newcomer } from '../entries/funnel-entries.service.js';
import { type RunningFunnel, RunningFunnels } from '../running-funnels.service.js';
import { dayAfter, firstRound, oldestRound, startOf } from './date-rounds.js';
import { WatchedContacts } from './watched-contacts.queries.js';

interface WatchRow {
  readonly funnelId: number;
  readonly watchedKey: string;
  /** `YYYY-MM-DD`; null of segments. */
  readonly round: string | null;
  readonly baseline: number;
  readonly position: number;
  readonly nextAt: Date;
}

type Progress = Omit<WatchRow, 'funnelId' | 'watchedKey'>;

/** What has come of one stretch of contacts. */
interface Found {
  readonly newcomers: readonly Newcomer[];
  readonly progress: Progress;
}

const WATCHED_TRIGGERS: readonly string[] = ['date_field', 'segment_entered'];

const STRETCH = 5_000;
const BETWEEN_PASSES_MS = 60_000;
const DUE_AT_ONCE = 100;
const COLUMNS = `funnel_id AS funnelId, watched_key AS watchedKey, round, baseline, position, next_at AS nextAt`;

/**
 * Looks for those who are to enter where no event says so: dates that come, and segments that contacts come to match.
 *
 * Failure policy: all contacts are walked through in the order of their ids, each stretch in a transaction of its own that
 * holds the watch, lets people in and writes down how far it came. A process that dies leaves the walk where its last
 * commit was; other workers skip a watch that is held.
 */
@Injectable()
export class FunnelWatches {
  private readonly logger = new Logger(FunnelWatches.name);

  constructor(
    private readonly db: Database,
    private readonly clock: DatabaseClock,
    private readonly funnels: RunningFunnels,
    private readonly entries: FunnelEntries,
    private readonly watched: WatchedContacts,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Funnels with something to look at now. Those that watch something new begin here. */
  async due(): Promise<number[]> {
    const published = await this.funnels.withTriggers(this.db, WATCHED_TRIGGERS);
    if (published.length === 0) return [];
    const ids = published.map(({ id }) => id);
    const known = await this.db.query<{ id: number; watchedKey: string }>(
      'SELECT funnel_id AS id, watched_key AS watchedKey FROM funnel_watches WHERE funnel_id IN (:ids)',
      { ids },
    );
    const keys = new Map(known.map(({ id, watchedKey }) => [id, watchedKey]));
    for (const funnel of published) if (keys.get(funnel.id) !== watchedKey(funnel)) await this.begin(funnel.id);
    const now = await this.clock.now(this.db);
    const rows = await this.db.query<{ id: number }>(
      `SELECT funnel_id AS id FROM funnel_watches
        WHERE next_at <= :now AND funnel_id IN (:ids) ORDER BY next_at LIMIT ${DUE_AT_ONCE}`,
      { now, ids },
    );
    return rows.map(({ id }) => id);
  }

  /** Looks at the next contacts. @returns whether there is more to look at now. */
  async advance(funnelId: number): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const [watch] = await tx.query<WatchRow>(
        `SELECT ${COLUMNS} FROM funnel_watches WHERE funnel_id = :funnelId FOR UPDATE SKIP LOCKED`,
        { funnelId },
      );
      const now = await this.clock.now(tx);
      if (!watch || watch.nextAt > now) return false;
      const funnel = await this.funnels.hold(tx, funnelId);
      // What has just been changed begins anew with the next look.
      if (funnel?.status !== 'published' || watchedKey(funnel) !== watch.watchedKey) return false;
      const tally = new FunnelTally();
      const progress = await this.look(tx, funnel, watch, now, tally);
      await tx.execute(
        `UPDATE funnel_watches SET round = :round, baseline = :baseline, position = :position, next_at = :nextAt
          WHERE funnel_id = :funnelId`,
        { ...progress, funnelId },
      );
      await tally.write(tx);
      return progress.nextAt <= now;
    });
  }

  private async begin(funnelId: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      // For the order of locks: whoever looks holds the watch before the funnel.
      await tx.query('SELECT funnel_id FROM funnel_watches WHERE funnel_id = :funnelId FOR UPDATE', { funnelId });
      const funnel = await this.funnels.hold(tx, funnelId);
      if (funnel?.status !== 'published' || !WATCHED_TRIGGERS.includes(funnel.triggerName)) return;
      const now = await this.clock.now(tx);
      const { round, nextAt } = this.firstLook(funnel, now);
      // Another worker may have done the same just now.
      await tx.insertRows(
        'funnel_watches',
        ['funnel_id', 'watched_key', 'round', 'baseline', 'position', 'next_at'],
        [[funnelId, watchedKey(funnel), round, 0, 0, nextAt]],
        {
          suffix: `ON DUPLICATE KEY UPDATE round = IF(watched_key = VALUES(watched_key), round, VALUES(round)),
            baseline = IF(watched_key = VALUES(watched_key), baseline, 0),
            position = IF(watched_key = VALUES(watched_key), position, 0),
            next_at = IF(watched_key = VALUES(watched_key), next_at, VALUES(next_at)), watched_key = VALUES(watched_key)`,
        },
      );
    });
  }

  private firstLook(funnel: RunningFunnel, now: Date): Pick<Progress, 'round' | 'nextAt'> {
    if (funnel.triggerName === 'segment_entered') return { round: null, nextAt: now };
    const { at } = dateWatchOf(funnel.settings);
    const round = firstRound(now, at, this.config.timeZone);
    return { round, nextAt: startOf(round, at, this.config.timeZone) };
  }

  /** A rule that nobody understands any more is looked at again after a while, in case somebody has seen to it. */
  private async look(tx: Tx, funnel: RunningFunnel, watch: WatchRow, now: Date, tally: FunnelTally): Promise<Progress> {
    try {
      return await tx.savepoint(async () => {
        const { newcomers, progress } = await (funnel.triggerName === 'date_field'
          ? this.lookAtDates(tx, funnel, watch, now)
          : this.lookAtSegment(tx, funnel, watch, now));
        if (newcomers.length > 0) await this.entries.enter(tx, funnel, newcomers, { now, tally });
        return progress;
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.logger.warn(
        { funnel: funnel.id, reason: error.message },
        'A funnel whose rules make no sense any more lets nobody in',
      );
      return { ...watch, nextAt: new Date(now.getTime() + BETWEEN_PASSES_MS) };
    }
  }

  private async lookAtDates(tx: Tx, funnel: RunningFunnel, watch: WatchRow, now: Date): Promise<Found> {
    const settings = dateWatchOf(funnel.settings);
    const { timeZone } = this.config;
    const oldest = oldestRound(now, timeZone);
    const isTooOld = watch.round === null || watch.round < oldest;
    const [round, position] = isTooOld ? [oldest, 0] : [watch.round, watch.position];
    const { range, isLast } = await this.watched.stretch(tx, position, STRETCH);
    const dated = await this.watched.onTheirDay(tx, round, settings, range);
    const { field } = settings;
    const tomorrow = dayAfter(round);
    return {
      newcomers: dated.map(({ contactId, date }) => ({ contactId, payload: { field, date } })),
      progress: isLast
        ? { round: tomorrow, baseline: 0, position: 0, nextAt: startOf(tomorrow, settings.at, timeZone) }
        : { round, baseline: 0, position: range.upTo, nextAt: watch.nextAt },
    };
  }

  private async lookAtSegment(tx: Tx, funnel: RunningFunnel, watch: WatchRow, now: Date): Promise<Found> {
    const { segment_id, include_existing } = segmentWatchOf(funnel.settings);
    const { range, isLast } = await this.watched.stretch(tx, watch.position, STRETCH);
    const members = await this.watched.inSegment(tx, segment_id, range, now);
    const known = await this.watched.knownMembers(tx, funnel.id, range);
    const added = members.filter((id) => !known.has(id));
    await this.remember(tx, funnel.id, members, known);
    const isFirstPass = watch.baseline === 0;
    // On the first pass, whoever is remembered was in what was watched before.
    const newcomers = isFirstPass ? (include_existing === 'yes' ? members : []) : added;
    const round = null;
    return {
      newcomers: newcomers.map((contactId) => ({ contactId, payload: { segment_id } })),
      progress: isLast
        ? { round, baseline: 1, position: 0, nextAt: new Date(now.getTime() + BETWEEN_PASSES_MS) }
        : { round, baseline: watch.baseline, position: range.upTo, nextAt: watch.nextAt },
    };
  }

  private async remember(
    tx: Tx,
    funnelId: number,
    members: readonly number[],
    known: ReadonlySet<number>,
  ): Promise<void> {
    const present = new Set(members);
    const left = [...known].filter((id) => !present.has(id));
    if (left.length > 0)
      await tx.execute('DELETE FROM funnel_watch_members WHERE funnel_id = :funnelId AND contact_id IN (:left)', {
        funnelId,
        left,
      });
    const added = members.filter((id) => !known.has(id));
    await tx.insertRows(
      'funnel_watch_members',
      ['funnel_id', 'contact_id'],
      added.map((id) => [funnelId, id]),
    );
  }
}

/** What a funnel watches, so that it is noticed when that becomes something else; hashed, for slugs may be long. */
function watchedKey({ triggerName, settings }: RunningFunnel): string {
  const watch = triggerName === 'segment_entered' ? segmentWatchOf(settings) : dateWatchOf(settings);
  return createHash('sha256')
    .update(JSON.stringify([triggerName, watch]))
    .digest('hex');
}
