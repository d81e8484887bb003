/**
 * Creates a year of contacts with ten emails each and their results. The email ledger has one row per email; the rollups are
 * calculated from the daily rows of contacts, so that they agree with each other. All values depend only on ids and days.
 */
import { createConnection } from 'mysql2/promise';
import { contactsDatabase, LISTS, TAGS } from './dataset.mjs';
import { inProject } from '../project.mjs';

const DAYS = 365;
const EMAILS_PER_CONTACT = 10;
/** Scanners touch every email often: ten million emails make a hundred million events. */
const MACHINE_OPENS = 7;
const FUNNELS = 40;
const STEPS_PER_FUNNEL = 4;
const CAMPAIGNS = 240;
const DOMAINS = 50;
const DAY_MS = 86_400_000;
const MADE_MARK = 'bench: reports are complete';

export const CAMPAIGN_IDS = Array.from({ length: CAMPAIGNS }, (_, index) => index + 1);

/**
 * @param {{purpose?: string, searchable?: boolean}} context
 * @returns {Promise<string>} the URL of a database with all of it, made once per size, seed, and purpose.
 */
export async function reportsDatabase(context) {
  const { contacts, log } = context;
  const url = await contactsDatabase({ purpose: 'reports', searchable: false, ...context });
  const connection = await createConnection({ uri: url, stringifyObjects: true });
  try {
    const [[{ made }]] = await connection.query('SELECT COUNT(*) AS made FROM lists WHERE description = ?', [
      MADE_MARK,
    ]);
    if (made > 0) return url;
    const started = Date.now();
    const step = async (what, work) => {
      const began = Date.now();
      await work();
      log(`${what}: ${Math.round((Date.now() - began) / 1000)} s`);
    };
    await connection.query('SET SESSION unique_checks = 0, foreign_key_checks = 0');
    await empty(connection);
    const days = lastDays();
    await step('days of contacts', () => contactDays(connection, days));
    await step('campaigns and funnels', () => sources(connection));
    await step('what all of that adds up to', () => sums(connection, days));
    await step('the ledger of emails', () => ledger(connection, contacts));
    await connection.query(`ANALYZE TABLE ${[...ROLLUPS, 'email_messages', 'campaigns'].join(', ')}`);
    await connection.query('UPDATE lists SET description = ? WHERE id = 1', [MADE_MARK]);
    log(`a year of reports made in ${Math.round((Date.now() - started) / 1000)} s`);
    return url;
  } finally {
    await connection.end();
  }
}

const ROLLUPS = [
  'contact_daily_stats',
  'contact_growth_stats',
  'contact_revenue_daily_stats',
  'contact_revenue_stats',
  'contact_totals',
  'daily_stats',
  'hourly_stats',
  'campaign_daily_stats',
  'campaign_domain_stats',
  'campaign_revenue_stats',
  'domain_daily_stats',
  'funnel_step_daily_stats',
  'funnel_step_revenue_stats',
  'label_daily_stats',
  'reason_daily_stats',
  'revenue_daily_stats',
];
const EMPTIED = [
  ...ROLLUPS,
  'email_messages',
  'campaigns',
  'funnels',
  'funnel_versions',
  'funnel_steps',
  'funnel_counts',
];

async function empty(connection) {
  for (const table of EMPTIED) await connection.query(`TRUNCATE TABLE ${table}`);
}

/** The days up to yesterday, so that each of the last 30 days has figures. */
function lastDays() {
  const today = Math.floor(Date.now() / DAY_MS);
  return Array.from({ length: DAYS }, (_, index) =>
    new Date((today - DAYS + index) * DAY_MS).toISOString().slice(0, 10),
  );
}

/** Each contact gets an email every 36 days, starting on different days. */
async function contactDays(connection, days) {
  const gap = Math.floor(DAYS / EMAILS_PER_CONTACT);
  for (const [index, day] of days.entries()) {
    await connection.query(
      `INSERT INTO contact_daily_stats
         (day, contact_id, sent, bounced, opened, clicked, unsubscribed, machine_opens, machine_clicks, new_subscribed,
          complained, tracked_events, orders)
       SELECT ?, id, 1, luck < 8, luck >= 600, luck >= 920, luck BETWEEN 600 AND 602, ${MACHINE_OPENS}, luck % 4 = 0, 0,
              luck = 9, luck >= 960, luck >= 980
         FROM (SELECT id, (id * 7919 + ? * 104729) % 1000 AS luck FROM contacts
                WHERE (? + id * 7) % ${gap} = 0 AND (? + id * 7) % ${DAYS} < ${gap * EMAILS_PER_CONTACT}) c
        ORDER BY id`,
      [day, index, index, index],
    );
  }
}

