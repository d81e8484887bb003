import { setTimeout as sleep } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { CliModule } from '../../../src/cli.module.js';
import { ReportsModule } from '../../../src/modules/reports/reports.module.js';
import { ScheduledReportsModule } from '../../../src/modules/scheduled-reports/scheduled-reports.module.js';
import { ROLLUPS } from '../../../src/modules/rollups/counters.js';
import { RebuildRollupsCommand } from '../../../src/modules/rollups/rollups.commands.js';
import { VersionedCache } from '../../../src/platform/cache/versioned-cache.js';
import { Metrics } from '../../../src/platform/metrics/metrics.js';
import { EventRetention } from '../../../src/platform/outbox/event-retention.js';
import { Relay } from '../../../src/platform/outbox/relay.js';
import { type NewEvent, Outbox } from '../../../src/platform/outbox/outbox.js';
import { RequestRedis } from '../../../src/platform/redis/redis.js';
import { EmailFacts } from '../../support/builders/email-facts.js';
import { draftedFunnel } from '../../support/builders/funnel-facts.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

/** Without orders and without changes of lists. */
const OF_ORDERS = /revenue|label/;

async function publishEvents(world: World, ...events: NewEvent[]): Promise<void> {
  await world.db.transaction((tx) => world.api.get(Outbox, { strict: false }).appendAll(tx, events));
}

async function tables(world: World): Promise<Record<string, unknown[]>> {
  const contents = ROLLUPS.map(async ({ table, key }) => [
    table,
    await world.db.query(`SELECT * FROM ${table} ORDER BY ${key.join(', ')}`),
  ]);
  return Object.fromEntries(await Promise.all(contents)) as Record<string, unknown[]>;
}

