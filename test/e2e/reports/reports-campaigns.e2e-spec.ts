import { type NewEvent, Outbox } from '../../../src/platform/outbox/outbox.js';
import { EmailFacts } from '../../support/builders/email-facts.js';
import { RevenueFacts } from '../../support/builders/revenue-facts.js';
import { during, expectDuring } from '../../support/during.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const BODY =
  '<p>Hello</p><p><a href="https://shop.example/?for={{ contact.email }}">Look</a> <a href="{{ unsubscribe_url }}">No</a></p>';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const NOTHING = {
  sent: 0,
  delivered: 0,
  opened: 0,
  clicked: 0,
  unsubscribed: 0,
  bounced: 0,
  delivery_rate: 0,
  tracked: 0,
  open_rate: 0,
  click_rate: 0,
  unsubscribe_rate: 0,
};
const idle = { opened: 0, clicked: 0, unsubscribed: 0, bounced: 0, orders: 0, revenue: 0 };

describe('campaign reports', () => {
  let world: World;
  let sink: SmtpSink;
  /** Sent on two days of June, with an order each, and with activity in July. */
  let june: number;
  /** Sent on one day of July. */
  let july: number;
  let deleted: number;
  let draft: number;

  const report = async (path: string) => (await world.all.get(`/reports/campaigns${path}`).expect(200)).body;
  const publishEvents = (...events: NewEvent[]): Promise<void> =>
    world.db.transaction((tx) => world.api.get(Outbox, { strict: false }).appendAll(tx, events));

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { APP_TIMEZONE: 'Europe/Berlin', SMTP_URL: sink.url } });
    [june, july, deleted, draft] = [
      (await world.given.campaign({ title: 'June' })).id,
      (await world.given.campaign({ title: 'July' })).id,
      (await world.given.campaign({ title: 'Deleted' })).id,
      (await world.given.campaign({ title: 'Draft' })).id,
    ];
    const of = (campaign: number, to: string) => new EmailFacts({ campaign, to });
    const [first, second, third, fourth] = [
      of(june, 'a@one.example'),
      of(june, 'b@one.example'),
      of(june, 'c@two.example'),
      of(june, 'd@three.example'),
    ];
    const [later, gone] = [of(july, 'a@one.example'), of(deleted, 'a@one.example')];
    await publishEvents(
      ...[first, second].map((mail) => mail.sent('2025-06-10T10:00:00.000Z')),
      // Already the 12th in Berlin.
      third.sent('2025-06-11T22:30:00.000Z'),
      fourth.bounced('2025-06-12T10:00:00.000Z', 'smtp'),
      first.opened('2025-06-10T11:00:00.000Z'),
      first.clicked('2025-06-10T11:00:01.000Z'),
      first.clicked('2025-06-10T11:00:09.000Z', false),
      third.opened('2025-07-01T11:00:00.000Z'),
      second.unsubscribed('2025-06-12T12:00:00.000Z'),
      second.complained('2025-06-12T12:00:01.000Z'),
      first.touchedByMachine('open'),
      later.sent('2025-07-02T10:00:00.000Z'),
      gone.sent('2025-07-03T10:00:00.000Z'),
      new RevenueFacts({ campaign: june }).sold('2025-06-10T12:00:00.000Z', 50),
      new RevenueFacts({ campaign: june }).sold('2025-06-13T12:00:00.000Z', 30.5),
      new RevenueFacts({ campaign: june }).refunded('2025-06-13T13:00:00.000Z', 10.25),
      new RevenueFacts({ campaign: june, currency: 'USD' }).sold('2025-06-10T12:00:00.000Z', 7),
      new RevenueFacts({ campaign: deleted }).sold('2025-07-03T12:00:00.000Z', 4),
      new RevenueFacts().sold('2025-06-10T12:00:00.000Z', 1_000),
    );
    await world.all.delete(`/campaigns/${deleted}`).expect(200);
    await world.settle();
  });

  const statsOfJune = {
    sent: 4,
    delivered: 3,
    opened: 2,
    clicked: 1,
    unsubscribed: 1,
    bounced: 1,
    delivery_rate: 75,
    tracked: 3,
    open_rate: 66.7,
    click_rate: 33.3,
    unsubscribe_rate: 33.3,
  };

  describe('the list', () => {
    it('shows all campaigns that are not deleted, newest first, with figures of all time', async () => {
      const { campaigns, totals, meta } = await report('');
      expect(campaigns).toMatchObject({ current_page: 1, per_page: 10, total: 3, last_page: 1 });
      expect(campaigns.data.map(({ campaign_id }: { campaign_id: number }) => campaign_id)).toEqual([
        draft,
        july,
        june,
      ]);
      expect(campaigns.data[2]).toEqual({
        campaign_id: june,
        campaign_title: 'June',
        status: 'draft',
        sent_at: null,
        stats: statsOfJune,
        // 50 + 30.50 - 10.25, two orders for three delivered emails.
        revenue: { total: 70.25, orders: 2, conversion_rate: 66.7, currency: 'EUR' },
      });
      expect(campaigns.data[0]).toMatchObject({
        stats: NOTHING,
        revenue: { total: 0, orders: 0, conversion_rate: 0, currency: 'EUR' },
      });
      // 4 + 1 + 1 emails, including those of the deleted campaign.
      expect(totals).toMatchObject({
        sent: 6,
        delivered: 5,
        opened: 2,
        bounced: 1,
        open_rate: 40,
        revenue: { total: 74.25, orders: 3, conversion_rate: 60 },
      });
      // The machine activity is from today.
      expect(meta).toMatchObject({ from: '2025-06-10', timezone: 'Europe/Berlin' });
    });

    it('shows, for a period, only campaigns and figures of the period', async () => {
      const { campaigns, totals, meta } = await report('?start_date=2025-06-12&end_date=2025-07-01');
      expect(campaigns.total).toBe(1);
      expect(campaigns.data[0]).toMatchObject({
        campaign_id: june,
        stats: { sent: 2, bounced: 1, delivered: 1, opened: 1, clicked: 0, open_rate: 100 },
        revenue: { total: 20.25, orders: 1, conversion_rate: 100 },
      });
      expect(totals).toMatchObject({ sent: 2, opened: 1, revenue: { total: 20.25, orders: 1 } });
      expect(meta).toMatchObject({ from: '2025-06-12', to: '2025-07-01' });

      const earned = await report('?start_date=2025-06-13&end_date=2025-06-13');
      expect(earned.campaigns.data).toMatchObject([{ campaign_id: june, stats: NOTHING, revenue: { total: 20.25 } }]);
      const nothing = await report('?start_date=2024-01-01&end_date=2024-01-31');
      expect(nothing).toMatchObject({
        campaigns: { total: 0, data: [] },
        totals: { ...NOTHING, revenue: { total: 0 } },
      });
      // The deleted campaign is not listed, but included in the totals.
      const third = await report('?start_date=2025-07-03&end_date=2025-07-03');
      expect(third).toMatchObject({ campaigns: { total: 0 }, totals: { sent: 1, revenue: { total: 4 } } });
    });

    it('uses one currency, and includes machine activity on request', async () => {
      const dollars = await report('?currency=usd&include_machine=yes');
      expect(dollars.campaigns.data[2]).toMatchObject({
        stats: { opened: 3, open_rate: 100 },
        revenue: { total: 7, orders: 1, currency: 'USD' },
      });
      const yen = await report('?currency=JPY');
      expect(yen.totals.revenue).toEqual({ total: 0, orders: 0, conversion_rate: 0, currency: 'JPY' });
    });

    it('is paginated by page and by cursor', async () => {
      const second = await report('?per_page=2&page=2');
      expect(second.campaigns).toMatchObject({ total: 3, last_page: 2, data: [{ campaign_id: june }] });
      expect(second.totals.sent).toBe(6);
      expect((await report('?page=9')).campaigns.data).toEqual([]);
      const walked: number[] = [];
      for (let cursor: string | null = '*'; cursor !== null;) {
        const { campaigns } = await report(`?per_page=1&cursor=${cursor}`);
        walked.push(...campaigns.data.map(({ campaign_id }: { campaign_id: number }) => campaign_id));
        cursor = campaigns.next_cursor as string | null;
      }
      expect(walked).toEqual([draft, july, june]);
    });

    it('names all invalid parameters', async () => {
      for (const [query, params] of [
        ['per_page=0&page=0', ['page', 'per_page']],
        ['per_page=1001', ['per_page']],
        ['currency=XQQ', ['currency']],
        ['lists[]=1&tags[]=2', ['lists', 'tags']],
        ['date_range=custom', ['end_date', 'start_date']],
        ['date_range=ever', ['date_range']],
        ['include_machine=perhaps', ['include_machine']],
        ['cursor=nonsense', ['cursor']],
      ] as const) {
        const { body } = await world.all.get(`/reports/campaigns?${query}`).expect(400);
        expect([query, Object.keys(body.data.params as object).sort()]).toEqual([query, params]);
      }
      const reversed = await world.all.get('/reports/campaigns?start_date=2025-02-02&end_date=2025-02-01').expect(400);
      expect(reversed.body.code).toBe('invalid_date_range');
    });
  });

  describe('one campaign', () => {
    it('has figures by day and by domain', async () => {
      const body = await report(`/${june}`);
      expect(body).toMatchObject({
        campaign_id: june,
        campaign_title: 'June',
        status: 'draft',
        sent_at: null,
        stats: statsOfJune,
        revenue: { total: 70.25, orders: 2, conversion_rate: 66.7, currency: 'EUR' },
        links: [],
        variants: [],
      });
      expect(body.stats).toEqual((await report(`/${june}/email-stats`)).stats);
      expect(body.revenue).toEqual((await report(`/${june}/email-stats`)).revenue);
      expect(body.timeline.slice(0, 5)).toEqual([
        { date: '2025-06-10', ...idle, sent: 2, opened: 1, clicked: 1, orders: 1, revenue: 50 },
        { date: '2025-06-11', sent: 0, ...idle },
        { date: '2025-06-12', ...idle, sent: 2, unsubscribed: 1, bounced: 1 },
        { date: '2025-06-13', sent: 0, ...idle, orders: 1, revenue: 20.25 },
        { date: '2025-06-14', sent: 0, ...idle },
      ]);
      expect(body.domains).toEqual([
        {
          ...{ domain: 'one.example', sent: 2, delivered: 2, bounced: 0, complained: 1, unsubscribed: 1 },
          ...{ delivery_rate: 100, bounce_rate: 0 },
        },
        {
          ...{ domain: 'three.example', sent: 1, delivered: 0, bounced: 1, complained: 0, unsubscribed: 0 },
          ...{ delivery_rate: 0, bounce_rate: 100 },
        },
        {
          ...{ domain: 'two.example', sent: 1, delivered: 1, bounced: 0, complained: 0, unsubscribed: 0 },
          ...{ delivery_rate: 100, bounce_rate: 0 },
        },
      ]);
    });

    it('has the days of a period, and a row for all other domains', async () => {
      const { id } = await world.given.campaign({ title: 'Scattered' });
      const emails = Array.from(
        { length: 23 },
        (_, index) => new EmailFacts({ campaign: id, to: `x@d${index}.example` }),
      );
      await publishEvents(
        ...emails.map((mail) => mail.sent('2025-08-02T10:00:00.000Z')),
        new EmailFacts({ campaign: id, to: 'y@d22.example' }).sent('2025-08-04T10:00:00.000Z'),
      );
      await world.settle();
      const body = await report(`/${id}?start_date=2025-08-01&end_date=2025-08-03`);
      expect(body.timeline.map(({ date, sent }: { date: string; sent: number }) => [date, sent])).toEqual([
        ['2025-08-01', 0],
        ['2025-08-02', 23],
        ['2025-08-03', 0],
      ]);
      expect(body.domains).toHaveLength(21);
      expect(body.domains[20]).toMatchObject({ domain: null, sent: 3, delivered: 3, delivery_rate: 100 });
      expect(body.stats.sent).toBe(23);
      // Over all time, another domain is first.
      expect((await report(`/${id}`)).domains[0]).toMatchObject({ domain: 'd22.example', sent: 2 });
      await world.all.delete(`/campaigns/${id}`).expect(200);
    });

    it('is empty before the first email', async () => {
      expect(await report(`/${draft}`)).toMatchObject({
        stats: NOTHING,
        timeline: [],
        domains: [],
        links: [],
        variants: [],
        meta: { from: null, to: null },
      });
    });

    it('is 404 when it is unknown or deleted, and names all invalid parameters', async () => {
      for (const id of [deleted, 4_000_000_000, 0, 'abc'])
        for (const part of ['', '/email-stats', '/live']) {
          const { body } = await world.all.get(`/reports/campaigns/${id}${part}`).expect(404);
          expect(body).toMatchObject({ code: 'rest_post_invalid_id', message: 'Invalid campaign ID.' });
        }
      const refused = await world.all.get(`/reports/campaigns/${june}?lists[]=1&currency=x`).expect(400);
      expect(refused.body.data.params).toHaveProperty('currency');
      const long = await world.all
        .get(`/reports/campaigns/${june}?start_date=2000-01-01&end_date=2026-01-01`)
        .expect(400);
      expect(long.body.data.params).toHaveProperty('end_date');
      await world.all.get(`/reports/campaigns/${june}/live?include_machine=perhaps`).expect(400);
    });
  });

  describe('live figures of a campaign', () => {
    it('show sent emails immediately, and the latest activity', async () => {
      sink.behave({ recipients: { 'nobody@four.example': { code: 550, text: '5.1.1 No such user' } } });
      const list = await world.given.list();
      for (const email of ['reader@four.example', 'leaver@four.example', 'nobody@four.example'])
        await world.given.contact({ email, lists: [list.id] });
      const { id } = await world.given.campaign({
        title: 'Sent',
        email_subject: 'Hello',
        email_body: BODY,
        lists: [list.id],
      });
      await world.all.post(`/campaigns/${id}/send`).expect(200);
      await world.settle();
      const pathOf = async (address: string, pattern: RegExp): Promise<string> => {
        const message = sink.messages.find(({ envelope }) => envelope.to[0] === address);
        const { html } = await message!.parsed();
        return new URL(pattern.exec(html ?? '')![1]!).pathname;
      };
      const link = await pathOf('reader@four.example', /href="(http:\/\/carillon\.test\/t\/c\/[^"]+)"/);
      await world.http.get(link).set('User-Agent', BROWSER).expect(302);
      await world.settle();
      const leave = await pathOf('leaver@four.example', /href="(http:\/\/carillon\.test\/t\/u\/[^"]+)"/);
      await world.http.post(leave).type('form').send('List-Unsubscribe=One-Click').expect(200);
      await world.settle();

      const [live, asked] = await during(() => report(`/${id}/live`));
      expect(live).toMatchObject({
        campaign_id: id,
        status: 'sent',
        stats: { sent: 3, delivered: 2, bounced: 1, clicked: 1, unsubscribed: 1, delivery_rate: 66.7, click_rate: 50 },
        progress: {
          ...{ percent: 100, phase: null, total: 3, sent: 3, pending: 0, failed: 0 },
          ...{ eta_seconds: null, waiting_reason: null },
        },
      });
      expectDuring(Date.parse(live.as_of as string), asked);
      const events = live.last_events as { type: string; email_id: number; contact_id: number; url?: string }[];
      expect(events.map(({ type }) => type).sort()).toEqual([
        ...['bounced', 'clicked', 'opened', 'sent', 'sent', 'unsubscribed'],
      ]);
      expect(events[0]?.type).toBe('unsubscribed');
      // The URL as it was written, without an address.
      const clicked = events.find(({ type }) => type === 'clicked');
      expect(clicked?.url).toBe('https://shop.example/?for={{ contact.email }}');
      expect(JSON.stringify(live)).not.toContain('@four.example');

      const { links, sent_at } = await report(`/${id}`);
      expect(sent_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      expect(links).toMatchObject([{ total: 1, unique: 1, machine: 0, share: 100 }]);
      const { links: linkReport } = (await world.all.get(`/campaigns/${id}/link-report`).expect(200)).body;
      expect(links).toEqual((linkReport as object[]).map((row) => ({ ...row, share: 100 })));
      // Links are counted in the days of the report.
      const { links: before } = await report(`/${id}?start_date=2025-01-01&end_date=2025-01-31`);
      expect(before).toMatchObject([{ total: 0, unique: 0, machine: 0, share: 0 }]);

      const { username, password } = world.all.credentials!;
      const emailWith = async (query: string): Promise<string> =>
        (await world.http.get(`/console/campaigns/${id}/content${query}`).auth(username, password).expect(200)).text;
      expect(await emailWith('?clicks=yes')).toMatch(
        /<a href="https:\/\/shop\.example[^>]*><span style="[^"]*"\s*>1 · 100\.0%</,
      );
      expect(await emailWith('')).not.toContain('100.0%');
    });

    it('show the latest events of the campaign, even after many events of others', async () => {
      const { id } = await world.given.campaign({ title: 'Quiet' });
      const mail = new EmailFacts({ campaign: id });
      const at = new Date().toISOString();
      await publishEvents(mail.sent(at), mail.failed(at));
      await world.db.transaction((tx) =>
        tx.insertRows(
          'domain_events',
          ['uid', 'type', 'subject_type', 'subject_id', 'data', 'state'],
          Array.from({ length: 5_000 }, (_, index) => [
            ...[String(index).padStart(26, 'Q'), 'contact.updated', 'contact', 1, '{}', 'carried'],
          ]),
        ),
      );
      const live = await report(`/${id}/live`);
      expect(live.last_events).toMatchObject([
        { type: 'failed', at },
        { type: 'sent', at, contact_id: null },
      ]);
    });

    it('are empty for a draft', async () => {
      expect(await report(`/${draft}/live`)).toMatchObject({
        status: 'draft',
        stats: NOTHING,
        progress: { percent: 0, total: 0, sent: 0, pending: 0, failed: 0 },
        last_events: [],
        meta: { from: null, to: null },
      });
    });
  });

  it('show a new title immediately, and need view_reports', async () => {
    await world.all.put(`/campaigns/${july}/title`).send({ title: 'Renamed' }).expect(200);
    expect((await report(`/${july}`)).campaign_title).toBe('Renamed');
    const { campaigns } = await report('');
    expect(campaigns.data).toContainEqual(expect.objectContaining({ campaign_id: july, campaign_title: 'Renamed' }));
    const unauthorized = await world.as('manage_campaigns');
    for (const path of ['', `/${june}`, `/${june}/live`])
      await unauthorized.get(`/reports/campaigns${path}`).expect(403);
    await world.anonymous.get('/reports/campaigns').expect(401);
  });
});
