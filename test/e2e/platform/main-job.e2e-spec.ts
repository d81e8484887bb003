import { createHmac, timingSafeEqual } from 'node:crypto';
import { freePort } from '../../support/free-port.js';
import { type ReceivedRequest, WebhookReceiver } from '../../support/webhook-receiver.js';
import { World } from '../../support/world.js';

const SECRET = 'whsec_0123456789abcdef0123456789abcdef';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const FIRST_NAMES = [
  'Zoë',
  "D'Arcy",
  'Søren',
  'Małgorzata',
  'José María',
  'Nguyễn',
  '花子',
  'Anne-Charlotte',
  'Łukasz',
  'Siobhán',
];
const LAST_NAMES = [
  "O'Neill",
  'Müller-Lüdenscheidt',
  'Brzęczyszczykiewicz',
  'de La Rochefoucauld',
  'Þórðarson',
  'Nuñez',
  '山田',
  'van der Berg',
  "N'Diaye",
  'Żółć',
];

/** Ten lines of receiver code, as an integrator writes them. */
function isGenuine(request: ReceivedRequest, secret: string): boolean {
  const given = request.headers['x-service-signature'];
  const expected = `sha256=${createHmac('sha256', secret).update(request.rawBody).digest('hex')}`;
  return (
    typeof given === 'string' &&
    given.length === expected.length &&
    timingSafeEqual(Buffer.from(given), Buffer.from(expected))
  );
}

