import { generateKeyPairSync } from 'node:crypto';
import { RawServer } from '../../support/raw-server.js';
import { dkimVerdict } from '../../support/dkim-verdict.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const PASSWORD = 'a-password-that-nobody-may-see';
const KEY = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ type: 'pkcs8', format: 'pem' });
/** A part of the key that shows a leak. */
const KEY_STRETCH = KEY.toString().split('\n')[3] ?? '';

describe('senders', () => {
  let world: World;
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url }, worker: false });
  });
  beforeEach(() => {
    sink.reset();
  });

  const faultsOf = async (id: number | null, body: Record<string, unknown>): Promise<Record<string, string>> => {
    const response = await (id === null ? world.all.post('/senders') : world.all.put(`/senders/${id}`))
      .send(body)
      .expect(400);
    expect(response.body.code).toBe('rest_invalid_param');
    return response.body.data.params;
  };

  it('are created with defaults, listed newest first, partially updated, and deleted', async () => {
    const before: number = (await world.all.get('/senders').expect(200)).body.senders.length;
    const { body } = await world.all
      .post('/senders')
      .send({ name: ' Newsletter ', from_email: 'News@Example.com', host: 'SMTP.Example.com' })
      .expect(200);
    expect(body.message).toBe('Successfully saved the sender.');
    const { id, created_at, updated_at, ...sender } = body.sender;
    expect([created_at, updated_at].join()).toMatch(/^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,?){2}$/);
    expect(sender).toEqual({
      ...{ name: 'Newsletter', from_email: 'news@example.com', from_name: '', reply_to: null },
      ...{ host: 'smtp.example.com', port: 587, secure: false, username: null, has_password: false, oauth2: null },
      ...{ pool_size: 10, rate: null, daily_cap: null, daily_cap_bulk: null, warmup: null, dkim: null },
      ...{ return_path_domain: null, fallback_of: null },
      ...{ sent_today: 0, cap_today: null, trouble: null, readiness: null },
    });
    const changed = await world.all
      .put(`/senders/${id}`)
      .send({ secure: true, rate: 12.5, daily_cap: '500', warmup: { start: 50, factor: 2 } })
      .expect(200);
    expect(changed.body.sender).toMatchObject({
      ...{ name: 'Newsletter', port: 465, secure: true, rate: 12.5, daily_cap: 500 },
      ...{ warmup: { start: 50, factor: 2 }, cap_today: 50 },
    });
    const second = await world.given.sender({ url: sink.url });
    const list = (await world.all.get('/senders').expect(200)).body.senders;
    expect(list.slice(0, 2).map((one: { id: number }) => one.id)).toEqual([second.id, id]);
    expect(list).toHaveLength(before + 2);
    const removed = await world.all.delete(`/senders/${id}`).expect(200);
    expect(removed.body).toEqual({ message: 'Successfully removed the sender.' });
    const gone = await world.all.get(`/senders/${id}`).expect(404);
    expect(gone.body).toMatchObject({ code: 'rest_post_invalid_id', message: 'Invalid sender ID.' });
  });

  it('respond 404 for unknown ids, with every method', async () => {
    for (const [method, path] of [
      ['get', '/senders/4294967295'],
      ['put', '/senders/4294967295'],
      ['delete', '/senders/4294967295'],
      ['post', '/senders/4294967295/test'],
      ['get', '/senders/none'],
    ] as const) {
      const response = await world.all.send(method, path).send({}).expect(404);
      expect(response.body.message).toBe('Invalid sender ID.');
    }
  });

  it('have unique names', async () => {
    const { name } = await world.given.sender({ url: sink.url, name: 'Straße' });
    expect(name).toBe('Straße');
    const taken = await world.all
      .post('/senders')
      .send({ name: 'STRASSE', from_email: 'a@example.com', host: 'smtp.example.com' })
      .expect(400);
    expect(taken.body.message).toBe('Sender with this name already exists');
    expect(taken.body.data.params).toEqual({ name: 'is taken' });
  });

  it('are refused with all errors at once', async () => {
    const formal = await faultsOf(null, {
      from_email: 'nobody',
      from_name: 'Ada\r\nBcc: all@example.com',
      host: '',
      port: 70_000,
      pool_size: 51,
      rate: -1,
      daily_cap: 1.5,
      warmup: { start: 0 },
      dkim: 'yes',
    });
    expect(Object.keys(formal).sort()).toEqual(
      [
        ...['name', 'from_email', 'from_name', 'host', 'port', 'pool_size', 'rate', 'daily_cap'],
        ...['warmup.start', 'warmup.factor', 'dkim'],
      ].sort(),
    );
    const sense = await faultsOf(null, {
      name: 'Senseless',
      from_email: 'a@example.com',
      host: 'not a host',
      port: 6379,
      username: 'me',
      warmup: { start: 10, factor: 2 },
      dkim: { domain: 'example', private_key: 'no key', selector: 'a b' },
      return_path_domain: 'b@example.com',
      fallback_of: 4_294_967_295,
    });
    expect(Object.keys(sense).sort()).toEqual(
      [
        ...['host', 'port', 'password', 'warmup', 'return_path_domain', 'fallback_of'],
        ...['dkim.domain', 'dkim.private_key', 'dkim.selector'],
      ].sort(),
    );
    const { total } = (
      await world.db.query<{ total: number }>("SELECT COUNT(*) AS total FROM senders WHERE name = 'Senseless'")
    )[0]!;
    expect(total).toBe(0);
  });

  it.each([22, 80, 443, 3306, 6379, 27017])('refuse port %i, which is not an SMTP port', async (port) => {
    expect(await faultsOf(null, { name: 'P', from_email: 'a@example.com', host: 'h.example', port })).toHaveProperty(
      'port',
    );
  });

  it('can be fallbacks of each other, but not of themselves', async () => {
    const first = await world.given.sender({ url: sink.url });
    const second = await world.given.sender({ url: sink.url, fallback_of: first.id });
    const third = await world.given.sender({ url: sink.url, fallback_of: second.id });
    for (const [id, fallback_of] of [
      [first.id, first.id],
      [first.id, third.id],
    ] as const)
      expect(await faultsOf(id, { fallback_of })).toEqual({
        fallback_of: 'must not lead back to the sender itself',
      });
    await world.all.delete(`/senders/${first.id}`).expect(200);
    const { body } = await world.all.get(`/senders/${second.id}`).expect(200);
    expect(body.sender.fallback_of).toBeNull();
  });

  it('return the DNS record of their key and never the key', async () => {
    const { id } = await world.given.sender({ url: sink.url });
    const dkim = { domain: 'Example.com', selector: 'mail2026' };
    expect(await faultsOf(id, { dkim })).toEqual({ 'dkim.private_key': 'is required, or generate: true' });
    const made = await world.all
      .put(`/senders/${id}`)
      .send({ dkim: { ...dkim, generate: true } })
      .expect(200);
    expect(made.body.sender.dkim).toEqual({
      domain: 'example.com',
      selector: 'mail2026',
      dns_record: {
        name: 'mail2026._domainkey.example.com',
        value: expect.stringMatching(/^v=DKIM1; k=rsa; p=MII[\w+/]{300,}=*$/),
      },
    });
    const renamed = await world.all
      .put(`/senders/${id}`)
      .send({ dkim: { selector: 'next' } })
      .expect(200);
    expect(renamed.body.sender.dkim.dns_record).toEqual({
      name: 'next._domainkey.example.com',
      value: made.body.sender.dkim.dns_record.value,
    });
    const replaced = await world.all
      .put(`/senders/${id}`)
      .send({ dkim: { private_key: KEY } })
      .expect(200);
    expect(replaced.body.sender.dkim.dns_record.value).not.toBe(made.body.sender.dkim.dns_record.value);
    const removed = await world.all.put(`/senders/${id}`).send({ dkim: null }).expect(200);
    expect(removed.body.sender.dkim).toBeNull();
  });

  it('keep passwords and keys out of every response, table, event, and stored reply', async () => {
    const answers: string[] = [];
    const withSecrets = {
      name: 'Secretive',
      from_email: 'a@example.com',
      host: '127.0.0.1',
      port: new URL(sink.url).port,
      username: 'me',
      password: PASSWORD,
      dkim: { domain: 'example.com', selector: 's', private_key: KEY },
    };
    const created = await world.all.post('/senders').set('Idempotency-Key', 'secretive').send(withSecrets).expect(200);
    expect(created.body.sender.has_password).toBe(true);
    const { id } = created.body.sender;
    for (const request of [
      world.all.post('/senders').set('Idempotency-Key', 'secretive').send(withSecrets),
      world.all.get('/senders'),
      world.all.get(`/senders/${id}`),
      world.all.put(`/senders/${id}`).send({ from_name: 'Ada' }),
      world.all
        .put(`/senders/${id}`)
        .send({ ...withSecrets, dkim: { private_key: `${KEY.toString()}x`, selector: '?' } }),
      world.all.post(`/senders/${id}/test`).send({ to: 'me@example.com' }),
    ])
      answers.push((await request).text);
    answers.push(created.text);
    const tables = await world.db.query<{ name: string }>(
      'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
    );
    for (const { name } of tables)
      answers.push(JSON.stringify(await world.db.query(`SELECT * FROM ${name}`)).replaceAll('\\n', '\n'));
    for (const answer of answers) {
      expect(answer).not.toContain(PASSWORD);
      expect(answer).not.toContain(KEY_STRETCH);
    }
    const off = await world.all.put(`/senders/${id}`).send({ username: null }).expect(200);
    expect(off.body.sender).toMatchObject({ username: null, has_password: false });
  });

  describe('T51 with a changed server', () => {
    const url = 'smtp://smtp.example.com:587';
    const BEFORE = { host: 'smtp.example.com', port: 587, secure: false, username: 'apikey' };
    const stored = async (): Promise<number> => (await world.given.sender({ url, ...BEFORE, password: PASSWORD })).id;

    it.each([
      ['host', { host: 'smtp.example.net' }],
      ['port', { port: 2525 }],
      ['secure', { secure: true }],
      ['username', { username: 'another' }],
    ])('require the password again when %s changes, and keep the old server without it', async (_field, change) => {
      const id = await stored();
      expect(await faultsOf(id, change)).toEqual({ password: 'is required when the server changes' });
      const { sender } = (await world.all.get(`/senders/${id}`).expect(200)).body;
      expect(sender).toMatchObject({ ...BEFORE, has_password: true });
      await world.all
        .put(`/senders/${id}`)
        .send({ ...change, password: 'the-password-of-the-new-server' })
        .expect(200);
    });

    it('never log in to a server for which the password was not entered', async () => {
      const { id } = await world.given.sender({ url: sink.url, username: 'apikey', password: PASSWORD });
      const commands: string[] = [];
      const listener = await RawServer.start((socket) => {
        socket.write('220 listener\r\n');
        socket.on('data', (chunk) => {
          commands.push(String(chunk));
          socket.write('250-listener\r\n250 AUTH PLAIN\r\n');
        });
      });
      try {
        await world.all.put(`/senders/${id}`).send({ port: listener.port });
        await world.all.post(`/senders/${id}/test`).expect(200);
        expect(commands.join('')).not.toContain('AUTH');
        await world.all.put(`/senders/${id}`).send({ port: listener.port, username: null }).expect(200);
        await world.all.post(`/senders/${id}/test`).expect(200);
        expect(await faultsOf(id, { username: 'apikey' })).toHaveProperty('password');
        expect(commands.join('')).toContain('EHLO');
        expect(commands.join('')).not.toContain('AUTH');
      } finally {
        await listener.stop();
      }
    });

    it('accept other changes and repeated values without it', async () => {
      const id = await stored();
      const repeated = { ...BEFORE, host: 'SMTP.example.com', from_name: 'Ada', rate: 5 };
      const { body } = await world.all.put(`/senders/${id}`).send(repeated).expect(200);
      expect(body.sender).toMatchObject({ host: BEFORE.host, from_name: 'Ada', has_password: true });
    });

    it('need none if none was stored', async () => {
      const { id } = await world.given.sender({ url });
      await world.all.put(`/senders/${id}`).send({ host: 'smtp.example.net', port: 2525 }).expect(200);
    });
  });

  describe('are tested', () => {
    it('by a connection, and by an email if a recipient is given', async () => {
      const { id } = await world.given.sender({ url: sink.url, from_email: 'news@example.com', from_name: 'Näme' });
      const dry = await world.all.post(`/senders/${id}/test`).expect(200);
      expect(dry.body).toEqual({
        success: true,
        message: 'The sender works.',
        steps: [{ step: 'connect', success: true, response: 'connected' }],
      });
      expect(sink.messages).toHaveLength(0);
      const sent = await world.all.post(`/senders/${id}/test`).send({ to: 'me@example.com' }).expect(200);
      expect(sent.body.steps[1]).toEqual({
        step: 'send',
        success: true,
        response: expect.stringMatching(/^250 .*queued as/),
      });
      expect(sink.messages[0]?.envelope).toEqual({ from: 'news@example.com', to: ['me@example.com'] });
      expect((await sink.messages[0]?.parsed())?.from).toEqual({ name: 'Näme', address: 'news@example.com' });
    });

    it('by an email that is signed like all emails of the sender', async () => {
      sink.reset();
      const { id, dkim } = await world.given.sender({
        url: sink.url,
        from_email: 'news@signed.example',
        dkim: { domain: 'signed.example', selector: 'spring', generate: true },
      });
      await world.all.post(`/senders/${id}/test`).send({ to: 'me@example.com' }).expect(200);
      const { name, value } = dkim!.dns_record;
      const verdict = await dkimVerdict(sink.messages[0]!.raw, { [name]: value });
      expect(verdict).toMatchObject({ result: 'pass', domain: 'signed.example' });
      expect((await sink.messages[0]?.parsed())?.text).toContain('sent to test a sender');
    });

    it('with the response of a server that refuses', async () => {
      const { id } = await world.given.sender({ url: sink.url });
      sink.behave({ recipients: { 'me@example.com': { code: 550, text: '5.1.1 no such user' } } });
      const refused = await world.all.post(`/senders/${id}/test`).send({ to: 'me@example.com' }).expect(200);
      expect(refused.body).toMatchObject({
        success: false,
        message: 'The sender does not work: 550 5.1.1 no such user',
      });
    });

    it('and report a refused login without the password', async () => {
      const { id } = await world.given.sender({ url: sink.url, username: 'me', password: PASSWORD });
      const refused = await world.all.post(`/senders/${id}/test`).expect(200);
      expect(refused.body.success).toBe(false);
      expect(refused.body.steps).toMatchObject([{ step: 'connect' }, { step: 'login', success: false }]);
      expect(refused.text).not.toContain(PASSWORD);
    });

    it('and report a server with another protocol, with a shortened response', async () => {
      const server = await RawServer.start((socket) => socket.write(`${'x'.repeat(3_000)}\r\n`));
      try {
        const { id } = await world.given.sender({ url: server.url });
        const refused = await world.all.post(`/senders/${id}/test`).expect(200);
        expect(refused.body.success).toBe(false);
        expect(refused.text.length).toBeLessThan(2_000);
      } finally {
        await server.stop();
      }
    });

    it('and report a refused connection', async () => {
      const closed = await SmtpSink.start();
      const { id } = await world.given.sender({ url: closed.url });
      await closed.stop();
      const refused = await world.all.post(`/senders/${id}/test`).expect(200);
      expect(refused.body.steps).toMatchObject([{ step: 'connect', success: false }]);
    });
  });

  it('cannot be deleted while a campaign needs them', async () => {
    const list = await world.given.list();
    await world.given.contact({ lists: [list.id] });
    const { id } = await world.given.sender({ url: sink.url });
    const campaign = await world.given.campaign({
      email_subject: 'Spring',
      email_body: '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
      lists: [list.id],
      settings: { mailer_settings: { sender_id: id } },
    });
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
    await world.all.post(`/campaigns/${campaign.id}/schedule`).send({ scheduled_at }).expect(200);
    const refused = await world.all.delete(`/senders/${id}`).expect(400);
    expect(refused.body.message).toBe('Sender cannot be deleted while it has emails to send.');
    expect(refused.body.data.params).toEqual({ id: `is used by campaign ${campaign.id}` });
    await world.all.post(`/campaigns/${campaign.id}/send`).expect(200);
    await world.all.delete(`/senders/${id}`).expect(400);
    await world.all.post(`/campaigns/${campaign.id}/cancel`).expect(200);
    await world.all.delete(`/senders/${id}`).expect(200);
  });

  it('must exist to be used in a campaign', async () => {
    const unknown = await world.all
      .post('/campaigns')
      .send({ title: 'Lost', settings: { mailer_settings: { sender_id: 4_294_967_295 } } })
      .expect(400);
    expect(unknown.body.data.params).toEqual({
      'settings.mailer_settings.sender_id': 'names an unknown id: 4294967295',
    });
  });
});
