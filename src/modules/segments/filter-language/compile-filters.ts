import { likeContains, likeStartsWith } from '../../../platform/sql/like.js';
import type { SqlParams, SqlValue, SqlCondition } from '../../../platform/sql/named-parameters.js';
import { formsOf } from '../../../platform/text/email-address.js';
import type { Place, PurchaseFigure } from './fields.js';
import type { Bound, ReadRow, Test } from './read-filters.js';
import {
  BOUGHT_ORDERS,
  BOUGHT_PRODUCTS,
  eventsWithKey,
  humanTrackingEvents,
  emailsWith,
  MEMBERSHIP_COLUMN,
  membersOf,
  PRODUCT_COLUMN,
  PURCHASED,
  PURCHASES,
} from './sources.js';
import type { Scalar, TypeName } from './value-types.js';

/**
 * Ignores case and accents, as the search does. The collation of the contact columns would also treat all emoji as equal;
 * this one does not. No index is lost: free text has none, and custom values are indexed with this collation.
 */
const FOLDED = 'COLLATE utf8mb4_unicode_520_ci';
const EXACT = 'COLLATE utf8mb4_bin';

/** Names parameters; two rules in one statement need different prefixes. */
class Bindings {
  readonly params: Record<string, SqlValue> = {};

  constructor(private readonly prefix: string) {}

  bind(value: SqlValue): string {
    const name = `${this.prefix}${Object.keys(this.params).length}`;
    this.params[name] = value;
    return `:${name}`;
  }
}

/** Compiles a rule to a condition on the contact `c`. @param now reference time for relative days. */
export function compileFilters(groups: readonly (readonly ReadRow[])[], now: Date, prefix: string): SqlCondition {
  const bindings = new Bindings(prefix);
  const alternatives = groups.map((rows) => `(${rows.map((row) => compileRow(row, now, bindings)).join(' AND ')})`);
  const { params } = bindings;
  if (alternatives.length === 1) return { sql: alternatives.join(''), params };
  return { sql: `(${alternatives.join(' OR ')})`, params, alternatives };
}

export interface CompiledRow {
  readonly read: ReadRow;
  readonly condition: string;
}

/** Compiles each row separately, to show which rows match; the conditions share their parameters. */
export function compileRows(
  groups: readonly (readonly ReadRow[])[],
  now: Date,
): { readonly groups: CompiledRow[][]; readonly params: SqlParams } {
  const bindings = new Bindings('row');
  const compiled = groups.map((rows) => rows.map((read) => ({ read, condition: compileRow(read, now, bindings) })));
  return { groups: compiled, params: bindings.params };
}

/** Never NULL, so that NOT is the exact opposite. */
function compileRow({ place, type, test, negated }: ReadRow, now: Date, bindings: Bindings): string {
  const isAllDeleted = test.kind === 'one_of' && test.values.length === 0;
  const fixed = test.kind === 'relative' ? anchored(type, test, now) : test;
  const condition = isAllDeleted ? 'FALSE' : compilePlace(place, type, fixed, bindings);
  return negated ? `NOT ${condition}` : condition;
}

type RelativeTest = Extract<Test, { readonly kind: 'relative' }>;
type AnchoredTest = Exclude<Test, RelativeTest>;

function inDays(type: TypeName, now: Date, days: number): Date | string {
  const moment = new Date(now);
  moment.setUTCDate(moment.getUTCDate() + days);
  return type === 'moment' ? moment : moment.toISOString().slice(0, 10);
}

function anchored(type: TypeName, { from, to }: RelativeTest, now: Date): AnchoredTest {
  const low = { value: inDays(type, now, from), included: true };
  // Moments until now have no upper limit: no record is in the future, and clocks of machines differ.
  if (type === 'moment' && to === 0) return { kind: 'range', low };
  return { kind: 'range', low, high: { value: inDays(type, now, to), included: true } };
}

/**
 * Selects the contacts for whom a relative row of the rule may change its result between two times, by their dates. Rows on opens, clicks,
 * and tracked events are left out, because no index has their times.
 */
export function compileCrossings(groups: readonly (readonly ReadRow[])[], since: Date, until: Date): SqlCondition[] {
  return groups.flat().flatMap(({ place, type, test }) =>
    (test.kind === 'relative' ? [test.from, test.to] : []).flatMap((days): SqlCondition[] => {
      const bindings = new Bindings('crossing');
      const dated = datedBy(place, bindings);
      const [low, high] = [inDays(type, since, days), inDays(type, until, days)];
      if (dated === null || low === high) return [];
      return [{ sql: `${dated} BETWEEN ${bindings.bind(low)} AND ${bindings.bind(high)}`, params: bindings.params }];
    }),
  );
}

