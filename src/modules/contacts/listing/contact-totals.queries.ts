import { Injectable } from '@nestjs/common';
import { Database, type Reader } from '../../../platform/database/database.js';
import { given } from '../../../platform/http/given.js';
import type { Page } from '../../../platform/http/page.js';
import { conjunction, type SqlCondition } from '../../../platform/sql/named-parameters.js';
import { ContactCounters } from '../counts/contact-counters.js';
import {
  type LabelState,
  MEMBERSHIP,
  MEMBERSHIP_KINDS,
  type MembershipKind,
  MembershipsService,
} from '../memberships/memberships.service.js';
import { EXACT_MATCHES } from '../search/contact-search.service.js';
import type { ContactSet } from './contact-set.js';
import { MembershipBitmaps } from './membership-bitmaps.service.js';
import { contactsOf, type Selection } from './contact-selection.js';

/** A number of contacts; estimated above the limit of an exact search. */
type Total = Pick<Page<unknown>, 'total' | 'totalIsEstimate'>;

/** Enough to distinguish 1% from 2%. */
const SAMPLED_CONTACTS = 2_000;

/** Counts the contacts of a listing, from the maintained counters if possible. */
@Injectable()
export class ContactTotals {
  constructor(
    private readonly db: Database,
    private readonly counters: ContactCounters,
    private readonly memberships: MembershipsService,
    private readonly bitmaps: MembershipBitmaps,
  ) {}

  /** Returns the contacts where bitmaps know them; else null. @param labels the labels in the selection. */
  async setOf({ condition, matches, statuses }: Selection, labels: readonly LabelState[]): Promise<ContactSet | null> {
    const isPlain = condition === undefined && matches === null && statuses === undefined;
    return isPlain ? this.bitmaps.common(labels) : null;
  }

  /** Whether the total is a maintained counter, which is read in no time. */
  isMaintained(selection: Selection): boolean {
    return selection.condition === undefined && selection.matches === null && labelsOf(selection).length === 0;
  }

  async of(selection: Selection, reader: Reader): Promise<Total> {
    const { matches, statuses, condition } = selection;
    const labels = labelsOf(selection);
    if (condition === undefined && matches === null)
      return { total: (await this.counterOf(labels, statuses, reader)) ?? (await this.countMembers(labels, statuses)) };
    const alone = labels.length === 0 && condition === undefined && statuses === undefined;
    if (matches?.kind === 'many') return this.roughTotal(selection, alone && matches.counted);
    if (matches?.kind === 'few' && alone) return { total: matches.ids.length };
    return { total: await this.count(selection) };
  }

  /** Like `of`, but always exact, which can be slow. */
  async exactly(selection: Selection): Promise<number> {
    return selection.matches?.kind === 'many' ? this.count(selection) : (await this.of(selection, this.db)).total;
  }

  /** Of all contacts, of one list, tag or company alone, or of its subscribed members; null where no counter knows. */
  private async counterOf(
    labels: readonly Labels[],
    statuses: Selection['statuses'],
    reader: Reader,
  ): Promise<number | null> {
    const [first, ...others] = labels;
    if (first === undefined) return this.counters.total(statuses, reader);
    const { kind, ids } = first;
    const [id] = ids;
    if (id === undefined || ids.length + others.length > 1) return null;
    if (statuses === undefined) return this.memberships.size(kind, ids);
    return statuses.length === 1 && statuses[0] === 'subscribed' ? this.memberships.subscribedSize(kind, id) : null;
  }

