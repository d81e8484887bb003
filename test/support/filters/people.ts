import type { Database } from '../../../src/platform/database/database.js';
import type { SqlValue } from '../../../src/platform/sql/named-parameters.js';

/**
 * All filterable data of a contact as plain data. Times are `YYYY-MM-DD HH:MM:SS`, with milliseconds for tracking events.
 */
export interface Person {
  readonly id: number;
  readonly columns: Readonly<Record<PersonColumn, string | number | null>>;
  /** By slug. */
  readonly custom: Readonly<Record<string, string | readonly string[]>>;
  readonly tags: readonly number[];
  readonly lists: readonly number[];
  readonly companies: readonly number[];
  /** Lists that the contact has requested or left. */
  readonly pending: readonly number[];
  readonly unsubscribed: readonly number[];
  readonly emails: readonly PersonMail[];
  readonly events: readonly { readonly key: string; readonly counter: number; readonly at: string }[];
  /** Completed orders, summed by currency. */
  readonly purchases: readonly PersonPurchases[];
  readonly orders: readonly { readonly status: string; readonly products: readonly (string | null)[] }[];
}

export interface PersonPurchases {
  readonly currency: string;
  readonly orders_count: number;
  readonly total_spent: number;
  readonly refunded_total: number;
  readonly first_order_at: string;
  readonly last_order_at: string;
}

export interface PersonMail {
  readonly campaign: number;
  readonly state: string;
  readonly hits: readonly { readonly kind: 'open' | 'click'; readonly machine: boolean; readonly at: string }[];
}

export const PERSON_COLUMNS = [
  'user_id',
  'hash',
  'email',
  'first_name',
  'last_name',
  'status',
  'contact_type',
  'phone',
  'address_line_1',
  'address_line_2',
  'city',
  'state',
  'country',
  'postal_code',
  'date_of_birth',
  'photo',
  'created_at',
  'updated_at',
] as const;
export type PersonColumn = (typeof PERSON_COLUMNS)[number];

const firstHuman = (mail: PersonMail, kind: 'open' | 'click'): string | null =>
  mail.hits
    .filter((hit) => hit.kind === kind && !hit.machine)
    .map(({ at }) => at)
    .sort()[0] ?? null;

/** Inserts contacts directly into the tables: the filters are under test, not the creation of contacts. */
export async function insertPeople(
  db: Database,
  people: readonly Person[],
  fieldIds: ReadonlyMap<string, number>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const rowsOf = (of: (person: Person) => readonly (readonly SqlValue[])[]): (readonly SqlValue[])[] =>
      people.flatMap((person) => [...of(person)]);
    await tx.insertRows(
      'contacts',
      ['id', ...PERSON_COLUMNS],
      rowsOf(({ id, columns }) => [[id, ...PERSON_COLUMNS.map((column) => columns[column])]]),
    );
    for (const [kind, column] of [
      ['tags', 'tag_id'],
      ['lists', 'list_id'],
      ['companies', 'company_id'],
    ] as const)
      await tx.insertRows(
        `contact_${kind}`,
        ['contact_id', column],
        rowsOf((person) => person[kind].map((id) => [person.id, id])),
      );
    for (const state of ['pending', 'unsubscribed'] as const)
      await tx.insertRows(
        'list_subscriptions',
        ['contact_id', 'list_id', 'state'],
        rowsOf((person) => person[state].map((id) => [person.id, id, state])),
      );
    await tx.insertRows(
      'contact_custom_values',
      ['contact_id', 'field_id', 'value'],
      rowsOf(({ id, custom }) =>
        Object.entries(custom).map(([slug, value]) => [
          id,
          fieldIds.get(slug) ?? 0,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      ),
    );
    await tx.insertRows(
      'tracked_events',
      ['contact_id', 'identity', 'counter', 'event_key', 'title', 'created_at', 'updated_at'],
      rowsOf(({ id, events }) =>
        events.map(({ key, counter, at }, index) => [
          id,
          Buffer.alloc(32, index + 1),
          counter,
          key,
          `Title ${index}`,
          at,
          at,
        ]),
      ),
    );
    await tx.insertRows(
      'contact_commerce',
      ['contact_id', 'currency', 'orders_count', 'total_spent', 'refunded_total', 'first_order_at', 'last_order_at'],
      rowsOf(({ id, purchases }) =>
        purchases.map((sums) => [
          id,
          sums.currency,
          sums.orders_count,
          sums.total_spent,
          sums.refunded_total,
          sums.first_order_at,
          sums.last_order_at,
        ]),
      ),
    );
    await tx.insertRows(
      'orders',
      ['provider', 'external_id', 'contact_id', 'status', 'currency', 'total', 'items', 'ordered_at'],
      rowsOf(({ id, orders }) =>
        orders.map(({ status, products }, index) => [
          'shop',
          `${id}-${index}`,
          id,
          status,
          'EUR',
          1_000,
          JSON.stringify(
            products.map((product) => ({ external_id: product, title: '"external_id"', quantity: 1, price: 5 })),
          ),
          '2026-01-01 10:00:00',
        ]),
      ),
    );
    const emails = people.flatMap((person) => person.emails.map((mail) => ({ person, mail })));
    const [last] = await tx.query<{ id: number }>('SELECT COALESCE(MAX(id), 0) AS id FROM email_messages');
    const mailId = (index: number): number => (last?.id ?? 0) + index + 1;
    await tx.insertRows(
      'email_messages',
      [
        'id',
        'source_type',
        'source_id',
        'recipient_key',
        'content_id',
        'contact_id',
        'state',
        'first_human_open_at',
        'first_human_click_at',
      ],
      emails.map(({ person, mail }, index) => [
        mailId(index),
        'campaign',
        mail.campaign,
        String(person.id),
        1,
        person.id,
        mail.state,
        firstHuman(mail, 'open'),
        firstHuman(mail, 'click'),
      ]),
    );
    await tx.insertRows(
      'email_hits',
      ['message_id', 'kind', 'is_machine', 'occurred_at'],
      emails.flatMap(({ mail }, index) =>
        mail.hits.map(({ kind, machine, at }) => [mailId(index), kind, machine ? 1 : 0, at]),
      ),
    );
  });
}