function datedBy(place: Place, bindings: Bindings): string | null {
  switch (place.in) {
    case 'contact':
      return `SELECT c.id FROM contacts c WHERE ${place.sql}`;
    case 'custom':
      return `SELECT v.contact_id FROM contact_custom_values v WHERE v.field_id = ${bindings.bind(place.fieldId)} AND v.value`;
    case 'order_moments':
      return 'SELECT o.contact_id FROM orders o WHERE o.contact_id IS NOT NULL AND o.ordered_at';
    default:
      return null;
  }
}

function compilePlace(place: Place, type: TypeName, test: AnchoredTest, bindings: Bindings): string {
  switch (place.in) {
    case 'contact':
      return compileColumn(place, type, test, bindings);
    case 'custom': {
      const field = `v.field_id = ${bindings.bind(place.fieldId)}`;
      const conditions = customPasses(type, test, bindings);
      return exists([`contact_custom_values v WHERE v.contact_id = c.id`, field, ...conditions].join(' AND '));
    }
    case 'membership':
      // Ids are known to exist; only "any" must exclude deleted labels.
      return compileSet(membersOf(place, test.kind !== 'present'), MEMBERSHIP_COLUMN[place.of], test, bindings);
    case 'campaign_emails':
      return compileSet(emailsWith(place.activity), 'm.source_id', test, bindings);
    case 'tracking_events':
      return compileLast(humanTrackingEvents(place.kind), 'h.occurred_at', '>', test, bindings);
    case 'events':
      return compileEvents(place.key, type, test, bindings);
    case 'purchases':
      return compilePurchases(place.figure, test, bindings);
    case 'order_moments':
      return compileLast(PURCHASES, `p.${place.end}_order_at`, place.end === 'last' ? '>' : '<', test, bindings);
    case 'products':
      return compileProducts(test, bindings);
  }
}

type Column = Extract<Place, { readonly in: 'contact' }>;

function compileColumn({ sql, nullable }: Column, type: TypeName, test: AnchoredTest, bindings: Bindings): string {
  const present = nullable ? [`${sql} IS NOT NULL`] : [];
  const value = type === 'text' ? `${sql} ${FOLDED}` : sql;
  const condition = [...present, ...passes(value, type, test, bindings)].join(' AND ');
  return `(${condition === '' ? 'TRUE' : condition})`;
}

const MAX_SINGLE_LOOKUPS = 8;

/** Compiles a set of ids: contains one of them, all of them, or any. */
function compileSet(from: string, id: string, test: AnchoredTest, bindings: Bindings): string {
  if (test.kind === 'one_of') return exists(`${from} AND ${id} IN (${bindings.bind(test.values)})`);
  if (test.kind === 'all_of') {
    // As separate conditions, the server can start with the rarest.
    if (test.values.length <= MAX_SINGLE_LOOKUPS)
      return `(${test.values.map((value) => exists(`${from} AND ${id} = ${bindings.bind(value)}`)).join(' AND ')})`;
    const [first = 0] = test.values;
    const entry = exists(`${from} AND ${id} = ${bindings.bind(first)}`);
    // Counting alone would run for every contact; the first id limits it to candidates.
    const found = `(SELECT COUNT(DISTINCT ${id}) FROM ${from} AND ${id} IN (${bindings.bind(test.values)}))`;
    return `(${entry} AND ${found} = ${bindings.bind(test.values.length)})`;
  }
  return some(from);
}

/** Compiles the latest (`>`) or earliest (`<`) time, without MAX and MIN: the first match ends the lookup. */
function compileLast(from: string, moment: string, sign: '>' | '<', test: AnchoredTest, bindings: Bindings): string {
  const { low, high } = test.kind === 'range' ? test : {};
  const [near, far] = sign === '>' ? [low, high] : [high, low];
  const reached = near ? exists(`${from} AND ${bounded(moment, sign, near, bindings)}`) : exists(from);
  if (!far) return reached;
  const beyond = bounded(moment, sign, { ...far, included: !far.included }, bindings);
  return `(${reached} AND NOT ${exists(`${from} AND ${beyond}`)})`;
}

/** Matches in any currency, because amounts cannot be added across currencies. Contacts without orders have spent 0. */
function compilePurchases(figure: PurchaseFigure, test: AnchoredTest, bindings: Bindings): string {
  if (test.kind === 'present') return exists(PURCHASES);
  const passed = passes(PURCHASED[figure], 'number', test, bindings).join(' AND ');
  // The server can start with contacts who have ordered, who are fewer.
  const found =
    figure === 'orders_count' ? `(${exists(PURCHASES)} AND ${passed})` : exists(`${PURCHASES} AND ${passed}`);
  return holdsForNothing(test) ? `(${found} OR NOT ${exists(PURCHASES)})` : found;
}