describe('reports', () => {
  let world: World;
  beforeAll(async () => {
    // Regardless of the speed of the machine: slow figures may be served from the cache after changes.
    world = await World.start({ env: { APP_TIMEZONE: 'Europe/Berlin', REPORT_SLOW_THRESHOLD: '1h' } });
  });

  const overview = async (query: string) => (await world.all.get(`/reports/overview?${query}`).expect(200)).body;
  const emailStats = async (id: number, query = '') =>
    (await world.all.get(`/reports/campaigns/${id}/email-stats?${query}`).expect(200)).body;

  describe('options', () => {
    it('returns the manager and the options, even without any permission', async () => {
      const list = await world.given.list({ title: 'Readers' });
      const tag = await world.given.tag({ title: 'Early' });
      const kept = await world.given.campaign({ title: 'Kept' });
      const gone = await world.given.campaign({ title: 'Gone' });
      await world.all.delete(`/campaigns/${gone.id}`).expect(200);
      const [welcome, abandoned] = [
        await draftedFunnel(world.db, { title: 'Welcome' }),
        await draftedFunnel(world.db, { title: 'Abandoned' }),
      ];
      await world.db.transaction((tx) =>
        tx.execute('UPDATE funnels SET deleted_at = NOW(3) WHERE id = :id', { id: abandoned.id }),
      );
      const segment = await world.given.segment({ title: 'Choosy' });
      const field = await world.given.customField({ type: 'radio', label: 'Size', options: ['S', 'L'] });

      const noPermissions = await world.as();
      const { body } = await noPermissions.get('/reports/options').expect(200);

      expect(body.manager).toEqual({ username: noPermissions.credentials?.username, permissions: [] });
      expect(body.options.lists).toContainEqual({ id: list.id, title: 'Readers', slug: list.slug });
      expect(body.options.tags).toContainEqual({ id: tag.id, title: 'Early', slug: tag.slug });
      expect(body.options.campaigns).toContainEqual({ id: kept.id, title: 'Kept' });
      expect(body.options.campaigns).not.toContainEqual(expect.objectContaining({ id: gone.id }));
      expect(body.options.custom_fields).toContainEqual(
        expect.objectContaining({ slug: field.slug, type: 'radio', options: ['S', 'L'] }),
      );
      expect(body.options.statuses.map(({ id }: { id: string }) => id)).toEqual([
        'subscribed',
        'unsubscribed',
        'pending',
        'bounced',
        'complained',
      ]);
      expect(body.options.contact_types).toContainEqual({ id: 'lead', title: 'Lead', slug: 'lead' });
      expect(body.options.countries).toContainEqual({ code: 'DE', title: 'Germany' });
      expect(body.options.funnels).toEqual([{ id: welcome.id, title: 'Welcome' }]);
      expect(body.options.segments).toEqual([{ id: segment.id, title: 'Choosy' }]);
    });

    it('refuses wrong credentials', async () => {
      await world.anonymous.get('/reports/options').expect(401);
    });
  });

  describe('email statistics of a campaign', () => {
    it('count emails, not single opens, and count refusals by the server as sent but not delivered', async () => {
      const campaign = await world.given.campaign({ title: 'Counted' });
      const [first, second, third, returned, refused, broken] = Array.from(
        { length: 6 },
        () => new EmailFacts({ campaign: campaign.id }),
      ) as [EmailFacts, EmailFacts, EmailFacts, EmailFacts, EmailFacts, EmailFacts];
      await publishEvents(
        world,
        ...[first, second, third, returned].map((mail) => mail.sent('2026-06-10T10:00:00.000Z')),
        refused.bounced('2026-06-10T10:00:01.000Z', 'smtp'),
        broken.failed('2026-06-10T10:00:02.000Z'),
        returned.bounced('2026-06-11T08:00:00.000Z', 'dsn'),
        first.opened('2026-06-10T12:00:00.000Z'),
        second.opened('2026-06-12T12:00:00.000Z'),
        first.clicked('2026-06-10T12:00:05.000Z'),
        first.clicked('2026-06-10T12:00:09.000Z', false),
        second.complained('2026-06-12T12:10:00.000Z'),
        first.unsubscribed('2026-06-13T07:00:00.000Z'),
        third.touchedByMachine('open'),
        third.touchedByMachine('click'),
        third.touchedByMachine('click'),
      );
      await world.settle();

      const body = await emailStats(campaign.id);
      expect(body).toEqual({
        campaign_id: campaign.id,
        campaign_title: 'Counted',
        stats: {
          sent: 5,
          delivered: 3,
          opened: 2,
          clicked: 1,
          unsubscribed: 1,
          bounced: 2,
          delivery_rate: 60,
          tracked: 3,
          open_rate: 66.7,
          click_rate: 33.3,
          unsubscribe_rate: 33.3,
        },
        revenue: { total: 0, orders: 0, conversion_rate: 0, currency: null },
        meta: {
          from: '2026-06-10',
          to: expect.any(String),
          timezone: 'Europe/Berlin',
          generated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          cached: false,
          as_of: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        },
      });

      const everything = await emailStats(campaign.id, 'include_machine=yes');
      expect(everything.stats).toMatchObject({ sent: 5, opened: 3, clicked: 3, open_rate: 100, click_rate: 100 });
      expect(
        await world.db.query('SELECT SUM(complained) AS complained, SUM(failed) AS failed FROM campaign_daily_stats'),
      ).toEqual([{ complained: 1, failed: 1 }]);
    });

    it('are zeros, including rates, before the first email', async () => {
      const campaign = await world.given.campaign();
      const body = await emailStats(campaign.id);
      expect(Object.values(body.stats as object).every((figure) => figure === 0)).toBe(true);
      expect(body.meta).toMatchObject({ from: null, to: null });
    });

    it('are 404 for an unknown campaign, a deleted campaign, and an invalid id', async () => {
      const campaign = await world.given.campaign();
      await emailStats(campaign.id);
      await world.all.delete(`/campaigns/${campaign.id}`).expect(200);
      for (const id of [campaign.id, 4_000_000_000, 0, 'abc']) {
        const { body } = await world.all.get(`/reports/campaigns/${id}/email-stats`).expect(404);
        expect(body).toMatchObject({ code: 'rest_post_invalid_id', message: 'Invalid campaign ID.' });
      }
    });

    it('show a new title immediately', async () => {
      const campaign = await world.given.campaign({ title: 'Before' });
      await emailStats(campaign.id);
      await world.all.put(`/campaigns/${campaign.id}/title`).send({ title: 'After' }).expect(200);
      expect((await emailStats(campaign.id)).campaign_title).toBe('After');
    });
  });

  describe('the overview', () => {
    const march = 'date_range=custom&start_date=2025-03-01&end_date=2025-03-31';

    it('counts each event on its local day, also on the short day when daylight saving time starts', async () => {
      const mail = new EmailFacts();
      await publishEvents(
        world,
        // In Berlin 30 March 2025 lasts from 23:00 UTC of the 29th to 22:00 UTC of the 30th.
        new EmailFacts().sent('2025-03-29T22:59:59.999Z'),
        mail.sent('2025-03-29T23:00:00.000Z'),
        mail.opened('2025-03-30T21:59:59.999Z'),
        new EmailFacts().sent('2025-03-30T22:00:00.000Z'),
      );
      await world.settle();
      const day = await overview('date_range=custom&start_date=2025-03-30&end_date=2025-03-30');
      expect(day.email_stats).toEqual({
        emails_sent: 1,
        emails_opened: 1,
        emails_clicked: 0,
        tracked: 1,
        open_rate: 100,
        click_rate: 0,
      });
      expect((await overview(march)).email_stats).toMatchObject({ emails_sent: 3, emails_opened: 1, open_rate: 33.3 });
    });

    it('compares growth with the days before, with last year, or not at all', async () => {
      await world.db.transaction(async (tx) => {
        await tx.insertRows(
          'daily_stats',
          ['day', 'new_subscribed'],
          [
            ['2024-05-20', 8],
            ['2025-05-09', 4],
            ['2025-05-10', 5],
            ['2025-05-19', 5],
            ['2025-05-20', 7],
            ['2025-05-29', 5],
            ['2025-05-30', 9],
          ],
        );
      });
      const days = 'date_range=custom&start_date=2025-05-20&end_date=2025-05-29';
      const before = await overview(days);
      expect(before.subscriber_growth).toEqual({ current_period: 12, previous_period: 10, growth_rate: 20 });
      expect(before.meta).toMatchObject({
        from: '2025-05-20',
        to: '2025-05-29',
        compared_with: { from: '2025-05-10', to: '2025-05-19' },
      });
      const lastYear = await overview(`${days}&compare_with=previous_year`);
      expect(lastYear.subscriber_growth).toEqual({ current_period: 12, previous_period: 8, growth_rate: 50 });
      const alone = await overview(`${days}&compare_with=none`);
      expect(alone.subscriber_growth).toEqual({ current_period: 12, previous_period: 0, growth_rate: 0 });
      expect(alone.meta.compared_with).toBeNull();
      expect(alone.revenue).toEqual({ total: 0, growth: 0, currency: null });
      await world.db.transaction((tx) => tx.execute('DELETE FROM daily_stats WHERE MONTH(day) = 5'));
    });

    it('counts new and current subscribers', async () => {
      const before = await overview('date_range=today');
      const pending = await world.given.contact({ status: 'pending' });
      const subscribed = await world.given.contact();
      await world.given.contact();
      await world.all
        .put(`/subscribers/${pending.id}`)
        .send({ subscriber: { status: 'subscribed' } })
        .expect(200);
      await world.all
        .put(`/subscribers/${subscribed.id}`)
        .send({ subscriber: { status: 'unsubscribed' } })
        .expect(200);
      await world.settle();
      const after = await overview('date_range=today');
      expect(after.total_subscribers).toBe(Number(before.total_subscribers) + 2);
      expect(after.subscriber_growth.current_period).toBe(Number(before.subscriber_growth.current_period) + 3);

      await world.all.delete(`/subscribers/${pending.id}`).expect(200);
      await world.settle();
      expect((await overview('date_range=today')).total_subscribers).toBe(Number(before.total_subscribers) + 1);
      const [counted] = await world.db.query<Record<string, number>>(
        `SELECT SUM(new_contacts) AS new_contacts, SUM(left_subscribed) AS left_subscribed,
                SUM(unsubscribed_contacts) AS unsubscribed, SUM(deleted_contacts) AS deleted FROM daily_stats`,
      );
      expect(counted).toEqual({ new_contacts: 3, left_subscribed: 2, unsubscribed: 1, deleted: 1 });
    });

    it('can be restricted to current members of any of the lists with any of the tags, each counted once', async () => {
      const [news, offers] = [await world.given.list(), await world.given.list()];
      const [vip, trial] = [await world.given.tag(), await world.given.tag()];
      const both = await world.given.contact({ lists: [news.id, offers.id], tags: [vip.id, trial.id] });
      const plain = await world.given.contact({ lists: [offers.id] });
      const outside = await world.given.contact({ tags: [vip.id] });
      for (const contact of [both, plain, outside]) {
        const mail = new EmailFacts({ contact: contact.id });
        await publishEvents(
          world,
          mail.sent('2025-09-01T10:00:00.000Z'),
          mail.opened('2025-09-01T11:00:00.000Z'),
          mail.touchedByMachine('open'),
        );
      }
      await world.settle();
      const days = 'start_date=2025-09-01&end_date=2025-09-01';
      const sent = async (filter: string) => (await overview(`${days}&${filter}`)).email_stats.emails_sent;
      expect(await sent('')).toBe(3);
      expect(await sent(`lists[]=${news.id}&lists[]=${offers.id}`)).toBe(2);
      expect(await sent(`tags[]=${vip.id}&tags[]=${trial.id}`)).toBe(2);
      expect(await sent(`lists[]=${offers.id}&tags[]=${vip.id}`)).toBe(1);

      const today = await overview(`date_range=today&lists=${news.id},${offers.id}`);
      expect(today.total_subscribers).toBe(2);
      expect(today.subscriber_growth.current_period).toBe(2);

      const leaving = { subscriber: { detach_lists: [offers.id] } };
      await world.all.put(`/subscribers/${plain.id}`).send(leaving).expect(200);
      await world.settle();
      expect(await sent(`lists[]=${news.id}&lists[]=${offers.id}`)).toBe(1);
      expect((await overview(`lists[]=${offers.id}`)).total_subscribers).toBe(1);
    });

    it('is 404 for a list or tag that does not exist', async () => {
      const list = await world.given.list();
      for (const filter of [`lists[]=${list.id}&lists[]=4000000000`, 'tags[]=4000000000']) {
        const { body } = await world.all.get(`/reports/overview?${filter}`).expect(404);
        expect(body.code).toBe('rest_post_invalid_id');
      }
    });

    it('names every invalid parameter', async () => {
      const missing = await world.all.get('/reports/overview?date_range=custom').expect(400);
      expect(missing.body).toMatchObject({
        code: 'rest_invalid_param',
        message: 'Invalid parameter: start_date is required',
        data: { params: { start_date: 'is required', end_date: 'is required' } },
      });
      const reversed = await world.all
        .get('/reports/overview?date_range=custom&start_date=2026-02-02&end_date=2026-02-01')
        .expect(400);
      expect(reversed.body).toMatchObject({
        code: 'invalid_date_range',
        message: 'End date must be after start date.',
      });
      const words = await world.all.get('/reports/overview?date_range=ever&compare_with=them&lists[]=x').expect(400);
      expect(Object.keys(words.body.data.params).sort()).toEqual(['compare_with', 'date_range', 'lists']);
    });
  });

  describe('the cache', () => {
    const request = '/reports/overview?start_date=2024-01-01&end_date=2024-01-31';

    it('returns cached figures until something is counted', async () => {
      await world.settle();
      const first = await world.all.get(request).expect(200).expect('X-Cache', 'MISS').expect('Age', '0');
      const second = await world.all.get(request).expect(200).expect('X-Cache', 'HIT').expect('Age', /^\d+$/);
      expect(first.body.meta.cached).toBe(false);
      expect(second.body.meta).toEqual({ ...first.body.meta, cached: true });
      // The same parameters written differently, and other parameters.
      const inWords =
        '/reports/overview?date_range=custom&end_date=2024-01-31&start_date=2024-01-01&include_machine=yes';
      await world.all.get(inWords).expect('X-Cache', 'HIT');
      await world.all.get(`${request}&compare_with=none`).expect('X-Cache', 'MISS');

      await publishEvents(world, new EmailFacts().sent('2024-01-15T10:00:00.000Z'));
      await world.settle();
      const third = await world.all.get(request).expect(200).expect('X-Cache', 'MISS');
      expect(third.body.email_stats.emails_sent).toBe(Number(first.body.email_stats.emails_sent) + 1);
      expect(Date.parse(third.body.meta.as_of)).toBeGreaterThanOrEqual(Date.parse(first.body.meta.as_of));
    });

    it('never returns a value that was computed before a change and stored after it', async () => {
      const cache = world.api.get(VersionedCache, { strict: false });
      const key = { space: 'test', name: 'slow' };
      const slow = await cache.fetch(key, { maxAgeSeconds: 60 }, async () => {
        await cache.invalidate('test');
        return 'old';
      });
      expect(slow).toEqual({ value: 'old', hit: false });
      expect(await cache.fetch(key, { maxAgeSeconds: 60 }, () => Promise.resolve('new'))).toEqual({
        value: 'new',
        hit: false,
      });
      expect(await cache.fetch(key, { maxAgeSeconds: 60 }, () => Promise.resolve('newer'))).toEqual({
        value: 'new',
        hit: true,
      });
    });

    it('never stores what a replica did not have yet', async () => {
      const cache = world.api.get(VersionedCache, { strict: false });
      const key = { space: 'replicas', name: 'late' };
      await cache.empty(key.space);
      const computed = async (value: string, completeUntil: Date | null): Promise<string> => {
        const freshness = { maxAgeSeconds: 60, slowThresholdMs: 0, completeUntil: () => completeUntil };
        return (await cache.fetch(key, freshness, () => Promise.resolve(value))).value;
      };
      expect(await computed('before', new Date('2020-01-01'))).toBe('before');
      expect(await computed('after', new Date('2100-01-01'))).toBe('after');
      expect(await computed('later', null)).toBe('after');
    });

    it('computes once for concurrent requests', async () => {
      const cache = world.api.get(VersionedCache, { strict: false });
      const { registry } = world.api.get(Metrics, { strict: false });
      const haveMissed = async (): Promise<boolean> =>
        /\{space="crowd",outcome="miss"\} 5$/m.test(
          await registry.getSingleMetricAsString('carillon_cache_lookups_total'),
        );
      let computed = 0;
      const compute = async (): Promise<number> => {
        await waitUntil('all have missed it', haveMissed);
        return (computed += 1);
      };
      const asked = await Promise.all(
        Array.from({ length: 5 }, () => cache.fetch({ space: 'crowd', name: 'it' }, { maxAgeSeconds: 60 }, compute)),
      );
      expect(asked.map(({ value }) => value)).toEqual([1, 1, 1, 1, 1]);
      expect(computed).toBe(1);
    });

    it('returns slow values after a change, and recomputes them in the background', async () => {
      const cache = world.api.get(VersionedCache, { strict: false });
      const key = { space: 'test', name: 'dear' };
      const freshness = { maxAgeSeconds: 60, slowThresholdMs: 50 };
      let computed = 0;
      let recompute = (): void => undefined;
      const isAsked = new Promise<void>((resolve) => {
        recompute = resolve;
      });
      const compute = async (): Promise<number> => {
        await (computed === 0 ? sleep(80) : isAsked);
        return (computed += 1);
      };
      expect(await cache.fetch(key, freshness, compute)).toEqual({ value: 1, hit: false });
      await cache.invalidate('test');
      expect(await cache.fetch(key, freshness, compute)).toEqual({ value: 1, hit: true });
      expect(await cache.fetch(key, freshness, compute)).toEqual({ value: 1, hit: true });
      recompute();
      await waitUntil('the new value is stored', async () => (await cache.fetch(key, freshness, compute)).value === 2);
      expect(computed).toBe(2);
    });

    it('recomputes a slow value once at a time, even with several changes', async () => {
      const cache = world.api.get(VersionedCache, { strict: false });
      const key = { space: 'test', name: 'busy' };
      const freshness = { maxAgeSeconds: 60, slowThresholdMs: 50 };
      let [atOnce, most, computed] = [0, 0, 0];
      let changed = (): void => undefined;
      const allChanges = new Promise<void>((resolve) => {
        changed = resolve;
      });
      const compute = async (): Promise<number> => {
        most = Math.max(most, (atOnce += 1));
        // The second computation lasts until all changes have been made.
        await (computed === 1 ? allChanges : sleep(100));
        atOnce -= 1;
        return (computed += 1);
      };
      await cache.fetch(key, freshness, compute);
      for (let change = 0; change < 5; change += 1) {
        await cache.invalidate('test');
        expect(await cache.fetch(key, freshness, compute)).toEqual({ value: 1, hit: true });
      }
      changed();
      await waitUntil('the value was recomputed', () => Promise.resolve(computed > 1 && atOnce === 0));
      expect([most, computed]).toEqual([1, 2]);
      await waitUntil(
        'the value includes the last change',
        async () => (await cache.fetch(key, freshness, compute)).value === 3,
      );
    });

    it('never returns stale values that are fast to compute', async () => {
      const cache = world.api.get(VersionedCache, { strict: false });
      const key = { space: 'test', name: 'cheap' };
      const freshness = { maxAgeSeconds: 60, slowThresholdMs: 10_000 };
      await cache.fetch(key, freshness, () => Promise.resolve('old'));
      await cache.invalidate('test');
      expect(await cache.fetch(key, freshness, () => Promise.resolve('new'))).toEqual({ value: 'new', hit: false });
    });

    it('is bypassed while Redis is unavailable', async () => {
      const { email_stats } = (await world.all.get(request).expect(200)).body;
      const { client } = world.api.get(RequestRedis, { strict: false });
      client.disconnect();
      try {
        for (let time = 0; time < 2; time += 1) {
          const { body } = await world.all.get(request).expect(200).expect('X-Cache', 'MISS');
          expect(body.email_stats).toEqual(email_stats);
        }
      } finally {
        await client.connect();
      }
      await world.all.get(request).expect(200).expect('X-Cache', 'HIT');
    });
  });

  it('are documented with bodies and headers', () => {
    const settings = new DocumentBuilder().addBasicAuth().build();
    const { paths } = SwaggerModule.createDocument(world.api, settings, {
      include: [ReportsModule, ScheduledReportsModule],
    });
    expect(Object.keys(paths).sort()).toEqual([
      '/api/v2/funnels/{id}/conversion-rates',
      '/api/v2/funnels/{id}/report',
      '/api/v2/reports/ab-testing',
      '/api/v2/reports/bounces',
      '/api/v2/reports/campaigns',
      '/api/v2/reports/campaigns/{id}',
      '/api/v2/reports/campaigns/{id}/email-stats',
      '/api/v2/reports/campaigns/{id}/export',
      '/api/v2/reports/campaigns/{id}/live',
      '/api/v2/reports/engagement-scores',
      '/api/v2/reports/funnels',
      '/api/v2/reports/funnels/{id}',
      '/api/v2/reports/funnels/{id}/conversion-stats',
      '/api/v2/reports/funnels/{id}/live',
      '/api/v2/reports/lists',
      '/api/v2/reports/lists/{id}',
      '/api/v2/reports/options',
      '/api/v2/reports/overview',
      '/api/v2/reports/revenue',
      '/api/v2/reports/revenue/campaigns',
      '/api/v2/reports/revenue/contacts',
      '/api/v2/reports/scheduled',
      '/api/v2/reports/scheduled/{id}',
      '/api/v2/reports/scheduled/{id}/run',
      '/api/v2/reports/segmentation-analysis',
      '/api/v2/reports/spam-complaints',
      '/api/v2/reports/subscriber-activity',
      '/api/v2/reports/subscriber-growth',
      '/api/v2/reports/subscribers/export',
      '/api/v2/reports/tags',
      '/api/v2/reports/tags/{id}',
      '/api/v2/reports/top-subscribers',
      '/api/v2/reports/unsubscribes',
      '/t/r/{token}',
    ]);
    const answer = paths['/api/v2/reports/overview']?.get?.responses['200'] as unknown as {
      headers: object;
      content: { 'application/json': { schema: { title: string; properties: object } } };
    };
    expect(Object.keys(answer.headers)).toEqual(['X-Cache', 'Age']);
    const { title, properties } = answer.content['application/json'].schema;
    expect(title).toBe('OverviewResponse');
    expect(Object.keys(properties)).toEqual([
      'total_subscribers',
      'subscriber_growth',
      'email_stats',
      'single_stats',
      'revenue',
      'meta',
    ]);
  });
});

