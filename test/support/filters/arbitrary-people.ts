import fc from 'fast-check';
import { OPERATORS_OF, type TypeName } from '../../../src/modules/segments/filter-language/value-types.js';
import type {
  FilterRow,
  FilterValue,
  Filters,
  Operator,
} from '../../../src/modules/segments/filter-language/filter.js';
import type { Person, PersonMail, PersonPurchases } from './people.js';

/** Few values, so that filters match contacts; with all kinds of characters that SQL might interpret. */
const TEXTS = [
  'José',
  'jose',
  'JOSE MARIA',
  'a%b',
  'a_b',
  'a\\b',
  'axb',
  `O'Hara`,
  '"quoted"',
  '😀 party',
  '🎉',
  'Ñandú',
  'nandu 7',
  ':name',
  '?',
];
const PIECES = [...TEXTS, 'jos', 'O', 'é', '%', '_', '\\', `'`, 'a', '7', '😀', 'party', 'maria'];
const DAYS = ['2024-02-29', '2025-12-31', '2026-01-01', '2026-01-31', '2026-02-01'];
const CLOCK = ['00:00:00', '10:20:30', '23:59:59'];
const MOMENTS = DAYS.flatMap((day) => CLOCK.map((clock) => `${day} ${clock}`));
const NUMBERS = ['0', '-0', '7', '07', '7.0', '-12.50', '1e3', '1000', '.5', '5.', '0.1', '123456789012345678'];
const EMAILS = ['ada@example.com', 'adam@example.org', 'bob_x@example.com', 'bob%x@example.com', 'josé@example.com'];
export const OPTIONS = ['tea', 'TEA', 'coffee', 'b"lue', 'x,', 'a%'];
const KEYS = ['purchase', 'log_in', 'émail.seen'];
/** Product names that look like numbers, like each other, and like the JSON in which they are stored. */
const PRODUCTS = ['SKU-7', 'sku-7', '7', 'SKU', 'é', 'e', '"external_id"', 'a\\b', '🎉', '%'];
const AMOUNTS = [0, 0.1, 7, 10.5, 20, 99.99, 1_000];
const STATES = ['pending', 'sent', 'bounced', 'complained', 'failed', 'skipped'];

export const CUSTOM_FIELDS: Readonly<Record<string, string>> = {
  nick: 'text',
  story: 'textarea',
  level: 'number',
  joined: 'date',
  site: 'url',
  contact_address: 'email',
  drink: 'select-one',
  other_drink: 'radio',
  likes: 'checkbox',
};

/** The existing ids and an unknown one, for environments that have them. */
export interface Ids {
  readonly tags: readonly number[];
  readonly lists: readonly number[];
  readonly companies: readonly number[];
  readonly campaigns: readonly number[];
}

const maybe = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> => fc.option(arbitrary, { freq: 2 });
const text = maybe(fc.constantFrom(...TEXTS));
const moment = fc.constantFrom(...MOMENTS);
/** A few events are recent enough for "within days". */
const recentOr = (now: Date, old: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    old,
    fc.integer({ min: 0, max: 50 }).map((days) => {
      const at = new Date(now.getTime() - days * 86_400_000 - 3_600_000);
      return at.toISOString().slice(0, 19).replace('T', ' ');
    }),
  );

