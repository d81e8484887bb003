import { likeContains, likeStartsWith } from '../../../platform/sql/like.js';
import type { SqlParams, SqlValue } from '../../../platform/sql/named-parameters.js';
import type { SqlCondition } from '../../../platform/sql/sql-condition.js';
import type { Place, PurchaseFigure } from './fields.js';
import type { Bound, ReadRow, Test } from './read-filters.js';
import {
  BOUGHT_ORDERS,
  BOUGHT_PRODUCTS,
  eventsWithKey,
  humanHits,
  mailsWith,
  MEMBERSHIP_COLUMN,
  membersOf,
  membershipsIn,
  PRODUCT_COLUMN,
  PURCHASED,
  PURCHASES,
} from './sources.js';
import type { Scalar, TypeName } from './value-types.js';

/**
 * Case and accents make no difference to people, so neither to a rule, as in the search. The collation of the contacts'
 * columns would also call all emoji equal; this one does not, and no index is lost by it: their free text has none. Custom
 * values have one, and this collation by themselves.
 */
const FOLDED = 'COLLATE utf8mb4_unicode_520_ci';
const EXACT = 'COLLATE utf8mb4_bin';

/** Gives every value a name of its own; two rules in one statement need different prefixes. */
class Bindings {
  readonly params: Record<string, SqlValue> = {};

  constructor(private readonly prefix: string) {}

  bind(value: SqlValue): string {
    const name = `${this.prefix}${Object.keys(this.params).length}`;
    this.params[name] = value;
    return `:${name}`;
  }
}

/**
 * A rule as a condition on the contact `c`: all rows of a group, any group.
 * @param now what the last days are counted from.
 */
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

/** Each row by itself, for those who want to know which of them holds; the conditions share their parameters. */
export function compileRows(
  groups: readonly (readonly ReadRow[])[],
  now: Date,
): { readonly groups: CompiledRow[][]; readonly params: SqlParams } {
  const bindings = new Bindings('row');
  const compiled = groups.map((rows) => rows.map((read) => ({ read, condition: compileRow(read, now, bindings) })));
  return { groups: compiled, params: bindings.params };
}

/** Never NULL, so that NOT is the opposite. */
function compileRow({ place, type, test, negated }: ReadRow, now: Date, bindings: Bindings): string {
  const condition = compilePlace(place, type, test.kind === 'recent' ? recent(type, test.days, now) : test, bindings);
  return negated ? `NOT ${condition}` : condition;
}

type AnchoredTest = Exclude<Test, { readonly kind: 'recent' }>;

function recent(type: TypeName, days: number, now: Date): AnchoredTest {
  const since = new Date(now);
  since.setUTCDate(since.getUTCDate() - days);
  // Nothing that was recorded lies in the future, and the clocks of two machines differ.
  if (type === 'moment') return { kind: 'range', low: { value: since, included: true } };
  const [low, high] = [since, now].map((moment) => moment.toISOString().slice(0, 10)) as [string, string];
  return { kind: 'range', low: { value: low, included: true }, high: { value: high, included: true } };
}

function compilePlace(place: Place, type: TypeName, test: AnchoredTest, bindings: Bindings): string {
  switch (place.in) {
    case 'contact': {
      const present = place.nullable ? [`${place.sql} IS NOT NULL`] : [];
      const value = type === 'text' ? `${place.sql} ${FOLDED}` : place.sql;
      const condition = [...present, ...passes(value, type, test, bindings)].join(' AND ');
      return `(${condition === '' ? 'TRUE' : condition})`;
    }
    case 'custom': {
      const field = `v.field_id = ${bindings.bind(place.fieldId)}`;
      const conditions = customPasses(type, test, bindings);
      return exists([`contact_custom_values v WHERE v.contact_id = c.id`, field, ...conditions].join(' AND '));
    }
    case 'membership':
      // Of ids it is known that they exist; only "any at all" has to look.
      return compileSet(
        test.kind === 'present' ? membersOf(place.of) : membershipsIn(place.of),
        MEMBERSHIP_COLUMN[place.of],
        test,
        bindings,
      );
    case 'campaign_mails':
      return compileSet(mailsWith(place.activity), 'm.source_id', test, bindings);
    case 'hits':
      return compileNewest(humanHits(place.kind), 'h.occurred_at', test, bindings);
    case 'events':
      return compileEvents(place.key, type, test, bindings);
    case 'purchases':
      return compilePurchases(place.figure, test, bindings);
    case 'order_moments':
      return place.end === 'last'
        ? compileNewest(PURCHASES, 'p.last_order_at', test, bindings)
        : compileOldest(PURCHASES, 'p.first_order_at', test, bindings);
    case 'products':
      return compileProducts(test, bindings);
  }
}

