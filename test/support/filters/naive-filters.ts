import type { FilterRow, Filters } from '../../../src/modules/segments/filter-language/filter.js';
import type { Person } from './people.js';

/**
 * A simple implementation of the filter language: one contact at a time, in memory, without code of the compiler. Its
 * results and those of the SQL must never differ.
 */
export function holds(person: Person, filters: Filters, customTypes: ReadonlyMap<string, string>, now: Date): boolean {
  return filters.some((group) => group.every((row) => rowHolds(person, row, customTypes, now)));
}

/** The value of a contact in a field, by the kind of comparison. */
type Having =
  | { readonly as: 'folded' | 'lower' | 'exact' | 'number' | 'date' | 'moment'; readonly value: string | number | null }
  | { readonly as: 'set'; readonly members: readonly (string | number)[] }
  /** Several numbers, any of which may match, and whether there is a value at all. */
  | { readonly as: 'any'; readonly values: readonly number[]; readonly present: boolean }
  | { readonly as: 'events'; readonly count: number; readonly last: string | null };

const NUMBERS = ['id', 'user_id'];
const EXACT = ['hash', 'status', 'contact_type', 'country'];
const MOMENTS = ['created_at', 'updated_at'];
const RECEIVED = ['sent', 'complained'];

function having(
  person: Person,
  [entity, field]: FilterRow['source'],
  customTypes: ReadonlyMap<string, string>,
): Having {
  switch (entity) {
    case 'subscriber':
      return columnOf(person, field);
    case 'custom':
      return customOf(person.custom[field] ?? null, customTypes.get(field) ?? '');
    case 'tags':
    case 'companies':
      return { as: 'set', members: person[entity] };
    case 'lists':
      return { as: 'set', members: person[field === 'id' ? entity : (field as 'pending' | 'unsubscribed')] };
    case 'activity':
      return activityOf(person, field);
    case 'events': {
      const matching = person.events.filter(({ key }) => fold(key) === fold(field));
      const count = matching.reduce((sum, { counter }) => sum + counter, 0);
      return { as: 'events', count, last: newest(matching.map(({ at }) => at)) };
    }
    case 'commerce':
      return boughtBy(person, field);
    default:
      throw new Error(`no such entity: ${entity}`);
  }
}

function columnOf({ id, columns }: Person, field: string): Having {
  if (field === 'full_name') {
    const name = [columns.first_name, columns.last_name].filter((part) => part !== null).join(' ');
    return { as: 'folded', value: name === '' ? null : name };
  }
  const value = field === 'id' ? id : columns[field as keyof typeof columns];
  if (NUMBERS.includes(field)) return { as: 'number', value };
  if (MOMENTS.includes(field)) return { as: 'moment', value };
  if (field === 'date_of_birth') return { as: 'date', value };
  if (field === 'email') return { as: 'lower', value };
  return { as: EXACT.includes(field) ? 'exact' : 'folded', value };
}

function customOf(value: string | readonly string[] | null, type: string): Having {
  if (type === 'checkbox') return { as: 'set', members: value === null ? [] : [value].flat() };
  const text = typeof value === 'string' ? value : null;
  if (type === 'number') return { as: 'number', value: text === null ? null : Number(text) };
  if (type === 'date') return { as: 'date', value: text };
  if (type === 'email') return { as: 'lower', value: text };
  return { as: ['select-one', 'radio'].includes(type) ? 'exact' : 'folded', value: text };
}

function activityOf({ emails }: Person, field: string): Having {
  const humanTimes = (kind: 'open' | 'click', hits: Person['emails'][number]['hits']) =>
    hits.filter((hit) => hit.kind === kind && !hit.machine).map(({ at }) => at);
  if (field === 'last_open_at' || field === 'last_click_at') {
    const kind = field === 'last_open_at' ? 'open' : 'click';
    return { as: 'moment', value: newest(emails.flatMap(({ hits }) => humanTimes(kind, hits))) };
  }
  const fits = (mail: Person['emails'][number]): boolean => {
    const opened = humanTimes('open', mail.hits).length > 0;
    const clicked = humanTimes('click', mail.hits).length > 0;
    const received = RECEIVED.includes(mail.state);
    return { opened, clicked, received, not_opened: received && !opened, not_clicked: received && !clicked }[field]!;
  };
  return { as: 'set', members: emails.filter(fits).map(({ campaign }) => campaign) };
}

function boughtBy({ purchases, orders }: Person, field: string): Having {
  if (field === 'first_order_at')
    return { as: 'moment', value: purchases.map((sums) => sums.first_order_at).sort()[0] ?? null };
  if (field === 'last_order_at') return { as: 'moment', value: newest(purchases.map((sums) => sums.last_order_at)) };
  if (field === 'purchased_product') {
    const paid = orders.filter(({ status }) => status === 'completed' || status === 'refunded');
    return { as: 'set', members: paid.flatMap(({ products }) => products.filter((product) => product !== null)) };
  }
  const present = purchases.length > 0;
  const figures = purchases.map((sums) => {
    if (field === 'average_order_value') return sums.total_spent / sums.orders_count;
    return field === 'total_spent' ? sums.total_spent : sums.refunded_total;
  });
  if (field !== 'orders_count') return { as: 'any', values: present ? figures : [0], present };
  return { as: 'any', values: [purchases.reduce((sum, { orders_count }) => sum + orders_count, 0)], present };
}