function personOf(number: number, ids: Ids, now: Date): fc.Arbitrary<Person> {
  const day = recentOr(now, fc.constantFrom(...DAYS)).map((at) => at.slice(0, 10));
  const hit = fc.record({
    kind: fc.constantFrom('open' as const, 'click' as const),
    machine: fc.boolean(),
    at: recentOr(now, moment).map((at) => `${at}.${at.length % 2 === 0 ? '000' : '999'}`),
  });
  const emails = fc
    .uniqueArray(fc.constantFrom(...ids.campaigns), { maxLength: ids.campaigns.length })
    .chain((campaigns) =>
      fc.tuple(
        ...campaigns.map((campaign): fc.Arbitrary<PersonMail> =>
          fc.record({
            campaign: fc.constant(campaign),
            state: fc.constantFrom(...STATES),
            hits: fc.array(hit, { maxLength: 3 }),
          }),
        ),
      ),
    );
  const custom = fc.record(
    {
      nick: fc.constantFrom(...TEXTS),
      story: fc.constantFrom(...TEXTS),
      level: fc.constantFrom(...NUMBERS),
      joined: day,
      site: fc.constantFrom('https://example.com/a_b', 'http://example.com/a%b'),
      contact_address: fc.constantFrom(...EMAILS),
      drink: fc.constantFrom(...OPTIONS),
      other_drink: fc.constantFrom(...OPTIONS),
      likes: fc.subarray(OPTIONS, { minLength: 1 }),
    },
    { requiredKeys: [] },
  );
  const purchasesIn = (currency: string): fc.Arbitrary<PersonPurchases> =>
    fc
      .record({
        orders_count: fc.integer({ min: 1, max: 4 }),
        total_spent: fc.constantFrom(...AMOUNTS),
        refunded_total: fc.constantFrom(...AMOUNTS),
        moments: fc.tuple(recentOr(now, moment), recentOr(now, moment)).map((pair) => [...pair].sort()),
      })
      .map(({ moments: [first = '', last = ''], ...sums }) => ({
        currency,
        ...sums,
        first_order_at: first,
        last_order_at: last,
      }));
  const order = fc.record({
    status: fc.constantFrom('pending', 'processing', 'completed', 'cancelled', 'refunded'),
    products: fc.array(maybe(fc.constantFrom(...PRODUCTS)), { maxLength: 3 }),
  });
  const subset = (of: readonly number[]): fc.Arbitrary<number[]> => fc.subarray([...of]);
  // A contact has at most one state in a list.
  const subscriptions = fc
    .tuple(...ids.lists.map(() => fc.constantFrom('lists', 'pending', 'unsubscribed', null)))
    .map((states) => (state: string) => ids.lists.filter((_, index) => states[index] === state));
  const person = fc.record({
    id: fc.constant(number),
    columns: fc.record({
      user_id: fc.constant(number % 3 === 0 ? null : number * 7),
      hash: fc.constant(number.toString(16).padStart(32, '0')),
      // Unique, but with a prefix and a suffix that many share.
      email: fc.constantFrom(...EMAILS).map((email) => `${number}.${email}`),
      first_name: text,
      last_name: text,
      status: fc.constantFrom('subscribed', 'unsubscribed', 'pending', 'bounced', 'complained'),
      contact_type: fc.constantFrom('lead', 'customer'),
      phone: text,
      address_line_1: text,
      address_line_2: text,
      city: text,
      state: text,
      country: maybe(fc.constantFrom('DE', 'GB', 'FR')),
      postal_code: text,
      date_of_birth: maybe(day),
      photo: maybe(fc.constantFrom('https://example.com/a.png', 'https://example.com/b_c.png')),
      created_at: recentOr(now, moment),
      updated_at: recentOr(now, moment),
    }),
    custom,
    tags: subset(ids.tags),
    companies: subset(ids.companies),
    emails,
    events: fc.array(
      fc.record({
        key: fc.constantFrom(...KEYS),
        counter: fc.integer({ min: 1, max: 4 }),
        at: recentOr(now, moment),
      }),
      { maxLength: 3 },
    ),
    purchases: fc
      .subarray(['EUR', 'JPY'])
      .chain((currencies) => fc.tuple(...currencies.map((currency) => purchasesIn(currency)))),
    orders: fc.array(order, { maxLength: 3 }),
  });
  return fc.tuple(person, subscriptions).map(([known, listsIn]) => ({
    ...known,
    ...{ lists: listsIn('lists'), pending: listsIn('pending'), unsubscribed: listsIn('unsubscribed') },
  }));
}

/** Returns `count` contacts, always the same ones for a seed. */
export function people(count: number, ids: Ids, now: Date, seed: number): Person[] {
  return Array.from({ length: count }, (_, index) => {
    const [person] = fc.sample(personOf(index + 1, ids, now), { numRuns: 1, seed: seed + index });
    return person!;
  });
}

export type FieldUnderTest = readonly [entity: string, field: string, type: TypeName];

