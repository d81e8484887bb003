import { Retention } from '../../../src/platform/work/periodic.js';
import { SmtpSink, type SinkMessage } from '../../support/smtp-sink.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

const NEW = {
  subject: 'Reset your password',
  html: '<p>Hello {{ contact.first_name | default: "there" }}: {{ data.code }}</p>',
};
const PDF = { filename: 'receipt.pdf', content_type: 'application/pdf', content_base64: 'JVBERi0xLjcK' };

describe('single emails', () => {
  let world: World;
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({
      env: { SMTP_URL: sink.url, MAIL_FROM: 'Shop <news@shop.example>', EMAIL_CONTENT_RETENTION: '1h' },
    });
  });
  beforeEach(() => {
    sink.reset();
  });

  const submit = async (wanted: object): Promise<number> =>
    (
      await world.all
        .post('/emails')
        .send({ ...NEW, ...wanted })
        .expect(202)
    ).body.email.id;
  const refused = async (wanted: object, status = 400) =>
    (await world.all.post('/emails').send(wanted).expect(status)).body;
  const emailOf = async (id: number) => (await world.all.get(`/emails/${id}`).expect(200)).body.email;
  const messageTo = (address: string): SinkMessage => {
    const found = sink.messages.find(({ envelope }) => envelope.to.includes(address));
    if (!found) throw new Error(`no email to ${address}`);
    return found;
  };
  const eventsOf = async (
    type: string,
  ): Promise<{ subject_id: number; data: { email: Record<string, unknown> } }[]> => {
    const rows = await world.db.query<{ subject_id: number; data: string }>(
      'SELECT subject_id, data FROM domain_events WHERE type = :type ORDER BY id',
      { type },
    );
    return rows.map((row) => ({ ...row, data: JSON.parse(row.data) as never }));
  };

  describe('POST /emails', () => {
    it('queues an email, renders its data, and reports its result', async () => {
      const { body } = await world.all
        .post('/emails')
        .send({ ...NEW, to: { email: 'Reset@Example.com', name: 'Ada, Countess' }, data: { code: '<7>' } })
        .expect(202);
      expect(body.email).toEqual({ id: expect.any(Number), status: 'pending', scheduled_at: null });
      await world.settle();
      const message = messageTo('reset@example.com');
      const mail = await message.parsed();
      expect(mail).toMatchObject({ subject: 'Reset your password', from: { address: 'news@shop.example' } });
      expect(mail.to).toEqual([{ address: 'reset@example.com', name: 'Ada, Countess' }]);
      expect(mail.html).toContain('Hello there: &lt;7&gt;');
      const email = await emailOf(body.email.id);
      expect(email).toMatchObject({
        ...{
          id: body.email.id,
          status: 'sent',
          to: ['reset@example.com'],
          subject: 'Reset your password',
          attempts: 1,
        },
        ...{ tracked: false, opens: 0, clicks: 0, error: null, template_id: null, data: { code: '<7>' }, headers: {} },
      });
      expect(email.sent_at).toMatch(/^20.*Z$/);
    });

    it('has no list headers, no precedence, no footer, and no opt-out', async () => {
      await submit({
        to: { email: 'plain@example.com' },
        html: '<p>[{{ unsubscribe_url }}{{ preferences_url }}{{ view_url }}]</p>',
      });
      await world.settle();
      const mail = await messageTo('plain@example.com').parsed();
      expect(mail.headers.map(({ key }) => key).filter((key) => /^(?:list-|precedence)/.test(key))).toEqual([]);
      expect(mail.html).toContain('<p>[]</p>');
    });

    it('means the contact with the address, whatever its status and pause', async () => {
      for (const status of ['unsubscribed', 'pending', 'subscribed']) {
        const contact = await world.given.contact({ status, first_name: `Is ${status}` });
        await submit({ to: { email: contact.email } });
        await submit({ to: { contact_id: contact.id, email: contact.email }, subject: 'Second' });
        await world.settle();
        expect((await messageTo(contact.email).parsed()).html).toContain(`Hello Is ${status}`);
      }
      expect(await world.db.query("SELECT id FROM contacts WHERE email = 'reset@example.com'")).toEqual([]);
    });

    it('shows To and Cc to all recipients, and Bcc to none, under one Message-ID', async () => {
      const id = await submit({
        to: [{ email: 'to-1@example.com', name: 'One' }, { email: 'to-2@example.com' }],
        cc: { email: 'cc@example.com' },
        bcc: [{ email: 'bcc@example.com' }, { email: 'to-1@example.com' }],
        reply_to: { email: 'help@shop.example', name: 'Help' },
      });
      await world.settle();
      const received = await Promise.all(sink.messages.map(async (message) => message.parsed()));
      expect(sink.messages.map(({ envelope }) => envelope.to.join()).sort()).toEqual(
        ['bcc', 'cc', 'to-1', 'to-2'].map((name) => `${name}@example.com`),
      );
      expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(1);
      for (const mail of received) {
        expect(mail.to?.map(({ address }) => address)).toEqual(['to-1@example.com', 'to-2@example.com']);
        expect(mail.cc?.map(({ address }) => address)).toEqual(['cc@example.com']);
        expect(mail.replyTo).toEqual([{ address: 'help@shop.example', name: 'Help' }]);
        expect(mail.headers.some(({ value }) => value.includes('bcc@'))).toBe(false);
      }
      const { addresses } = await emailOf(id);
      expect(addresses.map(({ field, status }: Record<string, string>) => [field, status])).toEqual([
        ...[
          ['to', 'sent'],
          ['to', 'sent'],
          ['cc', 'sent'],
          ['bcc', 'sent'],
          ['bcc', null],
          ['reply_to', null],
        ],
      ]);
      const sent = (await eventsOf('email.sent')).filter(
        ({ data }) => (data.email['source'] as { id: number }).id === id,
      );
      // Several connections send them, in no order.
      expect(sent.map(({ data }) => Number(data.email['id'])).sort((one, other) => one - other)).toEqual(
        addresses.slice(0, 4).map((one: { email_id: number }) => one.email_id),
      );
    });

    it('takes a template, whose parts the request replaces', async () => {
      const template = await world.given.template({
        email_subject: 'Receipt {{ data.n }}',
        email_body: '<p>Sum {{ data.sum }}</p>',
      });
      const id = await submit({
        to: { email: 't-1@example.com' },
        template_id: template.id,
        subject: undefined,
        html: undefined,
        data: { n: 7, sum: '5.00' },
      });
      await submit({
        to: { email: 't-2@example.com' },
        template_id: template.id,
        subject: 'Own',
        html: undefined,
        data: { sum: '6.00' },
      });
      await world.settle();
      expect(await messageTo('t-1@example.com').parsed()).toMatchObject({
        subject: 'Receipt 7',
        html: expect.stringContaining('Sum 5.00'),
      });
      expect(await messageTo('t-2@example.com').parsed()).toMatchObject({
        subject: 'Own',
        html: expect.stringContaining('Sum 6.00'),
      });
      const { body } = await world.all
        .get(`/emails?template_id=${template.id}&to=t-1@example.com&status=sent`)
        .expect(200);
      expect(body.emails).toMatchObject({ total: 1, data: [{ id, template_id: template.id }] });
    });

    it('must have the data that its template needs, and has the language and the snippets of its contact', async () => {
      await world.all.post('/snippets').send({ key: 'seal', title: 'Seal', html: '<b>{{ word }}</b>' }).expect(200);
      const { slug } = await world.given.customField({ slug: 'language', label: 'Language' });
      const { email } = await world.given.contact({ custom_values: { [slug]: 'de-AT' } });
      const template = await world.given.template({
        email_subject: 'Receipt {{ data.sum }}',
        email_body: '<p>Sum {{ data.sum }} {% render "seal", word: "paid" %}</p>',
        translations: { de: { email_subject: 'Beleg {{ data.sum }}', email_body: '<p>Summe {{ data.sum }}</p>' } },
        data_schema: { type: 'object', required: ['sum'], properties: { sum: { type: 'string' } } },
      });
      const content = { template_id: template.id, subject: undefined, html: undefined };
      const { body: refused } = await world.all
        .post('/emails/batch')
        .send({
          emails: [
            { to: { email }, ...content, data: { sum: '7.00' } },
            { to: { email }, ...content, data: {} },
          ],
        })
        .expect(400);
      expect(refused.data.params).toEqual({ 'emails.1.data.sum': 'is required' });
      await submit({ to: { email }, ...content, data: { sum: '8.00' } });
      await submit({ to: { email: 't-3@example.com' }, ...content, data: { sum: '9.00' } });
      await world.settle();
      expect(await messageTo(email).parsed()).toMatchObject({
        subject: 'Beleg 8.00',
        html: expect.stringContaining('Summe 8.00'),
      });
      expect(await messageTo('t-3@example.com').parsed()).toMatchObject({
        subject: 'Receipt 9.00',
        html: expect.stringMatching(/Sum 9\.00 <b>paid<\/b>/),
      });
    });

    it('carries attachments and additional headers', async () => {
      await submit({
        to: { email: 'files@example.com' },
        attachments: [PDF],
        headers: { 'X-Order': 'A-1' },
        text: 'Code {{ data.code }}',
        data: { code: 3 },
      });
      await world.settle();
      const mail = await messageTo('files@example.com').parsed();
      expect(mail.attachments).toMatchObject([{ filename: 'receipt.pdf', mimeType: 'application/pdf' }]);
      expect(mail.headers.find(({ key }) => key === 'x-order')?.value).toBe('A-1');
      expect(mail.text).toContain('Code 3');
    });

    it('tracks on request only, also links with values of the request', async () => {
      const html =
        '<p><a href="https://shop.example/r/{{ data.token }}">Reset</a> <a href="https://shop.example/">Shop</a></p>';
      await submit({ to: { email: 'untracked@example.com' }, html, data: { token: 'a b' } });
      const id = await submit({ to: { email: 'tracked@example.com' }, html, data: { token: 'c d' }, tracked: true });
      await world.settle();
      const plain = (await messageTo('untracked@example.com').parsed()).html;
      expect(plain).toContain('href="https://shop.example/r/a%20b"');
      expect(plain).toContain('href="https://shop.example/"');
      const { html: tracked = '' } = await messageTo('tracked@example.com').parsed();
      const [reset = '', shop = ''] = [...tracked.matchAll(/href="[^"]*(\/t\/c\/[^"]+)"/g)].map(([, path]) => path);
      const visit = async (path: string): Promise<unknown> => {
        const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
        const { status, headers } = await world.http.get(path).set('User-Agent', agent).redirects(0);
        return headers['location'] ?? status;
      };
      expect(await visit(shop)).toBe('https://shop.example/');
      expect(await visit(reset)).toBe('https://shop.example/r/c%20d');
      const [token = '', , signature = ''] = reset.split('.');
      const evil = Buffer.from('https://evil.example').toString('base64url');
      for (const path of [token, `${token}.${evil}`, `${token}.${evil}.${signature}`, `${shop}.${evil}.${signature}`])
        expect(await visit(path)).toBe(404);
      await world.settle();
      await waitUntil('the clicks are counted', async () => (await emailOf(id)).clicks === 2);
      await world.settle();
      const clicks = (await eventsOf('email.clicked')).slice(-2).map(({ data }) => data.email);
      expect(clicks).toMatchObject([
        { id, source: { type: 'single', id }, url: 'https://shop.example/' },
        // Events do not hold the values of the request.
        { id, source: { type: 'single', id }, url: 'https://shop.example/r/{{ data.token }}' },
      ]);
    });

    it('waits for send_at, and can be cancelled until then', async () => {
      const sendAt = new Date(Date.now() + 3_600_000).toISOString();
      const id = await submit({
        to: [{ email: 'later@example.com' }, { email: 'later-2@example.com' }],
        send_at: sendAt,
      });
      await submit({ to: { email: 'past@example.com' }, send_at: '2020-01-01 00:00:00' });
      await world.settle();
      expect(sink.messages.map(({ envelope }) => envelope.to)).toEqual([['past@example.com']]);
      expect(await emailOf(id)).toMatchObject({ status: 'pending', scheduled_at: sendAt });
      await world.all.delete(`/emails/${id}`).expect(200);
      expect(await emailOf(id)).toMatchObject({
        status: 'cancelled',
        addresses: [{ status: 'cancelled' }, { status: 'cancelled' }],
      });
      const { body } = await world.all.delete(`/emails/${id}`).expect(400);
      expect(body.data.params).toEqual({ id: 'is not pending' });
    });

    it('is sent once with an Idempotency-Key', async () => {
      const send = async () =>
        world.all
          .post('/emails')
          .set('Idempotency-Key', 'reset-1')
          .send({ ...NEW, to: { email: 'once@example.com' } })
          .expect(202);
      const [one, two] = [await send(), await send()];
      expect(two.body).toEqual(one.body);
      expect(two.headers['idempotent-replayed']).toBe('true');
      await world.settle();
      expect(sink.messages).toHaveLength(1);
    });

    it.each([
      [{}, ['to']],
      [{ to: { email: 'a@example.com' } }, ['html', 'subject', 'template_id']],
      [{ ...NEW, to: {} }, ['to.email']],
      [{ ...NEW, to: [] }, ['to']],
      [{ ...NEW, to: 'ada@example.com' }, ['to']],
      [{ ...NEW, to: [{ email: 'ada@example.com' }, { email: 'x' }] }, ['to.1.email']],
      [{ ...NEW, to: Array.from({ length: 51 }, (_, index) => ({ email: `n${index}@example.com` })) }, ['to']],
      [{ ...NEW, to: { contact_id: 4_000_000 } }, ['to.contact_id']],
      [{ ...NEW, to: { email: 'a@example.com' }, template_id: 4_000_000 }, ['template_id']],
      [{ ...NEW, to: { email: 'a@example.com' }, sender_id: 4_000_000 }, ['sender_id']],
      [{ ...NEW, to: { email: 'a@example.com' }, html: '{{ x' }, ['html']],
      [{ ...NEW, to: { email: 'a@example.com' }, subject: 'a\nBcc: b@example.com' }, ['subject']],
      [{ ...NEW, to: { email: 'a@example.com' }, headers: { Bcc: 'b@example.com' } }, ['headers']],
      [{ ...NEW, to: { email: 'a@example.com' }, headers: { 'X-A': 'b\r\nBcc: c' } }, ['headers']],
      [
        {
          ...NEW,
          to: { email: 'a@example.com' },
          headers: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`X-${index}`, 'x'])),
        },
        ['headers'],
      ],
      [{ ...NEW, to: { email: 'a@example.com', name: 'A\r\nBcc: c@example.com' } }, ['to.name']],
      [{ ...NEW, to: { email: 'a@example.com' }, data: { text: 'x'.repeat(66_000) } }, ['data']],
      [{ ...NEW, to: { email: 'a@example.com' }, data: 'x' }, ['data']],
      [{ ...NEW, to: { email: 'a@example.com' }, send_at: 'soon' }, ['send_at']],
      [
        { ...NEW, to: { email: 'a@example.com' }, attachments: [{ ...PDF, filename: 'x.exe' }] },
        ['attachments.0.filename'],
      ],
      [
        {
          ...NEW,
          to: { email: 'a@example.com' },
          attachments: [{ ...PDF, content_base64: Buffer.alloc(5_300_000).toString('base64') }],
        },
        ['attachments'],
      ],
    ])('refuses invalid values: case %#', async (body, fields) => {
      const before = await world.db.query('SELECT COUNT(*) AS n FROM email_contents');
      const { data } = await refused(body);
      expect(Object.keys(data.params).sort()).toEqual(fields);
      expect(await world.db.query('SELECT COUNT(*) AS n FROM email_contents')).toEqual(before);
    });

    it('refuses a contact and an address that do not belong together', async () => {
      const contact = await world.given.contact();
      const { data } = await refused({ ...NEW, to: { contact_id: contact.id, email: 'other@example.com' } });
      expect(data.params).toEqual({ 'to.contact_id': 'has another address' });
    });

    it('needs send_campaigns', async () => {
      const other = await world.as('manage_campaigns', 'manage_contacts');
      const { body } = await other
        .post('/emails')
        .send({ ...NEW, to: { email: 'a@example.com' } })
        .expect(403);
      expect(body.data.required_permission).toBe('send_campaigns');
      for (const path of ['/emails', '/emails/1', '/emails/1/content']) await other.get(path).expect(403);
      await other.delete('/emails/1').expect(403);
      const only = await world.as('send_campaigns');
      await only
        .post('/emails')
        .send({ ...NEW, to: { email: 'allowed@example.com' } })
        .expect(202);
    });
  });

  describe('a suppressed address', () => {
    const suppress = (value: string) =>
      world.all
        .post('/suppressions')
        .send({ values: [value] })
        .expect(200);

    it.each(['bounced', 'complained'])('that has %s is refused, before and after it is queued', async (status) => {
      const contact = await world.given.contact({ status });
      const body = await refused({ ...NEW, to: { email: contact.email } });
      expect(body).toMatchObject({
        code: 'recipient_suppressed',
        data: { reason: status, params: { 'to.email': `is ${status}` } },
      });
    });

    it('is refused if its domain or the address was suppressed by hand, but not after an opt-out', async () => {
      await suppress('blocked.example');
      expect(await refused({ ...NEW, to: { email: 'a@blocked.example' } })).toMatchObject({
        data: { reason: 'suppressed' },
      });
      await suppress('manual@example.com');
      const body = await refused({ ...NEW, to: [{ email: 'manual@example.com' }] });
      expect(body.data).toMatchObject({ reason: 'suppressed', params: { 'to.0.email': 'is suppressed' } });
    });

    it('is skipped if it is suppressed while the email waits', async () => {
      const sendAt = new Date(Date.now() + 1_500).toISOString();
      const id = await submit({ to: { email: 'soon@example.com' }, send_at: sendAt });
      await suppress('soon@example.com');
      await world.settle();
      expect(await emailOf(id)).toMatchObject({ status: 'skipped', error: 'suppressed' });
    });

    it('gets an email that ignores it, with manage_contacts', async () => {
      const contact = await world.given.contact({ status: 'bounced' });
      const email = { ...NEW, to: { email: contact.email }, ignore_suppression: true };
      const { body } = await (await world.as('send_campaigns')).post('/emails').send(email).expect(403);
      expect(body.data.required_permission).toBe('manage_contacts');
      await submit(email);
      await world.settle();
      expect(messageTo(contact.email)).toBeDefined();
    });

    it('does not keep the other recipients from getting the email', async () => {
      const contact = await world.given.contact({ status: 'complained' });
      const id = await submit({ to: [{ email: contact.email }, { email: 'other@example.com' }] });
      await world.settle();
      expect(sink.messages.map(({ envelope }) => envelope.to)).toEqual([['other@example.com']]);
      expect((await emailOf(id)).addresses).toMatchObject([
        { status: 'refused', error: 'complained', email_id: null },
        { status: 'sent', email_id: id },
      ]);
    });

    it('is one without a contact whose email bounced', async () => {
      sink.behave({ recipients: { 'gone@example.com': { code: 550, text: '5.1.1 No such user' } } });
      const id = await submit({ to: { email: 'gone@example.com' } });
      await world.settle();
      expect(await emailOf(id)).toMatchObject({ status: 'bounced', error: expect.stringContaining('5.1.1') });
      expect(await refused({ ...NEW, to: { email: 'gone@example.com' } })).toMatchObject({
        data: { reason: 'bounced' },
      });
    });
  });

  describe('POST /emails/batch', () => {
    it('answers in order, and refuses suppressed recipients one by one', async () => {
      const contact = await world.given.contact({ status: 'bounced' });
      const emails = ['b-1@example.com', contact.email, 'b-2@example.com'].map((email, index) => ({
        ...NEW,
        to: { email },
        data: { code: index },
      }));
      const { body } = await world.all.post('/emails/batch').send({ emails }).expect(202);
      expect(body.emails).toEqual([
        { index: 0, id: expect.any(Number), status: 'pending', reason: null },
        { index: 1, id: null, status: 'refused', reason: 'bounced' },
        { index: 2, id: expect.any(Number), status: 'pending', reason: null },
      ]);
      await world.settle();
      expect((await messageTo('b-2@example.com').parsed()).html).toContain('there: 2');
    });

    it('binds the values of each email to its message', async () => {
      const template = await world.given.template({
        email_subject: 'For {{ data.n }}',
        email_body: '<p>{{ data.n }}</p>',
      });
      const emails = Array.from({ length: 100 }, (_, n) => ({
        to: { email: `n-${n}@example.com` },
        template_id: template.id,
        data: { n },
      }));
      await world.all.post('/emails/batch').send({ emails }).expect(202);
      await world.settle();
      const subjects = await Promise.all(emails.map(async ({ to }) => (await messageTo(to.email).parsed()).subject));
      expect(subjects).toEqual(emails.map(({ data }) => `For ${data.n}`));
    });

    it('queues none if one is invalid', async () => {
      const emails = [
        { ...NEW, to: { email: 'x-1@example.com' } },
        { html: '<p>x</p>', to: { email: 'x-2@example.com' } },
      ];
      const { body } = await world.all.post('/emails/batch').send({ emails }).expect(400);
      expect(body.data.params).toEqual({ 'emails.1.subject': 'is required' });
      for (const size of [0, 101])
        await world.all
          .post('/emails/batch')
          .send({ emails: Array(size).fill(emails[0]) })
          .expect(400);
      await world.settle();
      expect(sink.messages).toEqual([]);
    });
  });

  it('GET /emails lists them by pages, and knows no other emails', async () => {
    const list = await world.given.list();
    const contact = await world.given.contact({ lists: [list.id] });
    const campaign = await world.given.campaign({
      email_subject: 'Spring',
      email_body: '<p>{{ unsubscribe_url }}</p>',
      lists: [list.id],
    });
    await world.all.post(`/campaigns/${campaign.id}/send`).expect(200);
    const id = await submit({ to: { email: contact.email } });
    await world.settle();
    const { body } = await world.all.get(`/emails?to=${contact.email}&cursor=*&per_page=1`).expect(200);
    expect(body.emails.data.map((email: { id: number }) => email.id)).toEqual([id]);
    const [other] = await world.db.query<{ id: number }>(
      "SELECT id FROM email_messages WHERE source_type = 'campaign' LIMIT 1",
    );
    for (const unknown of [other!.id, 999_999, 'x'])
      expect((await world.all.get(`/emails/${unknown}`).expect(404)).body.code).toBe('rest_post_invalid_id');
    await world.all.get('/emails?status=lost').expect(400);
  });

  it('events have the source single, and reports count them apart', async () => {
    const before = (await world.all.get('/reports/overview').expect(200)).body;
    const id = await submit({ to: { email: 'counted@example.com' }, subject: 'Counted' });
    await world.settle();
    const sent = (await eventsOf('email.sent')).find(({ subject_id: subject }) => subject === id);
    expect(sent?.data.email).toMatchObject({
      id,
      campaign_id: null,
      source: { type: 'single', id },
      to: 'counted@example.com',
    });
    const { body } = await world.all.get('/reports/overview').expect(200);
    expect(body.email_stats.emails_sent).toBe(before.email_stats.emails_sent);
    expect(body.single_stats.emails_sent).toBe(Number(before.single_stats.emails_sent) + 1);
  });

  it('the console shows them, and their content in a frame without scripts', async () => {
    const id = await submit({ to: { email: 'shown@example.com' }, html: '<p>Hi "you"</p><script>1</script>' });
    await world.settle();
    const { username, password } = world.all.credentials!;
    const get = async (path: string) => (await world.http.get(path).auth(username, password).expect(200)).text;
    expect(await get('/console/emails?search=shown@example.com')).toContain(`/console/emails/${id}"`);
    expect(await get('/console/emails?search=cancelled')).not.toContain(`/console/emails/${id}"`);
    expect(await get(`/console/emails/${id}`)).toMatch(
      new RegExp(`<iframe[^>]* src="/console/emails/${id}/content"[^>]* sandbox=""`),
    );
    expect(await get(`/console/emails/${id}/content`)).toContain('<p>Hi "you"</p>');
  });

  describe('the content', () => {
    it('is what was sent, without tracking, and is removed after the retention', async () => {
      const html = '<p>{{ data.code }} <a href="https://shop.example/{{ data.code }}">x</a></p>';
      const id = await submit({
        to: { email: 'kept@example.com' },
        html,
        data: { code: 'c1' },
        tracked: true,
        attachments: [PDF],
      });
      const waiting = await submit({ to: { email: 'waits@example.com' }, send_at: '2040-01-01' });
      await world.settle();
      const { body } = await world.all.get(`/emails/${id}/content`).expect(200);
      expect(body).toMatchObject({ subject: NEW.subject, text: expect.stringContaining('c1') });
      expect(body.html).toContain('href="https://shop.example/c1"');
      expect(body.html).not.toContain('<img');
      await world.db.transaction((tx) => tx.execute('UPDATE single_emails SET created_at = NOW(3) - INTERVAL 2 HOUR'));
      await world.worker!.get(Retention, { strict: false }).run();
      await world.all.get(`/emails/${id}/content`).expect(404);
      expect(await emailOf(id)).toMatchObject({ data: null, headers: null, status: 'sent', tracked: true });
      expect(await world.db.query("SELECT id FROM email_attachments WHERE filename = 'receipt.pdf'")).toEqual([]);
      await world.all.get(`/emails/${waiting}/content`).expect(200);
    });
  });

  describe('personal data', () => {
    it('is exported, and erased with the contact everywhere', async () => {
      const contact = await world.given.contact();
      const secret = 'sesame-81';
      const own = await submit({
        to: { email: contact.email },
        html: `<p>${secret}</p>`,
        data: { secret },
        subject: `Code ${secret}`,
      });
      const shared = await submit({
        to: [{ email: 'team@example.com' }, { email: contact.email, name: 'Ada' }],
        data: { secret },
        subject: `Code {{ data.secret }}`,
      });
      const waiting = await submit({ to: { email: contact.email }, data: { secret }, send_at: '2040-01-01' });
      await world.settle();
      const { body } = await world.all.get(`/subscribers/${contact.id}/export`).expect(200);
      expect(JSON.stringify(body)).toContain(secret);
      expect(body.single_emails.map(({ id }: { id: number }) => id)).toEqual([own, shared, waiting]);
      await world.all.post(`/subscribers/${contact.id}/erase`).send({ mode: 'anonymize' }).expect(200);
      await world.settle();
      const columns = [
        ...[
          'single_emails.request',
          'single_email_addresses.email',
          'single_email_addresses.name',
          'email_messages.subject',
        ],
        ...['email_messages.email', 'email_contents.html', 'email_contents.subject'],
      ];
      for (const column of columns) {
        const [table, name] = column.split('.');
        const rows = await world.db.query<{ text: string | null }>(`SELECT ${name} AS text FROM ${table}`);
        const texts = rows.map(({ text }) => text ?? '').join('\n');
        expect(`${column}: ${[secret, contact.email].filter((words) => texts.includes(words)).join()}`).toBe(
          `${column}: `,
        );
      }
      expect(await emailOf(waiting)).toMatchObject({ status: 'cancelled', to: [], data: null });
    });
  });
});
