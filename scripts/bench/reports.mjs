/**
 * Measures reports over ten million emails and a hundred million events, calculated and from the cache, and the export of all
 * contacts.
 */
import Redis from 'ioredis';
import { createConnection } from 'mysql2/promise';
import { serverSettings } from './dataset.mjs';
import { figuresOf, lineOf, machineLoop, printLines, printTable } from './figures.mjs';
import { startProduct } from './product.mjs';
import { CAMPAIGN_IDS, reportsDatabase } from './reports-dataset.mjs';
import { timed } from './timing.mjs';

const API = '/api/v2';
const COLD_MS = 100;
const NARROWED_MS = 1_000;
const CACHED_MS = 10;
/** The time limit for the rounds of a slow report. */
const QUESTION_MS = 10_000;
const MIN_ROUNDS = 5;

/** Plain SQL for the main part of the same response. */
const LAST_DAYS = 'BETWEEN CURDATE() - INTERVAL 29 DAY AND CURDATE()';
const FLOORS = {
  days: `SELECT SUM(sent), SUM(opened), SUM(clicked) FROM daily_stats WHERE day ${LAST_DAYS}`,
  campaign: 'SELECT SUM(sent), SUM(opened) FROM campaign_daily_stats WHERE campaign_id = 7',
  campaigns:
    'SELECT campaign_id, SUM(sent), SUM(opened) FROM campaign_daily_stats GROUP BY campaign_id ORDER BY 1 DESC LIMIT 10',
  funnels: 'SELECT step_id, SUM(sent), SUM(opened) FROM funnel_step_daily_stats WHERE step_id <= 40 GROUP BY step_id',
  revenue: `SELECT SUM(revenue), SUM(orders) FROM revenue_daily_stats WHERE currency = 'EUR' AND day ${LAST_DAYS}`,
  engagement: 'SELECT contact_id, engagement FROM contact_totals ORDER BY engagement DESC LIMIT 10',
  activity: 'SELECT contact_id, activity FROM contact_totals ORDER BY activity DESC LIMIT 10',
  buyers: `SELECT contact_id, revenue FROM contact_revenue_stats WHERE currency = 'EUR' ORDER BY revenue DESC LIMIT 10`,
  scores: 'SELECT COUNT(*) FROM contact_totals WHERE engagement > 0',
  hours: `SELECT hour, SUM(new_subscribed) FROM hourly_stats WHERE hour >= NOW() - INTERVAL 90 DAY GROUP BY hour`,
  domains: `SELECT domain, SUM(bounced) FROM domain_daily_stats WHERE day ${LAST_DAYS} GROUP BY domain`,
  list: `SELECT SUM(d.sent), SUM(d.opened) FROM contact_daily_stats d JOIN contact_lists m ON m.contact_id = d.contact_id
          WHERE d.day ${LAST_DAYS} AND m.list_id = 3`,
  lists: `SELECT m.list_id, SUM(d.sent), SUM(d.opened) FROM contact_daily_stats d
            JOIN contact_lists m ON m.contact_id = d.contact_id WHERE d.day ${LAST_DAYS} GROUP BY m.list_id`,
};

