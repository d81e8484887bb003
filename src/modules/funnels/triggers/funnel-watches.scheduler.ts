import { createHash } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { DatabaseClock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { isDatabaseUnavailable } from '../../../platform/errors/database-errors.js';
import { idsOf } from '../../../platform/ids/ids.js';
import { Periodic, type PeriodicRun, UNTIL_DONE } from '../../../platform/work/periodic.js';
import { nextContacts } from '../../contacts/contact/contact-locks.js';
import { dateWatchOf, segmentWatchOf } from '../definition/trigger-match.js';
import { Counters, type Turn } from '../enrollments/funnel-counters.js';
import { Enrollments, type Candidate, RULES_INVALID } from '../enrollments/enrollments.service.js';
import { type RunningFunnel, RunningFunnels } from '../versions/running-funnels.service.js';
import { dayAfter, firstRound, oldestRound, startOf } from './date-rounds.js';
import type { FunnelWatch } from './funnel-watch.entity.js';
import { WatchedContacts } from './watched-contacts.queries.js';

type WatchRow = Readonly<FunnelWatch>;
type Progress = Omit<WatchRow, 'funnelId' | 'watchedKey'>;

interface Found {
  readonly candidates: readonly Candidate[];
  readonly progress: Progress;
}

/** A funnel for contacts who enter a segment is watched only for `include_existing`. */
const isWatched = ({ triggerName, settings }: RunningFunnel): boolean =>
  triggerName === 'date_field' ||
  (triggerName === 'segment_entered' && segmentWatchOf(settings).include_existing === 'yes');

const CHUNK = 5_000;
const CHECK_INTERVAL_MS = 60_000;
const MEMBERS = 500;
const MEMBERS_CHECK_MS = 1_000;
const DUE_LIMIT = 100;
/** A later check was planned while the clock was ahead; its watch starts over. */
const LATEST = 'INTERVAL 2 DAY';
const COLUMNS = `funnel_id AS funnelId, watched_key AS watchedKey, round, baseline, position, next_at AS nextAt`;

/**
 * Enrolls contacts for triggers without events: dates that are reached, and segments that contacts were in before (`include_existing`).
 * Checks contacts in the order of their ids, a chunk per transaction, which also stores the progress; a crash loses nothing.
 */
@Injectable()
export class FunnelWatches {
  private readonly logger = new Logger(FunnelWatches.name);

  constructor(
    private readonly db: Database,
    private readonly clock: DatabaseClock,
    private readonly funnels: RunningFunnels,
    private readonly enrollments: Enrollments,
    private readonly watched: WatchedContacts,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Returns the funnels that are due for a check; starts new watches. */
  async due(): Promise<number[]> {
    const published = (await this.funnels.withTriggers(this.db, ['date_field', 'segment_entered'])).filter(isWatched);
    if (published.length === 0) return [];
    const ids = idsOf(published);
    const known = await this.db.query<{ id: number; watchedKey: string }>(
      `SELECT funnel_id AS id, watched_key AS watchedKey FROM funnel_watches
        WHERE funnel_id IN (:ids) AND next_at < :now + ${LATEST}`,
      { ids, now: await this.clock.now(this.db) },
    );
    const keys = new Map(known.map(({ id, watchedKey }) => [id, watchedKey]));
    for (const funnel of published) if (keys.get(funnel.id) !== watchedKey(funnel)) await this.start(funnel.id);
    const now = await this.clock.now(this.db);
    const rows = await this.db.query<{ id: number }>(
      `SELECT funnel_id AS id FROM funnel_watches
        WHERE next_at <= :now AND baseline = 0 AND funnel_id IN (:ids) ORDER BY next_at LIMIT ${DUE_LIMIT}`,
      { now, ids },
    );
    return idsOf(rows);
  }

  /** Checks the next chunk. @returns whether more is due. */
  async advance(funnelId: number): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const [watch] = await tx.query<WatchRow>(
        `SELECT ${COLUMNS} FROM funnel_watches WHERE funnel_id = :funnelId FOR UPDATE SKIP LOCKED`,
        { funnelId },
      );
      const now = await this.clock.now(tx);
      if (!watch || watch.nextAt > now) return false;
      const funnel = await this.funnels.hold(tx, funnelId);
      // A watch whose settings changed starts over at the next check.
      if (funnel?.status !== 'published' || watchedKey(funnel) !== watch.watchedKey) return false;
      const turn = { now, counters: new Counters() };
      const progress = await this.check(tx, funnel, watch, turn);
      await tx.execute(
        `UPDATE funnel_watches SET round = :round, baseline = :baseline, position = :position, next_at = :nextAt
          WHERE funnel_id = :funnelId`,
        { ...progress, funnelId },
      );
      await turn.counters.write(tx);
      return progress.nextAt <= now && progress.baseline === 0;
    });
  }

  private async start(funnelId: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      // Same lock order as `advance`: the watch before the funnel.
      await tx.query('SELECT funnel_id FROM funnel_watches WHERE funnel_id = :funnelId FOR UPDATE', { funnelId });
      const funnel = await this.funnels.hold(tx, funnelId);
      if (funnel?.status !== 'published' || !isWatched(funnel)) return;
      const now = await this.clock.now(tx);
      const { round, nextAt } = this.firstCheck(funnel, now);
      // Another worker may have started the same watch.
      const isSame = `watched_key = VALUES(watched_key) AND next_at < VALUES(next_at) + ${LATEST}`;
      await tx.insertRows(
        'funnel_watches',
        ['funnel_id', 'watched_key', 'round', 'baseline', 'position', 'next_at'],
        [[funnelId, watchedKey(funnel), round, 0, 0, nextAt]],
        {
          suffix: `ON DUPLICATE KEY UPDATE round = IF(${isSame}, round, VALUES(round)),
            baseline = IF(${isSame}, baseline, 0), position = IF(${isSame}, position, 0),
            next_at = IF(${isSame}, next_at, VALUES(next_at)), watched_key = VALUES(watched_key)`,
        },
      );
    });
  }

  private firstCheck(funnel: RunningFunnel, now: Date): Pick<Progress, 'round' | 'nextAt'> {
    if (funnel.triggerName === 'segment_entered') return { round: null, nextAt: now };
    const { at } = dateWatchOf(funnel.settings);
    const round = firstRound(now, at, this.config.timeZone);
    return { round, nextAt: startOf(round, at, this.config.timeZone) };
  }

  /** An invalid rule is retried after a while, in case it is corrected. */
  private async check(tx: Tx, funnel: RunningFunnel, watch: WatchRow, turn: Turn): Promise<Progress> {
    const { now } = turn;
    try {
      return await tx.savepoint(async () => {
        const { candidates, progress } = await (funnel.triggerName === 'date_field'
          ? this.checkDates(tx, funnel, watch, now)
          : this.checkSegment(tx, funnel, watch, now));
        if (candidates.length > 0) await this.enrollments.enter(tx, funnel, candidates, turn);
        return progress;
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.logger.warn({ funnel: funnel.id, reason: error.message }, RULES_INVALID);
      return { ...watch, nextAt: new Date(now.getTime() + CHECK_INTERVAL_MS) };
    }
  }

  private async checkDates(tx: Tx, funnel: RunningFunnel, watch: WatchRow, now: Date): Promise<Found> {
    const settings = dateWatchOf(funnel.settings);
    const { timeZone } = this.config;
    const oldest = oldestRound(now, timeZone);
    const isTooOld = watch.round === null || watch.round < oldest;
    const [round, position] = isTooOld ? [oldest, 0] : [watch.round, watch.position];
    const { range, isLast } = await nextContacts(tx, position, CHUNK);
    const dated = await this.watched.withDate(tx, round, settings, range);
    const { field } = settings;
    const tomorrow = dayAfter(round);
    return {
      candidates: dated.map(({ contactId, date }) => ({ contactId, data: { date: { field, date } } })),
      progress: isLast
        ? { round: tomorrow, baseline: 0, position: 0, nextAt: startOf(tomorrow, settings.at, timeZone) }
        : { round, baseline: 0, position: range.upTo, nextAt: watch.nextAt },
    };
  }

  /** Enrolls the contacts who are in the segment at the start, once; events enroll the later ones. */
  private async checkSegment(tx: Tx, funnel: RunningFunnel, watch: WatchRow, now: Date): Promise<Found> {
    const members = await this.watched.membersAfter(tx, funnel, watch.position, MEMBERS);
    const nextAt = members ? now : new Date(now.getTime() + MEMBERS_CHECK_MS);
    const baseline = Number(members !== null && members.length < MEMBERS);
    return {
      candidates: (members ?? []).flatMap(({ contactId, isNew, ...segment }) =>
        isNew === 1 ? [{ contactId, data: { segment } }] : [],
      ),
      progress: { round: null, baseline, position: members?.at(-1)?.contactId ?? watch.position, nextAt },
    };
  }
}

@Injectable()
export class FunnelWatchesScheduler {
  private readonly logger = new Logger(FunnelWatchesScheduler.name);

  constructor(private readonly watches: FunnelWatches) {}

  @Periodic({ name: 'Funnel watches', everyMs: 5_000, isShared: true })
  async tick(run: PeriodicRun = UNTIL_DONE): Promise<void> {
    for (const id of await this.watches.due()) await this.walk(id, run);
  }

  /** A watch that fails does not block the others, unless the database is unavailable. */
  private async walk(funnelId: number, run: PeriodicRun): Promise<void> {
    try {
      let more = true;
      while (more && !run.isStopping) more = await this.watches.advance(funnelId);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      this.logger.error({ err: error, funnel: funnelId }, 'Funnel watch failed; retrying');
    }
  }
}

/** Identifies what a funnel watches; hashed, because slugs can be long. */
function watchedKey({ triggerName, settings }: RunningFunnel): string {
  const watch = triggerName === 'segment_entered' ? segmentWatchOf(settings) : dateWatchOf(settings);
  return createHash('sha256')
    .update(JSON.stringify([triggerName, watch]))
    .digest('hex');
}
