import { ClicksQueries } from '../../src/modules/commerce/revenue/clicks.queries.js';
import { Reattribution } from '../../src/modules/commerce/revenue/reattribution.service.js';
import type { SqlParams } from '../../src/platform/sql/named-parameters.js';
import { explain, worstOf } from '../support/explain.js';
import { World } from '../support/world.js';

const CONTACTS = 20_000;
const ORDERS = 40_000;
/** Emails per contact. */
const EMAILS = 3;
const ORDERED = new Date('2026-03-01T12:00:00Z');
const MINUTE_MS = 60_000;

describe('queries with very many orders', () => {
  let world: World;

  beforeAll(async () => {
    world = await World.start({ worker: false });
    const contact = (index: number): number => (index % CONTACTS) + 1;
    const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
    await world.db.transaction(async (tx) => {
      await tx.insertRows(
        'orders',
        ['provider', 'external_id', 'contact_id', 'status', 'currency', 'total', 'items', 'ordered_at', 'campaign_id'],
        numbers(ORDERS).map((index) => [
          ...['shop', `P-${index}`, contact(index), 'completed', 'EUR', 100, '[]'],
          ...[new Date(ORDERED.getTime() + index * MINUTE_MS), (index % 400) + 1],
        ]),
      );
      await tx.insertRows(
        'email_messages',
        ['source_type', 'source_id', 'recipient_key', 'content_id', 'contact_id', 'state', 'first_human_click_at'],
        numbers(CONTACTS * EMAILS).map((index) => [
          ...['campaign', Math.floor(index / CONTACTS) + 1, String(contact(index)), 0, contact(index), 'sent'],
          index % 10 === 0 ? ORDERED : null,
        ]),
      );
      await tx.execute(
        `INSERT INTO email_hits (message_id, link_id, kind, is_machine, occurred_at)
         SELECT id, 1, 'click', 0, first_human_click_at FROM email_messages WHERE first_human_click_at IS NOT NULL`,
      );
      await tx.execute(
        `INSERT INTO revenue_entries (order_id, kind, contact_id, currency, amount, orders, campaign_id, recorded_at)
         SELECT id, 'sale', contact_id, currency, total, 1, campaign_id, ordered_at FROM orders`,
      );
    });
    await world.db.query('ANALYZE TABLE orders, email_messages, email_hits, revenue_entries');
  });

  async function planOf(sql: string, params?: SqlParams): Promise<{ rows: number; extra: string }> {
    return worstOf(await explain(world.db, sql.replace(/ FOR UPDATE$/, ''), params));
  }

  it('find the clicks before one order, and before a hundred, through the emails of the contacts', async () => {
    for (const count of [1, 100]) {
      const queries: [string, SqlParams | undefined][] = [];
      const orders = Array.from({ length: count }, (_, index) => ({ id: index + 1, orderedAt: ORDERED }));
      const reader = {
        query: async <Row>(sql: string, params?: SqlParams): Promise<Row[]> => {
          queries.push([sql, params]);
          return world.db.query<Row>(sql, params);
        },
      };
      expect((await world.api.get(ClicksQueries, { strict: false }).lastBefore(reader, orders)).size).toBe(count);
      expect(queries).toHaveLength(1);
      for (const [sql, params] of queries) expect((await planOf(sql, params)).rows).toBeLessThanOrEqual(count + 10);
    }
  });

  it('read few rows to find the orders after a batch of clicks, and use one query if there are none', async () => {
    const review = world.api.get(Reattribution, { strict: false });
    for (const [from, expected] of [
      [CONTACTS + 1, 1],
      [1, 6],
    ] as const) {
      const clickedBy = new Map(Array.from({ length: 200 }, (_, index) => [from + index, ORDERED] as const));
      await world.db.transaction(async (tx) => {
        const spy = jest.spyOn(tx, 'query');
        await review.review(tx, { clickedBy, orderIds: [], reclassifiedEmails: new Set() });
        const asked = spy.mock.calls.slice();
        spy.mockRestore();
        expect(asked).toHaveLength(expected);
        for (const [sql, params] of asked) expect([sql, (await planOf(sql, params)).rows < 5_000]).toEqual([sql, true]);
      });
    }
  });

  it.each(['', 'sort_by=id', 'contact_id=7', 'campaign_id=9', 'cursor=*'])(
    'read a page of orders without sorting many rows: %s',
    async (query) => {
      const spy = jest.spyOn(world.db, 'query');
      await world.all.get(`/commerce/orders?per_page=20&${query}`).expect(200);
      const [page] = spy.mock.calls.filter(([sql]) => sql.includes('LIMIT'));
      spy.mockRestore();
      const { rows, extra } = await planOf(page![0], page![1]);
      if (extra.includes('filesort')) expect(rows).toBeLessThan(1_000);
    },
  );
});
