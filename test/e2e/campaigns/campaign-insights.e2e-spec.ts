import type { Response } from 'supertest';
import { campaignStats } from '../../../src/modules/campaigns/sending/campaign-completion.service.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const BODY =
  '<p>Hello</p><p><a href="https://shop.example/">Look</a> <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('the figures of a campaign', () => {
  let world: World;
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url } });
  });
  beforeEach(() => {
    sink.reset();
  });

  const sent = async (emails: readonly string[]): Promise<number> => {
    const list = await world.given.list();
    for (const email of emails) await world.given.contact({ email, lists: [list.id] });
    const { id } = await world.given.campaign({ email_subject: 'Spring', email_body: BODY, lists: [list.id] });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
    return id;
  };
  const linksOf = async (address: string): Promise<{ pixel: string; link: string; leave: string }> => {
    const message = sink.messages.find(({ envelope }) => envelope.to[0] === address)!;
    const { html } = await message.parsed();
    const path = (pattern: RegExp): string => new URL(pattern.exec(html ?? '')![1]!).pathname;
    return {
      pixel: path(/src="(http:\/\/carillon\.test\/t\/o\/[^"]+)"/),
      link: path(/href="(http:\/\/carillon\.test\/t\/c\/[^"]+)"/),
      leave: path(/href="(http:\/\/carillon\.test\/t\/u\/[^"]+)"/),
    };
  };

  it('contain each open and click of an email, and why it was classified as machine', async () => {
    const id = await sent(['reader@example.com', 'other@example.com']);
    const { pixel, link } = await linksOf('reader@example.com');
    await world.http.get(pixel).set('User-Agent', BROWSER).expect(200);
    await world.http.get(link).set('User-Agent', 'Googlebot/2.1').expect(302);
    await world.http.get(link).set('User-Agent', BROWSER).expect(302);
    await world.settle();
    const { body } = await world.all.get(`/campaigns/${id}/emails?search=reader@`).expect(200);
    const mail = body.emails.data[0];
    const hits = await world.all.get(`/campaigns/${id}/emails/${mail.id}/hits`).expect(200);
    expect(hits.body.hits).toMatchObject({ total: 3, per_page: 10, current_page: 1 });
    expect(hits.body.hits.data).toMatchObject([
      { kind: 'open', is_machine: false, machine_reason: null, explanation: null, url: null, user_agent: BROWSER },
      {
        kind: 'click',
        is_machine: true,
        machine_reason: 'known_agent',
        explanation: expect.stringMatching(/^The client named itself as .*\.$/),
        is_decoy: false,
        url: 'https://shop.example/',
      },
      { kind: 'click', is_machine: false, machine_reason: null, url: 'https://shop.example/' },
    ]);
    const second = await world.all.get(`/campaigns/${id}/emails/${mail.id}/hits?per_page=2&page=2`).expect(200);
    expect(second.body.hits.data).toHaveLength(1);

    const other = await sent(['third@example.com']);
    await world.all.get(`/campaigns/${other}/emails/${mail.id}/hits`).expect(404);
    await world.all.get(`/campaigns/${id}/emails/999999/hits`).expect(404);
    await world.all.get(`/campaigns/999999/emails/${mail.id}/hits`).expect(404);
  });

  it('are the same in every response', async () => {
    sink.behave({ recipients: { 'nobody@example.com': { code: 550, text: '5.1.1 No such user' } } });
    const id = await sent(['opener@example.com', 'leaver@example.com', 'sleeper@example.com', 'nobody@example.com']);
    await world.http
      .get((await linksOf('opener@example.com')).pixel)
      .set('User-Agent', BROWSER)
      .expect(200);
    const { leave } = await linksOf('leaver@example.com');
    await world.http.post(leave).type('form').send('List-Unsubscribe=One-Click').expect(200);
    await world.settle();
    const { body } = await world.all.get(`/campaigns/${id}/status`).expect(200);
    expect(body).toMatchObject({
      campaign: { id, status: 'sent' },
      sent_count: 4,
      progress: { percent: 100, phase: null, eta_seconds: null, waiting_reason: null },
      analytics: { open: { total: 1, rate: 33.3 }, click: { total: 0 }, unsubscribe: { total: 1, rate: 33.3 } },
      ab_test: null,
      subject_analytics: [],
    });
    for (const [query, total] of [
      ['', 4],
      ['?status=sent', 3],
      ['?status=bounced', 1],
      ['?status=pending', 0],
      ['?filter_type=view', 1],
      ['?filter_type=click', 0],
      ['?filter_type=bounced', 1],
      ['?filter_type=failed', 0],
      ['?filter_type=unopened', 2],
      ['?filter_type=unopened&status=sent', 2],
      ['?status=sent&search=sleeper', 1],
    ] as const) {
      const { emails } = (await world.all.get(`/campaigns/${id}/emails${query}`).expect(200)).body;
      expect([query, emails.total, emails.data.length]).toEqual([query, total, total]);
    }
    const left = await world.all.get(`/campaigns/${id}/unsubscribers`).expect(200);
    expect(left.body.unsubscribes).toMatchObject({ total: 1, data: [{ type: 'one_click' }] });
    const revenues = await world.all.get(`/campaigns/${id}/revenues`).expect(200);
    expect(revenues.body).toMatchObject({ orders: { total: 0, data: [] }, total_revenue: 0, currency: null });
  });

  describe('of revenue', () => {
    let id: number;
    let other: number;
    let buyer: { id: number; email: string };

    /** Orders as the commerce module stores them, and their rollup. */
    const bought = async (rows: readonly (readonly [string, string, string, number, number, string])[]) => {
      await world.db.transaction((tx) =>
        tx.insertRows(
          'orders',
          // oxfmt-ignore
          ['provider', 'external_id', 'contact_id', 'status', 'currency', 'total', 'refunded', 'items', 'ordered_at', 'campaign_id'],
          rows.map(([externalId, status, currency, total, refunded, at]) => [
            ...['shop', externalId, buyer.id, status, currency, total, refunded],
            ...[JSON.stringify([{ external_id: 'SKU-7', title: 'Tea pot', quantity: 1, price: 5 }]), at, id],
          ]),
        ),
      );
      await world.db.transaction((tx) =>
        tx.execute(
          `INSERT INTO campaign_revenue_stats (campaign_id, currency, day, orders, revenue, refunded)
           SELECT campaign_id, currency, DATE(ordered_at), COUNT(*), SUM(total - refunded), SUM(refunded)
             FROM orders WHERE campaign_id = :id AND status IN ('completed', 'refunded') GROUP BY 1, 2, 3`,
          { id },
        ),
      );
    };
    const ordersOf = (body: { orders: { data: { external_id: string }[] } }) =>
      body.orders.data.map(({ external_id }) => external_id);

    beforeAll(async () => {
      ({ id } = await world.given.campaign());
      other = (await world.given.campaign()).id;
      buyer = await world.given.contact({ first_name: 'Ada' });
      await bought([
        ['A-1', 'completed', 'EUR', 5_990, 2_000, '2026-01-31 09:30:00.000'],
        ['A-2', 'refunded', 'EUR', 1_000, 1_000, '2026-01-31 09:30:00.000'],
        ['A-3', 'completed', 'JPY', 1_500, 0, '2026-02-02 09:30:00.000'],
        ['A-4', 'pending', 'EUR', 7_000, 0, '2026-02-03 09:30:00.000'],
        ['A-5', 'cancelled', 'EUR', 8_000, 0, '2026-02-03 09:30:00.000'],
      ]);
    });

    it('contain its orders, newest first, and the net revenue in one currency', async () => {
      const { body } = await world.all.get(`/campaigns/${id}/revenues`).expect(200);
      expect(body).toMatchObject({ total_revenue: 39.9, currency: 'EUR', orders: { total: 3, last_page: 1 } });
      expect(ordersOf(body)).toEqual(['A-3', 'A-2', 'A-1']);
      expect(body.orders.data[2]).toEqual({
        ...{ id: expect.any(Number), external_id: 'A-1', provider: 'shop', contact_id: buyer.id, email_id: null },
        ...{ status: 'completed', currency: 'EUR', total: 59.9, refunded: 20 },
        items: [{ external_id: 'SKU-7', title: 'Tea pot', quantity: 1, price: 5 }],
        ordered_at: '2026-01-31 09:30:00',
        source_updated_at: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        subscriber: {
          ...{ id: buyer.id, email: buyer.email, first_name: 'Ada', last_name: null, full_name: 'Ada' },
          status: 'subscribed',
        },
      });
      const none = await world.all.get(`/campaigns/${other}/revenues`).expect(200);
      expect(none.body).toMatchObject({ total_revenue: 0, currency: null, orders: { total: 0, data: [] } });
    });

    it('are in the requested currency', async () => {
      const yen = await world.all.get(`/campaigns/${id}/revenues?currency=jpy`).expect(200);
      expect(yen.body).toMatchObject({ total_revenue: 1_500, currency: 'JPY', orders: { total: 1 } });
      expect(ordersOf(yen.body)).toEqual(['A-3']);
      const dollars = await world.all.get(`/campaigns/${id}/revenues?currency=USD`).expect(200);
      expect(dollars.body).toMatchObject({ total_revenue: 0, currency: 'USD', orders: { total: 0, data: [] } });
    });

    it('are paged by number and by cursor, with each order once', async () => {
      const { body } = await world.all.get(`/campaigns/${id}/revenues?per_page=2&page=2`).expect(200);
      expect(body.orders).toMatchObject({ current_page: 2, total: 3, from: 3, to: 3, next_page_url: null });
      expect(ordersOf(body)).toEqual(['A-1']);
      const walked: string[] = [];
      for (let cursor: string | null = '*'; cursor !== null;) {
        const step: Response = await world.all.get(`/campaigns/${id}/revenues?per_page=1&cursor=${cursor}`).expect(200);
        walked.push(...ordersOf(step.body));
        cursor = step.body.orders.next_cursor;
      }
      expect(walked).toEqual(['A-3', 'A-2', 'A-1']);
    });

    it.each([
      ['currency=euro', 'currency'],
      ['currency=XQQ', 'currency'],
      ['currency[]=EUR&currency[]=USD', 'currency'],
      ['per_page=0', 'per_page'],
      ['page=0', 'page'],
      ['cursor=x', 'cursor'],
    ])('refuse %s', async (query, name) => {
      const { body } = await world.all.get(`/campaigns/${id}/revenues?${query}`).expect(400);
      expect(Object.keys(body.data.params)).toEqual([name]);
    });

    it('need the permission to see campaigns', async () => {
      await (await world.as('view_reports')).get(`/campaigns/${id}/revenues`).expect(403);
      const { body } = await world.all.get('/campaigns/999999/revenues').expect(404);
      expect(body.message).toBe('Invalid campaign ID.');
    });

    it('are part of the list of campaigns', async () => {
      const { body } = await world.all.get('/campaigns?with[]=stats&per_page=100').expect(200);
      const statsOf = (wanted: number) =>
        (body.campaigns.data as { id: number; stats: object }[]).find((campaign) => campaign.id === wanted)?.stats;
      expect(statsOf(id)).toMatchObject({ revenue: 39.9, currency: 'EUR' });
      expect(statsOf(other)).toMatchObject({ revenue: 0, currency: null });
    });

    it('are part of the event campaign.sent', async () => {
      expect(await campaignStats(world.db, id, null)).toMatchObject({ revenue: 39.9, currency: 'EUR' });
      expect(await campaignStats(world.db, id, 'JPY')).toMatchObject({ revenue: 1_500, currency: 'JPY' });
      expect(await campaignStats(world.db, other, null)).toMatchObject({ revenue: 0, currency: null });
    });
  });
});
