import { FeedbackService } from '../../../src/modules/feedback/feedback.service.js';
import { Retention } from '../../../src/platform/work/periodic.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const BODY = `<p>Hello</p><p><a href="https://shop.example/{{ contact.first_name }}">Look</a>
  <a href="{{ unsubscribe_url }}">Leave</a> <a href="{{ preferences_url }}">Less</a></p>`;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const PATHS = { pixel: '/t/o/', link: '/t/c/', leave: '/t/u/', less: '/t/p/' };
const NAMES = ['opener', 'clicker', 'leaver', 'late', 'gone', 'twin', 'shy', 'buyer', 'bounced'] as const;
type Name = (typeof NAMES)[number];

describe('retention of the ledger', () => {
  let world: World;
  let sink: SmtpSink;
  let campaign: number;
  let single: number;
  const ids = {} as Record<Name, number>;
  const paths = new Map<string, string>();

  const addressOf = (name: Name): string => `${name}@example.com`;
  const visit = (name: Name, kind: keyof typeof PATHS, agent = BROWSER) =>
    world.http.get(paths.get(`${name} ${kind}`) ?? '').set('User-Agent', agent);
  const leave = (name: Name) =>
    world.http
      .post(paths.get(`${name} leave`) ?? '')
      .type('form')
      .send('List-Unsubscribe=One-Click')
      .expect(200);
  const get = async (path: string) => (await world.all.get(path).expect(200)).body;
  const statusOf = async (name: Name): Promise<string> => (await get(`/subscribers/${ids[name]}`)).subscriber.status;
  const remove = () => world.worker!.get(Retention, { strict: false }).run();
  const valuesOf = async (sql: string): Promise<(number | null)[]> =>
    (await world.db.query<{ value: number | null }>(sql)).map(({ value }) => value);
  const emails = (where = 'TRUE') =>
    valuesOf(`SELECT contact_id AS value FROM email_messages WHERE ${where} ORDER BY id`);
  const past = () => valuesOf('SELECT contact_id AS value FROM past_emails ORDER BY id');
  /** Moves everything that was sent, and its reactions, into the past. */
  const age = async (days: number): Promise<void> => {
    for (const [table, ...columns] of [
      ['sendings', 'created_at'],
      ['email_messages', 'created_at', 'settled_at'],
      ['email_hits', 'occurred_at'],
    ])
      await world.db.execute(
        `UPDATE ${table} SET ${columns.map((name) => `${name} = ${name} - INTERVAL ${days} DAY`).join(', ')}`,
        {},
      );
  };

  async function figures(): Promise<unknown> {
    const { meta: _meta, ...report } = await get(`/reports/campaigns/${campaign}`);
    const statistics = await Promise.all(
      NAMES.map(async (name) => (await get(`/subscribers/${ids[name]}`)).subscriber.stats),
    );
    const { links } = await get(`/campaigns/${campaign}/link-report`);
    const { analytics, sent_count } = await get(`/campaigns/${campaign}/status`);
    return { report, statistics, links, analytics, sent_count };
  }

  beforeAll(async () => {
    sink = await SmtpSink.start();
    sink.behave({ recipients: { [addressOf('bounced')]: { code: 550, text: '5.1.1 No such user' } } });
    world = await World.start({
      env: { SMTP_URL: sink.url, MAIL_FROM: 'Shop <news@shop.example>', EMAIL_CONTENT_RETENTION: '1h' },
    });
    await world.given.customField({ label: 'language', slug: 'language' });
    const list = await world.given.list();
    for (const name of NAMES) {
      const language = ['opener', 'clicker', 'buyer'].includes(name) ? 'de' : 'en';
      const given = { email: addressOf(name), first_name: name, lists: [list.id], custom_values: { language } };
      ids[name] = (await world.given.contact(given)).id;
    }
    const content = { email_subject: 'Spring', email_body: BODY };
    campaign = (await world.given.campaign({ ...content, lists: [list.id], translations: { de: content } })).id;
    await world.all.post(`/campaigns/${campaign}/send`).expect(200);
    const { body } = await world.all
      .post('/emails')
      .send({
        to: { email: addressOf('twin') },
        subject: 'Receipt',
        html: '<p>Paid</p>',
        reply_to: { email: 'shop@example.com' },
      })
      .expect(202);
    single = body.email.id;
    await world.settle();
    for (const message of sink.messages) {
      const { html, subject } = await message.parsed();
      if (subject !== 'Spring') continue;
      for (const [kind, path] of Object.entries(PATHS)) {
        const found = new RegExp(`"http://carillon\\.test(${path}[^"]+)"`).exec(html ?? '')?.[1] ?? '';
        paths.set(`${message.envelope.to[0]?.split('@')[0]} ${kind}`, found);
      }
    }
    await visit('opener', 'pixel').expect(200);
    for (const name of ['clicker', 'buyer', 'shy', 'late'] as const) await visit(name, 'link').expect(302);
    await visit('clicker', 'link', 'Googlebot/2.1').expect(302);
    await leave('leaver');
    await world.settle();
    await world.given.order({ email: addressOf('buyer'), total: 20 });
    await world.settle();
  });

  it('keeps what is young', async () => {
    await age(394);
    await remove();
    expect(await past()).toEqual([]);
    expect(await emails()).toHaveLength(NAMES.length + 1);
  });

  it('keeps the figures, and what orders and later clicks refer to', async () => {
    await age(6);
    await world.db.execute(
      `UPDATE email_hits SET occurred_at = NOW(3) WHERE message_id = (SELECT id FROM email_messages WHERE email = :late)`,
      { late: addressOf('late') },
    );
    const before = await figures();
    await remove();
    await remove();
    expect(await emails()).toEqual([ids.late, ids.buyer]);
    expect(await past()).toHaveLength(NAMES.length - 1);
    expect(await figures()).toEqual(before);
    expect(await emails('EXISTS (SELECT 1 FROM email_hits h WHERE h.message_id = email_messages.id)')).toEqual([
      ids.late,
      ids.buyer,
    ]);
  });

  it('lists the emails that are left', async () => {
    for (const [query, total] of [
      ['', 2],
      ['?status=sent', 2],
      ['?filter_type=click', 2],
      ['?filter_type=bounced', 0],
    ] as const) {
      const { emails: page } = await get(`/campaigns/${campaign}/emails${query}`);
      expect([query, page.total, page.data.length]).toEqual([query, total, total]);
    }
    expect((await get(`/campaigns/${campaign}/unsubscribers`)).unsubscribes).toMatchObject({ total: 0, data: [] });
    await world.all.get(`/emails/${single}`).expect(404);
    expect(await valuesOf('SELECT COUNT(*) AS value FROM single_email_addresses')).toEqual([0]);
  });

  it('explains who got the campaign, and excludes them from others', async () => {
    const why = (name: Name, id = campaign) => get(`/campaigns/${id}/why?contact_id=${ids[name]}`);
    expect(await why('opener')).toMatchObject({ verdict: 'got_it' });
    expect(await why('bounced')).toMatchObject({ verdict: 'did_not_get_it', explanation: 'The email was bounced.' });
    const list = await world.given.list();
    const outsider = await world.given.contact({ lists: [list.id] });
    await world.all
      .put(`/subscribers/${ids.opener}`)
      .send({ lists: [list.id] })
      .expect(200);
    const other = await world.given.campaign({
      ...{ email_subject: 'Second', email_body: BODY },
      settings: { subscribers: [{ list: list.id, tag: 'all' }], exclude_campaign_ids: [campaign] },
    });
    expect(JSON.stringify(await why('opener', other.id))).toContain(`Excluded by the email of campaign ${campaign}`);
    await world.all.post(`/campaigns/${other.id}/send`).expect(200);
    await world.settle();
    expect(await emails(`source_id = ${other.id} AND source_type = 'campaign'`)).toEqual([outsider.id]);
  });

  it('still lets links work: targets, preferences, and opt-outs, once each', async () => {
    await visit('opener', 'link').expect(302).expect('Location', 'https://shop.example/opener');
    await visit('opener', 'less').expect(200);
    await leave('opener');
    expect(await statusOf('opener')).toBe('unsubscribed');
    const [consent] = (await get(`/subscribers/${ids.opener}/consents`)).consents.data;
    expect(consent).toMatchObject({ action: 'withdrawn', source: 'one_click' });
    const [emailId] = await valuesOf(`SELECT id AS value FROM past_emails WHERE contact_id = ${ids.clicker}`);
    const report = { provider: 'message', kind: 'unsubscribe', eventKey: 'one', reason: null, at: null } as const;
    const feedback = world.worker!.get(FeedbackService, { strict: false });
    expect(await feedback.report({ ...report, emailId: emailId ?? 0 })).toBe('applied');
    expect(await statusOf('clicker')).toBe('unsubscribed');
    await world.all.put(`/subscribers/${ids.leaver}`).send({ status: 'subscribed' }).expect(200);
    await leave('leaver');
    expect(await statusOf('leaver')).toBe('unsubscribed');
    await world.settle();
    expect(await figures()).toMatchObject({ analytics: { unsubscribe: { total: 1 } } });
  });

  it('exports, merges, and forgets what is left of a person', async () => {
    expect(JSON.stringify(await get(`/subscribers/${ids.clicker}/export`))).toContain('"clicked":1');
    await world.all
      .put(`/subscribers/${ids.shy}`)
      .send({ tracking_consent: 'denied', forget_tracking: true })
      .expect(200);
    await world.settle();
    expect(JSON.stringify(await get(`/subscribers/${ids.shy}/export`))).toContain('"clicked":0');
    await world.all
      .post('/subscribers/merge')
      .send({ keep_id: ids.opener, merge_ids: [ids.twin] })
      .expect(200);
    expect((await past()).filter((id) => id === ids.opener)).toHaveLength(3);
    await world.all.delete(`/subscribers/${ids.gone}`).expect(200);
    await world.settle();
    expect((await past()).filter((id) => id === null)).toHaveLength(1);
    await visit('gone', 'less').expect(404);
  });
});
