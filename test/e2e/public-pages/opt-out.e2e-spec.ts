import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { linkOf, sentMailTo } from '../../support/builders/ledger.js';
import type { GivenContact } from '../../support/given.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { TcpProxy } from '../../support/tcp-proxy.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

interface OptOutRow {
  readonly unsubscribe_method: string | null;
  readonly unsubscribe_reason: string | null;
}

describe('opting out', () => {
  let world: World;
  let sink: SmtpSink;
  let proxy: TcpProxy;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    proxy = await TcpProxy.before(process.env['TEST_DATABASE_URL'] ?? '');
    world = await World.start({ env: { SMTP_URL: sink.url }, throughDatabase: (url) => proxy.through(url) });
  });

  const spoolFolder = (): string => join(world.config.dataDir, 'spool', 'opt-outs');
  const spooled = (): string[] => {
    try {
      return readdirSync(spoolFolder());
    } catch {
      return [];
    }
  };
  const statusOf = async ({ id }: GivenContact): Promise<string> =>
    (await world.all.get(`/subscribers/${id}`).expect(200)).body.subscriber.status;
  const untilUnsubscribed = (contact: GivenContact): Promise<number> =>
    waitUntil('the contact is unsubscribed', async () => (await statusOf(contact)) === 'unsubscribed');

  async function eventsOf(type: string, subjectId: number): Promise<Record<string, unknown>[]> {
    const rows = await world.db.query<{ data: string }>(
      'SELECT data FROM domain_events WHERE type = :type AND subject_id = :subjectId ORDER BY id',
      { type, subjectId },
    );
    return rows.map(({ data }) => JSON.parse(data) as Record<string, unknown>);
  }

  async function reader(): Promise<{ contact: GivenContact; mail: number; path: string }> {
    const contact = await world.given.contact();
    const mail = await sentMailTo(world, contact);
    return { contact, mail, path: linkOf(world, 'unsubscribe', mail) };
  }

  it.each([
    ['a form', (path: string) => world.http.post(path).type('form').send('List-Unsubscribe=One-Click')],
    ['multipart', (path: string) => world.http.post(path).field('List-Unsubscribe', 'One-Click')],
  ])(
    'T30 accepts a one-click opt-out of a mail program as %s, without a redirect or a cookie',
    async (_kind, click) => {
      const { contact, mail, path } = await reader();
      const { headers, redirects } = await click(path).expect(200);
      expect(headers['set-cookie']).toBeUndefined();
      expect(redirects).toEqual([]);
      await world.settle();
      expect(await statusOf(contact)).toBe('unsubscribed');
      const [event] = await eventsOf('email.unsubscribed', mail);
      expect(event).toMatchObject({ email: { id: mail, contact_id: contact.id, method: 'one_click', reason: null } });
    },
  );

  it('stores the reason from the page in the email, the contact, and both events', async () => {
    const { contact, mail, path } = await reader();
    const form = { reason: 'too many mails', own_words: `Three\r\na day ${'x'.repeat(300)}` };
    await world.http
      .post(path)
      .type('form')
      .send(form)
      .expect(200)
      .expect(/You are unsubscribed/);
    await world.settle();
    const reason = `too many mails: Three a day ${'x'.repeat(300)}`.slice(0, 190);
    const [row] = await world.db.query<OptOutRow>('SELECT * FROM email_messages WHERE id = :id', { id: mail });
    expect(row).toMatchObject({ unsubscribe_method: 'page', unsubscribe_reason: reason });
    expect(await eventsOf('email.unsubscribed', mail)).toMatchObject([{ email: { method: 'page', reason } }]);
    expect(await eventsOf('contact.status_changed', contact.id)).toMatchObject([{ source: 'page', reason }]);
    const { body } = await world.all.get(`/subscribers/${contact.id}/consents`).expect(200);
    expect(body.consents.data[0]).toMatchObject({ action: 'withdrawn', source: 'page', ip: '127.0.0.1' });
  });

  it('opts out once per email, however often and by whichever method it is requested', async () => {
    const { contact, mail, path } = await reader();
    await Promise.all(
      Array.from({ length: 8 }, () =>
        world.http.post(path).type('form').send('List-Unsubscribe=One-Click').expect(200),
      ),
    );
    await world.http.post(path).type('form').send('reason=not interesting').expect(200);
    await world.settle();
    expect(await eventsOf('email.unsubscribed', mail)).toHaveLength(1);
    expect(await eventsOf('contact.status_changed', contact.id)).toHaveLength(1);
  });

  it('publishes an event for each email, and one status change of the contact', async () => {
    const { contact, path } = await reader();
    const other = await sentMailTo(world, contact);
    await world.http.post(path).expect(200);
    await world.http.post(linkOf(world, 'unsubscribe', other)).expect(200);
    await world.settle();
    expect(await eventsOf('email.unsubscribed', other)).toHaveLength(1);
    expect(await eventsOf('contact.status_changed', contact.id)).toHaveLength(1);
  });

  it('unsubscribes a resubscribed contact by an old email, without counting the email twice', async () => {
    const { contact, mail, path } = await reader();
    await world.http.post(path).expect(200);
    await world.settle();
    await world.all
      .put(`/subscribers/${contact.id}`)
      .send({ subscriber: { status: 'subscribed' } })
      .expect(200);
    await world.http.post(path).expect(200);
    await world.settle();
    expect(await statusOf(contact)).toBe('unsubscribed');
    expect(await eventsOf('email.unsubscribed', mail)).toHaveLength(1);
  });

  it('T30 changes nothing on GET', async () => {
    const { contact, mail, path } = await reader();
    for (let look = 0; look < 3; look += 1) {
      await world.http
        .get(path)
        .expect(200)
        .expect(/<form method="post">/);
      await world.http.head(path).expect(200);
    }
    expect(await statusOf(contact)).toBe('subscribed');
    expect(await eventsOf('email.unsubscribed', mail)).toEqual([]);
  });

  it.each([')', '.', '%29,', '%E2%80%9D'])('shows the pages of links to which a mail program adds %s', async (end) => {
    const { contact, mail, path } = await reader();
    for (const purpose of ['unsubscribe', 'preferences'] as const)
      await world.http.get(linkOf(world, purpose, mail) + end).expect(200);
    await world.http
      .post(path + end)
      .type('form')
      .send('List-Unsubscribe=One-Click')
      .expect(200);
    await untilUnsubscribed(contact);
  });

  it('T29 shows the same page for every invalid token, and changes nothing', async () => {
    const { contact, path } = await reader();
    const token = path.slice('/t/u/'.length);
    const swap = (at: number): string => token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
    const foreign = linkOf(world, 'view', 1).slice('/t/v/'.length);
    const wrong = [...Array.from(token, (_letter, at) => swap(at)), foreign, 'x', token.slice(1), `${token}A`];
    const pages = new Set<string>();
    for (const each of wrong) {
      pages.add((await world.http.get(`/t/u/${each}`).expect(404)).text);
      pages.add((await world.http.post(`/t/u/${each}`).expect(404)).text);
    }
    expect(pages.size).toBe(1);
    expect(await statusOf(contact)).toBe('subscribed');
  });

  it('responds in the language of the browser, which may only post the form', async () => {
    const { path } = await reader();
    const { headers, text } = await world.http.get(path).set('Accept-Language', 'de-AT,de;q=0.9,en;q=0.5').expect(200);
    expect(text).toContain('<html lang="de">');
    expect(text).toContain('Möchten Sie diese E-Mails nicht mehr erhalten?');
    expect(text).not.toContain('<script');
    expect(headers).toMatchObject({
      'cache-control': 'no-store, private',
      'content-language': 'de',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': expect.stringContaining('max-age='),
      vary: 'Accept-Language',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow',
    });
    const policy = headers['content-security-policy']!;
    for (const part of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"])
      expect(policy).toContain(part);
    expect(policy).not.toContain('unsafe');
  });

  it('shows the address only masked, before and after the click', async () => {
    const { contact, path } = await reader();
    const masked = `${contact.email[0]}***${contact.email.slice(contact.email.indexOf('@'))}`;
    for (const { text } of [await world.http.get(path).expect(200), await world.http.post(path).expect(200)]) {
      expect(text).toContain(`Your email address: <b>${masked}</b>`);
      expect(text).not.toContain(contact.email);
    }
  });

  it('stops an email that is already claimed', async () => {
    sink.behave({ delay: { greeting: 600 } });
    const list = await world.given.list();
    const contact = await world.given.contact({ lists: [list.id] });
    const { id } = await world.given.campaign({
      email_subject: 'Spring',
      email_body: '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
      lists: [list.id],
    });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    const emailRows = (): Promise<{ id: number; state: string; reason: string | null }[]> =>
      world.db.query('SELECT id, state, reason FROM email_messages WHERE source_id = :id AND contact_id = :contact', {
        id,
        contact: contact.id,
      });
    await waitUntil('the email is claimed', async () => (await emailRows())[0]?.state === 'sending', 5);
    const [mail] = await emailRows();
    await world.http.post(linkOf(world, 'unsubscribe', mail!.id)).expect(200);
    await world.settle();
    expect(await emailRows()).toEqual([{ id: mail!.id, state: 'skipped', reason: 'contact_unsubscribed' }]);
    expect(sink.recipientsSeen).toEqual([]);
    sink.behave({});
  });

  it('responds while the database is blocked, and applies the opt-out afterwards', async () => {
    const { contact, mail, path } = await reader();
    const holder = await createConnection(world.config.database.url);
    await holder.beginTransaction();
    await holder.query('SELECT id FROM contacts WHERE id = ? FOR UPDATE', [contact.id]);
    // While the row is locked, only the disk spool can store it.
    await world.http
      .post(path)
      .type('form')
      .send('reason=never signed up')
      .expect(200)
      .expect(/You are unsubscribed/);
    expect(spooled()).not.toEqual([]);
    await holder.rollback();
    await holder.end();
    await untilUnsubscribed(contact);
    await waitUntil('nothing waits on the disk', () => spooled().length === 0);
    expect(await eventsOf('email.unsubscribed', mail)).toMatchObject([{ email: { reason: 'never signed up' } }]);
  });

  it('does not unsubscribe a contact who resubscribed, by an opt-out that was also spooled', async () => {
    const { contact, mail, path } = await reader();
    await world.http.post(path).expect(200);
    await world.settle();
    const [row] = await world.db.query<{ at: Date }>(
      'SELECT unsubscribed_at AS at FROM email_messages WHERE id = :id',
      { id: mail },
    );
    await world.all
      .put(`/subscribers/${contact.id}`)
      .send({ subscriber: { status: 'subscribed' } })
      .expect(200);
    const late = { messageId: mail, method: 'page', reason: null, ip: null, at: row!.at.getTime() };
    mkdirSync(spoolFolder(), { recursive: true });
    writeFileSync(join(spoolFolder(), 'late.spool'), `${JSON.stringify(late)}\n`);
    await waitUntil('nothing waits on the disk', () => spooled().length === 0);
    expect(await statusOf(contact)).toBe('subscribed');
  });

  describe('without the database', () => {
    let contact: GivenContact;
    let path: string;

    beforeEach(async () => {
      ({ contact, path } = await reader());
      await proxy.cut();
    });

    it('responds, and opts out as soon as the database is back', async () => {
      await world.http.get(path).expect(200);
      await world.http.post(path).type('form').send('List-Unsubscribe=One-Click').expect(200);
      await proxy.restore();
      await untilUnsubscribed(contact);
    });

    it('shows an error page if the disk fails as well', async () => {
      rmSync(spoolFolder(), { recursive: true, force: true });
      writeFileSync(spoolFolder(), 'not a folder');
      const { headers } = await world.http
        .post(path)
        .expect(503)
        .expect(/Please try again in a moment/);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      rmSync(spoolFolder());
      await proxy.restore();
      expect(await statusOf(contact)).toBe('subscribed');
    });
  });
});
