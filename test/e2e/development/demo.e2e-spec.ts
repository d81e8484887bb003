import { NestFactory } from '@nestjs/core';
import { CliModule } from '../../../src/cli.module.js';
import { DemoProcessModule } from '../../../src/processes/demo-process.module.js';
import { Clock } from '../../../src/platform/clock/clock.js';
import type { MovableClock } from '../../../src/platform/clock/movable-clock.js';
import { MailboxStore } from '../../../src/modules/development/mailbox/mailbox.store.js';
import { type DemoProgress, DemoService } from '../../../src/modules/development/demo/demo.service.js';
import { PeriodicTasks } from '../../../src/platform/work/periodic-tasks.service.js';
import { CountsVerification } from '../../../src/modules/contacts/counts/counts-verification.service.js';
import { ROLLUPS } from '../../../src/modules/rollups/counters.js';
import { RollupsRebuild } from '../../../src/modules/rollups/rollups-rebuild.service.js';
import { freePort } from '../../support/free-port.js';
import { differences, storedRows } from '../../support/stored-rows.js';
import { World } from '../../support/world.js';

/** Up to the second campaign after the A/B test; the whole history has twice as many days. */
const DAYS = 56;
const DAY_MS = 86_400_000;
const YESTERDAY = Math.floor(Date.now() / DAY_MS) - 1;
/** A Monday, so that the weekly report is due between the end and the present. 1970-01-01 was a Thursday. */
const END = new Date((YESTERDAY - ((YESTERDAY + 3) % 7)) * DAY_MS);
const PRESENT = new Date(END.getTime() + 11.7 * 3_600_000);

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