async function sources(connection) {
  const settings = JSON.stringify({});
  await connection.query(
    'INSERT INTO campaigns (id, title, live_title_key, slug, status, email_subject, email_pre_header, email_body, email_body_text, settings, started_at, created_at, updated_at) VALUES ?',
    [
      CAMPAIGN_IDS.map((id) => [
        id,
        `Campaign ${id}`,
        `campaign ${id}`,
        `campaign-${id}`,
        'sent',
        `News ${id}`,
        '',
        '',
        '',
        settings,
        new Date(),
        new Date(),
        new Date(),
      ]),
    ],
  );
  for (let id = 1; id <= FUNNELS; id += 1) {
    const steps = Array.from({ length: STEPS_PER_FUNNEL }, (_, place) => (id - 1) * STEPS_PER_FUNNEL + place + 1);
    await connection.query(
      `INSERT INTO funnels (id, title, trigger_name, status, conditions, settings, version_id, version)
       VALUES (?, ?, 'contact_created', 'published', '{}', '{}', ?, 1)`,
      [id, `Funnel ${id}`, id],
    );
    const document = steps.map((step, place) => ({
      id: step,
      action: 'send_custom_email',
      title: `Email ${step}`,
      parentId: null,
      branch: null,
      place,
    }));
    await connection.query('INSERT INTO funnel_versions (id, funnel_id, version, steps) VALUES (?, ?, 1, ?)', [
      id,
      id,
      JSON.stringify(document),
    ]);
    await connection.query('INSERT INTO funnel_steps (id, funnel_id) VALUES ?', [steps.map((step) => [step, id])]);
    await connection.query(
      'INSERT INTO funnel_counts (funnel_id, entered, completed, cancelled) VALUES (?, 25000, 20000, 1000)',
      [id],
    );
  }
}

const EMAIL_SUMS = [
  'sent',
  'bounced',
  'complained',
  'opened',
  'clicked',
  'unsubscribed',
  'machine_opens',
  'machine_clicks',
];
const list = (columns, form = (column) => column) => columns.map(form).join(', ');

/** Nine of ten emails belong to campaigns, each with its own days; the rest belong to funnels. */
async function sums(connection, days) {
  const all = [...EMAIL_SUMS, 'tracked_events', 'orders'];
  await connection.query(
    `INSERT INTO daily_stats (day, ${list(all)}, new_contacts, new_subscribed, left_subscribed, unsubscribed_contacts)
     SELECT day, ${list(all, (column) => `SUM(${column})`)}, 300, 280, 90, 60 FROM contact_daily_stats GROUP BY day`,
  );
  const people = ['new_contacts', 'new_subscribed', 'left_subscribed', 'unsubscribed_contacts'];
  for (let hour = 0; hour < 24; hour += 1)
    await connection.query(
      `INSERT INTO hourly_stats (hour, ${list([...all, ...people])})
       SELECT day + INTERVAL ? HOUR, ${list([...all, ...people], (column) => `ROUND(${column} / 24)`)} FROM daily_stats`,
      [hour],
    );
  await connection.query(
    `INSERT INTO contact_growth_stats (hour, contact_id, new_subscribed)
     SELECT ? + INTERVAL (id * 37 % ${DAYS * 24}) HOUR, id, 1 FROM contacts WHERE status = 'subscribed' AND id % 9 = 0`,
    [`${days[0]} 00:00:00`],
  );
  const perCampaign = Math.ceil(CAMPAIGNS / DAYS);
  for (const [index, day] of days.entries()) {
    const campaigns = Array.from(
      { length: 3 + perCampaign },
      (_, place) => 1 + ((Math.floor((index * CAMPAIGNS) / DAYS) + CAMPAIGNS - place) % CAMPAIGNS),
    );
    const share = (column) => `ROUND(${column} * 0.9 / ${campaigns.length})`;
    for (const campaign of campaigns) {
      await connection.query(
        `INSERT INTO campaign_daily_stats (campaign_id, day, ${list(EMAIL_SUMS)})
         SELECT ?, day, ${list(EMAIL_SUMS, share)} FROM daily_stats WHERE day = ?`,
        [campaign, day],
      );
      await connection.query(
        `INSERT INTO campaign_revenue_stats (campaign_id, currency, day, orders, revenue, refunded)
         SELECT ?, 'EUR', day, ${share('orders')}, ${share('orders')} * 5490, 0 FROM daily_stats WHERE day = ?`,
        [campaign, day],
      );
    }
  }
  const domains = Array.from({ length: DOMAINS }, (_, index) => [`example${index}.com`]);
  await connection.query('CREATE TEMPORARY TABLE bench_domains (domain VARCHAR(190) COLLATE utf8mb4_bin PRIMARY KEY)');
  await connection.query('INSERT INTO bench_domains VALUES ?', [domains]);
  const ofDomains = ['sent', 'bounced', 'complained', 'unsubscribed'];
  for (const [table, from, key] of [
    ['domain_daily_stats', 'daily_stats', 'day'],
    ['campaign_domain_stats', 'campaign_daily_stats', 'campaign_id, day'],
  ])
    await connection.query(
      `INSERT INTO ${table} (${key}, domain, ${list(ofDomains)})
       SELECT ${key}, domain, ${list(ofDomains, (column) => `ROUND(${column} / ${DOMAINS})`)} FROM ${from} JOIN bench_domains`,
    );
  await connection.query(
    `INSERT INTO funnel_step_daily_stats (step_id, day, ${list(EMAIL_SUMS)})
     SELECT s.id, d.day, ${list(EMAIL_SUMS, (column) => `ROUND(${column} * 0.1 / ${FUNNELS * STEPS_PER_FUNNEL})`)}
       FROM funnel_steps s JOIN daily_stats d`,
  );
  await connection.query(
    `INSERT INTO funnel_step_revenue_stats (step_id, currency, day, orders, revenue, refunded)
     SELECT step_id, 'EUR', day, clicked, clicked * 5490, 0 FROM funnel_step_daily_stats`,
  );
  for (const [kind, reason] of [
    ['hard_bounce', '5.1.1'],
    ['hard_bounce', '5.1.2'],
    ['soft_bounce', '4.2.2'],
    ['complaint', 'arf'],
    ['opt_out', ''],
    ['opt_out', 'too many mails'],
    ['opt_out_method', 'one_click'],
  ])
    await connection.query(
      'INSERT INTO reason_daily_stats (day, kind, reason, total) SELECT day, ?, ?, unsubscribed FROM daily_stats',
      [kind, reason],
    );
  for (const [kind, count] of [
    ['list', LISTS],
    ['tag', TAGS],
  ])
    await connection.query(
      `INSERT INTO label_daily_stats (kind, label_id, day, added, removed)
       SELECT ?, l.id, d.day, 40, 12 FROM ${kind}s l JOIN daily_stats d WHERE l.id <= ?`,
      [kind, count],
    );
  await revenue(connection);
  await totals(connection, days);
}

