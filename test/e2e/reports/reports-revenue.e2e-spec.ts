import { type NewEvent, Outbox } from '../../../src/platform/outbox/outbox.js';
import { EmailFacts } from '../../support/builders/email-facts.js';
import { draftedFunnel } from '../../support/builders/funnel-facts.js';
import { RevenueFacts } from '../../support/builders/revenue-facts.js';
import type { GivenContact } from '../../support/given.js';
import { World } from '../../support/world.js';

describe('revenue reports', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ env: { APP_TIMEZONE: 'Europe/Berlin' } });
  });

  const publishEvents = async (...events: NewEvent[]): Promise<void> => {
    await world.db.transaction((tx) => world.api.get(Outbox, { strict: false }).appendAll(tx, events));
    await world.settle();
  };
  const ask = async (path: string) => (await world.all.get(`/reports/${path}`).expect(200)).body;
  const meta = { timezone: 'Europe/Berlin', cached: expect.any(Boolean) };
  const june = 'start_date=2026-06-01&end_date=2026-06-05';

  it('are 0 without a currency before the first order', async () => {
    const body = await ask(`revenue?${june}`);
    expect(body).toMatchObject({
      total_revenue: 0,
      total_orders: 0,
      average_order_value: 0,
      refunded: 0,
      currency: null,
      attribution: { campaigns: 0, funnels: 0, unattributed: 0 },
      top_campaigns: [],
      other_currencies: [],
      previous: { total_revenue: 0, total_orders: 0, growth_rate: 0 },
    });
    expect(body.timeline).toHaveLength(5);
    expect(await ask('revenue/campaigns')).toMatchObject({ total_revenue: 0, currency: null, campaigns: { data: [] } });
    expect(await ask('revenue/contacts')).toMatchObject({ total_revenue: 0, currency: null, contacts: { data: [] } });
    expect((await ask('overview')).revenue).toEqual({ total: 0, growth: 0, currency: null });
    expect((await ask('revenue?currency=usd')).currency).toBe('USD');
  });

  describe('of five days of a shop', () => {
    let news: { id: number };
    let offers: { id: number };
    let gone: { id: number };
    let funnel: { id: number; steps: readonly number[] };
    let list: { id: number };
    let anna: GivenContact;
    let ben: GivenContact;
    let carl: GivenContact;

    beforeAll(async () => {
      [news, offers, gone] = [
        await world.given.campaign({ title: 'News' }),
        await world.given.campaign({ title: 'Offers' }),
        await world.given.campaign({ title: 'Gone' }),
      ];
      funnel = await draftedFunnel(world.db, {
        title: 'Welcome',
        steps: [{ title: 'Hello', action: 'send_custom_email' }],
      });
      list = await world.given.list();
      anna = await world.given.contact({ first_name: 'Anna', lists: [list.id] });
      ben = await world.given.contact({ lists: [list.id] });
      carl = await world.given.contact();
      const step = funnel.steps[0] ?? 0;
      const big = new RevenueFacts({ contact: anna.id, campaign: news.id });
      const annulled = new RevenueFacts({ contact: carl.id, campaign: offers.id });
      await publishEvents(
        // Expected figures. In Berlin, 1 June starts at 22:00 UTC of 31 May.
        new RevenueFacts({ contact: anna.id }).sold('2026-05-30T12:00:00.000Z', 40),
        new RevenueFacts({ contact: anna.id }).sold('2026-05-31T21:59:59.999Z', 10),
        big.sold('2026-05-31T22:00:00.000Z', 100),
        big.refunded('2026-06-03T10:00:00.000Z', 30.01),
        new RevenueFacts({ contact: ben.id, campaign: news.id }).sold('2026-06-03T09:00:00.000Z', 20),
        new RevenueFacts({ contact: ben.id, funnel: funnel.id, step }).sold('2026-06-03T11:00:00.000Z', 15.5),
        new RevenueFacts({ contact: carl.id }).sold('2026-06-05T21:59:59.000Z', 9.99),
        new RevenueFacts({ contact: carl.id, campaign: gone.id }).sold('2026-06-04T12:00:00.000Z', 50),
        annulled.sold('2026-06-04T12:00:00.000Z', 77),
        annulled.cancelled('2026-06-04T12:00:00.000Z', 77),
        new RevenueFacts({ contact: ben.id, campaign: offers.id, currency: 'JPY' }).sold(
          '2026-06-02T12:00:00.000Z',
          1500,
        ),
        new RevenueFacts({ contact: carl.id }).sold('2026-06-05T22:00:00.000Z', 1000),
      );
      await world.all.delete(`/campaigns/${gone.id}`).expect(200);
    });

    it('sum sales minus refunds by local day, and show the attribution', async () => {
      // Sold 100 + 20 + 15.50 + 9.99 + 50, refunded 30.01; before 40 + 10.
      expect(await ask(`revenue?${june}`)).toEqual({
        total_revenue: 165.48,
        total_orders: 5,
        average_order_value: 33.1,
        refunded: 30.01,
        currency: 'EUR',
        attribution: { campaigns: 139.99, funnels: 15.5, unattributed: 9.99 },
        top_campaigns: [{ campaign_id: news.id, title: 'News', revenue: 89.99, orders: 2 }],
        timeline: [
          { date: '2026-06-01', revenue: 100, orders: 1, refunded: 0 },
          { date: '2026-06-02', revenue: 0, orders: 0, refunded: 0 },
          { date: '2026-06-03', revenue: 5.49, orders: 2, refunded: 30.01 },
          { date: '2026-06-04', revenue: 50, orders: 1, refunded: 0 },
          { date: '2026-06-05', revenue: 9.99, orders: 1, refunded: 0 },
        ],
        other_currencies: [{ currency: 'JPY', revenue: 1500, orders: 1 }],
        previous: { total_revenue: 50, total_orders: 2, growth_rate: 231 },
        meta: {
          ...meta,
          from: '2026-06-01',
          to: '2026-06-05',
          compared_with: { from: '2026-05-27', to: '2026-05-31' },
          generated_at: expect.any(String),
          as_of: expect.any(String),
        },
      });
      const alone = await ask(`revenue?${june}&compare_with=none`);
      expect(alone.previous).toEqual({ total_revenue: 0, total_orders: 0, growth_rate: 0 });
      expect(alone.meta.compared_with).toBeNull();
    });

    it('use the requested currency, with its own decimals', async () => {
      expect(await ask(`revenue?${june}&currency=JPY`)).toMatchObject({
        total_revenue: 1500,
        total_orders: 1,
        average_order_value: 1500,
        currency: 'JPY',
        attribution: { campaigns: 1500, funnels: 0, unattributed: 0 },
        top_campaigns: [{ campaign_id: offers.id, title: 'Offers', revenue: 1500, orders: 1 }],
        other_currencies: [{ currency: 'EUR', revenue: 165.48, orders: 5 }],
      });
    });

    it('can be restricted to members, without attribution', async () => {
      // Anna 100 - 30.01, Ben 20 + 15.50.
      expect(await ask(`revenue?${june}&lists[]=${list.id}`)).toMatchObject({
        total_revenue: 105.49,
        total_orders: 3,
        refunded: 30.01,
        attribution: null,
        top_campaigns: null,
        other_currencies: [{ currency: 'JPY', revenue: 1500, orders: 1 }],
        previous: { total_revenue: 50, total_orders: 2, growth_rate: 111 },
      });
      const { timeline } = await ask(`revenue?${june}&lists[]=${list.id}`);
      expect(timeline.map(({ revenue }: { revenue: number }) => revenue)).toEqual([100, 0, 5.49, 0, 0]);
    });

    it('rank campaigns, of all time or a period, without deleted ones', async () => {
      const body = await ask('revenue/campaigns');
      expect(body).toMatchObject({ total_revenue: 139.99, total_orders: 3, currency: 'EUR', meta: { from: null } });
      expect(body.campaigns).toMatchObject({
        total: 1,
        data: [{ campaign_id: news.id, title: 'News', revenue: 89.99, orders: 2, average_order_value: 45 }],
      });
      const day = await ask('revenue/campaigns?start_date=2026-06-03&end_date=2026-06-03');
      expect(day).toMatchObject({ total_revenue: -10.01, total_orders: 1, meta: { from: '2026-06-03' } });
      expect(day.campaigns.data).toEqual([
        { campaign_id: news.id, title: 'News', revenue: -10.01, orders: 1, average_order_value: -10.01 },
      ]);
      await world.all.put(`/campaigns/${news.id}/title`).send({ title: 'Newer' }).expect(200);
      expect((await ask('revenue/campaigns')).campaigns.data[0].title).toBe('Newer');
      await world.all.put(`/campaigns/${news.id}/title`).send({ title: 'News' }).expect(200);
    });

    it('rank contacts by page', async () => {
      // Carl 9.99 + 50 + 1000, Anna 40 + 10 + 100 - 30.01, Ben 20 + 15.50.
      const allContacts = await ask('revenue/contacts');
      expect(allContacts).toMatchObject({ total_revenue: 1215.48, total_orders: 8, currency: 'EUR' });
      expect(allContacts.contacts.data).toEqual([
        {
          contact: { id: carl.id, email: carl.email, first_name: null, last_name: null },
          revenue: 1059.99,
          orders: 3,
          average_order_value: 353.33,
        },
        {
          contact: { id: anna.id, email: anna.email, first_name: 'Anna', last_name: null },
          revenue: 119.99,
          orders: 3,
          average_order_value: 40,
        },
        expect.objectContaining({ revenue: 35.5, orders: 2, average_order_value: 17.75 }),
      ]);
      const second = await ask('revenue/contacts?per_page=1&page=2');
      expect(second.contacts).toMatchObject({ current_page: 2, total: 3, last_page: 3, data: [{ revenue: 119.99 }] });
      const past = await ask('revenue/contacts?per_page=2&page=9');
      expect(past.contacts).toMatchObject({ total: 3, data: [] });

      const days = await ask(`revenue/contacts?${june}`);
      expect(days.total_revenue).toBe(165.48);
      expect(days.contacts.data.map(({ revenue }: { revenue: number }) => revenue)).toEqual([69.99, 59.99, 35.5]);
      const members = await ask(`revenue/contacts?lists[]=${list.id}`);
      expect(members).toMatchObject({ total_revenue: 155.49, total_orders: 5, contacts: { total: 2 } });
      expect(await ask(`revenue/contacts?lists[]=${list.id}&${june}`)).toMatchObject({
        total_revenue: 105.49,
        contacts: { total: 2, data: [{ revenue: 69.99 }, { revenue: 35.5 }] },
      });
    });

    it('agree with the overview and the funnel reports', async () => {
      expect((await ask(`overview?${june}`)).revenue).toEqual({ total: 165.48, growth: 231, currency: 'EUR' });
      expect((await ask(`overview?${june}&lists[]=${list.id}`)).revenue.total).toBe(105.49);
      expect((await ask(`overview?${june}&currency=JPY`)).revenue).toEqual({ total: 1500, growth: 0, currency: 'JPY' });

      const step = funnel.steps[0] ?? 0;
      await publishEvents(new EmailFacts({ funnel: funnel.id, step }).sent('2026-06-03T10:00:00.000Z'));
      const revenue = { total: 15.5, orders: 1, currency: 'EUR' };
      const report = await ask(`funnels/${funnel.id}`);
      expect(report).toMatchObject({ revenue, sequence_performance: [{ sequence_id: step, sent: 1, revenue }] });
      expect((await ask('funnels')).funnels.data[0]).toMatchObject({ revenue });
      const before = await ask(`funnels/${funnel.id}/conversion-stats?start_date=2026-06-01&end_date=2026-06-02`);
      expect(before.revenue).toEqual({ total: 0, orders: 0, currency: 'EUR' });
      expect((await ask(`funnels/${funnel.id}/conversion-stats?${june}`)).revenue).toEqual(revenue);
      expect((await ask(`funnels/${funnel.id}?currency=JPY`)).revenue).toEqual({
        total: 0,
        orders: 0,
        currency: 'JPY',
      });
    });

    it('omit deleted contacts but keep their revenue', async () => {
      const dora = await world.given.contact();
      await publishEvents(new RevenueFacts({ contact: dora.id }).sold('2026-04-01T12:00:00.000Z', 5000));
      expect((await ask('revenue/contacts')).contacts.data[0]).toMatchObject({
        contact: { id: dora.id },
        revenue: 5000,
      });
      await world.all.delete(`/subscribers/${dora.id}`).expect(200);
      const at = 'start_date=2026-04-01&end_date=2026-04-01';
      for (const request of ['', at]) {
        const { contacts } = await ask(`revenue/contacts?${request}`);
        expect(contacts.data.map(({ contact }: { contact: { id: number } }) => contact.id)).not.toContain(dora.id);
      }
      await world.settle();
      expect((await ask('revenue/contacts')).contacts.total).toBe(3);
      expect(await ask(`revenue/contacts?${at}`)).toMatchObject({ total_revenue: 5000, contacts: { total: 0 } });
      expect((await ask(`revenue?${at}`)).total_revenue).toBe(5000);
    });
  });

  it('name every invalid parameter', async () => {
    for (const path of ['revenue', 'revenue/campaigns', 'revenue/contacts', 'overview', 'funnels']) {
      for (const currency of ['XQQ', 'EURO', '1', "E'R"]) {
        const { body } = await world.all.get(`/reports/${path}`).query({ currency }).expect(400);
        expect(body).toMatchObject({ code: 'rest_invalid_param', data: { params: { currency: expect.any(String) } } });
      }
    }
    const words = 'date_range=ever&compare_with=them&lists[]=x&tags[]=0&include_machine=perhaps';
    const { body } = await world.all.get(`/reports/revenue?${words}`).expect(400);
    expect(Object.keys(body.data.params).sort()).toEqual([
      'compare_with',
      'date_range',
      'include_machine',
      'lists',
      'tags',
    ]);
    for (const path of ['revenue', 'revenue/campaigns', 'revenue/contacts']) {
      await world.all.get(`/reports/${path}?date_range=custom`).expect(400);
      const reversed = await world.all.get(`/reports/${path}?start_date=2026-02-02&end_date=2026-02-01`).expect(400);
      expect(reversed.body).toMatchObject({
        code: 'invalid_date_range',
        message: 'End date must be after start date.',
      });
    }
    for (const page of ['page=0', 'page=x', 'per_page=0', 'per_page=1001'])
      for (const path of ['campaigns', 'contacts']) await world.all.get(`/reports/revenue/${path}?${page}`).expect(400);
    const long = await world.all.get('/reports/revenue?start_date=1990-01-01&end_date=2026-01-01').expect(400);
    expect(long.body.data.params).toHaveProperty('end_date');
    const narrowed = await world.all.get('/reports/revenue/campaigns?lists[]=1&tags[]=2').expect(400);
    expect(Object.keys(narrowed.body.data.params)).toEqual(['lists', 'tags']);
  });

  it('need view_reports, and refuse unknown lists and tags', async () => {
    const unauthorized = await world.as('view_contacts');
    for (const path of ['revenue', 'revenue/campaigns', 'revenue/contacts']) {
      await unauthorized.get(`/reports/${path}`).expect(403);
      await world.anonymous.get(`/reports/${path}`).expect(401);
      await (
        await world.as('view_reports')
      )
        .get(`/reports/${path}`)
        .expect(200)
        .expect('X-Cache', /HIT|MISS/);
    }
    for (const path of ['revenue', 'revenue/contacts'])
      for (const filter of ['lists[]=4000000000', 'tags[]=4000000000']) {
        const { body } = await world.all.get(`/reports/${path}?${filter}`).expect(404);
        expect(body).toMatchObject({ code: 'rest_post_invalid_id', message: 'Invalid post ID.' });
      }
    await world.all.get('/reports/revenue/funnels').expect(404);
  });
});
