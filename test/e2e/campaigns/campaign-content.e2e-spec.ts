import { Database } from '../../../src/platform/database/database.js';
import { processorMs } from '../../support/processor-time.js';
import { RawSmtpSink, SmtpGate } from '../../support/raw-smtp-sink.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { standingClock } from '../../support/standing-clock.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

const PDF = Buffer.from('%PDF-1.7 sample');
const OPT_OUT = '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';

describe('the content of a campaign', () => {
  let world: World;
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url, MAIL_FROM: 'Carillon <news@carillon.example>' } });
  });
  beforeEach(() => {
    sink.reset();
  });

  const campaign = async (wanted: Record<string, unknown>): Promise<number> => (await world.given.campaign(wanted)).id;

  /** Sends to a new contact on a new list and returns the email. */
  async function mailOf(wanted: Record<string, unknown>, contact: Record<string, unknown> = {}) {
    const list = await world.given.list();
    const { id: contactId } = await world.given.contact({ lists: [list.id], ...contact });
    const id = await campaign({ email_subject: 'Spring', lists: [list.id], ...wanted });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
    expect(sink.messages).toHaveLength(1);
    const mail = await sink.messages[0]!.parsed();
    return { id, contactId, mail, html: mail.html ?? '', text: mail.text ?? '' };
  }

  describe('dates', () => {
    const AT = '"2026-06-30 22:30:00"';
    const content = {
      email_subject: `{{ ${AT} | date: "%d. %H:%M" }}, {{ contact.date_of_birth | date: "%d.%m." }}`,
      email_body: `<a href="https://shop.example/?at={{ ${AT} | date: '%d' }}">{{ ${AT} | date: "%z" }}</a>${OPT_OUT}`,
    };

    it.each([
      [null, '30. 22:30, 01.01.', '?at=30', '+0000'],
      ['America/New_York', '30. 18:30, 01.01.', '?at=30', '-0400'],
      ['Europe/Berlin', '01. 00:30, 01.01.', '?at=01', '+0200'],
    ])('are in the time zone of the settings: %s', async (timezone, subject, query, zone) => {
      const { id, contactId, mail, html } = await mailOf(
        { ...content, settings: { timezone } },
        { date_of_birth: '1990-01-01' },
      );
      expect(mail.subject).toBe(subject);
      const [, path = '', text] = /<a href="http:\/\/carillon\.test(\/t\/c\/[^"]*)">([^<]+)</.exec(html) ?? [];
      expect(text).toBe(zone);
      await world.http.get(path).redirects(0).expect('location', `https://shop.example/${query}`);
      const preview = await world.all.post(`/campaigns/${id}/preview`).send({ contact_id: contactId }).expect(200);
      expect(preview.body.subject).toBe(subject);
      expect(preview.body.html).toContain(`href="https://shop.example/${query}"`);
      expect((await world.all.get(`/campaigns/${id}`)).body.campaign.settings.timezone).toBe(timezone);
    });

    it('refuse what is no time zone', async () => {
      const id = await campaign({});
      const { body } = await world.all
        .put(`/campaigns/${id}`)
        .send({ settings: { timezone: 'Mars' } })
        .expect(400);
      expect(body.data.params).toEqual({ 'settings.timezone': 'must be an IANA time zone such as Europe/Berlin' });
    });
  });

  describe('UTM parameters', () => {
    it('are stored, returned, and changed independently', async () => {
      const id = await campaign({ utm_status: 'yes', utm_source: 'news', utm_medium: 'email' });
      const changed = await world.all.put(`/campaigns/${id}`).send({ utm_medium: null, utm_term: 'shoes' }).expect(200);
      expect(changed.body.campaign).toMatchObject({
        utm_status: true,
        utm_source: 'news',
        utm_medium: null,
        utm_campaign: null,
        utm_term: 'shoes',
        utm_content: null,
      });
      const faulty = await world.all.put(`/campaigns/${id}`).send({ utm_status: 'maybe', utm_source: [] }).expect(400);
      expect(Object.keys(faulty.body.data.params).sort()).toEqual(['utm_source', 'utm_status']);
    });

    it('are added to the target of a tracked link, and not to our own links', async () => {
      const { html } = await mailOf({
        utm_status: true,
        utm_source: 'a&b',
        utm_campaign: 'spring',
        email_body: `<a href="https://shop.example/?id={{ contact.id }}&utm_campaign=mine#top">go</a>${OPT_OUT}`,
      });
      expect(html).not.toContain('utm_');
      const [, path = ''] = /href="http:\/\/carillon\.test(\/t\/c\/[^"]+)"/.exec(html) ?? [];
      const { headers } = await world.http.get(path).expect(302);
      expect(headers['location']).toMatch(/^https:\/\/shop\.example\/\?id=\d+&utm_campaign=mine&utm_source=a%26b#top$/);
    });

    it('are added to the link itself without click tracking, also in the text part', async () => {
      const { html, text } = await mailOf({
        utm_status: true,
        utm_source: 'news',
        settings: { click_tracker: false },
        email_body: `<a href="https://shop.example/?a=1">go</a>${OPT_OUT}`,
      });
      expect(html).toContain('href="https://shop.example/?a=1&amp;utm_source=news"');
      expect(text).toContain('https://shop.example/?a=1&utm_source=news');
    });

    it('are omitted while they are disabled', async () => {
      const { html } = await mailOf({
        utm_source: 'news',
        settings: { click_tracker: false },
        email_body: `<a href="https://shop.example/">go</a>${OPT_OUT}`,
      });
      expect(html).toContain('href="https://shop.example/"');
    });
  });

  describe('attachments', () => {
    const file = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
      filename: 'Übersicht.pdf',
      content_type: 'application/pdf',
      content_base64: PDF.toString('base64'),
      ...changes,
    });
    const shown = { filename: 'Übersicht.pdf', content_type: 'application/pdf', size: PDF.length };

    it('are sent unchanged with every email', async () => {
      const { mail } = await mailOf({
        email_body: OPT_OUT,
        attachments: [file(), file({ filename: 'b.txt', content_type: 'text/plain' })],
      });
      expect(
        mail.attachments.map(({ filename, mimeType, content }) => [
          filename,
          mimeType,
          Buffer.from(content as ArrayBuffer),
        ]),
      ).toEqual([
        ['Übersicht.pdf', 'application/pdf', PDF],
        ['b.txt', 'text/plain', PDF],
      ]);
    });

    it('have the parameters of their type', async () => {
      const { id, mail } = await mailOf({
        email_body: OPT_OUT,
        attachments: [
          file({
            filename: 'Einladung März.ics',
            content_type: 'Text/Calendar; Method=REQUEST; name="other.exe"; charset=UTF-8',
          }),
        ],
      });
      expect(mail.attachments).toMatchObject([
        { filename: 'Einladung März.ics', mimeType: 'text/calendar', method: 'REQUEST' },
      ]);
      expect(sink.messages[0]!.raw.toString().replace(/\r\n /g, ' ')).toContain(
        'Content-Type: text/calendar; method=REQUEST; charset=UTF-8; name="=?utf-8?Q?Einladung_M=C3=A4rz=2Eics?="\r\n',
      );
      const { body } = await world.all.get(`/campaigns/${id}`).expect(200);
      expect(body.campaign.attachments).toMatchObject([
        { content_type: 'text/calendar; method=REQUEST; charset=UTF-8' },
      ]);
    });

    it('are returned without content, stay until replaced, are copied by a duplicate, and can be removed', async () => {
      const id = await campaign({ attachments: [file()] });
      const renamed = await world.all.put(`/campaigns/${id}`).send({ email_subject: 'x' }).expect(200);
      expect(renamed.body.campaign.attachments).toEqual([shown]);
      expect(JSON.stringify(renamed.body)).not.toContain(PDF.toString('base64'));
      const copy = await world.all.post(`/campaigns/${id}/duplicate`).expect(200);
      expect(copy.body.campaign.attachments).toEqual([shown]);
      const removed = await world.all.put(`/campaigns/${id}`).send({ attachments: [] }).expect(200);
      expect(removed.body.campaign.attachments).toEqual([]);
      const kept = await world.all.get(`/campaigns/${copy.body.campaign.id}`).expect(200);
      expect(kept.body.campaign.attachments).toEqual([shown]);
    });

    it('are stored once, however often they are uploaded', async () => {
      const content_base64 = Buffer.from('only one of these').toString('base64');
      await Promise.all([1, 2, 3].map(() => campaign({ attachments: [file({ content_base64 })] })));
      const rows = await world.db.query('SELECT id FROM email_attachments WHERE content = :content', {
        content: Buffer.from('only one of these'),
      });
      expect(rows).toHaveLength(1);
    });

    it('are frozen when sending starts', async () => {
      const list = await world.given.list();
      await world.given.contact({ lists: [list.id] });
      const id = await campaign({ email_subject: 's', email_body: OPT_OUT, lists: [list.id], attachments: [file()] });
      await world.all.post(`/campaigns/${id}/send`).expect(200);
      await world.settle();
      await world.all.put(`/campaigns/${id}`).send({ attachments: [] }).expect(400);
      expect((await sink.messages[0]!.parsed()).attachments).toHaveLength(1);
    });

    it('are refused with the invalid ones named, and nothing is saved', async () => {
      const { body } = await world.all
        .post('/campaigns')
        .send({
          title: 'Not written',
          attachments: [
            file(),
            file({ filename: '../x.pdf' }),
            file({ filename: 'a.exe' }),
            file({ content_type: 'nothing' }),
            file({ content_base64: '%%%' }),
          ],
        })
        .expect(400);
      expect(body.data.params).toEqual({
        'attachments.1.filename': expect.stringMatching(/plain file name/),
        'attachments.2.filename': expect.stringMatching(/\.exe/),
        'attachments.3.content_type': expect.any(String),
        'attachments.4.content_base64': 'must be base64',
      });
      expect((await world.all.get('/campaigns?search=Not%20written')).body.campaigns.total).toBe(0);
      for (const attachments of ['x', [5], [{}], Array.from({ length: 11 }, () => file())])
        await world.all.post('/campaigns').send({ title: 'Not written', attachments }).expect(400);
    });

    it('can have up to five megabytes together', async () => {
      const large = (bytes: number): Record<string, unknown> =>
        file({ content_base64: Buffer.alloc(bytes, bytes % 251).toString('base64') });
      const half = 2.5 * 1024 * 1024;
      const id = await campaign({ attachments: [large(half), large(half - 1)] });
      const { body } = await world.all
        .put(`/campaigns/${id}`)
        .send({ attachments: [large(half), large(half + 1)] })
        .expect(400);
      expect(body.data.params).toEqual({ attachments: 'must be at most 5242880 bytes together' });
    });
  });

  describe('as MJML', () => {
    it('is refused with line and column if it does not compile', async () => {
      const { body } = await world.all
        .post('/campaigns')
        .send({ title: 'Broken', design_template: 'mjml', email_body: '<mjml>\n <mj-body>\n</mjml>' })
        .expect(400);
      expect(body.data.params).toEqual({
        email_body: 'does not parse: </mjml> where <mj-body> has to be closed first (line 3, column 1)',
      });
    });

    it('arrives as HTML with values, tracked links, and a text part', async () => {
      const { html, text } = await mailOf(
        {
          design_template: 'mjml',
          email_pre_header: 'Look {{ contact.first_name }}',
          email_body: `<mjml><mj-body>{% if contact.city == "Köln" %}<mj-section><mj-column><mj-text>Hallo {{ contact.first_name }}</mj-text><mj-button href="https://shop.example/">Los</mj-button></mj-column></mj-section>{% endif %}<mj-section><mj-column><mj-text><a href="{{ unsubscribe_url }}">Abmelden</a></mj-text></mj-column></mj-section></mj-body></mjml>`,
        },
        { first_name: 'Zoë', city: 'Köln' },
      );
      expect(html).toContain('>Hallo Zoë</div>');
      expect(html).toMatch(/<body[^>]*><div data-carillon-hidden[^>]*>Look Zoë/);
      expect(html).toMatch(/<a href="http:\/\/carillon\.test\/t\/c\/[\w-]+"[^>]*>Los<\/a>/);
      expect(text).toMatch(/^Hallo Zoë/);
      expect(text).not.toContain('Look');
      expect(html + text).not.toMatch(/liquidplace|\{%/);
    });
  });

  it('is in the browser the variant that the recipient got', async () => {
    const list = await world.given.list();
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
      await world.given.contact({ email: `variant-${name}@example.com`, lists: [list.id] });
    const variant = (key: string): Record<string, unknown> => ({
      key,
      body: `<p>Variant ${key}</p><a href="{{ view_url }}">view</a>${OPT_OUT}`,
      weight: 1,
    });
    const id = await campaign({
      email_subject: 'Test of two',
      email_body: OPT_OUT,
      lists: [list.id],
      settings: { ab_test: { variants: [variant('one'), variant('two')], sample_percent: 100, metric: 'opens' } },
    });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
    expect(sink.messages).toHaveLength(6);
    const seen = new Set<string>();
    for (const message of sink.messages) {
      const html = (await message.parsed()).html ?? '';
      const [, key = ''] = /Variant (\w+)/.exec(html) ?? [];
      const [, path = ''] = /http:\/\/carillon\.test(\/t\/v\/[\w-]+)/.exec(html) ?? [];
      expect((await world.http.get(path).expect(200)).text).toContain(`Variant ${key}<`);
      seen.add(key);
    }
    expect([...seen].sort()).toEqual(['one', 'two']);
  });

  describe('in a preview', () => {
    it('computes with custom fields of the type number', async () => {
      for (const slug of ['score', 'limit']) await world.given.customField({ type: 'number', label: slug, slug });
      const contact = await world.given.contact({ custom_values: { score: '12.50', limit: '9' } });
      const email_subject =
        '{% if custom.score == 12.5 and custom.score >= custom.limit %}{{ custom.score }}/{{ custom.limit | plus: 1 }}{% endif %}';
      const id = await campaign({ email_subject });
      const { body } = await world.all.post(`/campaigns/${id}/preview`).send({ contact_id: contact.id }).expect(200);
      expect(body.subject).toBe('12.50/10');
    });

    it('is rendered for a contact, with the real link targets', async () => {
      const contact = await world.given.contact({ first_name: 'Zoë' });
      const id = await campaign({
        email_subject: 'Hi {{ contact.first_name }}',
        email_pre_header: 'For {{ contact.first_name }}',
        utm_status: true,
        utm_source: 'news',
        email_body: `<a href="https://shop.example/{{ contact.first_name }}">go</a>${OPT_OUT}`,
      });
      const { body } = await world.all.post(`/campaigns/${id}/preview`).send({ contact_id: contact.id }).expect(200);
      expect(body).toMatchObject({ subject: 'Hi Zoë', pre_header: 'For Zoë' });
      expect(body.html).toContain('href="https://shop.example/Zo%C3%AB?utm_source=news"');
      expect(body.html).toContain('href="http://carillon.test/t/sample/unsubscribe"');
      expect(body.html).not.toMatch(/\/t\/[couv]\//);
      expect(body.text).toContain('https://shop.example/Zo%C3%AB?utm_source=news');
      expect((await world.all.post(`/campaigns/${id}/preview`).expect(200)).body.subject).toBe('Hi Ada');
    });

    it('names an unknown contact or campaign', async () => {
      const id = await campaign({ email_body: 'x' });
      await world.all.post('/campaigns/999999/preview').expect(404);
      for (const contact_id of [999_999, 'x', 0]) {
        const { body } = await world.all.post(`/campaigns/${id}/preview`).send({ contact_id }).expect(400);
        expect(Object.keys(body.data.params)).toEqual(['contact_id']);
      }
    });
  });

  describe('in a test email', () => {
    const tested = async (id: number, body: Record<string, unknown>) =>
      (await world.all.post(`/campaigns/${id}/send-test-email`).send(body).expect(200)).body;

    it('arrives immediately, marked, with the headers of real emails, and leaves no trace', async () => {
      const id = await campaign({
        email_subject: 'Hi {{ contact.first_name }}',
        email_body: `<p>{{ contact.city }}</p><a href="https://shop.example/">go</a>${OPT_OUT}`,
        settings: {
          mailer_settings: {
            from_name: 'Ada',
            from_email: 'ada@carillon.example',
            reply_to_email: 're@carillon.example',
          },
        },
      });
      const body = await tested(id, { emails: ['One@Example.com', 'two@example.com', 'one@example.com'] });
      expect(body).toEqual({
        message: 'Test email sent to 2 of 2 addresses.',
        results: [
          { email: 'one@example.com', success: true, response: expect.stringMatching(/^250/) },
          { email: 'two@example.com', success: true, response: expect.stringMatching(/^250/) },
        ],
      });
      expect(sink.messages.map(({ envelope }) => envelope.to)).toEqual([['one@example.com'], ['two@example.com']]);
      const message = sink.messages[0]!;
      const mail = await message.parsed();
      expect(mail).toMatchObject({ subject: '[Test] Hi Ada', from: { name: 'Ada', address: 'ada@carillon.example' } });
      expect(mail.replyTo).toMatchObject([{ address: 're@carillon.example' }]);
      expect(mail.html).toContain('<p>London</p>');
      expect(mail.html).toContain('href="https://shop.example/"');
      expect(mail.html).not.toMatch(/<img|\/t\/[couv]\//);
      expect(await message.header('List-Unsubscribe')).toBe('<http://carillon.test/t/sample/unsubscribe>');
      expect(await message.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
      expect(await message.header('Message-ID')).not.toBe(await sink.messages[1]!.header('Message-ID'));
      const rows = await world.db.query(
        `SELECT id FROM email_messages WHERE source_type = 'campaign' AND source_id = :id`,
        { id },
      );
      expect(rows).toEqual([]);
      expect((await world.all.get(`/campaigns/${id}`)).body.campaign).toMatchObject({
        status: 'draft',
        recipients_count: 0,
      });
    });

    it('has the values of the given contact, and goes only to the given addresses', async () => {
      const contact = await world.given.contact({ email: 'preview-contact@example.com', first_name: 'Zoë' });
      const id = await campaign({ email_subject: '{{ contact.first_name }} {{ contact.email }}', email_body: OPT_OUT });
      await tested(id, { emails: ['me@example.com'], contact_id: contact.id });
      expect(sink.messages.map(({ envelope }) => envelope.to)).toEqual([['me@example.com']]);
      expect((await sink.messages[0]!.parsed()).subject).toBe('[Test] Zoë preview-contact@example.com');
    });

    it('contains the attachments', async () => {
      const id = await campaign({
        email_subject: 's',
        email_body: OPT_OUT,
        attachments: [{ filename: 'a.pdf', content_type: 'application/pdf', content_base64: PDF.toString('base64') }],
      });
      await tested(id, { emails: ['me@example.com'] });
      expect((await sink.messages[0]!.parsed()).attachments).toHaveLength(1);
    });

    it('returns the response of the server for each address', async () => {
      sink.behave({ recipients: { 'gone@example.com': { code: 550, text: '5.1.1 No such user' } } });
      const id = await campaign({ email_subject: 's', email_body: OPT_OUT });
      const { message, results } = await tested(id, { emails: ['gone@example.com', 'me@example.com'] });
      expect(message).toBe('Test email sent to 1 of 2 addresses.');
      expect(results).toEqual([
        { email: 'gone@example.com', success: false, response: expect.stringContaining('5.1.1 No such user') },
        { email: 'me@example.com', success: true, response: expect.any(String) },
      ]);
    });

    it('responds after half a minute with a slow mail server, and sends nothing afterwards', async () => {
      const slow = await RawSmtpSink.start();
      const greeting = new SmtpGate(({ moment }) => moment === 'connected');
      let greeted = 0;
      slow.script = (step) => {
        if (step.moment === 'ehlo') greeted += 1;
        return greeting.script(step);
      };
      const { id: sender_id } = await world.given.sender({ url: slow.url });
      const id = await campaign({
        email_subject: 's',
        email_body: OPT_OUT,
        settings: { mailer_settings: { sender_id } },
      });
      const inTransaction = jest.spyOn(world.api.get(Database), 'ambientTransaction');
      const clock = standingClock();
      const timers = jest.spyOn(globalThis, 'setTimeout');
      let answered = false;
      const send = () =>
        world.all
          .post(`/campaigns/${id}/send-test-email`)
          .set('Idempotency-Key', 'slow')
          .send({ emails: ['one@example.com', 'two@example.com'] });
      const answer = send()
        .expect(200)
        .then(({ body }) => {
          answered = true;
          return body.results;
        });
      await waitUntil('the mail server is asked', () => greeting.reached === 1);
      const age = 'UPDATE idempotency_keys SET claimed_at = NOW(3) - INTERVAL 1 DAY WHERE claim_token <> :none';
      await world.db.transaction((tx) => tx.execute(age, { none: '' }));
      const fresh = 'SELECT 1 FROM idempotency_keys WHERE claimed_at > NOW(3) - INTERVAL 1 HOUR';
      await waitUntil('the claim is renewed', async () => (await world.db.query(fresh)).length > 0);
      expect((await send().expect(409)).body.code).toBe('idempotency_in_progress');
      expect(answered).toBe(false);
      clock.forward(30_000);
      const started = timers.mock.calls as unknown as [end: (result: unknown) => void, ms: number, result: unknown][];
      for (const [end, ms, result] of started) if (ms === 30_000) end(result);
      expect(await answer).toEqual([
        expect.objectContaining({ email: 'one@example.com', success: false }),
        expect.objectContaining({ email: 'two@example.com', success: false }),
      ]);
      expect(inTransaction).not.toHaveBeenCalled();
      jest.restoreAllMocks();
      greeting.open();
      await waitUntil('the mail server has greeted', () => greeted > 0);
      await tested(id, { emails: ['three@example.com'] });
      expect(slow.transactions.map(({ recipient }) => recipient)).toEqual(['three@example.com']);
    });

    it('refuses invalid requests', async () => {
      const id = await campaign({ email_subject: 's', email_body: OPT_OUT });
      const faults = async (body: Record<string, unknown>): Promise<string[]> =>
        Object.keys((await world.all.post(`/campaigns/${id}/send-test-email`).send(body).expect(400)).body.data.params);
      expect(await faults({})).toEqual(['emails']);
      expect(await faults({ emails: [] })).toEqual(['emails']);
      expect(await faults({ emails: ['a@example.com', 'nobody', 'b@example.com\r\nBcc: c@example.com'] })).toEqual([
        'emails.1',
        'emails.2',
      ]);
      expect(await faults({ emails: Array.from({ length: 11 }, (_, index) => `a${index}@example.com`) })).toEqual([
        'emails',
      ]);
      expect(await faults({ emails: ['a@example.com'], contact_id: 999_999 })).toEqual(['contact_id']);
      await world.all
        .post('/campaigns/999999/send-test-email')
        .send({ emails: ['a@example.com'] })
        .expect(404);
      expect(sink.messages).toHaveLength(0);
    });
  });

  describe('under lint', () => {
    const lint = async (id: number): Promise<Record<string, unknown>[]> =>
      (await world.all.get(`/campaigns/${id}/lint`).expect(200)).body.issues;

    it('has no findings for good content', async () => {
      const list = await world.given.list();
      await world.given.contact({ first_name: 'Ann', lists: [list.id] });
      const id = await campaign({
        lists: [list.id],
        email_subject: 'News for {{ contact.first_name }}',
        email_pre_header: 'What is new',
        email_body: `<p>Good morning {{ contact.first_name }}, here is what is new in spring.</p><img src="https://x.example/a.png" alt="A"><p><a href="https://x.example/">go</a></p>${OPT_OUT}`,
      });
      expect(await lint(id)).toEqual([]);
    });

    it('counts the recipients for whom a merge tag would be empty', async () => {
      const list = await world.given.list();
      for (const first_name of ['Ann', null, null]) await world.given.contact({ first_name, lists: [list.id] });
      await world.given.contact({ first_name: null });
      const id = await campaign({
        lists: [list.id],
        email_subject: 'Hi {{ contact.first_name }}',
        email_pre_header: 'Hi {{ contact.first_name | default: "you" }}',
        email_body: `<p>One line of good text for all of you</p>\n{% if contact.first_name %}{{ contact.first_name }}{% endif %}\n{{ contact.nickname }}${OPT_OUT}`,
      });
      const issues = await lint(id);
      expect(issues.filter(({ code }) => code === 'empty_merge_tag')).toEqual([
        {
          severity: 'warning',
          code: 'empty_merge_tag',
          message: expect.stringContaining('2 of 3'),
          field: 'email_subject',
          line: 1,
          count: 2,
        },
        {
          severity: 'warning',
          code: 'empty_merge_tag',
          message: expect.stringContaining('3 of 3'),
          field: 'email_body',
          line: 3,
          count: 3,
        },
      ]);
      expect(issues.filter(({ code }) => code === 'unknown_merge_tag')).toEqual([
        {
          severity: 'warning',
          code: 'unknown_merge_tag',
          message: 'unknown merge tag: contact.nickname',
          field: 'email_body',
          line: 3,
        },
      ]);
    });

    it('finds merge tags with the name of a member of each object', async () => {
      const body = `<p>{{ constructor }}, {{ toString }}, {{ contact.valueOf }}</p>${OPT_OUT}`;
      const issues = await lint(await campaign({ email_body: body }));
      const found = issues.filter(({ code }) => code === 'unknown_merge_tag').map(({ message }) => message);
      expect(found).toEqual(['constructor', 'toString', 'contact.valueOf'].map((tag) => `unknown merge tag: ${tag}`));
    });

    it('finds merge tags of other programs', async () => {
      const id = await campaign({
        email_subject: 'Hi *|FNAME|*',
        email_pre_header: '100% OFF%, 50%OFF, *|*',
        email_body: `<a href="https://x.example/%E4%BC%81%ABC%20{{ '%ABC%' }}">\n%FIRSTNAME%</a>*|IF:A|*${OPT_OUT}`,
        email_body_text: '%FIRST_NAME%',
      });
      const found = (await lint(id)).filter(({ code }) => code === 'foreign_merge_tag');
      expect(found.map(({ field, line, message }) => [field, line, String(message).split(': ')[1]])).toEqual([
        ['email_subject', 1, '*|FNAME|*'],
        ['email_body', 2, '%FIRSTNAME%'],
        ['email_body', 2, '*|IF:A|*'],
        ['email_body_text', 1, '%FIRST_NAME%'],
      ]);
    });

    it('reports a template that is too expensive, without rendering it fully', async () => {
      const list = await world.given.list();
      for (let made = 0; made < 20; made += 1) await world.given.contact({ lists: [list.id] });
      const id = await campaign({
        lists: [list.id],
        email_subject: 's',
        email_body: `{% for a in (1..9999999) %}{{ a }}{% endfor %}{{ contact.first_name }}${OPT_OUT}`,
      });
      let issues: unknown[] = [];
      const used = await processorMs(async () => {
        issues = await lint(id);
      });
      expect(issues).toEqual([
        expect.objectContaining({ severity: 'error', code: 'too_expensive', field: 'email_body' }),
        expect.objectContaining({ code: 'missing_pre_header' }),
      ]);
      expect(used).toBeLessThan(20_000);
    });

    it('lists findings that prevent sending first', async () => {
      const id = await campaign({ email_body: `<p>${'word '.repeat(30_000)}</p><img src="a.png">` });
      const issues = await lint(id);
      expect(issues.map(({ severity, code }) => [severity, code])).toEqual([
        ['error', 'missing_subject'],
        ['warning', 'missing_alt'],
        ['warning', 'relative_image'],
        ['warning', 'too_large'],
        ['info', 'standard_footer'],
        ['info', 'missing_pre_header'],
      ]);
      await world.all.get('/campaigns/999999/lint').expect(404);
    });
  });
});
