import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { ROLLUPS } from '../../src/modules/rollups/counters.js';
import { type NewEvent, Outbox } from '../../src/platform/outbox/outbox.js';
import type { RelayNudge } from '../../src/platform/outbox/relay-nudge.js';
import { EmailFacts } from '../support/builders/email-facts.js';
import { IS_LONG, note, seededRandom } from '../support/chaos-plan.js';
import { Product, ProductProcess } from '../support/product.js';
import { waitUntil } from '../support/wait-until.js';

const KILLS = IS_LONG ? 20 : 2;
const EVENTS_PER_KILL = IS_LONG ? 6_000 : 1_500;
const REBUILDS_KILLED = IS_LONG ? 8 : 1;
const CAMPAIGNS = 12;
const CONTACTS = 300;

const day = (number: number): string => `2026-10-${String(1 + (number % 28)).padStart(2, '0')}`;

/** The expected figures: events per campaign and day, and the revenue of orders. */
class ExpectedFigures {
  readonly events = new Map<string, number>();
  orders = 0;
  cents = 0;

  add(campaign: number, what: string, at: string): void {
    const key = `${campaign} ${at.slice(0, 10)} ${what}`;
    this.events.set(key, (this.events.get(key) ?? 0) + 1);
  }
}

/** Returns the events of one email and perhaps one order, as the modules append them. */
function sampleEvents(number: number, roll: number, expected: ExpectedFigures): NewEvent[] {
  const campaign = 1 + (number % CAMPAIGNS);
  const contact = 1 + (number % CONTACTS);
  const at = `${day(number)}T10:00:00.000Z`;
  const facts = new EmailFacts({ campaign, contact });
  const events: NewEvent[] = [];
  const append = (what: string, event: NewEvent): void => {
    events.push(event);
    expected.add(campaign, what, at);
  };
  append('sent', facts.sent(at));
  if (roll < 0.5) append('opened', facts.opened(at));
  if (roll < 0.2) append('clicked', facts.clicked(at));
  if (roll < 0.05) append('unsubscribed', facts.unsubscribed(at));
  if (roll > 0.95) append('bounced', facts.bounced(at, 'dsn'));
  if (roll > 0.1 && roll < 0.2) {
    const amount = (number % 5_000) / 100;
    expected.orders += 1;
    expected.cents += number % 5_000;
    events.push({
      type: 'commerce.revenue_recorded',
      subjectId: number,
      data: {
        revenue: {
          order_id: number,
          contact_id: contact,
          kind: 'sale',
          amount,
          orders: 1,
          currency: 'EUR',
          campaign_id: campaign,
          funnel_id: null,
          sequence_id: null,
          email_id: number,
          touch: 'last_click',
          recorded_at: at,
        },
      },
    });
  }
  return events;
}

describe('figures of reports under kill -9', () => {
  let product: Product;
  const random = seededRandom('report-figures');
  const expected = new ExpectedFigures();
  const outbox = new Outbox({ nudge: () => undefined } as RelayNudge);

  beforeAll(async () => {
    product = await Product.start({ name: 'report-figures' });
  });

  async function tables(): Promise<Record<string, unknown>> {
    const contents = await Promise.all(
      ROLLUPS.map(async ({ table, key }) => [
        table,
        await product.db.query(`SELECT * FROM ${table} ORDER BY ${key.join(', ')}`),
      ]),
    );
    return Object.fromEntries(contents) as Record<string, unknown>;
  }

  const drafts = (): Promise<unknown[]> =>
    product.db.query(
      `SELECT table_name FROM information_schema.tables
        WHERE table_schema = DATABASE() AND table_name REGEXP '_(draft|old)_[0-9a-z]{26}$'`,
    );

  const outboxIsEmpty = async (): Promise<void> => {
    await waitUntil(
      'every event is delivered',
      async () => (await product.db.query("SELECT id FROM domain_events WHERE state = 'new' LIMIT 1")).length === 0,
    );
  };

  it('count every event once when the worker is killed repeatedly', async () => {
    const [worker] = product.workers as [ProductProcess];
    const delivered = async (): Promise<number> =>
      (await product.db.query<{ total: number }>("SELECT COUNT(*) AS total FROM domain_events WHERE state <> 'new'"))[0]
        ?.total ?? 0;
    let number = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const enough = (await delivered()) + random(1, EVENTS_PER_KILL);
      const until = number + EVENTS_PER_KILL;
      const appending = (async (): Promise<void> => {
        while (number < until) {
          const events = Array.from({ length: 25 }, () => sampleEvents((number += 1), random(0, 1), expected)).flat();
          await product.db.transaction((tx) => outbox.appendAll(tx, events));
        }
      })();
      await waitUntil('the worker delivers events', async () => (await delivered()) >= enough, 5);
      await worker.kill();
      await appending;
      worker.start();
    }
    await outboxIsEmpty();

    const rows = await product.db.query<Record<string, number | string>>(
      'SELECT campaign_id, day, sent, opened, clicked, unsubscribed, bounced FROM campaign_daily_stats',
    );
    const counted = new Map<string, number>();
    for (const row of rows)
      for (const what of ['sent', 'opened', 'clicked', 'unsubscribed', 'bounced'])
        if (row[what] !== 0) counted.set(`${row['campaign_id']} ${row['day']} ${what}`, Number(row[what]));
    expect(new Map([...counted].sort())).toEqual(new Map([...expected.events].sort()));
    const [revenue] = await product.db.query<{ orders: number; revenue: number }>(
      'SELECT SUM(orders) AS orders, SUM(revenue) AS revenue FROM revenue_daily_stats',
    );
    expect({ orders: Number(revenue?.orders), cents: Number(revenue?.revenue) }).toEqual({
      orders: expected.orders,
      cents: expected.cents,
    });
    note('report-figures', `${number} emails and ${expected.orders} orders over ${KILLS} kills of the worker`);
  });

  it('are the same after a rebuild, and after rebuilds that were killed', async () => {
    await outboxIsEmpty();
    const before = await tables();
    for (let kill = 0; kill < REBUILDS_KILLED; kill += 1) {
      const rebuild = product.command('rebuild', ['rollups:rebuild']);
      const earlier = await drafts();
      rebuild.start();
      const fillsTables = async (): Promise<boolean> => !isDeepStrictEqual(await drafts(), earlier);
      await waitUntil('the rebuild fills its tables', async () => rebuild.pid === undefined || fillsTables(), 5);
      await sleep(random(0, 500));
      await rebuild.kill();
      expect(await tables()).toEqual(before);
    }
    expect(await product.cli(['rollups:rebuild'])).toMatch(/^counted \d+ events\n$/);
    expect(await tables()).toEqual(before);
    expect(await drafts()).toEqual([]);
  });
});
