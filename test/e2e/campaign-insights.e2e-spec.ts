import { SmtpSink } from '../support/smtp-sink.js';
import { World } from '../support/world.js';

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
  afterAll(async () => {
    await world.stop();
    await sink.stop();
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

  it('show each open and click of a mail, and why it was not a person', async () => {
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

  it('are the same however they are asked for', async () => {
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
    expect(revenues.body).toMatchObject({ orders: { total: 0, data: [] }, total_revenue: 0 });
  });
});