const OPPOSITE: Partial<Record<FilterRow['operator'], FilterRow['operator']>> = { '!=': '=', not_in: 'in' };

function rowHolds(person: Person, row: FilterRow, customTypes: ReadonlyMap<string, string>, now: Date): boolean {
  const has = having(person, row.source, customTypes);
  const wanted = [row.value ?? []].flat();
  const [first = ''] = wanted;
  if (has.as === 'set') return setHolds(has.members, row.operator, wanted);
  if (has.as === 'any') {
    if (row.operator === 'is_null') return !has.present;
    if (row.operator === 'not_null') return has.present;
    const positive = OPPOSITE[row.operator];
    const some = has.values.some((value) => scalarHolds('number', value, positive ?? row.operator, wanted, first, now));
    return positive === undefined ? some : !some;
  }
  if (has.as === 'events') {
    if (row.operator === 'is_null') return has.last === null;
    if (row.operator === 'not_null') return has.last !== null;
    const byTime = ['before', 'after', 'within_days', 'not_within_days'].includes(row.operator);
    return scalarHolds(byTime ? 'moment' : 'number', byTime ? has.last : has.count, row.operator, wanted, first, now);
  }
  return scalarHolds(has.as, has.value, row.operator, wanted, first, now);
}

function setHolds(
  members: readonly (string | number)[],
  operator: FilterRow['operator'],
  wanted: readonly (string | number)[],
): boolean {
  const some = wanted.some((value) => members.includes(value));
  switch (operator) {
    case 'is_null':
      return members.length === 0;
    case 'not_null':
      return members.length > 0;
    case 'in_all':
      return wanted.every((value) => members.includes(value));
    case '!=':
    case 'not_contains':
    case 'not_in':
      return !some;
    default:
      return some;
  }
}

function scalarHolds(
  as: 'folded' | 'lower' | 'exact' | 'number' | 'date' | 'moment',
  value: string | number | null,
  operator: FilterRow['operator'],
  wanted: readonly (string | number)[],
  first: string | number,
  now: Date,
): boolean {
  if (value === null)
    return ['is_null', '!=', 'not_in', 'not_contains', 'not_within_days', 'not_within_next_days'].includes(operator);
  const spelling = (of: string | number): string => {
    if (as === 'folded') return fold(String(of));
    return as === 'lower' ? String(of).toLowerCase() : String(of);
  };
  const equals = (other: string | number): boolean => {
    if (as === 'number') return Number(value) === Number(other);
    if (as === 'moment') return time(value) >= begin(other) && time(value) < end(other);
    return spelling(value) === spelling(other);
  };
  const below = (other: string | number): boolean => {
    if (as === 'number') return Number(value) < Number(other);
    return as === 'moment' ? time(value) < begin(other) : String(value) < String(other);
  };
  const above = (other: string | number): boolean => !below(other) && !equals(other);
  switch (operator) {
    case 'is_null':
      return false;
    case 'not_null':
      return true;
    case '=':
    case 'in':
      return wanted.some(equals);
    case '!=':
    case 'not_in':
      return !wanted.some(equals);
    case 'contains':
      return spelling(value).includes(spelling(first));
    case 'not_contains':
      return !spelling(value).includes(spelling(first));
    case 'starts_with':
      return spelling(value).startsWith(spelling(first));
    case '<':
    case 'before':
      return below(first);
    case '>':
    case 'after':
      return above(first);
    case 'between':
      return !below(first) && !above(wanted[1] ?? '');
    case 'within_days': {
      const since = now.getTime() - Number(first) * 86_400_000;
      if (as === 'moment') return time(value) >= since;
      return String(value) >= dayOf(new Date(since)) && String(value) <= dayOf(now);
    }
    case 'not_within_days':
      return !scalarHolds(as, value, 'within_days', wanted, first, now);
    case 'within_next_days': {
      const until = new Date(now.getTime() + Number(first) * 86_400_000);
      if (as === 'moment') return time(value) >= now.getTime() && time(value) <= until.getTime();
      return String(value) >= dayOf(now) && String(value) <= dayOf(until);
    }
    case 'not_within_next_days':
      return !scalarHolds(as, value, 'within_next_days', wanted, first, now);
    case 'in_all':
      throw new Error('a single value is not a set');
  }
}

/** Ignores case and accents. */
const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const newest = (moments: readonly string[]): string | null => [...moments].sort().at(-1) ?? null;
const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
const time = (moment: string | number): number => new Date(`${String(moment).replace(' ', 'T')}Z`).getTime();
const isDay = (text: string | number): boolean => /^\d{4}-\d\d-\d\d$/.test(String(text));
const begin = (text: string | number): number => (isDay(text) ? time(`${text} 00:00:00`) : time(text));
const end = (text: string | number): number => begin(text) + (isDay(text) ? 86_400_000 : 1_000);