  /** Joins contacts last: the server would read each contact of the first label, which takes twice as long. */
  private async countMembers(labels: readonly Labels[], statuses: Selection['statuses']): Promise<number> {
    const [first, ...others] = (await this.smallestFirst(labels)).map(({ kind, ids }) => membersOf(kind, ids));
    const joins = others.map((members, index) => `JOIN ${members} m${index} ON m${index}.contact_id = m.contact_id`);
    if (statuses !== undefined) joins.push('JOIN contacts c ON c.id = m.contact_id AND c.status IN (:statuses)');
    const [row] = await this.db.query<{ total: number }>(
      `SELECT STRAIGHT_JOIN COUNT(*) AS total FROM ${first ?? ''} m ${joins.join(' ')}`,
      { ...Object.fromEntries(labels.map(({ kind, ids }) => [kind, ids])), ...given({ statuses }) },
    );
    return row?.total ?? 0;
  }

  private async smallestFirst(labels: readonly Labels[]): Promise<readonly Labels[]> {
    if (labels.length < 2) return labels;
    const sized = [];
    for (const label of labels) sized.push({ label, size: await this.memberships.size(label.kind, label.ids) });
    return sized.sort((a, b) => a.size - b.size).map(({ label }) => label);
  }

  /** Counts exactly up to the limit of a search, then estimates from a sample: counting `gmail.com` takes seconds. */
  private async roughTotal(selection: Selection, knownToBeMany: boolean): Promise<Total> {
    if (!knownToBeMany) {
      const total = await this.count(selection, EXACT_MATCHES + 1);
      if (total <= EXACT_MATCHES) return { total };
    }
    const [ids] = await this.db.query<{ highest: number | null }>('SELECT MAX(id) AS highest FROM contacts');
    const ofSample: SqlCondition = { sql: 'c.id IN (:sampled)', params: { sampled: sampleOf(ids?.highest ?? 0) } };
    const existing = await this.count({ memberOf: {}, matches: null, condition: ofSample });
    const matching = await this.count({ ...selection, condition: conjunction(selection.condition, ofSample) });
    const total = await this.counters.total();
    const estimate = existing === 0 ? 0 : Math.round((matching / existing) * total);
    return { total: Math.max(EXACT_MATCHES + 1, estimate), totalIsEstimate: true };
  }

  private async count(selection: Selection, most?: number): Promise<number> {
    const parts = alternativesOf(selection).map(contactsOf);
    const [first] = parts;
    const plain = parts.length === 1 && most === undefined;
    const ids = parts.map(({ sql }) => `SELECT c.id ${sql}`).join(' UNION ');
    const [row] = await this.db.query<{ total: number }>(
      plain
        ? `SELECT COUNT(*) AS total ${first?.sql ?? ''}`
        : `SELECT COUNT(*) AS total FROM (${ids} ${most === undefined ? '' : 'LIMIT :most'}) some`,
      { ...first?.params, ...given({ most }) },
    );
    return row?.total ?? 0;
  }
}

interface Labels {
  readonly kind: MembershipKind;
  readonly ids: readonly number[];
}

/** One selection for each alternative of the condition; all of them bind the same parameters. */
function alternativesOf(selection: Selection): readonly Selection[] {
  const { alternatives, params = {} } = selection.condition ?? {};
  return alternatives?.map((sql) => ({ ...selection, condition: { sql, params } })) ?? [selection];
}

/** Of one label its memberships as they are; of several each contact once. The parameter has the name of the kind. */
function membersOf(kind: MembershipKind, ids: readonly number[]): string {
  const { table, column } = MEMBERSHIP[kind];
  return `(SELECT ${ids.length > 1 ? 'DISTINCT' : ''} contact_id FROM ${table} WHERE ${column} IN (:${kind}))`;
}

function labelsOf({ memberOf }: Selection): Labels[] {
  return MEMBERSHIP_KINDS.flatMap((kind) => (memberOf[kind] === undefined ? [] : [{ kind, ids: memberOf[kind] }]));
}

/** Returns one id from each of equal ranges, at varying positions: regular patterns do not distort the sample. */
function sampleOf(highest: number): number[] {
  const part = highest / SAMPLED_CONTACTS;
  return Array.from({ length: SAMPLED_CONTACTS }, (_, index) => {
    const place = (index * 0.618_033_988_75) % 1;
    return 1 + Math.floor((index + place) * part);
  });
}
