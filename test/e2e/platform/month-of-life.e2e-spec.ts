import { NestFactory } from '@nestjs/core';
import type { Response } from 'supertest';
import { CliModule } from '../../../src/cli.module.js';
import { ROLLUPS } from '../../../src/modules/rollups/counters.js';
import { RollupsRebuild } from '../../../src/modules/rollups/rollups-rebuild.service.js';
import { ExpectedReports, daysFrom, type Question, queryOf } from '../../support/month/expected-reports.js';
import type { What } from '../../support/month/activity-log.js';
import { Month, TIME_ZONE } from '../../support/month/month.js';
import { SimulatedTime } from '../../support/month/simulated-time.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

// Redis keeps the real time: tracking events have the time at which the API received them.
jest.mock('../../../src/modules/tracking/tracking-event.js', () => ({
  ...jest.requireActual<object>('../../../src/modules/tracking/tracking-event.js'),
  alignedToClock: (hits: unknown) => hits,
}));

const IS_FULL = process.env['TEST_DEPTH'] === 'full';
const PEOPLE = IS_FULL ? 3_000 : 130;
const SEED = Number(process.env['MONTH_SEED'] ?? 8);
const MONTH: Question = { from: '2029-10-01', to: '2029-10-31' };
const PERIODS: readonly [string, Question][] = [
  ['the month', MONTH],
  ['a week', { from: '2029-10-08', to: '2029-10-14' }],
  ['the day before the end of daylight saving time', { from: '2029-10-27', to: '2029-10-27' }],
  ['the day of 25 hours', { from: '2029-10-28', to: '2029-10-28' }],
  ['the day after', { from: '2029-10-29', to: '2029-10-29' }],
  ['some days around the end of the month', { from: '2029-10-24', to: '2029-11-01' }],
];

/** A response whatever its status is. */
type Body = Response['body'];

const sumOf = (rows: readonly Body[], field: string): number =>
  rows.reduce<number>((sum, row) => sum + Number(row[field]), 0);

/** Whether any figure is not 0. */
const hasFigures = ({ stats, revenue }: Body): boolean =>
  [...Object.values(stats), revenue.orders, revenue.total].some((figure) => figure !== 0);

/** Rows with equal values may be in any order. */
const inOrder = (rows: readonly Body[], by: string): Body[] =>
  [...rows].sort((one, other) => String(one[by]).localeCompare(String(other[by])));

const asTop = ({ campaign_id, title, revenue, orders }: Body) => ({ campaign_id, title, revenue, orders });

const asRows = (rows: Body, by: string): Body[] =>
  by === 'method' ? rows.map(({ reason, ...row }: Body) => ({ method: reason, ...row })) : rows;

const BANDS = [
  [0, 0],
  [1, 20],
  [21, 40],
  [41, 60],
  [61, 80],
  [81, 100],
] as const;

/** The name of an engagement band: its limits. */
function bandOf(score: number): string {
  const [from, to] = BANDS.find(([, end]) => score <= end) ?? [0, 0];
  return from === to ? String(from) : `${from}-${to}`;
}