function holdsForNothing(test: AnchoredTest): boolean {
  if (test.kind === 'one_of') return test.values.includes(0);
  if (test.kind !== 'range') return false;
  const { low, high } = test;
  const passesLow = !low || (low.included ? Number(low.value) <= 0 : Number(low.value) < 0);
  const passesHigh = !high || (high.included ? Number(high.value) >= 0 : Number(high.value) > 0);
  return passesLow && passesHigh;
}

function compileProducts(test: AnchoredTest, bindings: Bindings): string {
  // For few products, searching the items is four times as fast as expanding them.
  if (test.kind === 'one_of' && test.values.length <= MAX_SINGLE_LOOKUPS) {
    const each = test.values.map((product) => `JSON_CONTAINS(o.items, ${bindings.bind(itemWith(product))})`);
    return exists(`${BOUGHT_ORDERS} AND (${each.join(' OR ')})`);
  }
  return compileSet(BOUGHT_PRODUCTS, PRODUCT_COLUMN, test, bindings);
}

const itemWith = (product: Scalar): string => JSON.stringify({ external_id: product });

function compileEvents(key: string, type: TypeName, test: AnchoredTest, bindings: Bindings): string {
  const from = eventsWithKey(bindings.bind(key));
  if (type === 'moment') return compileLast(from, 'e.updated_at', '>', test, bindings);
  if (test.kind === 'present') return exists(from);
  return `(${passes(`(SELECT COALESCE(SUM(e.counter), 0) FROM ${from})`, 'number', test, bindings).join(' AND ')})`;
}

function customPasses(type: TypeName, test: AnchoredTest, bindings: Bindings): string[] {
  switch (type) {
    case 'text':
      return passes('v.value', type, test, bindings);
    case 'number':
      // Numbers are stored as given, for example `1e3`.
      return passes('(v.value + 0)', type, test, bindings);
    case 'options':
      return passes(`(v.value ${EXACT})`, type, test, bindings);
    default:
      // The first condition uses the index; the second compares exactly.
      return [...passes('v.value', type, test, bindings), ...passes(`v.value ${EXACT}`, type, test, bindings)];
  }
}

/** Returns the conditions on `value`, which is not NULL. */
function passes(value: string, type: TypeName, test: AnchoredTest, bindings: Bindings): string[] {
  if (type === 'options') return optionsPass(value, test, bindings);
  switch (test.kind) {
    case 'present':
      return [];
    case 'one_of':
      return [`${value} IN (${bindings.bind(spellings(type, test.values))})`];
    case 'contains':
    case 'starts_with': {
      const pattern = test.kind === 'contains' ? likeContains : likeStartsWith;
      const each = spellings(type, [test.text]).map((text) => `${value} LIKE ${bindings.bind(pattern(String(text)))}`);
      return [`(${each.join(' OR ')})`];
    }
    case 'range':
      return [
        ...(test.low ? [bounded(value, '>', test.low, bindings)] : []),
        ...(test.high ? [bounded(value, '<', test.high, bindings)] : []),
      ];
    case 'all_of':
      throw new Error(`A field of type ${type} has one value only`);
  }
}

/** Custom values, and contacts before their conversion, may have an earlier form of an address. */
const spellings = (type: TypeName, values: readonly Scalar[]): readonly Scalar[] =>
  type === 'email' ? values.flatMap((value) => formsOf(String(value))) : values;

/** Options of a checkbox are stored as a JSON array. */
function optionsPass(value: string, test: AnchoredTest, bindings: Bindings): string[] {
  if (test.kind !== 'one_of' && test.kind !== 'all_of') return [];
  const each = test.values.map((option: Scalar) => `JSON_CONTAINS(${value}, ${bindings.bind(JSON.stringify(option))})`);
  return [`(${each.join(test.kind === 'one_of' ? ' OR ' : ' AND ')})`];
}

function bounded(value: string, sign: '<' | '>', { value: bound, included }: Bound, bindings: Bindings): string {
  return `${value} ${sign}${included ? '=' : ''} ${bindings.bind(bound)}`;
}

const exists = (from: string): string => `EXISTS (SELECT 1 FROM ${from})`;

/** EXISTS for data that most contacts have: the servers would collect all of it first, which is slower than single lookups. */
const some = (from: string): string => `((SELECT 1 FROM ${from} LIMIT 1) IS NOT NULL)`;