describe('reports without a relay', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ worker: false });
  });

  it('count a new contact immediately, and show the time up to which the rest is complete', async () => {
    const before = (await world.all.get('/reports/overview').expect(200)).body;
    await world.given.contact();
    const after = await world.all.get('/reports/overview').expect(200).expect('X-Cache', 'HIT');
    expect(after.body.total_subscribers).toBe(Number(before.total_subscribers) + 1);

    const [event] = await world.db.query<{ at: Date }>('SELECT MIN(occurred_at) AS at FROM domain_events');
    const fresh = (await world.all.get('/reports/overview?date_range=today').expect(200)).body;
    expect(fresh.subscriber_growth.current_period).toBe(0);
    expect(fresh.meta.as_of).toBe(event?.at.toISOString());
  });
});

describe('rollups:rebuild', () => {
  let world: World;
  beforeEach(async () => {
    world = await World.start({ env: { APP_TIMEZONE: 'America/New_York' } });
  });

  /** Runs the command in a separate application context. */
  async function rebuild(): Promise<string> {
    const cli = await NestFactory.createApplicationContext(CliModule.with(world.config), {
      logger: false,
      abortOnError: false,
    });
    const said = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    try {
      await cli.get(RebuildRollupsCommand).run();
      return String(said.mock.calls[0]?.[0]);
    } finally {
      said.mockRestore();
      await cli.close();
    }
  }

  /** Writes the events of some contacts and two campaigns. */
  async function live(): Promise<void> {
    const contacts = [
      await world.given.contact(),
      await world.given.contact({ status: 'pending' }),
      await world.given.contact(),
    ];
    const [first, second, third] = contacts.map(({ id }) => id) as [number, number, number];
    await world.all
      .put(`/subscribers/${second}`)
      .send({ subscriber: { status: 'subscribed' } })
      .expect(200);
    for (const campaign of [1, 2])
      for (const contact of [first, second, third]) {
        const mail = new EmailFacts({ campaign, contact });
        await publishEvents(
          world,
          mail.sent(`2026-0${campaign}-28T03:00:00.000Z`),
          mail.opened(`2026-0${campaign}-28T12:00:00.000Z`),
          mail.clicked(`2026-03-0${campaign}T12:00:00.000Z`),
          mail.touchedByMachine('click'),
        );
      }
    const ofStep = new EmailFacts({ funnel: 4, step: 17, contact: second });
    await publishEvents(
      world,
      ofStep.sent('2026-02-28T03:00:00.000Z'),
      ofStep.opened('2026-02-28T12:00:00.000Z'),
      ofStep.touchedByMachine('open'),
      ofStep.unsubscribed('2026-03-02T12:00:00.000Z'),
      new EmailFacts({ funnel: 4, step: 18 }).failed('2026-03-02T12:00:00.000Z'),
    );
    await publishEvents(world, new EmailFacts({ single: 9, contact: third }).sent('2026-03-01T12:00:00.000Z'));
    const last = new EmailFacts({ campaign: 2, contact: third });
    await publishEvents(
      world,
      last.bounced('2026-03-01T00:00:00.000Z', 'smtp'),
      last.complained('2026-03-02T00:00:00.000Z'),
      last.unsubscribed('2026-03-02T00:00:00.000Z'),
      last.failed('2026-03-02T00:00:00.000Z'),
    );
    await world.all.delete(`/subscribers/${first}`).expect(200);
    await world.settle();
  }

  it('reproduces the counts, and corrects wrong ones', async () => {
    await live();
    const counted = await tables(world);
    const lengths = ['campaign_daily_stats', 'funnel_step_daily_stats', 'daily_stats'].map(
      (table) => counted[table]?.length,
    );
    expect(lengths).toEqual([9, 5, 7]);
    for (const { table } of ROLLUPS)
      if (!OF_ORDERS.test(table)) expect([table, counted[table]]).not.toEqual([table, []]);

    expect(await rebuild()).toMatch(/^counted \d+ events$/);
    expect(await tables(world)).toEqual(counted);

    await world.db.transaction(async (tx) => {
      await tx.execute('UPDATE campaign_daily_stats SET opened = opened + 5');
      await tx.execute('UPDATE funnel_step_daily_stats SET sent = sent + 1');
      await tx.execute("DELETE FROM daily_stats WHERE day < '2026-02-01'");
      await tx.execute("INSERT INTO contact_daily_stats (contact_id, day, sent) VALUES (999, '2026-01-01', 1)");
    });
    await rebuild();
    expect(await tables(world)).toEqual(counted);

    const names = await world.db.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name LIKE '%\\_stats\\_%'",
    );
    expect(names).toEqual([]);
  });

  it('loses no event that happens during the rebuild, and counts none twice', async () => {
    await live();
    const history = Array.from({ length: 1_200 }, () =>
      new EmailFacts({ campaign: 6 }).sent('2026-05-04T12:00:00.000Z'),
    );
    await publishEvents(world, ...history);
    await world.settle();
    const emails = 300;
    const traffic = async (): Promise<void> => {
      for (let mail = 0; mail < emails; mail += 1)
        await publishEvents(
          world,
          new EmailFacts({ campaign: 7, contact: 1 + (mail % 9) }).sent('2026-05-05T12:00:00.000Z'),
        );
    };
    await Promise.all([traffic(), rebuild().then(() => rebuild())]);
    await world.settle();
    const afterTraffic = await tables(world);
    expect(afterTraffic['campaign_daily_stats']).toContainEqual(
      expect.objectContaining({ campaign_id: 7, day: '2026-05-05', sent: emails }),
    );
    expect(afterTraffic['campaign_daily_stats']).toContainEqual(
      expect.objectContaining({ campaign_id: 6, day: '2026-05-04', sent: history.length }),
    );
    await rebuild();
    expect(await tables(world)).toEqual(afterTraffic);
  });

  it('has no row for a contact whose counters are back at 0, regardless of batches', async () => {
    const { id: contact } = await world.given.contact();
    const mail = new EmailFacts({ campaign: 1, contact });
    const at = '2026-02-03T12:00:00.000Z';
    await publishEvents(world, mail.opened(at));
    await world.settle();
    const rows = async (): Promise<unknown> =>
      world.db.query('SELECT opened, activity FROM contact_totals WHERE contact_id = :contact', { contact });
    expect(await rows()).toEqual([{ opened: 1, activity: 1 }]);
    const correction = {
      type: 'email.reclassified',
      subjectId: 1,
      data: { email_id: 1, campaign_id: 1, contact_id: contact, kind: 'open', first: at, restated: null },
    } as const;
    await publishEvents(world, correction);
    await world.settle();
    expect(await rows()).toEqual([]);
    // Counted in one batch, the counter was never above 0.
    await rebuild();
    expect(await rows()).toEqual([]);
  });

  it('excludes parked events, as the tables do', async () => {
    await live();
    const before = await tables(world);
    await publishEvents(world, new EmailFacts({ campaign: 1 }).sent('2026-04-04T12:00:00.000Z'));
    await world.settle();
    await world.db.transaction(async (tx) => {
      await tx.execute(
        "INSERT INTO parked_events (event_id, subscriber, error) SELECT MAX(id), 'rollups', 'test' FROM domain_events",
      );
    });
    await rebuild();
    expect(await tables(world)).toEqual(before);
  });

  it('F45 waits until the tables are up to date, and reports show the time up to which they are', async () => {
    await live();
    const behind = jest.spyOn(world.worker!.get(Relay, { strict: false }), 'catchUp').mockResolvedValue();
    await world.db.transaction(async (tx) => {
      await tx.execute(`UPDATE domain_events SET occurred_at = '2026-04-01 12:00:00' WHERE position = 1`);
      await tx.execute(`INSERT INTO late_subscribers (subscriber, position, error) VALUES ('rollups', 0, 'test')`);
    });
    await expect(rebuild()).rejects.toThrow('The rollups are behind the event log');
    const { body } = await world.all.get('/reports/overview?date_range=today').expect(200);
    expect(body.meta.as_of).toBe('2026-04-01T12:00:00.000Z');
    await world.db.transaction((tx) => tx.execute('DELETE FROM late_subscribers'));
    behind.mockRestore();
    await rebuild();
  });

  it('keeps days with events removed by retention, and recounts later days', async () => {
    const sentOnDay = (day: string): NewEvent =>
      new EmailFacts({ campaign: 3, contact: 5 }).sent(`2026-${day}T16:00:00.000Z`);
    for (const day of ['01-01', '01-10', '01-20']) {
      await publishEvents(world, sentOnDay(day), sentOnDay(day));
      await world.settle();
      await world.db.transaction((tx) =>
        tx.execute('UPDATE domain_events SET occurred_at = :at ORDER BY id DESC LIMIT 2', {
          at: new Date(`2026-${day}T16:00:00.000Z`),
        }),
      );
    }
    const counted = await tables(world);
    const retention = world.worker!.get(EventRetention, { strict: false });
    expect(await retention.removeBefore(new Date('2026-01-05'))).toBeGreaterThan(0);
    await world.db.transaction((tx) => tx.execute("UPDATE daily_stats SET sent = 99 WHERE day = '2026-01-20'"));

    // Late events of the kept days arrive during the rebuild.
    const writeLateEvents = async (): Promise<void> => {
      for (let event = 0; event < 40; event += 1) await publishEvents(world, sentOnDay('01-01'));
    };
    const [said] = await Promise.all([rebuild(), writeLateEvents()]);
    expect(said).toMatch(/since 2026-01-12; earlier days are unchanged$/);
    await world.settle();
    const sentOn = async (): Promise<unknown> => world.db.query('SELECT day, sent FROM daily_stats ORDER BY day');
    expect(counted['daily_stats']).toHaveLength(3);
    expect(await sentOn()).toEqual([
      { day: '2026-01-01', sent: 42 },
      { day: '2026-01-10', sent: 2 },
      { day: '2026-01-20', sent: 2 },
    ]);
    expect((await tables(world))['contact_daily_stats']).toHaveLength(3);
  });
});
