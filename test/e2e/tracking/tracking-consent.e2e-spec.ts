import type { Response } from 'supertest';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const BODY = `<p>{{ contact.tracking_consent }} <a href="https://shop.example/?of={{ contact.first_name }}">Look</a>
  <a href="{{ view_url }}">View</a> <a href="{{ preferences_url }}">Preferences</a> <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>`;
const PEOPLE = ['granted', 'unknown', 'denied', 'leaver'] as const;
type Reader = (typeof PEOPLE)[number];
const addressOf = (reader: string): string => `${reader}@example.com`;
const TRACKED = /\/t\/[oc]\//;

describe('a campaign to people with different tracking consents', () => {
  let world: World;
  let sink: SmtpSink;
  let list: number;
  let id: number;
  const contacts = new Map<string, number>();
  const emails = new Map<string, string>();

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url } });
    list = (await world.given.list()).id;
    for (const reader of PEOPLE) {
      const consent = reader === 'leaver' ? 'granted' : reader;
      const fields = { email: addressOf(reader), first_name: 'Ada B', lists: [list], tracking_consent: consent };
      contacts.set(reader, (await world.given.contact(fields)).id);
    }
    ({ id } = await world.given.campaign({ email_subject: 'Spring', email_body: BODY, lists: [list] }));
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
    for (const message of sink.messages)
      emails.set(message.envelope.to[0]!.split('@')[0]!, (await message.parsed()).html ?? '');
    await follow('granted', 'o');
    await world.settle();
    await put('leaver', { tracking_consent: 'denied' });
  });

  const get = async (path: string): Promise<Response['body']> => (await world.all.get(path).expect(200)).body;
  const put = (reader: Reader, fields: object) =>
    world.all
      .put(`/subscribers/${contacts.get(reader)}`)
      .send(fields)
      .expect(200);
  const pathOf = (reader: Reader, kind: string): string =>
    new URL(new RegExp(`"(http://carillon\\.test/t/${kind}/[^"]+)"`).exec(emails.get(reader) ?? '')![1]!).pathname;
  const follow = (reader: Reader, kind: string, status = kind === 'c' ? 302 : 200) =>
    world.http.get(pathOf(reader, kind)).set('User-Agent', BROWSER).expect(status);

  it('has a pixel and tracked links for all but those who deny', () => {
    for (const reader of PEOPLE) expect(TRACKED.test(emails.get(reader) ?? '')).toBe(reader !== 'denied');
    expect(emails.get('denied')).toContain('href="https://shop.example/?of=Ada%20B"');
    expect(emails.get('denied')).toContain('>Unsubscribe</a>');
    expect(emails.get('granted')).toContain('<p>granted ');
  });

  it('shows the same to those who deny in a browser', async () => {
    expect((await follow('denied', 'v')).text).not.toMatch(TRACKED);
    expect((await follow('granted', 'v')).text).toMatch(TRACKED);
    expect((await follow('leaver', 'v')).text).not.toMatch(TRACKED);
  });

  it('stores nothing of people who deny later, whose links still work', async () => {
    await follow('leaver', 'o');
    await follow('leaver', 'c').expect('Location', 'https://shop.example/?of=Ada%20B');
    await world.settle();
    const rows = await world.db.query(
      `SELECT h.id FROM email_hits h JOIN email_messages m ON m.id = h.message_id WHERE m.contact_id = :id`,
      { id: contacts.get('leaver')! },
    );
    expect(rows).toEqual([]);
    const events = await world.db.query(
      `SELECT id FROM domain_events WHERE contact_id = :id AND type IN ('email.opened', 'email.clicked')`,
      { id: contacts.get('leaver')! },
    );
    expect(events).toEqual([]);
  });

  it('has rates of the tracked emails', async () => {
    const rates = { sent: 4, delivered: 4, tracked: 3, opened: 1, open_rate: 33.3, click_rate: 0 };
    expect((await get(`/reports/campaigns/${id}`)).stats).toMatchObject(rates);
    expect((await get('/reports/campaigns')).totals).toMatchObject(rates);
    expect((await get(`/reports/campaigns/${id}/live`)).stats).toMatchObject(rates);
    expect((await get('/reports/overview')).email_stats).toMatchObject({ emails_sent: 4, tracked: 3, open_rate: 33.3 });
    expect((await get('/reports/lists')).lists[0]).toMatchObject({ sent: 4, tracked: 3, open_rate: 33.3 });
    const { analytics } = await get(`/campaigns/${id}/status`);
    expect(analytics).toMatchObject({ tracked: 3, open: { total: 1, rate: 33.3 }, unsubscribe: { rate: 0 } });
    const { campaigns } = await get('/campaigns?with[]=stats');
    expect(campaigns.data[0].stats).toMatchObject({ sent: 4, tracked: 3, views: 1 });
  });

  it('neither has opened nor unopened emails without tracking', async () => {
    const { emails: unopened } = await get(`/campaigns/${id}/emails?filter_type=unopened`);
    expect(unopened.total).toBe(2);
    const rule = [[{ source: ['activity', 'not_clicked'], operator: 'in', value: [id] }]];
    expect((await get(`/subscribers?filters=${encodeURIComponent(JSON.stringify(rule))}`)).total).toBe(3);
    const { body } = await world.all.post(`/campaigns/${id}/resend-unopened`).send({}).expect(200);
    const child = await get(`/campaigns/${body.campaign.id}/estimated-recipients-count`);
    expect(child.estimated_count).toBe(2);
  });

  it('is chosen in the preference center, where nothing is selected without a choice', async () => {
    const radio = /<input type="radio" name="tracking_consent" value="(\w+)" (checked)?/g;
    const checked = (text: string) => [...text.matchAll(radio)].filter(([, , is]) => is).map(([, value]) => value);
    const form = (fields: Record<string, string>) =>
      world.http
        .post(pathOf('unknown', 'p'))
        .type('form')
        .send(new URLSearchParams({ action: 'save', ...fields }).toString());
    expect(checked((await follow('unknown', 'p')).text)).toEqual([]);
    expect(checked((await form({}).expect(200)).text)).toEqual([]);
    expect(checked((await form({ tracking_consent: 'denied' }).expect(200)).text)).toEqual(['denied']);
    // The person lifts the own denial.
    expect(checked((await form({ tracking_consent: 'granted' }).expect(200)).text)).toEqual(['granted']);
    await form({ tracking_consent: 'granted', forget_tracking: '1' }).expect(400);
    const { consents } = await get(`/subscribers/${contacts.get('unknown')}/consents`);
    const steps = consents.data.map((entry: Record<string, unknown>) => [entry['purpose'], entry['new_status']]);
    expect(steps.slice(0, 2)).toEqual([
      ['tracking', 'granted'],
      ['tracking', 'denied'],
    ]);
    expect(consents.data[0]).toMatchObject({ source: 'preferences', text_version: 'preference-centre-en' });
  });

  it('finds people by their consent', async () => {
    const page = await get('/subscribers?tracking_consent[]=denied&sort_by=email');
    expect(page.data.map(({ email }: { email: string }) => email).sort()).toEqual(['denied', 'leaver'].map(addressOf));
    const rule = [[{ source: ['subscriber', 'tracking_consent'], operator: 'not_in', value: ['denied'] }]];
    const others = await get(`/subscribers?filters=${encodeURIComponent(JSON.stringify(rule))}`);
    expect(others.total).toBe(2);
    await world.all.get('/subscribers?tracking_consent[]=maybe').expect(400);
  });

  it('forgets earlier opens and clicks on request, but no totals', async () => {
    await follow('granted', 'c');
    await world.settle();
    const [{ total }] = (await get(`/campaigns/${id}/link-report`)).links;
    expect(total).toBe(1);
    await world.all
      .put(`/subscribers/${contacts.get('granted')}`)
      .send({ tracking_consent: 'granted', forget_tracking: true })
      .expect(400);
    await put('granted', { tracking_consent: 'denied', forget_tracking: true });
    await world.settle();
    const { subscriber } = await get(`/subscribers/${contacts.get('granted')}?with[]=stats`);
    expect(subscriber.stats).toEqual({ emails: 1, opens: 0, clicks: 0 });
    const timeline = await get(`/subscribers/${contacts.get('granted')}/timeline`);
    expect(JSON.stringify(timeline)).not.toMatch(/email_(opened|clicked)/);
    expect((await get(`/reports/campaigns/${id}`)).stats).toMatchObject({ opened: 1, clicked: 1, open_rate: 33.3 });
    expect((await get(`/campaigns/${id}/link-report`)).links[0]).toMatchObject({ total: 1, unique: 1 });
    const left = await world.db.query(
      `SELECT id FROM domain_events WHERE contact_id = :id AND type IN ('email.opened', 'email.clicked')`,
      { id: contacts.get('granted')! },
    );
    expect(left).toEqual([]);
    const ranked = await world.db.query('SELECT * FROM contact_totals WHERE contact_id = :id', {
      id: contacts.get('granted')!,
    });
    expect(ranked).toEqual([]);
  });

  it('says in events which emails are not tracked', async () => {
    const events = await world.db.query<{ data: string }>(`SELECT data FROM domain_events WHERE type = 'email.sent'`);
    const sent = events.map(({ data }) => (JSON.parse(data) as { email: Record<string, unknown> }).email);
    expect(sent.map(({ to, tracked }) => [to, tracked]).sort()).toEqual(
      PEOPLE.map((reader) => [addressOf(reader), reader === 'denied' ? false : undefined]).sort(),
    );
  });
});