describe('sample data', () => {
  const period = `start_date=${dayOf(END.getTime() - DAYS * DAY_MS)}&end_date=${dayOf(Date.now())}`;
  let world: World;
  const progress: DemoProgress[] = [];

  beforeAll(async () => {
    const ports = { DEV_MAILBOX_SMTP_PORT: await freePort(), DEV_WEBHOOK_RECEIVER_PORT: await freePort() };
    const env = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]));
    world = await World.start({ worker: false, env: { ...env, HIT_HOLD: '2s', SMTP_URL: 'smtp://127.0.0.1:1' } });
    // Rows that a manager has created before.
    await world.given.list();
    await world.given.tag();
    expect(await load()).toBe(true);
  });

  async function load(): Promise<boolean> {
    const options = { end: END, days: DAYS, signUpsPerDay: 1 };
    const app = await NestFactory.createApplicationContext(DemoProcessModule.with(world.config), {
      logger: ['error', 'warn'],
      abortOnError: false,
    });
    try {
      // A timer would do its work at some moment of the clock that is moved.
      expect(() => app.get(PeriodicTasks, { strict: false })).toThrow('could not find PeriodicTasks');
      app.get<MovableClock>(Clock, { strict: false }).to(PRESENT);
      return await app.get(DemoService, { strict: false }).load(options, (day) => progress.push(day));
    } finally {
      await app.close();
    }
  }

  const ask = async (path: string) => (await world.all.get(path).expect(200)).body;

  it('reports its progress after each day', () => {
    expect(progress.map(({ day }) => day)).toEqual(Array.from({ length: DAYS }, (_, index) => index + 1));
    expect(progress[0]?.contacts).toBeGreaterThanOrEqual(150);
    expect(progress.at(-1)?.emails).toBeGreaterThan(600);
  });

  it('has rates that an email marketer would believe', async () => {
    const { email_stats: stats, revenue, total_subscribers } = await ask(`/reports/overview?${period}`);
    expect(total_subscribers).toBeGreaterThan(150);
    expect(stats.emails_sent).toBeGreaterThan(600);
    expect([stats.open_rate > 30, stats.open_rate < 55]).toEqual([true, true]);
    expect([stats.click_rate > 3, stats.click_rate < 11]).toEqual([true, true]);
    expect(revenue.total).toBeGreaterThan(100);
    const { attribution } = await ask(`/reports/revenue?${period}`);
    expect(attribution.campaigns).toBeGreaterThan(0);
    expect(attribution.unattributed).toBeGreaterThan(0);
  });

  it('dates everything at the moment at which it happened', async () => {
    for (const table of ['contacts', 'email_messages', 'domain_events', 'campaigns', 'orders', 'contact_consents']) {
      const at = { domain_events: 'occurred_at', contact_consents: 'occurred_at' }[table] ?? 'created_at';
      const [row] = await world.db.query<{ first: Date; last: Date }>(
        `SELECT MIN(${at}) AS first, MAX(${at}) AS last FROM ${table}
          WHERE ${at} < :end`,
        { end: END },
      );
      expect([table, (row?.last.getTime() ?? 0) - (row?.first.getTime() ?? 0) > 40 * DAY_MS]).toEqual([table, true]);
    }
    const [late] = await world.db.query<{ many: number }>(
      'SELECT COUNT(*) AS many FROM email_messages WHERE settled_at IS NOT NULL AND sending_at < created_at',
    );
    expect(late?.many).toBe(0);
    const { data } = await ask(`/reports/subscriber-growth?group_by=week&${period}`);
    expect(data.filter((week: { new: number }) => week.new > 0).length).toBeGreaterThan(6);
  });

  it('has sent campaigns, a decided A/B test, a scheduled campaign, and a draft', async () => {
    const { campaigns } = await ask('/reports/campaigns?per_page=100');
    const sent = campaigns.data.filter(({ status }: { status: string }) => status === 'sent');
    expect(sent).toHaveLength(4);
    for (const { stats } of sent) expect([stats.sent > 100, stats.opened > 20, stats.clicked > 2]).not.toContain(false);
    const rest = campaigns.data.filter(({ status }: { status: string }) => status !== 'sent');
    expect(rest.map(({ status }: { status: string }) => status).sort()).toEqual(['draft', 'scheduled']);
    const tests = await world.db.query('SELECT state, winner FROM campaign_experiments');
    expect(tests).toEqual([{ state: 'decided', winner: 'b' }]);
  });

  it('tells machines from people', async () => {
    const reasons = await world.db.query<{ reason: string | null; many: number }>(
      'SELECT reason, COUNT(*) AS many FROM email_hits GROUP BY reason',
    );
    const many = new Map(reasons.map((row) => [row.reason, row.many]));
    for (const reason of [null, 'known_network', 'privacy_proxy']) expect(many.get(reason) ?? 0).toBeGreaterThan(30);
  });

  it('has bounces, a complaint, opt-outs, funnels in progress, orders, and confirmed sign-ups', async () => {
    const one = async (sql: string): Promise<number> =>
      (await world.db.query<{ many: number }>(`SELECT COUNT(*) AS many FROM ${sql}`))[0]?.many ?? 0;
    for (const sql of [
      "email_messages WHERE bounce_type = 'hard'",
      "email_messages WHERE bounce_type = 'soft'",
      'email_messages WHERE complained_at IS NOT NULL',
      "contacts WHERE status = 'unsubscribed'",
      "contact_optins WHERE state = 'confirmed'",
      "funnel_entries WHERE status = 'active'",
      "funnel_entries WHERE status = 'completed'",
      "orders WHERE status = 'completed'",
      'order_refunds',
      "webhook_deliveries WHERE status = 'success'",
      'contact_companies',
      "scheduled_report_runs WHERE state = 'sent'",
    ])
      expect([sql, (await one(sql)) > 0]).toEqual([sql, true]);
  });

  it('shows the latest emails in the mailbox, and a report with figures among them', async () => {
    const mailbox = new MailboxStore(new Clock(), world.config);
    const request = { page: 1, perPage: 5 };
    expect((await mailbox.list(undefined, request)).total).toBeGreaterThan(100);
    const [report] = (await mailbox.list('Weekly overview', request)).items;
    // Shows why a report was late.
    expect(
      await world.db.query(
        `SELECT scheduled_for, ran_at, attempts, reason FROM scheduled_report_runs
          WHERE ran_at > scheduled_for + INTERVAL 1 HOUR`,
      ),
    ).toEqual([]);
    expect(report?.received_at).toContain('T09:00:00');
    const { text } = (await mailbox.read(report?.id ?? '')).mail;
    expect(text).toMatch(/Emails sent:? +[1-9]/);
  });

  it('leaves nothing that is due or in progress', async () => {
    const [row] = await world.db.query<Record<string, number>>(
      `SELECT (SELECT COUNT(*) FROM domain_events WHERE state = 'new') AS events,
              (SELECT COUNT(*) FROM parked_events) AS parked,
              (SELECT COUNT(*) FROM email_hit_inbox) AS hits,
              (SELECT COUNT(*) FROM email_messages WHERE state = 'sending') AS sending,
              (SELECT COUNT(*) FROM webhook_attempts WHERE outcome IS NULL OR outcome = 'interrupted') AS interrupted,
              (SELECT COUNT(*) FROM funnel_entries WHERE due_at <= :end) AS steps`,
      { end: END },
    );
    expect(row).toEqual({ events: 0, parked: 0, hits: 0, sending: 0, interrupted: 0, steps: 0 });
  });

  it('has counters and rollups that equal a rebuild', async () => {
    const rollups = async (): Promise<unknown> =>
      Promise.all(
        ROLLUPS.map(async ({ table, key }) => [
          table,
          await world.db.query(`SELECT * FROM ${table} ORDER BY ${key.join(', ')}`),
        ]),
      );
    const before = await rollups();
    const cli = await NestFactory.createApplicationContext(CliModule.with(world.config), { logger: false });
    expect(await cli.get(CountsVerification, { strict: false }).verify()).toEqual([]);
    await cli.get(RollupsRebuild, { strict: false }).run();
    await cli.close();
    expect(await rollups()).toEqual(before);
  });

  it('is not loaded again', async () => {
    const before = await storedRows(world.db);
    expect(await load()).toBe(false);
    expect(differences(before, await storedRows(world.db))).toEqual([]);
  });
});