/** @type {readonly {name: string, path: string, floor?: string, narrowed?: boolean}[]} */
const QUESTIONS = [
  { name: 'overview', path: '/reports/overview', floor: FLOORS.days },
  { name: 'overview, 12 months', path: '/reports/overview?date_range=12_months', floor: FLOORS.days },
  { name: 'overview, one list', path: '/reports/overview?lists[]=3', floor: FLOORS.list, narrowed: true },
  { name: 'campaigns', path: '/reports/campaigns', floor: FLOORS.campaigns },
  { name: 'one campaign', path: '/reports/campaigns/7', floor: FLOORS.campaign },
  { name: 'email-stats', path: '/reports/campaigns/7/email-stats', floor: FLOORS.campaign },
  { name: 'one campaign, live', path: '/reports/campaigns/7/live', floor: FLOORS.campaign },
  { name: 'funnels', path: '/reports/funnels', floor: FLOORS.funnels },
  { name: 'one funnel', path: '/reports/funnels/7', floor: FLOORS.funnels },
  { name: 'conversion-stats', path: '/reports/funnels/7/conversion-stats', floor: FLOORS.funnels },
  { name: 'one funnel, live', path: '/reports/funnels/7/live' },
  { name: 'subscriber-growth', path: '/reports/subscriber-growth', floor: FLOORS.days },
  {
    name: 'subscriber-growth, 90 days by hour',
    path: '/reports/subscriber-growth?date_range=90_days&group_by=hour',
    floor: FLOORS.hours,
  },
  {
    name: 'subscriber-growth, one list',
    path: '/reports/subscriber-growth?lists[]=3',
    floor: FLOORS.list,
    narrowed: true,
  },
  { name: 'subscriber-activity', path: '/reports/subscriber-activity', floor: FLOORS.hours },
  {
    name: 'subscriber-activity, one tag',
    path: '/reports/subscriber-activity?tags[]=3',
    floor: FLOORS.list,
    narrowed: true,
  },
  { name: 'top-subscribers, engagement', path: '/reports/top-subscribers', floor: FLOORS.engagement },
  { name: 'top-subscribers, revenue', path: '/reports/top-subscribers?metric=revenue', floor: FLOORS.buyers },
  { name: 'top-subscribers, activity', path: '/reports/top-subscribers?metric=activity', floor: FLOORS.activity },
  { name: 'revenue', path: '/reports/revenue', floor: FLOORS.revenue },
  { name: 'revenue, campaigns', path: '/reports/revenue/campaigns', floor: FLOORS.revenue },
  { name: 'revenue, contacts', path: '/reports/revenue/contacts', floor: FLOORS.buyers },
  { name: 'bounces', path: '/reports/bounces', floor: FLOORS.domains },
  { name: 'spam-complaints', path: '/reports/spam-complaints', floor: FLOORS.domains },
  { name: 'unsubscribes', path: '/reports/unsubscribes', floor: FLOORS.domains },
  { name: 'lists', path: '/reports/lists', floor: FLOORS.lists, narrowed: true },
  { name: 'one list', path: '/reports/lists/3', floor: FLOORS.list, narrowed: true },
  { name: 'tags', path: '/reports/tags', floor: FLOORS.lists, narrowed: true },
  { name: 'one tag', path: '/reports/tags/3', floor: FLOORS.list, narrowed: true },
  ...['list', 'tag', 'segment', 'country', 'contact_type', 'domain', 'engagement'].map((dimension) => ({
    name: `segmentation-analysis, ${dimension}`,
    path: `/reports/segmentation-analysis?dimension=${dimension}`,
    floor: dimension === 'list' || dimension === 'tag' ? FLOORS.lists : undefined,
    narrowed: true,
  })),
  { name: 'ab-testing', path: '/reports/ab-testing' },
  { name: 'engagement-scores', path: '/reports/engagement-scores', floor: FLOORS.scores },
  { name: 'options', path: '/reports/options' },
];

/** @param {{toy: boolean, contacts: number, seed: number, rounds: number, dataDir: string, databaseUrl: string,
 *   redisUrl: string, log: (line: string) => void}} given */
export async function measure(given) {
  const context = given.toy ? { ...given, contacts: 500, rounds: 2 } : given;
  const { log } = context;
  const url = await reportsDatabase(context);
  const product = await startProduct({ ...context, databaseUrl: url });
  const database = await createConnection(url);
  const cache = new Redis(context.redisUrl);
  try {
    const machine = machineLoop();
    const rows = [];
    for (const question of QUESTIONS) {
      log(question.name);
      rows.push(...(await ask({ product, database, cache }, question, context)));
    }
    const title =
      `reports: ${context.contacts} contacts, ${await represented(database)}, ${await serverSettings(database)}, ` +
      `resident ${JSON.stringify(product.memory())} MB, ${machine()}`;
    // At toy size nothing is measured.
    const judged = given.toy ? rows.map((row) => ({ ...row, met: undefined })) : rows;
    printTable(title, judged);
    return [...judged.map(lineOf), ...(await exports({ product, database }, context))];
  } finally {
    cache.disconnect();
    await product.stop();
    if (given.toy) await database.query(`DROP DATABASE ${new URL(url).pathname.slice(1)}`);
    await database.end();
  }
}

