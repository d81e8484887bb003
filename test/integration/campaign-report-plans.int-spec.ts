import type { SqlParams } from '../../src/platform/sql/named-parameters.js';
import { queriesOf, rowsRead } from '../support/rows-read.js';
import { World } from '../support/world.js';

const EVENTS = 30_000;
const CLICKS = 10_000;
const DOMAINS = 1_000;
const DAYS = 30;

const DIGITS = `(${Array.from({ length: 10 }, (_, d) => `SELECT ${d} AS d`).join(' UNION ALL ')})`;
/** 0 to 99,999. */
const NUMBERS = `(SELECT a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d AS i
                    FROM ${['a', 'b', 'c', 'e', 'f'].map((name) => `${DIGITS} ${name}`).join(', ')}) n`;

describe('queries of campaign and deliverability reports with very many emails', () => {
  let world: World;
  let busy: number;
  let quiet: number;

  beforeAll(async () => {
    world = await World.start({ worker: false });
    [busy, quiet] = [(await world.given.campaign()).id, (await world.given.campaign()).id];
    const execute = (sql: string, params: SqlParams = {}): Promise<unknown> =>
      world.db.transaction((tx) => tx.execute(sql, params));
    // Of the emails, one in 50 bounces, one in 500 causes a complaint, and one in 200 an opt-out.
    await execute(
      `INSERT INTO domain_events (id, uid, type, subject_type, subject_id, campaign_id, state, occurred_at, data)
       SELECT 1000000 + i, LPAD(i, 26, '0'),
              CASE WHEN i % 500 = 0 THEN 'email.spam_complaint' WHEN i % 50 = 0 THEN 'email.bounced'
                   WHEN i % 200 = 7 THEN 'email.unsubscribed' ELSE 'email.sent' END,
              'email', i, IF(i = 20, :quiet, :busy), 'carried', NOW(3) - INTERVAL 1 DAY - INTERVAL (:events - i) SECOND,
              CONCAT('{"email":{"id":', i, ',"subject":"Hello","contact_id":', i, ',"campaign_id":', IF(i = 20, :quiet, :busy),
                     ',"funnel_id":null,"sequence_id":null,"to":"reader@example.com","message_id":"<m@example.com>",',
                     '"sent_at":"2026-06-01T00:00:00.000Z","bounced_at":"2026-06-01T00:00:00.000Z","bounce_type":"hard",',
                     '"code":"5.1.1","diagnostic":null,"source":"dsn","method":"page","reason":null,',
                     '"complained_at":"2026-06-01T00:00:00.000Z","unsubscribed_at":"2026-06-01T00:00:00.000Z"}}')
         FROM ${NUMBERS} WHERE i < :events`,
      { events: EVENTS, busy, quiet },
    );
    await execute(
      `INSERT INTO domain_daily_stats (day, domain, sent, bounced)
       SELECT CURDATE() - INTERVAL (i DIV :domains) DAY, CONCAT('d', i % :domains, '.example'), 10, i % 50 = 0
         FROM ${NUMBERS} WHERE i < :domains * :days`,
      { domains: DOMAINS, days: DAYS },
    );
    await execute(
      `INSERT INTO campaign_domain_stats (campaign_id, domain, day, sent, bounced)
       SELECT :busy, domain, day, sent, bounced FROM domain_daily_stats WHERE day > CURDATE() - INTERVAL 3 DAY`,
      { busy },
    );
    await execute(
      `INSERT INTO campaign_daily_stats (campaign_id, day, sent, bounced)
       SELECT i DIV :days, CURDATE() - INTERVAL (i % :days) DAY, 10, 1 FROM ${NUMBERS} WHERE i < 200 * :days
       ON DUPLICATE KEY UPDATE sent = 10`,
      { days: DAYS },
    );
    await execute(`UPDATE campaigns SET content_id = 1 WHERE id = :busy`, { busy });
    await execute(
      `INSERT INTO email_links (id, content_id, position, url)
       SELECT i + 1, 1, i, 'https://example.com' FROM ${NUMBERS} WHERE i < 5`,
    );
    await execute(
      `INSERT INTO email_hits (message_id, link_id, kind, is_machine)
       SELECT i DIV 2, 1 + i % 5, 'click', i % 3 = 0 FROM ${NUMBERS} WHERE i < :clicks`,
      { clicks: CLICKS },
    );
    for (const table of ['domain_events', 'domain_daily_stats', 'campaign_domain_stats', 'campaign_daily_stats'])
      await world.db.query(`ANALYZE TABLE ${table}`);
  });

  /** Requests the path. @returns the rows that the server reads for its queries, by table. */
  async function rowsReadBy(path: string): Promise<Record<string, number>> {
    const read: Record<string, number> = {};
    for (const query of await queriesOf(world.db, () => world.all.get(path).expect(200).expect('X-Cache', 'MISS'))) {
      const [table] = /FROM (?!\()(\w+)/.exec(query.sql)?.slice(1) ?? [];
      read[table ?? ''] = (read[table ?? ''] ?? 0) + (await rowsRead(world.db, query));
    }
    return read;
  }

  it('read only the newest events of each type for the live report of a busy campaign', async () => {
    const read = await rowsReadBy(`/reports/campaigns/${busy}/live`);
    // Up to 20 of each type, and the same again to sort and show them.
    expect(read['domain_events']).toBeLessThan(500);
    const { body } = await world.all.get(`/reports/campaigns/${busy}/live`).expect(200);
    expect(body.last_events).toHaveLength(20);
  });

  it('do not read the whole log for a campaign with few events', async () => {
    const read = await rowsReadBy(`/reports/campaigns/${quiet}/live`);
    expect(read['domain_events']).toBeLessThan(100);
    const { body } = await world.all.get(`/reports/campaigns/${quiet}/live`).expect(200);
    expect(body.last_events).toHaveLength(1);
  });

  it('read only the daily figures of the campaigns on the page', async () => {
    const read = await rowsReadBy('/reports/campaigns?per_page=10');
    expect(read['campaigns']).toBeLessThan(100);
    const one = await rowsReadBy(`/reports/campaigns/${busy}`);
    // Each domain and day of the campaign once, and a row per group.
    expect(one['campaign_domain_stats']).toBeLessThan(3 * 3 * DOMAINS);
    // Each click twice: to count clicks, and to count the emails with clicks.
    expect(one['email_hits']).toBeLessThan(2 * CLICKS);
  });

  it('show the last bounces, complaints and opt-outs without reading the log', async () => {
    for (const name of ['bounces', 'spam-complaints', 'unsubscribes']) {
      const { domain_events, domain_daily_stats } = await rowsReadBy(`/reports/${name}`);
      // The index entries of each type, and some more for sorting.
      expect(domain_events).toBeLessThan(4 * (EVENTS / 50));
      // Each row once, and the rows of the shown domains again.
      expect(domain_daily_stats).toBeLessThan(DOMAINS * DAYS * 1.3);
    }
  });
});