describe('a month of activity', () => {
  let world: World;
  let sink: SmtpSink;
  let time: SimulatedTime;
  let month: Month;
  let reports: ExpectedReports;

  beforeAll(async () => {
    time = new SimulatedTime();
    time.to(Month.start);
    sink = await SmtpSink.start();
    sink.behave({ recipients: Month.refusal });
    world = await World.start({ env: { APP_TIMEZONE: TIME_ZONE, SMTP_URL: sink.url } });
    month = new Month(world, sink, time, { seed: SEED, people: PEOPLE });
    await month.simulate();
    const { day } = month.log.wall(month.end);
    reports = new ExpectedReports(month.log, month.campaigns, day, TIME_ZONE);
  });

  const ask = async (path: string): Promise<Body> => {
    const { status, body } = await world.all.get(path);
    expect({ path, status }).toEqual({ path, status: 200 });
    return body;
  };
  const ids = (): { news: number; shop: number; early: number } => ({
    news: month.lists[0]?.id ?? 0,
    shop: month.lists[1]?.id ?? 0,
    early: month.tags[0]?.id ?? 0,
  });
  /** Questions for the same days: unfiltered, filtered, and with machines. */
  const narrowed = (question: Question): Question[] => {
    const { news, shop, early } = ids();
    return [
      question,
      { ...question, machine: true },
      { ...question, lists: [shop] },
      { ...question, tags: [early] },
      { ...question, lists: [news, shop], tags: [early], machine: true },
    ];
  };
  const machines = (question: Question): Question[] => [question, { ...question, machine: true }];
  const currencies = (questions: readonly Question[]): Question[] =>
    questions.flatMap((question) => [question, { ...question, currency: 'JPY' }]);

  it('has all kinds of activity, and campaigns reached their recipients', () => {
    const { log, seen, expected } = month;
    expect(seen.sort()).toEqual(expected.sort());
    const kinds: readonly What[] = ['hard', 'soft', 'complained', 'opened', 'clicked', 'unsubscribed', 'machine_opens'];
    const others: readonly What[] = ['machine_clicks', 'events', 'orders', 'refunded', 'added', 'removed', 'left'];
    for (const what of [...kinds, ...others]) expect([what, log.sum(what) > 1]).toEqual([what, true]);
    expect(log.people.filter(({ deleted }) => deleted).length).toBeGreaterThan(1);
    expect(log.sum('revenue', ({ campaign }) => campaign !== null)).toBeGreaterThan(0);
    expect(log.sum('revenue', ({ funnel }) => funnel !== null)).toBeGreaterThan(0);
  });

  describe.each(PERIODS)('%s', (_name, period) => {
    it('has the expected overview', async () => {
      for (const question of currencies(narrowed(period)))
        expect(await ask(`/reports/overview?${queryOf(question)}`)).toMatchObject(reports.overview(question));
    });

    it.each(['hour', 'day', 'week', 'month'] as const)('has the expected growth by %s', async (groupBy) => {
      for (const question of narrowed(period).filter(({ machine }) => !machine))
        expect(await ask(`/reports/subscriber-growth?group_by=${groupBy}&${queryOf(question)}`)).toMatchObject(
          reports.growth(question, groupBy),
        );
    });

    it('has the expected activity', async () => {
      for (const question of narrowed(period))
        expect(await ask(`/reports/subscriber-activity?${queryOf(question)}`)).toMatchObject(
          reports.activity(question),
        );
    });

    it('has the expected revenue', async () => {
      for (const question of currencies(narrowed(period).filter(({ machine }) => !machine))) {
        const body = await ask(`/reports/revenue?${queryOf(question)}`);
        expect(body).toMatchObject(reports.revenueReport(question));
        const isFiltered = question.lists !== undefined || question.tags !== undefined;
        if (isFiltered) expect(body.top_campaigns).toBeNull();
        else expect(body.top_campaigns).toMatchObject(reports.revenueOfCampaigns(question).rows.map(asTop));
      }
    });

    it('has the expected revenue by campaign and by contact', async () => {
      for (const question of currencies([period])) {
        const { rows, total, orders } = reports.revenueOfCampaigns(question);
        const body = await ask(`/reports/revenue/campaigns?per_page=100&${queryOf(question)}`);
        expect(body.campaigns.data).toMatchObject(rows);
        expect(body).toMatchObject({ total_revenue: total, total_orders: orders });
      }
      for (const question of currencies(narrowed(period).filter(({ machine }) => !machine))) {
        const { rows, total, orders } = reports.revenueOfContacts(question);
        const body = await ask(`/reports/revenue/contacts?per_page=1000&${queryOf(question)}`);
        const actual = new Map(body.contacts.data.map((row: Body) => [row.contact.id, row]));
        expect([...actual.keys()].sort()).toEqual([...rows.keys()].sort());
        for (const [id, row] of rows) expect(actual.get(id)).toMatchObject(row);
        const revenues = body.contacts.data.map(({ revenue }: { revenue: number }) => revenue);
        expect(revenues).toEqual([...revenues].sort((a, b) => b - a));
        expect(body).toMatchObject({ total_revenue: total, total_orders: orders });
      }
    });

    it('has the expected campaigns', async () => {
      for (const question of machines(period)) {
        const { rows, totals } = reports.campaignReports(question);
        const body = await ask(`/reports/campaigns?per_page=100&${queryOf(question)}`);
        // Campaigns without figures may be listed or not.
        expect(body.campaigns.data.filter(hasFigures)).toMatchObject(rows.filter(hasFigures));
        expect(body.totals).toMatchObject(totals);
      }
    });

    it.each([
      ['bounces', 'bounced'],
      ['spam-complaints', 'complained'],
      ['unsubscribes', 'unsubscribed'],
    ] as const)('has the expected %s', async (path, what) => {
      for (const question of narrowed(period).filter(({ machine }) => !machine)) {
        const { by_domain, by_campaign, by_reason, by_method, ...expected } = reports.deliverability(what, question);
        const body = await ask(`/reports/${path}?${queryOf(question)}`);
        expect(body).toMatchObject(expected);
        for (const [rows, wanted, by] of [
          [body.by_domain, by_domain, 'domain'],
          [body.by_campaign, by_campaign, 'campaign_id'],
          [body.by_reason, by_reason, 'reason'],
          ...(by_method === undefined ? [] : [[body.by_method, by_method, 'method'] as const]),
        ] as const) {
          if (wanted === null) expect(rows).toBeNull();
          else expect(inOrder(rows, by)).toMatchObject(inOrder(asRows(wanted, by), by));
        }
      }
    });

    it.each(['revenue', 'activity'] as const)('has the expected top contacts by %s', async (metric) => {
      for (const question of narrowed(period).filter(({ machine }) => !machine)) await sameTop(metric, question);
    });

    it('has the expected lists and tags', async () => {
      for (const question of machines(period)) {
        for (const [kind, labels] of [
          ['list', month.lists],
          ['tag', month.tags],
        ] as const) {
          const { [`${kind}s`]: actual } = await ask(`/reports/${kind}s?${queryOf(question)}`);
          for (const { id, title } of labels) {
            const row = { ...reports.label(`${kind} ${id}`, question), title };
            expect(actual.find((one: { id: number }) => one.id === id)).toMatchObject(row);
            const one = await ask(`/reports/${kind}s/${id}?${queryOf(question)}`);
            expect(one).toMatchObject({ ...row, growth: reports.growthOfLabel(`${kind} ${id}`, question) });
          }
        }
      }
    });

    it.each(['list', 'tag', 'country', 'contact_type', 'domain', 'engagement'] as const)(
      'has the expected groups by %s',
      async (dimension) => {
        const body = await ask(`/reports/segmentation-analysis?dimension=${dimension}&limit=100&${queryOf(period)}`);
        const expected = reports.segments((person) => {
          if (dimension === 'list') return [...person.lists].map(String);
          if (dimension === 'tag') return [...person.tags].map(String);
          if (dimension === 'country') return [person.country];
          if (dimension === 'engagement') return [bandOf(reports.score(person))];
          return [dimension === 'domain' ? (person.email.split('@')[1] ?? '') : person.type];
        }, period);
        const actual = new Map<string | null, unknown>(
          body.segments.map((segment: Body) => [segment.key === null ? null : String(segment.key), segment]),
        );
        for (const [key, segment] of expected) expect([key, actual.get(key)]).toMatchObject([key, segment]);
        if (dimension !== 'list' && dimension !== 'tag') return;
        const pairs = reports.overlaps(
          (person) => [...(dimension === 'list' ? person.lists : person.tags)].map(String),
          (dimension === 'list' ? month.lists : month.tags).map(({ id }) => String(id)),
        );
        const found = body.overlap.filter(({ size }: { size: number }) => size > 0);
        const sorted = found.map((pair: Body) => ({ ...pair, keys: [...pair.keys].sort((a, b) => a - b) }));
        expect(inOrder(sorted, 'keys')).toMatchObject(inOrder(pairs as Body[], 'keys'));
      },
    );
  });

  async function sameTop(metric: 'engagement' | 'revenue' | 'activity', question: Partial<Question>): Promise<void> {
    const expected = reports.top(metric, question);
    const body = await ask(`/reports/top-subscribers?metric=${metric}&limit=100&${queryOf(question)}`);
    const values = [...expected.values()].map(({ value }) => value as number).sort((a, b) => b - a);
    expect(body.subscribers.map(({ value }: { value: number }) => value)).toEqual(values.slice(0, 100));
    for (const { contact, ...row } of body.subscribers)
      expect([contact.id, row]).toMatchObject([contact.id, expected.get(contact.id) ?? 'no activity']);
  }

  it('has the expected top contacts of all time', async () => {
    for (const metric of ['engagement', 'revenue', 'activity'] as const)
      for (const question of [{}, { lists: [ids().shop] }, { tags: [ids().early] }]) await sameTop(metric, question);
  });

  it('has the expected report of each campaign', async () => {
    for (const { id } of month.campaigns) {
      for (const machine of [false, true])
        expect(await ask(`/reports/campaigns/${id}/email-stats?include_machine=${String(machine)}`)).toMatchObject(
          reports.emailStats(id, machine),
        );
      expect(await ask(`/reports/campaigns/${id}/email-stats?currency=JPY`)).toMatchObject(
        reports.emailStats(id, false, 'JPY'),
      );
      const { timeline, links, domains, ...expected } = reports.campaign(id) as Body;
      const body = await ask(`/reports/campaigns/${id}`);
      expect(body).toMatchObject(expected);
      const dates = body.timeline.map(({ date }: { date: string }) => date);
      expect(body.timeline).toMatchObject(timeline(dates));
      expect(dates).toEqual(daysFrom(dates[0], dates.at(-1)));
      for (const key of ['total', 'unique', 'machine'])
        for (const { url, [key]: many } of links)
          expect([
            key,
            url,
            sumOf(
              body.links.filter((link: Body) => link.url === url),
              key,
            ),
          ]).toEqual([key, url, many]);
      for (const domain of domains)
        expect(body.domains.find((one: { domain: string }) => one.domain === domain.domain)).toMatchObject(domain);
      const live = await ask(`/reports/campaigns/${id}/live`);
      expect(live.stats).toMatchObject(expected.stats);
    }
    const { rows, totals } = reports.campaignReports(null);
    const all = await ask('/reports/campaigns?per_page=100');
    expect(all.campaigns.data).toMatchObject(rows);
    expect(all.totals).toMatchObject(totals);
  });

  it('has the expected funnel report', async () => {
    const { id, sequences } = month.funnel;
    const steps = sequences.filter(({ action_name }) => action_name === 'send_custom_email').map((step) => step.id);
    for (const machine of [false, true]) {
      const expected = reports.funnel(steps, machine);
      expect(await ask(`/reports/funnels/${id}?include_machine=${String(machine)}`)).toMatchObject(expected);
      expect((await ask(`/reports/funnels?include_machine=${String(machine)}`)).funnels.data).toMatchObject([expected]);
    }
    for (const [, period] of PERIODS)
      expect(await ask(`/reports/funnels/${id}/conversion-stats?${queryOf(period)}`)).toMatchObject(
        reports.funnel(steps, false, period),
      );
  });

  it('has the expected A/B test', async () => {
    const { id } = month.campaigns.find(({ isTest }) => isTest)!;
    const { tests } = await ask('/reports/ab-testing');
    expect(tests).toHaveLength(1);
    expect(tests[0]).toMatchObject({
      campaign_id: id,
      metric: 'opens',
      status: 'decided',
      variants: ['a', 'b'].map((key) => reports.variant(id, key)),
    });
  });

  it('has the expected scores', async () => {
    for (const question of [{}, { lists: [ids().shop] }, { lists: [ids().news], tags: [ids().early] }]) {
      const scores = reports.scores(question);
      const body = await ask(`/reports/engagement-scores?${queryOf(question)}`);
      expect(body.total).toBe(scores.length);
      expect(body.distribution).toMatchObject(
        BANDS.map(([from, to]) => ({ from, to, contacts: scores.filter((s) => s >= from && s <= to).length })),
      );
      const average = scores.reduce((sum, score) => sum + score, 0) / scores.length;
      expect(Math.abs(body.average - average)).toBeLessThanOrEqual(0.051);
    }
  });

  it('has the same figures in every report', async () => {
    const overview = await ask(`/reports/overview?${queryOf(MONTH)}`);
    const activity = await ask(`/reports/subscriber-activity?${queryOf(MONTH)}`);
    const campaigns = await ask(`/reports/campaigns?${queryOf(MONTH)}`);
    const funnel = await ask(`/reports/funnels/${month.funnel.id}/conversion-stats?${queryOf(MONTH)}`);
    const revenue = await ask(`/reports/revenue?${queryOf(MONTH)}`);
    const growth = await ask(`/reports/subscriber-growth?${queryOf(MONTH)}`);
    const singles = (what: What): number =>
      reports.total(what, MONTH, ({ campaign, step }) => campaign === null && step === null);
    for (const [figure, ofActivity, ofEmails, what] of [
      ['emails_sent', 'sent', 'sent', 'sent'],
      ['emails_opened', 'opens', 'opened', 'opened'],
      ['emails_clicked', 'clicks', 'clicked', 'clicked'],
    ] as const) {
      const all = Number(overview.email_stats[figure]);
      expect(sumOf(activity.data, ofActivity)).toBe(all);
      expect(sumOf(activity.by_hour, ofActivity)).toBe(all);
      expect(sumOf(activity.by_weekday, ofActivity)).toBe(all);
      const ofSteps = sumOf(funnel.sequence_performance, ofEmails);
      expect(Number(campaigns.totals[ofEmails]) + ofSteps + singles(what)).toBe(all);
    }
    const parts = Object.values<number>(revenue.attribution).map((amount) => Math.round(amount * 100));
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(Math.round(revenue.total_revenue * 100));
    expect(overview.revenue.total).toBe(revenue.total_revenue);
    for (const [index, { total, net }] of growth.data.entries())
      if (index > 0) expect(Number(total) - Number(growth.data[index - 1].total)).toBe(net);
  });

  it('shows the latest twenty activities', async () => {
    const { recent } = await ask(`/reports/subscriber-activity?${queryOf(MONTH)}`);
    expect(recent).toHaveLength(20);
    // To the minute: concurrent activity within a slot has no defined order.
    const moments = recent.map(({ at }: Body) => String(at).slice(0, 'YYYY-MM-DDTHH:MM'.length));
    expect(moments).toEqual([...moments].sort().reverse());
  });

  it('has the same figures after a rebuild', async () => {
    const tables = async (): Promise<unknown> =>
      Promise.all(
        ROLLUPS.map(async ({ table, key }) => [
          table,
          await world.db.query(`SELECT * FROM ${table} ORDER BY ${key.join(', ')}`),
        ]),
      );
    const questions = ['overview', 'subscriber-growth', 'subscriber-activity', 'revenue', 'campaigns', 'lists', 'tags'];
    const all = async (): Promise<unknown> =>
      Promise.all(
        questions.map(async (name) => {
          const body = await ask(`/reports/${name}?${queryOf(MONTH)}`);
          return { ...body, meta: null } as unknown;
        }),
      );
    const [before, said] = [await tables(), await all()];
    const cli = await NestFactory.createApplicationContext(CliModule.with(world.config), { logger: false });
    await cli.get(RollupsRebuild, { strict: false }).run();
    await cli.close();
    expect(await tables()).toEqual(before);
    expect(await all()).toEqual(said);
  });
});