/** Measures the report without the cache, alternating with the floor, and then from the cache. */
async function ask({ product, database, cache }, { name, path, floor, narrowed = false }, { rounds }) {
  const get = () => product.send('GET', API + path);
  await get();
  const [cold, floors] = [[], []];
  const enough = performance.now() + QUESTION_MS;
  for (let round = 0; round < rounds && (round < MIN_ROUNDS || performance.now() < enough); round += 1) {
    await forget(cache);
    cold.push(await timed(get));
    if (floor) floors.push(await timed(() => database.query(floor)));
  }
  const cached = [];
  for (let round = 0; round < rounds; round += 1) cached.push(await timed(get));
  const limit = narrowed ? NARROWED_MS : COLD_MS;
  const [coldFigures, cachedFigures] = [figuresOf(cold), figuresOf(cached)];
  return [
    {
      name: `${name}: cold`,
      figures: coldFigures,
      ...(floor ? { floor: figuresOf(floors) } : {}),
      target: `p95 <= ${limit} ms`,
      met: coldFigures.p95 <= limit,
    },
    {
      name: `${name}: cached`,
      figures: cachedFigures,
      target: `p95 <= ${CACHED_MS} ms`,
      met: cachedFigures.p95 <= CACHED_MS,
    },
  ];
}

/** Empties the cache of the reports. @param prefix of its keys */
export async function forget(cache, prefix = '{bench') {
  const keys = await cache.keys(`${prefix}:cache:*`);
  if (keys.length > 0) await cache.del(keys);
}

async function represented(database) {
  const columns =
    'sent, bounced, complained, opened, clicked, unsubscribed, machine_opens, machine_clicks, tracked_events, orders';
  const [[{ events }]] = await database.query(
    `SELECT SUM(${columns.replaceAll(', ', ' + ')}) AS events FROM daily_stats`,
  );
  const [[{ emails }]] = await database.query('SELECT COUNT(*) AS emails FROM email_messages');
  return `${emails} rows of emails, ${Number(events)} events in the rollups, ${CAMPAIGN_IDS.length} campaigns`;
}

async function exports({ product, database }, { contacts, toy, log }) {
  const lines = [];
  for (const [what, path, perSecond] of [
    ['contacts as csv', '/reports/subscribers/export?format=csv', 60_000],
    ['contacts as json', '/reports/subscribers/export?format=json', null],
    ['contacts as ndjson', '/reports/subscribers/export?format=ndjson', 60_000],
    ['contacts as xlsx', '/reports/subscribers/export?format=xlsx', 25_000],
    ['emails of a campaign as csv', '/reports/campaigns/7/export?include[]=subscribers', null],
  ]) {
    log(what);
    product.peaks();
    const [[{ rows }]] = await database.query(
      path.includes('campaigns')
        ? `SELECT COUNT(*) AS \`rows\` FROM email_messages WHERE source_type = 'campaign' AND source_id = 7`
        : `SELECT ${contacts} AS \`rows\``,
    );
    const started = performance.now();
    const answer = await product.download(API + path);
    const seconds = (performance.now() - started) / 1_000;
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}`);
    const rate = rows / seconds;
    const peak = product.peaks().api;
    const met = toy ? undefined : (perSecond === null || rate >= perSecond) && peak <= 250;
    const target = perSecond === null ? '<= 250 MB' : `>= ${perSecond}/s, <= 250 MB`;
    const size = `${(answer.bytes / 1_048_576).toFixed(1)} MB`;
    lines.push({
      name: `export: ${what}`,
      value: `${Math.round(rate)}/s, API ${peak} MB`,
      target,
      met,
      rows: String(rows),
      size,
    });
  }
  printLines('exports', lines, { rows: 'rows', size: 'size' });
  return lines;
}
