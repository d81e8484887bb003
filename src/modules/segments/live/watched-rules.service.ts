import { hash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { deletePairs } from '../../../platform/database/delete-pairs.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { type NewEvent, Outbox } from '../../../platform/outbox/outbox.js';
import type { SqlParams } from '../../../platform/sql/named-parameters.js';
import { gather } from '../../../platform/values/collections.js';
import { contactSnapshots } from '../../contacts/contact/contact-locks.js';
import { compileFilters } from '../filter-language/compile-filters.js';
import type { Filters } from '../filter-language/filter.js';
import { FiltersService } from '../filter-language/filters.service.js';
import type { ReadRow } from '../filter-language/read-filters.js';
import type { SegmentWatch } from './segment-watch.entity.js';

interface Rule {
  /** The hash of what the rule means at present: labels that it names can be deleted. */
  readonly watchedKey: string;
  readonly segment: { readonly id: number; readonly title: string; readonly slug: string };
  /** Empty for a rule that is not valid at present. */
  readonly groups: readonly (readonly ReadRow[])[];
  readonly usesEmails: number;
  /** Whether it depends on what neither events nor an index of dates report, so that all contacts are compared each minute. */
  readonly needsWalks: boolean;
}

export type WatchedRule = Readonly<SegmentWatch> & Rule;

interface ComparedContacts {
  readonly now: Date;
  /** SQL after the column of the contact, such as `IN (:ids)`. */
  readonly within: string;
  readonly params: SqlParams;
  readonly isWalk: boolean;
  /** Contacts whose events are not published. */
  readonly silent: ReadonlySet<number>;
}

const MAX_AGE_MS = 5_000;
const costOf = ({ place }: ReadRow): number => Number(place.in !== 'contact');
const UNREPORTED: ReadonlySet<string> = new Set(['activity', 'events']);

/** Reads the rules of watched segments, and stores who matches them. */
@Injectable()
export class WatchedRules {
  private readonly logger = new Logger(WatchedRules.name);
  private known: ReadonlyMap<number, Rule> = new Map();
  private knownUntil = 0;

  constructor(
    private readonly filters: FiltersService,
    private readonly outbox: Outbox,
  ) {}

  /** Returns the valid rules of watches, from a cache of some seconds, except those that `LiveSegments` has not seen yet. */
  async of(tx: Tx, watches: readonly Readonly<SegmentWatch>[]): Promise<WatchedRule[]> {
    const isKnown = watches.every(({ segmentId, watchedKey }) => this.known.get(segmentId)?.watchedKey === watchedKey);
    const ids = watches.map(({ segmentId }) => segmentId);
    const rules = isKnown && performance.now() < this.knownUntil ? this.known : await this.read(tx, ids);
    return watches.flatMap((watch) => {
      const rule = rules.get(watch.segmentId);
      return rule?.watchedKey === watch.watchedKey && rule.groups.length > 0 ? [{ ...watch, ...rule }] : [];
    });
  }

  /** Reads the rules of those segments that exist. */
  async read(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, Rule>> {
    const sql = 'SELECT id, title, slug, filters FROM segments WHERE id IN (:ids)';
    const stored = ids.length === 0 ? [] : await tx.query<Rule['segment'] & { readonly filters: string }>(sql, { ids });
    const segments = stored.map(({ filters, ...segment }) => ({ segment, filters: JSON.parse(filters) as Filters }));
    const all = segments.map(({ filters }) => filters);
    const results = await this.filters.validatedAll(all, tx, 'negative_rows');
    const rules = segments.map(({ segment, filters }, at): [number, Rule] => {
      const groups = this.groupsOf(segment.id, results[at] ?? []);
      const watchedKey = hash('sha256', JSON.stringify(groups));
      const rows = filters.flat().map(({ source: [entity], operator }) => ({ entity, operator }));
      const usesEmails = Number(rows.some(({ entity }) => entity === 'activity'));
      const needsWalks = rows.some(
        ({ entity, operator }) =>
          entity === 'companies' || (UNREPORTED.has(entity) && operator.endsWith('within_days')),
      );
      return [segment.id, { watchedKey, segment, groups, usesEmails, needsWalks }];
    });
    this.known = new Map(rules);
    this.knownUntil = performance.now() + MAX_AGE_MS;
    return this.known;
  }

  private groupsOf(segment: number, result: Rule['groups'] | AppError): Rule['groups'] {
    // The server evaluates an AND in this order, up to the first row that fails: columns of the contact cost no lookup.
    if (!(result instanceof AppError)) return result.map((rows) => rows.toSorted((a, b) => costOf(a) - costOf(b)));
    if (this.known.get(segment)?.groups.length !== 0)
      this.logger.warn({ segment, reason: result.message }, 'Segment not updated: its rule is invalid');
    return [];
  }

  /**
   * Stores which of the contacts match, with an event for each change. The first walk raises none for the contacts that it reaches; marked
   * contacts that it has not reached are left to it. A deleted contact leaves without an event. The caller holds the watches.
   * @returns the number of changes.
   */
  async store(tx: Tx, rules: readonly WatchedRule[], contacts: ComparedContacts): Promise<number> {
    const { now, within, params, isWalk, silent } = contacts;
    const conditions = rules.map(({ segmentId, groups }) => compileFilters(groups, now, `s${segmentId}_`));
    const [members, results] = await Promise.all([
      tx.query<{ contactId: number; segmentId: number }>(
        `SELECT contact_id AS contactId, segment_id AS segmentId FROM segment_members WHERE contact_id ${within}`,
        params,
      ),
      // One pass over the contacts, with a digit per rule. Of truth values alone, the text would be binary.
      tx.query<{ id: number; digits: string }>(
        `SELECT c.id, CONVERT(CONCAT(${conditions.map(({ sql }) => sql).join(', ')}) USING ascii) AS digits
           FROM contacts c WHERE c.id ${within}`,
        Object.assign({}, params, ...conditions.map((condition) => condition.params)) as SqlParams,
      ),
    ]);
    const known = new Map<number, number[]>();
    for (const { contactId, segmentId } of members) gather(known, contactId, segmentId);
    const digitsOf = new Map(results.map(({ id, digits }) => [id, digits]));
    const changes = [...new Set([...known.keys(), ...digitsOf.keys()])].flatMap((contactId) => {
      const before = new Set(known.get(contactId));
      return rules.flatMap(({ segment, baseline, position }, at) => {
        const isEntry = digitsOf.get(contactId)?.[at] === '1';
        const isReached = baseline === 1 || contactId <= position;
        const isSame = isEntry === before.has(segment.id) || !(isReached || isWalk);
        return isSame ? [] : [{ contactId, segment, isEntry, isReached }];
      });
    });
    const raised = changes.filter(({ isReached }) => isReached);
    const raisedFor = raised.map(({ contactId }) => contactId);
    const snapshots = await contactSnapshots(tx, raisedFor);
    const events = raised.flatMap(({ contactId, segment, isEntry }): NewEvent[] => {
      const [type, contact] = [isEntry ? 'segment.entered' : 'segment.left', snapshots.get(contactId)] as const;
      const event = { type, subjectId: segment.id, silent: silent.has(contactId) };
      return contact ? [{ ...event, data: { contact, segment } }] : [];
    });
    const left = new Map<number, number[]>();
    for (const { contactId, segment, isEntry } of changes) if (!isEntry) gather(left, contactId, segment.id);
    const entered = changes.filter(({ isEntry }) => isEntry).map(({ contactId, segment }) => [contactId, segment.id]);
    await Promise.all([
      tx.insertRows('segment_members', ['contact_id', 'segment_id'], entered, { modifier: 'IGNORE' }),
      deletePairs(tx, 'segment_members', ['segment_id', 'contact_id'], left),
      this.outbox.appendAll(tx, events),
    ]);
    return changes.length;
  }
}
