import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type SendMailOptions, createTransport } from 'nodemailer';
import { ulid } from 'ulid';
import { DevelopmentAuthority } from '../../../src/modules/development/webhook-receiver/certificate-authority.js';
import { MailboxServer } from '../../../src/modules/development/mailbox/mailbox.server.js';
import { MailboxStore } from '../../../src/modules/development/mailbox/mailbox.store.js';
import { PublicLinks } from '../../../src/modules/mail-content/links/public-links.service.js';
import { World } from '../../support/world.js';
import { waitUntil } from '../../support/wait-until.js';

/** The development environment with its own ports. */
const DEVELOPMENT = { NODE_ENV: 'development', DEV_MAILBOX_SMTP_PORT: '0', DEV_WEBHOOK_RECEIVER_PORT: '0' };

describe('the development mailbox', () => {
  let world: World;
  let port: number;

  beforeAll(async () => {
    world = await World.start({ env: { ...DEVELOPMENT, WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' }, worker: false });
    port = world.api.get(MailboxServer, { strict: false }).port ?? 0;
  });
  beforeEach(() => world.http.post('/dev/mailbox/clear').expect(303).expect('Location', '/dev/mailbox'));

  async function send(mail: SendMailOptions): Promise<void> {
    const transport = createTransport({ host: '127.0.0.1', port });
    await transport.sendMail({ from: 'Carillon <news@example.com>', to: 'reader@example.com', ...mail });
    transport.close();
  }

  async function onlyEmailId(): Promise<string> {
    const list = await world.http.get('/dev/mailbox.json').expect(200);
    expect(list.body.total).toBe(1);
    return list.body.data[0].id as string;
  }

  it('lists emails, newest first, as a page and as JSON', async () => {
    await send({ subject: 'The first', to: ['one@example.com', 'two@example.com'] });
    await send({ subject: 'The <second>' });
    const list = await world.http.get('/dev/mailbox.json').expect(200);
    expect(list.body.total).toBe(2);
    expect(list.body.data[1]).toEqual({
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      from: 'Carillon <news@example.com>',
      to: ['one@example.com', 'two@example.com'],
      subject: 'The first',
      preview: '',
      received_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
    });
    const page = await world.http.get('/dev/mailbox').expect(200).expect('Content-Type', 'text/html; charset=utf-8');
    expect(page.text.indexOf('The &lt;second&gt;')).toBeGreaterThan(0);
    expect(page.text.indexOf('The first')).toBeGreaterThan(page.text.indexOf('The &lt;second&gt;'));
    expect(page.text).toContain('http-equiv="refresh"');
    expect(page.text.match(/<script[^>]*>/g)).toEqual(['<script src="/dev/mailbox.js" defer>']);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['content-security-policy']).toContain("; script-src 'self'; connect-src 'self'");
  });

  it('counts unread emails until their page is opened; reading them as JSON changes nothing', async () => {
    await send({ subject: 'One' });
    await send({ subject: 'Two' });
    const [{ id }] = (await world.http.get('/dev/mailbox.json').expect(200)).body.data;
    await world.http.get(`/dev/mailbox/${id}.json`).expect(200);
    const before = await world.http.get('/dev/mailbox').expect(200);
    expect(before.text).toContain('2 emails, 2 unread');
    expect(before.text).toContain('<title>(2) Mailbox');
    await world.http.get(`/dev/mailbox/${id}`).expect(200);
    const after = await world.http.get('/dev/mailbox').expect(200);
    expect(after.text).toContain('2 emails, 1 unread');
    expect(after.text.match(/aria-label="Unread"/g)).toHaveLength(1);
  });

  it('deletes one email with all its files', async () => {
    await send({ subject: 'Stays' });
    await send({ subject: 'Goes' });
    const [{ id }] = (await world.http.get('/dev/mailbox.json').expect(200)).body.data;
    await world.http.get(`/dev/mailbox/${id}`).expect(200);
    await world.http.post(`/dev/mailbox/${id}/delete`).expect(303).expect('Location', '/dev/mailbox');
    const list = await world.http.get('/dev/mailbox.json').expect(200);
    expect(list.body.data.map(({ subject }: { subject: string }) => subject)).toEqual(['Stays']);
    expect(readdirSync(join(world.config.dataDir, 'mailbox'))).toHaveLength(2);
    await world.http.post(`/dev/mailbox/${id}/delete`).expect(404);
  });

  it('saves an email as .eml', async () => {
    await send({ subject: 'Raw' });
    const id = await onlyEmailId();
    const { headers, body } = await world.http.get(`/dev/mailbox/${id}.eml`).expect(200);
    expect(headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${id}.eml`);
    expect((body as Buffer).toString()).toContain('Subject: Raw\r\n');
  });

  it('checks links: status, redirect, and error; shows the targets of tracked links and counts no clicks', async () => {
    const requests: string[] = [];
    const authority = await DevelopmentAuthority.of(world.config.dataDir);
    const site = createServer(await authority.issue({ hosts: ['localhost'] }), (request, response) => {
      requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
      const status = request.url === '/moved' ? 301 : request.url === '/missing' ? 404 : 200;
      response.writeHead(status, status === 301 ? { Location: '/new' } : {}).end();
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const address = `https://localhost:${(site.address() as AddressInfo).port}`;
    await world.db.query('INSERT INTO email_links (id, content_id, position, url) VALUES (1, 1, 0, :url)', {
      url: `${address}/tracked`,
    });
    const tracked = world.api.get(PublicLinks, { strict: false }).url('click', { messageId: 1, linkId: 1 });
    const optOut = world.api.get(PublicLinks, { strict: false }).url('unsubscribe', { messageId: 1, linkId: 0 });
    const urls = [
      `${address}/works`,
      `${address}/moved`,
      `${address}/missing`,
      'https://localhost:1234/#top',
      'http://localhost/',
      tracked,
      optOut,
    ];
    try {
      await send({ html: [...urls, 'mailto:a@example.com'].map((url) => `<a href="${url}">x</a>`).join(' ') });
      const id = await onlyEmailId();
      const listed = await world.http.get(`/dev/mailbox/${id}?view=links`).expect(200);
      expect(listed.text).toContain('Links (8)');
      expect(requests).toEqual([]);
      const { text } = await world.http.post(`/dev/mailbox/${id}/links`).expect(200);
      const results = [...text.matchAll(/<li data-state="(\w+)">([\s\S]*?)<\/li>/g)].map(([, state, inner = '']) => [
        state,
        ...[...inner.matchAll(/<small>([\s\S]*?)<\/small>/g)].map(([, each = '']) =>
          each.replace(/<b[\s\S]*<\/b>/, '').trim(),
        ),
      ]);
      expect(results).toEqual([
        ['works', '200'],
        ['works', '301 to /new'],
        ['fails', '404'],
        ['fails', 'connect failed'],
        ['not_requested', 'not requested: must start with https://'],
        ['works', `leads to ${address}/tracked`, '200'],
        ['not_requested', 'not requested: a link of this installation'],
        ['not_requested', 'not requested: an email address'],
      ]);
      expect(requests.toSorted()).toEqual(['GET /missing', 'GET /moved', 'GET /tracked', 'GET /works']);
      const [hits] = await world.db.query<{ count: number }>(
        'SELECT (SELECT COUNT(*) FROM email_hit_inbox) + (SELECT COUNT(*) FROM email_hits) AS count',
      );
      expect(hits?.count).toBe(0);
      await waitUntil('no hit is gathered', async () => (await world.gatheredHits()) === 0);
    } finally {
      site.closeAllConnections();
      site.close();
    }
  });

  it('checks the first 40 links of an email only', async () => {
    const links = Array.from({ length: 42 }, (_, n) => `<a href="https://localhost:1234/${n}">x</a>`);
    await send({ html: links.join(' ') });
    const { text } = await world.http.post(`/dev/mailbox/${await onlyEmailId()}/links`).expect(200);
    expect(text.match(/connect failed/g)).toHaveLength(40);
    expect(text.match(/only the first 40 links are checked/g)).toHaveLength(2);
  });

  it('finds emails by recipient and subject, ignoring case', async () => {
    await send({ subject: 'Spring offers', to: 'ada@example.com' });
    await send({ subject: 'Invoice', to: 'grace@example.com' });
    for (const search of ['ADA@', 'spring', 'Offers']) {
      const found = await world.http.get('/dev/mailbox.json').query({ search }).expect(200);
      expect(found.body.data.map((mail: { subject: string }) => mail.subject)).toEqual(['Spring offers']);
    }
    const none = await world.http.get('/dev/mailbox').query({ search: '<b>nothing' }).expect(200);
    expect(none.text).toContain('matches “&lt;b&gt;nothing”');
    expect(none.text).toContain('has:attachment');
  });

  it('finds emails by text, and with operators', async () => {
    await send({ subject: 'Invoice 1', text: 'For Grace', attachments: [{ filename: 'a.pdf', content: 'x' }] });
    await send({ subject: 'Invoice 2', html: '<style>p{}</style><p>For <b>Ada</b></p>', from: 'Shop <shop@x.test>' });
    await send({ subject: 'Hello', text: 'About the invoice', to: 'invoice@example.com' });
    const subjects = async (search: string): Promise<string[]> => {
      const found = await world.http.get('/dev/mailbox.json').query({ search }).expect(200);
      return found.body.data.map((mail: { subject: string }) => mail.subject);
    };
    await expect(subjects('invoice')).resolves.toEqual(['Hello', 'Invoice 2', 'Invoice 1']);
    await expect(subjects('subject:invoice -from:shop')).resolves.toEqual(['Invoice 1']);
    await expect(subjects('to:invoice')).resolves.toEqual(['Hello']);
    await expect(subjects('has:attachment')).resolves.toEqual(['Invoice 1']);
    await expect(subjects('"the invoice"')).resolves.toEqual(['Hello']);
    await expect(subjects('ada')).resolves.toEqual(['Invoice 2']);
    const [{ id }] = (await world.http.get('/dev/mailbox.json').expect(200)).body.data;
    await world.http.get(`/dev/mailbox/${id}`).expect(200);
    await expect(subjects('is:read')).resolves.toEqual(['Hello']);
    const page = await world.http.get('/dev/mailbox').query({ search: 'is:unread "for' }).expect(200);
    expect(page.text).toContain('2 emails matching “is:unread &quot;for”, 2 unread');
  });

  it('shows the preheader or the first words of each email', async () => {
    await send({
      subject: 'One',
      html: '<div style="display:none">Only &lt;today&gt;&#847;&#847;&#847;&#847;</div><p>x',
    });
    await send({ subject: 'Two', text: 'The first\nwords' });
    const { body } = await world.http.get('/dev/mailbox.json').expect(200);
    expect(body.data.map(({ preview }: { preview: string }) => preview)).toEqual(['The first words', 'Only <today>']);
    const { text } = await world.http.get('/dev/mailbox').expect(200);
    expect(text).toContain('Only &lt;today&gt;</span>');
  });

  it('lists emails that an older version stored', async () => {
    await send({ subject: 'Old', text: 'Words' });
    const id = await onlyEmailId();
    const file = join(world.config.dataDir, 'mailbox', `${id}.json`);
    const { preview, text, attachments, ...old } = JSON.parse(readFileSync(file, 'utf8'));
    expect([preview, text.trim(), attachments]).toEqual(['Words', 'Words', 0]);
    const other = ulid();
    writeFileSync(join(world.config.dataDir, 'mailbox', `${other}.json`), JSON.stringify({ ...old, id: other }));
    const found = await world.http.get('/dev/mailbox.json').query({ search: 'old' }).expect(200);
    expect(found.body.data.map((mail: { preview: string }) => mail.preview)).toEqual(['', 'Words']);
  });

  it('checks the HTML of an email by what email clients support', async () => {
    await send({ html: '<p>\n<i style="gap:1px">x</i><video title="<b>"></video>', text: 'x' });
    const id = await onlyEmailId();
    const { body } = await world.http.get(`/dev/mailbox/${id}.json`).expect(200);
    expect(body.html_check).toMatchObject({
      score: expect.any(Number),
      problems: expect.arrayContaining([
        {
          feature: '<video> element',
          url: 'https://www.caniemail.com/features/html-video/',
          unsupported_by: expect.arrayContaining(['Gmail']),
          partly_supported_by: expect.any(Array),
          count: 1,
          places: [{ line: 2, text: '<video title="<b>' }],
        },
      ]),
    });
    const { text } = await world.http.get(`/dev/mailbox/${id}?view=check`).expect(200);
    expect(text).toContain(`Email clients support ${body.html_check.score} %`);
    expect(text).toContain('<code>&lt;video title=&quot;&lt;b&gt;</code>');
    expect(text).not.toContain(`/dev/mailbox/${id}/check`);
  });

  it('has no check of emails without HTML', async () => {
    await send({ text: 'x' });
    const id = await onlyEmailId();
    expect((await world.http.get(`/dev/mailbox/${id}.json`).expect(200)).body.html_check).toBeNull();
    const { text } = await world.http.get(`/dev/mailbox/${id}?view=check`).expect(200);
    expect(text).toContain('This email has no HTML part.');
  });

  it('shows 50 emails a page', async () => {
    const transport = createTransport({ host: '127.0.0.1', port, pool: true, maxConnections: 5 });
    const numbers = Array.from({ length: 60 }, (_, index) => index);
    await Promise.all(numbers.map((n) => transport.sendMail({ from: 'a@x.test', to: 'b@x.test', subject: `No ${n}` })));
    transport.close();
    const first = await world.http.get('/dev/mailbox.json').expect(200);
    expect(first.body).toMatchObject({ total: 60, per_page: 50, last_page: 2 });
    expect(first.body.data).toHaveLength(50);
    const second = await world.http.get('/dev/mailbox.json?page=2').expect(200);
    expect(second.body.data).toHaveLength(10);
    const page = await world.http.get('/dev/mailbox?page=2').expect(200);
    expect(page.text).toContain('Page 2 of 2');
    expect(page.text).not.toContain('http-equiv="refresh"');
  });

  it('shows an email in full: headers, both parts, and links for curl', async () => {
    await send({
      subject: 'Grüße',
      text: 'Read https://example.com/a',
      html: '<p>Read <a href="https://example.com/b?x=1&amp;y=2">it</a></p>',
      headers: {
        'List-Unsubscribe': '<https://carillon.test/t/u/abc>',
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
      attachments: [{ filename: 'Übersicht "1".csv', content: 'a,b' }],
      envelope: { from: 'bounce+1@example.com', to: 'reader@example.com' },
    });
    const id = await onlyEmailId();
    const { body } = await world.http.get(`/dev/mailbox/${id}.json`).expect(200);
    expect(body).toMatchObject({
      id,
      subject: 'Grüße',
      envelope: { sender: 'bounce+1@example.com', recipients: ['reader@example.com'] },
      html: '<p>Read <a href="https://example.com/b?x=1&amp;y=2">it</a></p>\n',
      text: 'Read https://example.com/a\n',
      links: ['https://example.com/b?x=1&y=2', 'https://example.com/a'],
      attachments: [{ name: 'Übersicht "1".csv', type: 'text/csv', size: 3 }],
    });
    expect(body.headers['list-unsubscribe']).toBe('<https://carillon.test/t/u/abc>');

    const page = await world.http.get(`/dev/mailbox/${id}`).expect(200);
    expect(page.text).toContain('<dt>List-Unsubscribe</dt>');
    expect(page.text).toContain('sandbox="allow-top-navigation-by-user-activation');
    const text = await world.http.get(`/dev/mailbox/${id}/text`).expect(200);
    expect(text.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(text.text).toBe('Read https://example.com/a\n');
    const source = await world.http.get(`/dev/mailbox/${id}/source`).expect(200);
    expect(source.text).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
    const saved = await world.http.get(`/dev/mailbox/${id}/attachments/1`).expect(200);
    expect(saved.headers['content-disposition']).toBe("attachment; filename*=UTF-8''%C3%9Cbersicht%20%221%22.csv");
    expect(saved.headers['content-type']).toBe('application/octet-stream');
  });

  it('lets the HTML of an email load images, but neither run scripts nor send forms', async () => {
    await send({ html: '<script>alert(1)</script><img src="https://example.com/a.png">' });
    const part = await world.http.get(`/dev/mailbox/${await onlyEmailId()}/html`).expect(200);
    const policy = part.headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain('img-src http: https: data:');
    expect(policy).toMatch(/; sandbox allow-top-navigation-by-user-activation/);
    expect(policy).not.toMatch(/script-src|allow-scripts|allow-forms|allow-same-origin/);
    expect(part.text).toContain('<base target="_top">');
  });

  it('shows a hostile subject, sender, and header as text', async () => {
    const hostile = '"><script>alert(1)</script>';
    await send({ subject: hostile, from: { name: hostile, address: 'a@example.com' }, text: hostile });
    const id = await onlyEmailId();
    for (const path of ['/dev/mailbox', `/dev/mailbox/${id}`, `/dev/mailbox/${id}?view=source`]) {
      const page = await world.http.get(path).expect(200);
      expect(page.text.replace('<script src="/dev/mailbox.js" defer>', '')).not.toContain('<script');
      expect(page.text).toContain('&lt;script&gt;');
    }
  });

  it('returns 404 for an unknown email and for an invalid id', async () => {
    for (const id of [ulid(), '..%2F..%2Fetc%2Fpasswd', 'x', '1'])
      for (const rest of ['', '.json', '.eml', '/html', '/text', '/source', '/attachments/1'])
        await world.http.get(`/dev/mailbox/${id}${rest}`).expect(404);
    await send({ subject: 'without attachments' });
    await world.http.get(`/dev/mailbox/${await onlyEmailId()}/attachments/1`).expect(404);
  });

  it('refuses an email over 25 MB and stores nothing', async () => {
    const transport = createTransport({ host: '127.0.0.1', port });
    const tooLarge = transport.sendMail({ from: 'a@x.test', to: 'b@x.test', text: 'x'.repeat(27_000_000) });
    await expect(tooLarge).rejects.toMatchObject({ responseCode: 552 });
    transport.close();
    const list = await world.http.get('/dev/mailbox.json').expect(200);
    expect(list.body.total).toBe(0);
  });

  it('keeps the newest 2,000 emails', async () => {
    const store = world.api.get(MailboxStore, { strict: false });
    for (let n = 0; n < 2_003; n += 1)
      await store.add({ sender: '', recipients: ['r@x.test'], source: Buffer.from(`Subject: No ${n}\r\n\r\n`) });
    const files = readdirSync(join(world.config.dataDir, 'mailbox'));
    expect(files).toHaveLength(4_000);
    const newest = await world.http.get('/dev/mailbox.json').expect(200);
    expect(newest.body.total).toBe(2_000);
    expect(newest.body.data[0].subject).toBe('No 2002');
    const oldest = await world.http.get('/dev/mailbox.json?page=40').expect(200);
    expect(oldest.body.data.at(-1).subject).toBe('No 3');
  });

  it('removes incomplete pairs after a crash when a process takes over the folder', async () => {
    const folder = join(world.config.dataDir, 'mailbox');
    await send({ subject: 'whole' });
    writeFileSync(join(folder, `${ulid()}.eml`), 'an email without a summary');
    writeFileSync(join(folder, `${ulid()}.json.draft`), '{"id":');
    await world.api.get(MailboxStore, { strict: false }).takeOver();
    expect(readdirSync(folder)).toHaveLength(2);
    await onlyEmailId();
  });
});

describe('a second API process', () => {
  it('starts although the port is in use, shows the same emails, and takes over the port when it is free', async () => {
    const first = await World.start({ env: DEVELOPMENT, worker: false });
    const port = first.api.get(MailboxServer, { strict: false }).port ?? 0;
    const second = await World.start({
      env: { ...DEVELOPMENT, DEV_MAILBOX_SMTP_PORT: String(port), DATA_DIR: first.config.dataDir },
      worker: false,
    });
    try {
      const server = second.api.get(MailboxServer, { strict: false });
      expect(server.port).toBeNull();
      const transport = createTransport({ host: '127.0.0.1', port });
      await transport.sendMail({ from: 'a@x.test', to: 'b@x.test', subject: 'Seen by both' });
      const list = await second.http.get('/dev/mailbox.json').expect(200);
      expect(list.body.data[0].subject).toBe('Seen by both');

      await first.api.get(MailboxServer, { strict: false }).onApplicationShutdown();
      await waitUntil('it has the port', () => server.port !== null);
      await transport.sendMail({ from: 'a@x.test', to: 'b@x.test', subject: 'To the second' });
      transport.close();
      const later = await second.http.get('/dev/mailbox.json').expect(200);
      expect(later.body.total).toBe(2);
    } finally {
      await second.stop();
      await first.stop();
    }
  });
});

describe('without development tools', () => {
  it.each([
    ['in production', { NODE_ENV: 'production', WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'false' }],
    ['in tests', {}],
    ['with a mail server configured', { ...DEVELOPMENT, SMTP_URL: 'smtp://127.0.0.1:1' }],
  ])('%s there is no mailbox', async (_where, env) => {
    const world = await World.start({ env, worker: false });
    try {
      for (const path of ['/dev/mailbox', '/dev/mailbox.json', `/dev/mailbox/${ulid()}`]) {
        const response = await world.http.get(path).expect(404);
        expect(response.body.code).toBe('rest_no_route');
      }
      await world.http.post('/dev/mailbox/clear').expect(404);
    } finally {
      await world.stop();
    }
  });
});