const MOST_SINGLE_LOOK_UPS = 8;

/** A set of ids: whether one of them, or all, or any at all is there. */
function compileSet(from: string, id: string, test: AnchoredTest, bindings: Bindings): string {
  if (test.kind === 'one_of')
    return test.values.length === 0 ? 'FALSE' : exists(`${from} AND ${id} IN (${bindings.bind(test.values)})`);
  if (test.kind === 'all_of') {
    // Each by itself, the server may begin with the rarest.
    if (test.values.length <= MOST_SINGLE_LOOK_UPS)
      return `(${test.values.map((value) => exists(`${from} AND ${id} = ${bindings.bind(value)}`)).join(' AND ')})`;
    const [first = 0] = test.values;
    const entry = exists(`${from} AND ${id} = ${bindings.bind(first)}`);
    // Counting alone would be done for every contact there is; the first id finds those for whom it is worth it.
    const found = `(SELECT COUNT(DISTINCT ${id}) FROM ${from} AND ${id} IN (${bindings.bind(test.values)}))`;
    return `(${entry} AND ${found} = ${bindings.bind(test.values.length)})`;
  }
  return some(from);
}

/** The newest of several moments. Without MAX, because the first row that says so may end the look-up. */
function compileNewest(from: string, moment: string, test: AnchoredTest, bindings: Bindings): string {
  const { low, high } = test.kind === 'range' ? test : {};
  const reached = low ? exists(`${from} AND ${bounded(moment, '>', low, bindings)}`) : exists(from);
  if (!high) return reached;
  // Behind the upper end lies whatever is not within it.
  const later = `${moment} ${high.included ? '>' : '>='} ${bindings.bind(high.value)}`;
  return `(${reached} AND NOT ${exists(`${from} AND ${later}`)})`;
}

/** The oldest of several moments. */
function compileOldest(from: string, moment: string, test: AnchoredTest, bindings: Bindings): string {
  const { low, high } = test.kind === 'range' ? test : {};
  const reached = high ? exists(`${from} AND ${bounded(moment, '<', high, bindings)}`) : exists(from);
  if (!low) return reached;
  const earlier = `${moment} ${low.included ? '<' : '<='} ${bindings.bind(low.value)}`;
  return `(${reached} AND NOT ${exists(`${from} AND ${earlier}`)})`;
}

/** In any currency, because amounts of different ones cannot be added up. Whoever never ordered has spent 0. */
function compilePurchases(figure: PurchaseFigure, test: AnchoredTest, bindings: Bindings): string {
  if (test.kind === 'present') return exists(PURCHASES);
  const passed = passes(PURCHASED[figure], 'number', test, bindings).join(' AND ');
  // The server may begin with those who have ordered, who are fewer than all.
  const found =
    figure === 'orders_count' ? `(${exists(PURCHASES)} AND ${passed})` : exists(`${PURCHASES} AND ${passed}`);
  return holdsForNothing(test) ? `(${found} OR NOT ${exists(PURCHASES)})` : found;
}

