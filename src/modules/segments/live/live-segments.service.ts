import { type BeforeApplicationShutdown, Inject, Logger } from '@nestjs/common';
import { DateTime } from 'luxon';
import { CONTACT_EVENTS } from '../../../events/contact.events.js';
import type { EventName, StoredEvent } from '../../../events/domain-events.js';
import { DatabaseClock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { columnsOf } from '../../../platform/database/entity-columns.js';
import { isDatabaseUnavailable } from '../../../platform/errors/database-errors.js';
import { idsOf, MAX_ID } from '../../../platform/ids/ids.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { contactOf } from '../../../platform/outbox/contact-of-event.js';
import { type AfterRelay, type EventSubscriber, Subscribes } from '../../../platform/outbox/event-subscriber.js';
import { Periodic, SingleRun } from '../../../platform/work/periodic.js';
import { nextContacts } from '../../contacts/contact/contact-locks.js';
import { compileCrossings } from '../filter-language/compile-filters.js';
import { SegmentWatch } from './segment-watch.entity.js';
import { type WatchedRule, WatchedRules } from './watched-rules.service.js';

type WatchRow = Readonly<SegmentWatch>;

/** Segments whose events a published funnel needs. */
const WATCHED = `SELECT JSON_VALUE(settings, '$.segment_id') AS id FROM funnels
  WHERE status = 'published' AND deleted_at IS NULL AND trigger_name IN ('segment_entered', 'segment_left')`;
/** They change only rules with conditions on emails. */
const EMAIL_EVENTS: ReadonlySet<EventName> = new Set([
  ...(['email.sent', 'email.opened', 'email.clicked', 'email.bounced', 'email.spam_complaint'] as const),
  'email.reclassified',
]);
const MARKS = 500;
const CONTACTS_PER_STEP = 2_000;
const ROWS_PER_REMOVAL = 5_000;
const MINUTE_MS = 60_000;
/** Until the first walk, all workers mark contacts: what they know about watches is at most half as old. */
const START_DELAY_MS = 2_000;
const RECOUNT_HOUR = 3;

/**
 * Keeps the members of watched segments: marks the contacts of events, compares the marked ones with the rules, and walks over all contacts
 * at the start of a watch and each night.
 * Failure policy: each transaction locks the watches first, so there is one at a time in all processes, and its rows, its events, and the
 * removal of its marks commit together: a crash neither loses nor repeats an event.
 */
@Subscribes()
export class LiveSegments implements EventSubscriber, BeforeApplicationShutdown {
  readonly name = 'segments';
  readonly wants: readonly EventName[] = [
    ...(Object.keys(CONTACT_EVENTS) as (keyof typeof CONTACT_EVENTS)[]),
    ...(['contact.event_tracked', 'contact.merged', 'contact.erased', 'contact.tracking_forgotten'] as const),
    ...(['commerce.order_created', 'commerce.order_completed', 'commerce.order_refunded'] as const),
    ...EMAIL_EVENTS,
  ];
  readonly wantsSilent = this.wants;
  private readonly logger = new Logger(LiveSegments.name);
  private readonly settling = new SingleRun((run) => this.settle(run));
  private readonly corrections;
  private watched: { readonly until: number; readonly usesEmails: number | null } = { until: 0, usesEmails: null };

  constructor(
    private readonly db: Database,
    private readonly clock: DatabaseClock,
    private readonly rules: WatchedRules,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    metrics: Metrics,
  ) {
    const help = 'Members that the nightly recount corrected, or that changed with the rule of a watched segment';
    this.corrections = metrics.counter('carillon_segment_corrections_total', help);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.settling.stop();
  }

  async onEvents(tx: Tx, events: readonly StoredEvent[]): Promise<AfterRelay | undefined> {
    const usesEmails = await this.usesEmails();
    if (usesEmails === null) return undefined;
    const marks = new Map<number, boolean>();
    for (const { type, data, silent = false } of events) {
      const id = 'keep_id' in data ? data.keep_id : contactOf(data);
      if (id === null || (usesEmails === 0 && EMAIL_EVENTS.has(type))) continue;
      marks.set(id, silent && (marks.get(id) ?? true));
    }
    await tx.insertRows('segment_marks', ['contact_id', 'silent'], [...marks]);
    return () => void this.settling.startAgain();
  }

  /** Returns whether a watched rule depends on emails; null if no segment is watched. */
  private async usesEmails(): Promise<number | null> {
    const now = performance.now();
    if (now < this.watched.until) return this.watched.usesEmails;
    // Not in the transaction of the relay, which may be older than the watch.
    const sql = 'SELECT MAX(uses_emails) AS usesEmails FROM segment_watches';
    const [row] = await this.db.query<{ usesEmails: number | null }>(sql);
    this.watched = { until: now + START_DELAY_MS / 2, usesEmails: row?.usesEmails ?? null };
    return this.watched.usesEmails;
  }

  /** Starts and ends watches. The first walk may start once all workers know of the watch, so this transaction is short. */
  @Periodic({ name: 'Live segments', everyMs: 5_000, onOneWorker: true })
  async tick(): Promise<void> {
    const wanted = await this.db.query<{ id: string }>(WATCHED);
    const isWatching = await this.db.transaction(async (tx) => {
      const rules = await this.rules.read(tx, idsOf(wanted).map(Number));
      const [watches, now] = await Promise.all([lockWatches(tx), this.clock.now(tx)]);
      const keys = new Map(watches.map(({ segmentId, watchedKey }) => [segmentId, watchedKey]));
      const changed = [...rules.values()].filter(({ watchedKey, segment }) => keys.get(segment.id) !== watchedKey);
      const nextWalkAt = new Date(now.getTime() + START_DELAY_MS);
      await tx.insertRows(
        'segment_watches',
        ['segment_id', 'watched_key', 'uses_emails', 'next_walk_at', 'checked_until'],
        changed.map((rule) => [rule.segment.id, rule.watchedKey, rule.usesEmails, nextWalkAt, now]),
        {
          suffix: `ON DUPLICATE KEY UPDATE watched_key = VALUES(watched_key), uses_emails = VALUES(uses_emails), position = 0,
            next_walk_at = VALUES(next_walk_at)`,
        },
      );
      const ended = watches.filter(({ segmentId, watchedKey }) => watchedKey !== '' && !rules.has(segmentId));
      const sql = `UPDATE segment_watches SET watched_key = '', baseline = 0, position = 0 WHERE segment_id IN (:ids)`;
      if (ended.length > 0) await tx.execute(sql, { ids: segmentsOf(ended) });
      return rules.size > 0;
    });
    this.watched = { until: 0, usesEmails: null };
    if (isWatching) await this.db.transaction((tx) => this.markCrossings(tx));
    await this.settling.startAgain();
  }

  /** Marks the contacts whose relative dates changed in the last minute. */
  private async markCrossings(tx: Tx): Promise<void> {
    const [watches, now] = await Promise.all([lockWatches(tx), this.clock.now(tx)]);
    const due = watches.filter(({ checkedUntil }) => Math.abs(now.getTime() - checkedUntil.getTime()) >= MINUTE_MS);
    if (due.length === 0) return;
    for (const { groups, checkedUntil } of await this.rules.of(tx, due))
      for (const { sql, params } of compileCrossings(groups, checkedUntil < now ? checkedUntil : now, now))
        await tx.execute(`INSERT INTO segment_marks (contact_id) ${sql}`, params);
    const sql = 'UPDATE segment_watches SET checked_until = :now WHERE segment_id IN (:ids)';
    await tx.execute(sql, { now, ids: segmentsOf(due) });
  }

  private async settle(run: SingleRun): Promise<void> {
    try {
      while (!run.isStopping && (await this.db.transaction((tx) => this.settleSome(tx))));
    } catch (error) {
      if (isDatabaseUnavailable(error)) this.logger.warn('Live segments are waiting for the database');
      else this.logger.error({ err: error }, 'Comparing contacts with segments failed; retrying');
    }
  }

  /** Compares a batch of marked contacts, then the next contacts of a walk. @returns whether more are due. */
  private async settleSome(tx: Tx): Promise<boolean> {
    const watches = await lockWatches(tx);
    const [now, marks, rules] = await Promise.all([
      this.clock.now(tx),
      tx.query<{ id: number; contactId: number; silent: number }>(
        `SELECT id, contact_id AS contactId, silent FROM segment_marks ORDER BY id LIMIT ${MARKS}`,
      ),
      this.rules.of(tx, watches),
    ]);
    if (marks.length > 0) {
      const ids = [...new Set(marks.map(({ contactId }) => contactId))];
      const silent = new Set(ids);
      for (const mark of marks) if (mark.silent === 0) silent.delete(mark.contactId);
      const contacts = { now, within: 'IN (:ids)', params: { ids }, isWalk: false, silent };
      if (rules.length > 0) await this.rules.store(tx, rules, contacts);
      // Contacts that were marked meanwhile have other rows.
      await tx.execute('DELETE FROM segment_marks WHERE id IN (:ids)', { ids: idsOf(marks) });
    }
    const isRemoving = await removeEnded(tx, watches);
    return (await this.walk(tx, rules, now)) || isRemoving || marks.length === MARKS;
  }

  /** The first walk stores the members, later ones correct them. Rules at the same position walk together. */
  private async walk(tx: Tx, rules: readonly WatchedRule[], now: Date): Promise<boolean> {
    const due = rules.filter(({ nextWalkAt }) => nextWalkAt <= now);
    if (due.length === 0) return false;
    const after = Math.min(...due.map(({ position }) => position));
    const group = due.filter(({ position }) => position === after);
    const { range, isLast } = await nextContacts(tx, after, CONTACTS_PER_STEP);
    // Deleted contacts beyond the last one can be members.
    const upTo = isLast ? MAX_ID : range.upTo;
    const contacts = { now, within: 'BETWEEN :from AND :upTo', params: { from: after + 1, upTo } };
    const changes = await this.rules.store(tx, group, { ...contacts, isWalk: true, silent: new Set() });
    if (group.every(({ baseline, needsWalks }) => baseline === 1 && !needsWalks))
      tx.afterCommit(() => {
        this.corrections.inc(changes);
      });
    const tomorrow = DateTime.fromJSDate(now, { zone: this.config.timeZone }).startOf('day').plus({ days: 1 });
    const [soon, night] = [new Date(now.getTime() + MINUTE_MS), tomorrow.set({ hour: RECOUNT_HOUR }).toJSDate()];
    const [ids, often] = [segmentsOf(group), [0, ...segmentsOf(group.filter(({ needsWalks }) => needsWalks))]];
    const end = 'position = 0, baseline = 1, next_walk_at = IF(segment_id IN (:often), :soon, :night)';
    await tx.execute(`UPDATE segment_watches SET ${isLast ? end : 'position = :upTo'} WHERE segment_id IN (:ids)`, {
      ids,
      often,
      upTo,
      soon,
      night,
    });
    return true;
  }
}

const segmentsOf = (watches: readonly WatchRow[]): number[] => watches.map(({ segmentId }) => segmentId);

/** Removes members of ended watches, and these after the last of them. @returns whether there were any. */
async function removeEnded(tx: Tx, watches: readonly WatchRow[]): Promise<boolean> {
  const ids = segmentsOf(watches.filter(({ watchedKey }) => watchedKey === ''));
  if (ids.length === 0) return false;
  const members = `DELETE FROM segment_members WHERE segment_id IN (:ids) LIMIT ${ROWS_PER_REMOVAL}`;
  const { affectedRows } = await tx.execute(members, { ids });
  if (affectedRows < ROWS_PER_REMOVAL)
    await tx.execute('DELETE FROM segment_watches WHERE segment_id IN (:ids)', { ids });
  return true;
}

function lockWatches(tx: Tx): Promise<WatchRow[]> {
  const sql = `SELECT ${columnsOf(SegmentWatch, 'w')} FROM segment_watches w ORDER BY w.segment_id FOR UPDATE`;
  return tx.query<WatchRow>(sql);
}