/** The tour of the README: import contacts, send a campaign, track opens and clicks, check the report and the webhooks. */
describe('the main use case, end to end', () => {
  let world: World;
  let receiver: WebhookReceiver;
  let listId: number;
  let campaignId: number;

  beforeAll(async () => {
    world = await World.start({
      env: {
        NODE_ENV: 'development',
        DEV_MAILBOX_SMTP_PORT: String(await freePort()),
        DEV_WEBHOOK_RECEIVER_PORT: String(await freePort()),
      },
    });
    receiver = await WebhookReceiver.start(world.config.dataDir);
  });

  const mailTo = async (
    address: string,
  ): Promise<{ html: string; text: string; links: string[]; headers: Record<string, string> }> => {
    const found = await world.http.get(`/dev/mailbox.json?search=${encodeURIComponent(address)}`).expect(200);
    const [summary] = found.body.data;
    return (await world.http.get(`/dev/mailbox/${summary.id}.json`).expect(200)).body;
  };

  it('creates a webhook, a list, and a hundred contacts', async () => {
    await world.all
      .post('/webhooks')
      .send({ name: 'my shop', url: receiver.url, events: ['*'], secret: SECRET })
      .expect(200);
    listId = (await world.all.post('/lists').send({ title: 'Spring newsletter' }).expect(200)).body.lists.id;
    for (let number = 0; number < 100; number += 1) {
      const response = await world.all
        .post('/subscribers')
        .send({
          email: `reader${number}@example.com`,
          first_name: FIRST_NAMES[number % 10],
          last_name: LAST_NAMES[Math.floor(number / 10)],
          status: 'subscribed',
          lists: [listId],
        })
        .expect(200);
      expect(response.body).toMatchObject({
        action_type: 'created',
        contact: { first_name: FIRST_NAMES[number % 10] },
      });
    }
    const lists = await world.all.get('/lists').expect(200);
    expect(lists.body.lists).toMatchObject([{ id: listId, totalCount: 100, subscribersCount: 100 }]);
  });

  it('sends a campaign to all contacts, which arrives in the mailbox', async () => {
    const created = await world.all
      .post('/campaigns')
      .send({
        title: 'Spring',
        email_subject: 'Hello {{ contact.first_name }}',
        email_body:
          '<p>Hello {{ contact.full_name }}, <a href="https://shop.example/spring">look</a></p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
        lists: [listId],
      })
      .expect(200);
    campaignId = created.body.campaign.id;
    const estimate = await world.all.get(`/campaigns/${campaignId}/estimated-recipients-count`).expect(200);
    expect(estimate.body.estimated_count).toBe(100);
    await world.all.post(`/campaigns/${campaignId}/send`).expect(200);
    await world.settle();

    const status = await world.all.get(`/campaigns/${campaignId}/status`).expect(200);
    expect(status.body).toMatchObject({ campaign: { status: 'sent' }, sent_count: 100, progress: { percent: 100 } });
    const mailbox = await world.http.get('/dev/mailbox.json').expect(200);
    expect(mailbox.body.total).toBe(100);
    const mail = await mailTo('reader11@example.com');
    expect(mail.html).toContain('Hello D&#39;Arcy Müller-Lüdenscheidt');
    expect(mail.text).toContain("Hello D'Arcy Müller-Lüdenscheidt");
  });

  it('records an open, a click, and an opt-out', async () => {
    const pathOf = (url: string): string => new URL(url).pathname;
    const opener = await mailTo('reader1@example.com');
    await world.http
      .get(pathOf(/src="([^"]+\.gif)"/.exec(opener.html)![1]!))
      .set('User-Agent', BROWSER)
      .expect(200);
    for (const reader of [2, 2, 3]) {
      const mail = await mailTo(`reader${reader}@example.com`);
      const link = /href="([^"]+\/t\/c\/[^"]+)"/.exec(mail.html)![1]!;
      await world.http
        .get(pathOf(link))
        .set('User-Agent', BROWSER)
        .expect(302)
        .expect('Location', 'https://shop.example/spring');
    }
    const unsubscriber = await mailTo('reader4@example.com');
    const optOut = pathOf(/href="([^"]+\/t\/u\/[^"]+)"/.exec(unsubscriber.html)![1]!);
    await world.http.get(optOut).expect(200);
    await world.http.post(optOut).expect(200);
    await world.settle();
  });

  it('reports exact figures', async () => {
    const { body: stats } = await world.all.get(`/reports/campaigns/${campaignId}/email-stats`).expect(200);
    expect(stats).toMatchObject({
      campaign_id: campaignId,
      campaign_title: 'Spring',
      stats: {
        sent: 100,
        delivered: 100,
        opened: 3,
        clicked: 2,
        unsubscribed: 1,
        bounced: 0,
        delivery_rate: 100,
        tracked: 100,
        open_rate: 3,
        click_rate: 2,
        unsubscribe_rate: 1,
      },
    });
    const { body: overview } = await world.all.get('/reports/overview').expect(200);
    expect(overview).toMatchObject({
      total_subscribers: 99,
      subscriber_growth: { current_period: 100, previous_period: 0 },
      email_stats: { emails_sent: 100, emails_opened: 3, emails_clicked: 2, open_rate: 3, click_rate: 2 },
    });
    const { body: report } = await world.all.get(`/campaigns/${campaignId}/link-report`).expect(200);
    expect(report.links).toMatchObject([{ url: 'https://shop.example/spring', total: 3, unique: 2, machine: 0 }]);
    const { body: left } = await world.all.get(`/campaigns/${campaignId}/unsubscribers`).expect(200);
    expect(left.unsubscribes).toMatchObject({
      total: 1,
      data: [{ type: 'page', subscriber: { email: 'reader4@example.com' } }],
    });
    const { body: listed } = await world.all.get('/campaigns?with[]=stats').expect(200);
    expect(listed.campaigns.data[0].stats).toMatchObject({
      total: 100,
      sent: 100,
      views: 3,
      clicks: 2,
      unsubscribers: 1,
    });
  });

  it('has sent every event to the webhook exactly once, with a valid signature', () => {
    const genuine = receiver.requests.filter((request) => isGenuine(request, SECRET));
    expect(genuine).toHaveLength(receiver.requests.length);
    const deliveries = new Set(receiver.requests.map((request) => request.headers['x-service-delivery']));
    expect(deliveries.size).toBe(receiver.requests.length);
    const counts = new Map<string, number>();
    for (const { rawBody } of receiver.requests) {
      const { event } = JSON.parse(rawBody) as { event: string };
      counts.set(event, (counts.get(event) ?? 0) + 1);
    }
    expect(Object.fromEntries([...counts].sort())).toEqual({
      'campaign.created': 1,
      'campaign.sent': 1,
      'contact.created': 100,
      'contact.list_added': 100,
      'contact.status_changed': 1,
      'email.clicked': 3,
      'email.opened': 3,
      'email.sent': 100,
      'email.unsubscribed': 1,
    });
  });
});