function holdsForNothing(test: AnchoredTest): boolean {
  if (test.kind === 'one_of') return test.values.includes(0);
  if (test.kind !== 'range') return false;
  const { low, high } = test;
  const [least, most] = [Number(low?.value ?? 0), Number(high?.value ?? 0)];
  return (
    (least < 0 || (least === 0 && low?.included !== false)) && (most > 0 || (most === 0 && high?.included !== false))
  );
}

function compileProducts(test: AnchoredTest, bindings: Bindings): string {
  // Looking for a few words in the items is four times as fast as taking the items apart.
  if (test.kind === 'one_of' && test.values.length <= MOST_SINGLE_LOOK_UPS) {
    const each = test.values.map((product) => `JSON_CONTAINS(o.items, ${bindings.bind(itemWith(product))})`);
    return exists(`${BOUGHT_ORDERS} AND (${each.join(' OR ')})`);
  }
  return compileSet(BOUGHT_PRODUCTS, PRODUCT_COLUMN, test, bindings);
}

const itemWith = (product: Scalar): string => JSON.stringify({ external_id: product });

function compileEvents(key: string, type: TypeName, test: AnchoredTest, bindings: Bindings): string {
  const from = eventsWithKey(bindings.bind(key));
  if (type === 'moment') return compileNewest(from, 'e.updated_at', test, bindings);
  if (test.kind === 'present') return exists(from);
  return `(${passes(`(SELECT COALESCE(SUM(e.counter), 0) FROM ${from})`, 'number', test, bindings).join(' AND ')})`;
}

/** What a test asks of the value of a custom field. */
function customPasses(type: TypeName, test: AnchoredTest, bindings: Bindings): string[] {
  switch (type) {
    case 'text':
      return passes('v.value', type, test, bindings);
    case 'number':
      // Numbers are kept as they were written, `1e3` for instance.
      return passes('(v.value + 0)', type, test, bindings);
    case 'options':
      return passes(`(v.value ${EXACT})`, type, test, bindings);
    default:
      // The first can use the index, the second tells what the first finds and is not meant.
      return [...passes('v.value', type, test, bindings), ...passes(`v.value ${EXACT}`, type, test, bindings)];
  }
}

/** What a test asks of the value `value`, which is not NULL. */
function passes(value: string, type: TypeName, test: AnchoredTest, bindings: Bindings): string[] {
  if (type === 'options') return optionsPass(value, test, bindings);
  switch (test.kind) {
    case 'present':
      return [];
    case 'one_of':
      return [`${value} IN (${bindings.bind(test.values)})`];
    case 'contains':
      return [`${value} LIKE ${bindings.bind(likeContains(test.text))}`];
    case 'starts_with':
      return [`${value} LIKE ${bindings.bind(likeStartsWith(test.text))}`];
    case 'range':
      return [
        ...(test.low ? [bounded(value, '>', test.low, bindings)] : []),
        ...(test.high ? [bounded(value, '<', test.high, bindings)] : []),
      ];
    case 'all_of':
      throw new Error(`A field of type ${type} has one value only`);
  }
}

/** The options of a checkbox are kept as a JSON array. */
function optionsPass(value: string, test: AnchoredTest, bindings: Bindings): string[] {
  if (test.kind !== 'one_of' && test.kind !== 'all_of') return [];
  const each = test.values.map((option: Scalar) => `JSON_CONTAINS(${value}, ${bindings.bind(JSON.stringify(option))})`);
  return [`(${each.join(test.kind === 'one_of' ? ' OR ' : ' AND ')})`];
}

function bounded(value: string, sign: '<' | '>', { value: bound, included }: Bound, bindings: Bindings): string {
  return `${value} ${sign}${included ? '=' : ''} ${bindings.bind(bound)}`;
}

const exists = (from: string): string => `EXISTS (SELECT 1 FROM ${from})`;

/** EXISTS for what nearly everybody has: the servers would collect all of it first, which takes longer than looking it up. */
const some = (from: string): string => `((SELECT 1 FROM ${from} LIMIT 1) IS NOT NULL)`;