async function revenue(connection) {
  await connection.query(
    `INSERT INTO contact_revenue_daily_stats (day, contact_id, currency, orders, revenue, refunded)
     SELECT day, contact_id, 'EUR', 1, 1000 + contact_id % 9000, 0 FROM contact_daily_stats WHERE orders > 0
      ORDER BY day, contact_id`,
  );
  await connection.query(
    `INSERT INTO contact_revenue_stats (contact_id, currency, orders, revenue, refunded)
     SELECT contact_id, currency, SUM(orders), SUM(revenue), 0 FROM contact_revenue_daily_stats GROUP BY contact_id, currency`,
  );
  await connection.query(
    `INSERT INTO revenue_daily_stats
       (currency, day, orders, revenue, refunded, campaign_orders, campaign_revenue, funnel_orders, funnel_revenue)
     SELECT currency, day, SUM(orders), SUM(revenue), 0, SUM(orders) DIV 2, SUM(revenue) DIV 2, SUM(orders) DIV 10,
            SUM(revenue) DIV 10
       FROM contact_revenue_daily_stats GROUP BY currency, day`,
  );
}

/** Calculates totals with the points of the product's own code. */
async function totals(connection, days) {
  const { engagementUnit, POINTS } = await import(inProject('dist/modules/rollups/engagement.js'));
  await connection.query('CREATE TEMPORARY TABLE bench_units (day DATE PRIMARY KEY, unit DECIMAL(65,0))');
  await connection.query('INSERT INTO bench_units VALUES ?', [days.map((day) => [day, String(engagementUnit(day))])]);
  const counters = ['opened', 'clicked', 'tracked_events', 'orders'];
  await connection.query(
    `INSERT INTO contact_totals (contact_id, ${list(counters)}, activity, engagement)
     SELECT contact_id, ${list(counters, (column) => `SUM(${column})`)}, SUM(${counters.join(' + ')}),
            SUM((${counters.map((column) => `${column} * ${POINTS[column]}`).join(' + ')}) * unit)
       FROM contact_daily_stats JOIN bench_units USING (day)
      WHERE opened + clicked + tracked_events + orders > 0
      GROUP BY contact_id`,
  );
}

/** Emails in the order of the campaigns, which are spread over the year. */
async function ledger(connection, contacts) {
  const each = Math.ceil((contacts * EMAILS_PER_CONTACT) / CAMPAIGNS);
  for (const campaign of CAMPAIGN_IDS) {
    const first = ((campaign - 1) * each) % contacts;
    const sent = new Date(Date.now() - (CAMPAIGNS - campaign) * Math.floor(DAYS / CAMPAIGNS) * DAY_MS);
    await connection.query(
      `INSERT INTO email_messages
         (source_type, source_id, recipient_key, content_id, contact_id, email, state, attempts, message_id, sending_at, settled_at,
          first_human_open_at, human_opens, created_at)
       SELECT 'campaign', ?, id, ?, id, email, 'sent', 1, CONCAT(id, '.', ?), s.sent, s.sent, IF(id % 3 = 0, s.sent, NULL), id % 3 = 0,
              s.sent
         FROM contacts JOIN (SELECT ? AS sent) s WHERE id > ? AND id <= ? ORDER BY id`,
      [campaign, campaign, campaign, sent, first, Math.min(contacts, first + each)],
    );
  }
}