/** Every field with the type that determines its operators. */
export const FIELDS: readonly FieldUnderTest[] = [
  ...(['first_name', 'last_name', 'full_name', 'phone', 'city', 'state', 'postal_code', 'photo'] as const).map(
    (field) => ['subscriber', field, 'text'] as const,
  ),
  ['subscriber', 'address_line_1', 'text'],
  ['subscriber', 'address_line_2', 'text'],
  ['subscriber', 'id', 'number'],
  ['subscriber', 'user_id', 'number'],
  ['subscriber', 'hash', 'hash'],
  ['subscriber', 'email', 'email'],
  ['subscriber', 'status', 'choice'],
  ['subscriber', 'contact_type', 'choice'],
  ['subscriber', 'country', 'country'],
  ['subscriber', 'date_of_birth', 'date'],
  ['subscriber', 'created_at', 'moment'],
  ['subscriber', 'updated_at', 'moment'],
  ['custom', 'nick', 'text'],
  ['custom', 'story', 'text'],
  ['custom', 'site', 'text'],
  ['custom', 'contact_address', 'email'],
  ['custom', 'level', 'number'],
  ['custom', 'joined', 'date'],
  ['custom', 'drink', 'choice'],
  ['custom', 'other_drink', 'choice'],
  ['custom', 'likes', 'options'],
  ['tags', 'id', 'ids'],
  ['lists', 'id', 'ids'],
  ['lists', 'pending', 'ids'],
  ['lists', 'unsubscribed', 'ids'],
  ['companies', 'id', 'ids'],
  ['activity', 'opened', 'campaigns'],
  ['activity', 'clicked', 'campaigns'],
  ['activity', 'received', 'campaigns'],
  ['activity', 'not_opened', 'campaigns'],
  ['activity', 'not_clicked', 'campaigns'],
  ['activity', 'last_open_at', 'moment'],
  ['activity', 'last_click_at', 'moment'],
  ['events', 'purchase', 'occurrences'],
  ['events', 'LOG_IN', 'occurrences'],
  ['events', 'émail.seen', 'occurrences'],
  ['events', 'never', 'occurrences'],
  ['commerce', 'orders_count', 'number'],
  ['commerce', 'total_spent', 'number'],
  ['commerce', 'average_order_value', 'number'],
  ['commerce', 'refunded_total', 'number'],
  ['commerce', 'first_order_at', 'moment'],
  ['commerce', 'last_order_at', 'moment'],
  ['commerce', 'purchased_product', 'products'],
];

const MOMENT_VALUES = fc.constantFrom(...DAYS, ...MOMENTS);

function valueOf(entity: string, field: string, type: TypeName, ids: Ids): fc.Arbitrary<string | number> {
  switch (type) {
    case 'text':
      return fc.constantFrom(...PIECES, 'https://example.com/a_b');
    case 'email':
      return fc.constantFrom(...EMAILS, '1.ADA@example.com', 'example', '.com', '2', '_', '%', 'é');
    case 'hash':
      return fc.constantFrom(...['1', '2', 'a', 'ff'].map((end) => end.padStart(32, '0')));
    case 'country':
      return fc.constantFrom('DE', 'GB', 'IT');
    case 'choice':
      if (field === 'status') return fc.constantFrom('subscribed', 'pending', 'bounced');
      return field === 'contact_type' ? fc.constantFrom('lead', 'customer') : fc.constantFrom(...OPTIONS);
    case 'options':
      return fc.constantFrom(...OPTIONS);
    case 'number':
      if (entity === 'commerce') return fc.constantFrom(-1, 1, 2, 5.25, ...AMOUNTS);
      return entity === 'custom' ? fc.constantFrom(...NUMBERS.map(Number)) : fc.integer({ min: -1, max: 60 });
    case 'occurrences':
      return fc.integer({ min: -1, max: 9 });
    case 'date':
      return fc.constantFrom(...DAYS);
    case 'moment':
      return MOMENT_VALUES;
    case 'ids':
      return fc.constantFrom(...ids[entity as 'tags' | 'lists' | 'companies']);
    case 'campaigns':
      return fc.constantFrom(...ids.campaigns);
    case 'products':
      return fc.constantFrom(...PRODUCTS, 'unknown');
  }
}

/** Any row about one field with one operator. */
export function rowWith([entity, field, type]: FieldUnderTest, operator: Operator, ids: Ids): fc.Arbitrary<FilterRow> {
  const source = [entity, field] as const;
  if (operator === 'is_null' || operator === 'not_null') return fc.constant({ source, operator });
  const lastTime = type === 'occurrences' && ['before', 'after'].includes(operator);
  const one = lastTime ? MOMENT_VALUES : valueOf(entity, field, type, ids);
  return valuesFor(operator, one).map((value) => ({ source, operator, value }));
}

function rowOf(ids: Ids): fc.Arbitrary<FilterRow> {
  return fc
    .constantFrom(...FIELDS)
    .chain((field) => fc.constantFrom(...OPERATORS_OF[field[2]]).chain((operator) => rowWith(field, operator, ids)));
}

function valuesFor(operator: Operator, one: fc.Arbitrary<string | number>): fc.Arbitrary<FilterValue> {
  if (operator.endsWith('_days')) return fc.integer({ min: 1, max: 60 });
  if (operator === 'between')
    return fc.tuple(one, one).map((pair) => [...pair].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
  if (['in', 'not_in', 'in_all'].includes(operator)) return fc.uniqueArray(one, { minLength: 1, maxLength: 3 });
  return one;
}

/** Mostly small rules: in a large one, other rows can hide a wrong one. */
export function filtersOf(ids: Ids): fc.Arbitrary<Filters> {
  const group = fc.oneof(
    { weight: 3, arbitrary: fc.array(rowOf(ids), { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.array(rowOf(ids), { minLength: 2, maxLength: 4 }) },
  );
  return fc.array(group, { minLength: 1, maxLength: 3 });
}
