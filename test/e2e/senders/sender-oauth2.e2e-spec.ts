import { mkdtempSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { createDoctor } from '../../../src/operations/doctor.module.js';
import { MailboxPoller } from '../../../src/modules/feedback/imap/mailbox-poller.service.js';
import { AccessTokens } from '../../../src/platform/oauth2/access-tokens.js';
import type { OAuth2Grant } from '../../../src/platform/oauth2/refresh-tokens.js';
import { insertSubscribers } from '../../support/builders/audience.js';
import { ImapServer } from '../../support/imap-server.js';
import { NameServer } from '../../support/name-server.js';
import { recordOutput } from '../../support/recorded-output.js';
import { stopAtEnd } from '../../support/stop-at-end.js';
import { TokenEndpoint } from '../../support/token-endpoint.js';
import { World } from '../../support/world.js';

const CLIENT_SECRET = 'client-secret-canary';
const REFRESH_TOKEN = 'refresh-token-canary';
const USER = 'news@shop.example';
const SECRETS = /client-secret-canary|refresh-token-canary|access-token-/;

/** A mail server that accepts only the newest access token. */
class OAuth2MailServer {
  /** The access token of each login. */
  readonly logins: string[] = [];
  readonly recipients: string[] = [];
  /** Access tokens that the server revoked. */
  readonly revoked = new Set<string>();
  private readonly server: SMTPServer;

  constructor(endpoint: TokenEndpoint) {
    this.server = new SMTPServer({
      authMethods: ['XOAUTH2'],
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      closeTimeout: 1,
      onAuth: ({ username, accessToken = '' }, _session, callback) => {
        this.logins.push(accessToken);
        const isValid = username === USER && accessToken === endpoint.accessToken && !this.revoked.has(accessToken);
        callback(null, isValid ? { user: username } : { data: { status: '401', schemes: 'bearer' } });
      },
      onRcptTo: ({ address }, _session, callback) => {
        this.recipients.push(address);
        callback();
      },
      onData(stream, _session, callback) {
        stream.resume().on('end', () => {
          callback(null, 'kept');
        });
      },
    });
    this.server.on('error', () => undefined);
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.server.close(resolve);
    });
  }
}

describe('login by OAuth 2.0', () => {
  let world: World;
  let endpoint: TokenEndpoint;
  let server: OAuth2MailServer;
  let mailbox: ImapServer;
  let written: string[];

  beforeAll(async () => {
    written = recordOutput();
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'carillon-oauth2-'));
    endpoint = await TokenEndpoint.start(DATA_DIR);
    server = stopAtEnd(new OAuth2MailServer(endpoint));
    await server.start();
    mailbox = await ImapServer.start({ username: USER, password: '', accessToken: () => endpoint.accessToken });
    const settings = (protocol: string): Record<string, string> => ({
      [`${protocol}_OAUTH2_TOKEN_URL`]: endpoint.url,
      [`${protocol}_OAUTH2_CLIENT_ID`]: 'app',
      [`${protocol}_OAUTH2_CLIENT_SECRET`]: CLIENT_SECRET,
      [`${protocol}_OAUTH2_REFRESH_TOKEN`]: `${protocol}-${REFRESH_TOKEN}`,
    });
    world = await World.start({
      env: {
        DATA_DIR,
        LOG_LEVEL: 'debug',
        SMTP_URL: `smtp://${encodeURIComponent(USER)}@127.0.0.1:${server.port}`,
        IMAP_URL: mailbox.url,
        ...settings('SMTP'),
        ...settings('IMAP'),
        SMTP_OAUTH2_SCOPE: 'https://mail.example/send',
      },
    });
  });
  beforeEach(() => {
    endpoint.requests.length = 0;
    endpoint.refreshTokens.clear();
    for (const prefix of ['', 'SMTP-', 'IMAP-']) endpoint.refreshTokens.add(`${prefix}${REFRESH_TOKEN}`);
    endpoint.rotates = false;
    endpoint.expiresIn = 3_600;
    endpoint.failure = null;
    endpoint.beforeAnswer = () => Promise.resolve();
    server.logins.length = 0;
    server.recipients.length = 0;
  });

  const oauth2 = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
    ...{ provider: 'custom', client_id: 'app', client_secret: CLIENT_SECRET, refresh_token: REFRESH_TOKEN },
    ...{ token_url: endpoint.url, scope: 'send' },
    ...changes,
  });
  const newSender = async (changes: Record<string, unknown> = {}): Promise<number> => {
    const url = `smtp://127.0.0.1:${server.port}`;
    return (await world.given.sender({ url, username: USER, oauth2: oauth2(changes) })).id;
  };
  const testOf = async (id: number): Promise<{ success: boolean; message: string; steps: unknown[] }> =>
    (await world.all.post(`/senders/${id}/test`).send({ to: 'me@example.com' }).expect(200)).body;
  const faultsOf = async (id: number | null, body: Record<string, unknown>): Promise<Record<string, string>> => {
    const request = id === null ? world.all.post('/senders') : world.all.put(`/senders/${id}`);
    return (await request.send(body).expect(400)).body.data.params;
  };
  const rotated = async (account: string): Promise<unknown[]> =>
    world.db.query('SELECT id FROM oauth2_refresh_tokens WHERE account = :account', { account });
  const grant = (changes: Partial<OAuth2Grant> = {}): OAuth2Grant => ({
    ...{ account: 'sender:4711', tokenUrl: endpoint.url, clientId: 'app', clientSecret: null },
    ...{ refreshToken: REFRESH_TOKEN, scope: null },
    ...changes,
  });
  /** Another process. */
  const process_ = (): AccessTokens => AccessTokens.of(world.config, world.db);

  describe('of a sender', () => {
    it('exchanges the refresh token once and sends with the access token', async () => {
      const id = await newSender();
      const { sender } = (await world.all.get(`/senders/${id}`).expect(200)).body;
      expect(sender).toMatchObject({ username: USER, has_password: false });
      expect(sender.oauth2).toEqual({ provider: 'custom', client_id: 'app', token_url: endpoint.url, scope: 'send' });
      expect(await testOf(id)).toMatchObject({ success: true });
      expect(await testOf(id)).toMatchObject({ success: true });
      expect(endpoint.requests).toEqual([
        {
          ...{ grant_type: 'refresh_token', refresh_token: REFRESH_TOKEN, client_id: 'app' },
          ...{ client_secret: CLIENT_SECRET, scope: 'send' },
        },
      ]);
      expect(server.logins).toEqual([endpoint.accessToken, endpoint.accessToken]);
      expect(server.recipients).toEqual(['me@example.com', 'me@example.com']);
    });

    it('replaces a token a minute before it expires, and one that the server revoked', async () => {
      endpoint.expiresIn = 60;
      const id = await newSender();
      await testOf(id);
      endpoint.expiresIn = 3_600;
      await testOf(id);
      expect(endpoint.requests).toHaveLength(2);
      await testOf(id);
      expect(endpoint.requests).toHaveLength(2);
      server.revoked.add(endpoint.accessToken);
      expect(await testOf(id)).toMatchObject({ success: true });
      expect(endpoint.requests).toHaveLength(3);
      expect(new Set(server.logins).size).toBe(3);
    });

    it('reports a refused refresh token as a refused login, which pauses the campaign', async () => {
      const id = await newSender({ refresh_token: `${REFRESH_TOKEN}-revoked` });
      const message = 'the token endpoint refused the login (invalid_grant)';
      expect(await testOf(id)).toEqual({
        success: false,
        message: `The sender does not work: ${message}`,
        steps: [
          { step: 'connect', success: true, response: 'connected' },
          { step: 'login', success: false, response: message },
        ],
      });
      const list = await world.given.list();
      await insertSubscribers(world.db, list.id, 'reader', 20);
      const settings = { mailer_settings: { sender_id: id } };
      const campaign = await world.given.campaign({
        ...{ email_subject: 'Hi', email_body: '<p>Hi {{ unsubscribe_url }}</p>', lists: [list.id], settings },
      });
      await world.all.post(`/campaigns/${campaign.id}/send`).expect(200);
      await world.settle();
      const { body } = await world.all.get(`/campaigns/${campaign.id}/status`).expect(200);
      expect(JSON.stringify(body)).toContain('mail server refused the login (535)');
      expect(server.logins).toEqual([]);
    });

    it('waits for an unavailable token endpoint', async () => {
      const id = await newSender();
      for (const failure of [
        { status: 503, body: 'down' },
        { status: 400, body: '{"error":"temporarily_unavailable"}' },
        { status: 200, body: '{"access_token":"a\\u0001b"}' },
        { status: 200, body: 'null' },
      ]) {
        endpoint.failure = failure;
        expect((await testOf(id)).steps).toEqual([
          {
            ...{ step: 'connect', success: false },
            response: 'no usable answer of the token endpoint: check oauth2.token_url',
          },
        ]);
      }
      endpoint.failure = null;
      expect(await testOf(id)).toMatchObject({ success: true });
      const { port } = endpoint;
      await endpoint.refuse();
      await world.all
        .put(`/senders/${id}`)
        .send({ oauth2: { scope: null } })
        .expect(200);
      expect((await testOf(id)).success).toBe(false);
      await endpoint.accept(port);
      expect(await testOf(id)).toMatchObject({ success: true });
      expect(endpoint.requests.at(-1)).not.toHaveProperty('scope');
    });

    it('has the token endpoint and the scope of its provider', async () => {
      const of = async (change: Record<string, unknown>): Promise<Record<string, unknown>> => {
        const response = await world.all.put(`/senders/${id}`).send({ oauth2: change }).expect(200);
        return response.body.sender.oauth2;
      };
      const id = await newSender({
        provider: 'microsoft',
        token_url: undefined,
        scope: undefined,
        tenant: 'shop.example',
      });
      const first = (await world.all.get(`/senders/${id}`).expect(200)).body.sender.oauth2;
      expect(first).toEqual({
        ...{ provider: 'microsoft', client_id: 'app' },
        token_url: 'https://login.microsoftonline.com/shop.example/oauth2/v2.0/token',
        scope: 'https://outlook.office.com/SMTP.Send offline_access',
      });
      expect(await of({ client_secret: 'another' })).toEqual(first);
      const google = { provider: 'google', client_id: 'g', refresh_token: 'r' };
      expect(await of(google)).toEqual({
        ...{ provider: 'google', client_id: 'g', token_url: 'https://oauth2.googleapis.com/token', scope: null },
      });
      expect(await faultsOf(id, { oauth2: { tenant: 'x', refresh_token: 'r' } })).toEqual({
        'oauth2.tenant': 'is only known for microsoft',
      });
    });

    it('is refused with all errors at once', async () => {
      const base = { name: 'Faulty', from_email: 'a@example.com', host: 'smtp.example.com' };
      expect(await faultsOf(null, { ...base, password: 'x', oauth2: {} })).toEqual({
        username: 'is required with oauth2',
        password: 'must not be combined with oauth2',
        'oauth2.client_id': 'is required',
        'oauth2.token_url': 'is required',
        'oauth2.refresh_token': 'is required',
      });
      for (const token_url of [
        'http://login.example.com/token',
        'https://10.0.0.1:6379/',
        'https://user:p@login.example.com/',
      ])
        expect(Object.keys(await faultsOf(null, { ...base, username: USER, oauth2: oauth2({ token_url }) }))).toEqual([
          'oauth2.token_url',
        ]);
      expect(await faultsOf(null, { ...base, oauth2: oauth2({ provider: 'yahoo', refresh_token: 'a\nb' }) })).toEqual({
        'oauth2.provider': expect.stringContaining('must be one of'),
        'oauth2.refresh_token': expect.any(String),
      });
    });

    it.each([
      ['host', () => ({ host: 'localhost' })],
      ['port', () => ({ port: 2525 })],
      ['secure', () => ({ secure: true })],
      ['username', () => ({ username: 'another@shop.example' })],
      ['token_url', () => ({ oauth2: { token_url: `${endpoint.url}?other` } })],
      ['client_id', () => ({ oauth2: { client_id: 'another' } })],
    ])('T51 requires the secrets again when %s changes', async (_field, changeOf) => {
      const id = await newSender();
      const change: Record<string, unknown> & { oauth2?: object } = changeOf();
      expect(await faultsOf(id, change)).toEqual({ 'oauth2.refresh_token': 'is required when the server changes' });
      const again = { ...change.oauth2, refresh_token: 'entered-again' };
      await world.all
        .put(`/senders/${id}`)
        .send({ ...change, oauth2: again })
        .expect(200);
      // The client secret was entered for the former server, too.
      await world.all.put(`/senders/${id}`).send({
        host: '127.0.0.1',
        port: server.port,
        secure: false,
        username: USER,
        oauth2: oauth2({ client_secret: undefined }),
      });
      await testOf(id);
      expect(endpoint.requests.at(-1)).not.toHaveProperty('client_secret');
    });

    it('can replace a password, and be replaced by one', async () => {
      const url = `smtp://127.0.0.1:${server.port}`;
      const { id } = await world.given.sender({ url, username: USER, password: 'a password' });
      const changed = await world.all.put(`/senders/${id}`).send({ oauth2: oauth2() }).expect(200);
      expect(changed.body.sender).toMatchObject({ has_password: false, oauth2: { client_id: 'app' } });
      endpoint.rotates = true;
      await testOf(id);
      expect(await rotated(`sender:${id}`)).toHaveLength(1);
      expect(await faultsOf(id, { password: 'x' })).toEqual({ password: 'must not be combined with oauth2' });
      expect(await faultsOf(id, { oauth2: null })).toEqual({ password: 'is required with a username' });
      const back = await world.all.put(`/senders/${id}`).send({ oauth2: null, password: 'x' }).expect(200);
      expect(back.body.sender).toMatchObject({ has_password: true, oauth2: null });
      expect(await rotated(`sender:${id}`)).toHaveLength(0);
      const [row] = await world.db.query('SELECT oauth2, oauth2_secrets FROM senders WHERE id = :id', { id });
      expect(row).toEqual({ oauth2: null, oauth2_secrets: null });
    });

    it('deletes its refresh tokens with it', async () => {
      endpoint.rotates = true;
      const id = await newSender();
      await testOf(id);
      expect(await rotated(`sender:${id}`)).toHaveLength(1);
      await world.all.delete(`/senders/${id}`).expect(200);
      expect(await rotated(`sender:${id}`)).toHaveLength(0);
    });
  });

  describe('with refresh tokens that are replaced when they are used', () => {
    beforeEach(async () => {
      endpoint.rotates = true;
      await world.db.transaction((tx) => tx.execute(`DELETE FROM oauth2_refresh_tokens`));
    });

    it('uses the newest one in all processes, also after a restart', async () => {
      endpoint.expiresIn = 60;
      const [one, other] = [process_().source(grant()), process_().source(grant())];
      for (const source of [one, other, one, process_().source(grant())]) await source.get();
      const used = endpoint.requests.map(({ refresh_token }) => refresh_token);
      expect(used[0]).toBe(REFRESH_TOKEN);
      expect(new Set(used).size).toBe(4);
      expect(await rotated('sender:4711')).toHaveLength(1);
    });

    it('requests one token at a time for an account', async () => {
      const source = process_().source(grant());
      const values = await Promise.all(Array.from({ length: 20 }, () => source.get()));
      expect(new Set(values.map(({ value }) => value)).size).toBe(1);
      expect(endpoint.requests).toHaveLength(1);
    });

    it('waits for the new one if another process has just used the old one', async () => {
      // Both read the same token; the endpoint answers the first only after it refused the second.
      const answered: (() => void)[] = [];
      endpoint.beforeAnswer = () =>
        endpoint.requests.length === 1 ? new Promise((resolve) => answered.push(resolve)) : Promise.resolve();
      const first = process_().source(grant()).get();
      while (endpoint.requests.length === 0) await new Promise(setImmediate);
      const second = process_().source(grant()).get();
      while (endpoint.requests.length === 1) await new Promise(setImmediate);
      for (const answer of answered) answer();
      const tokens = [(await first).value, (await second).value];
      expect(new Set(tokens).size).toBe(2);
      expect(endpoint.requests).toHaveLength(3);
      // The stored one is that of the last answer.
      await process_().source(grant()).get();
      expect(endpoint.requests).toHaveLength(4);
    });

    it('forgets the stored one when another is entered', async () => {
      await process_().source(grant()).get();
      endpoint.refreshTokens.add('entered-later');
      const changed = grant({ refreshToken: 'entered-later' });
      await process_().source(changed).get();
      expect(endpoint.requests.at(-1)?.['refresh_token']).toBe('entered-later');
      await world.db.transaction((tx) =>
        tx.execute('UPDATE oauth2_refresh_tokens SET rotated_at = NOW(3) - INTERVAL 2 DAY'),
      );
      await process_().source(changed).get();
      expect(await rotated('sender:4711')).toHaveLength(1);
    });

    it('T43 stores it encrypted, for its account only', async () => {
      await process_().source(grant()).get();
      await world.db.transaction((tx) => tx.execute(`UPDATE oauth2_refresh_tokens SET account = 'sender:4712'`));
      await expect(
        process_()
          .source(grant({ account: 'sender:4712' }))
          .get(),
      ).rejects.toThrow();
    });
  });

  it('is used for SMTP_URL, IMAP_URL, and by the doctor', async () => {
    const list = await world.given.list();
    await world.given.contact({ email: 'bob@example.com', status: 'subscribed', lists: [list.id] });
    const campaign = await world.given.campaign({
      ...{ email_subject: 'Hi', email_body: '<p>Hi {{ unsubscribe_url }}</p>', lists: [list.id] },
    });
    await world.all.post(`/campaigns/${campaign.id}/send`).expect(200);
    await world.settle();
    expect(server.recipients).toEqual(['bob@example.com']);
    expect(endpoint.requests).toMatchObject([
      { refresh_token: `SMTP-${REFRESH_TOKEN}`, scope: 'https://mail.example/send' },
    ]);

    const poller = world.worker!.get(MailboxPoller, { strict: false });
    mailbox.deliver('From: Ada <ada@example.com>\r\n\r\nHi\r\n');
    expect(await poller.poll()).toBe(1);
    // The cached token is refused as soon as there is a newer one.
    await process_().source(grant()).get();
    mailbox.commands.length = 0;
    expect(await poller.poll()).toBe(0);
    expect(mailbox.commands.filter((command) => command.startsWith('AUTHENTICATE'))).toHaveLength(2);

    const names = await NameServer.start();
    const findings = async (): Promise<unknown[]> =>
      (await createDoctor().examine({ ...world.env, DNS_SERVERS: names.address })).filter(({ check }) =>
        /^(SMTP|IMAP)_URL$/.test(check),
      );
    expect(await findings()).toMatchObject([
      { check: 'SMTP_URL', found: expect.stringContaining('logged in') },
      { check: 'IMAP_URL', verdict: 'ok', found: expect.stringContaining('logged in') },
    ]);
    endpoint.refreshTokens.clear();
    const refused = { verdict: 'failed', found: expect.stringContaining('refused the login (invalid_grant)') };
    expect(await findings()).toMatchObject([refused, refused]);
    await names.stop();
  });

  it('T42 keeps its secrets out of every response, table, and log', async () => {
    endpoint.rotates = true;
    const id = await newSender();
    const texts = [];
    for (const request of [
      world.all.post('/senders').set('Idempotency-Key', 'oauth2').send({
        name: 'Canary',
        from_email: 'a@example.com',
        host: 'smtp.example.com',
        username: USER,
        oauth2: oauth2(),
      }),
      world.all.get('/senders'),
      world.all.get(`/senders/${id}`),
      world.all.put(`/senders/${id}`).send({ oauth2: oauth2() }),
      world.all.put(`/senders/${id}`).send({ oauth2: oauth2({ token_url: 'https://10.0.0.1:1/', provider: 'x' }) }),
      world.all.post(`/senders/${id}/test`).send({ to: 'me@example.com' }),
      world.all.get('/audit?per_page=100'),
    ])
      texts.push((await request).text);
    const tables = await world.db.query<{ name: string }>(
      'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
    );
    for (const { name } of tables) texts.push(JSON.stringify(await world.db.query(`SELECT * FROM ${name}`)));
    expect(written.join('')).toContain('"level"');
    for (const text of [...texts, ...written]) expect(text).not.toMatch(SECRETS);
  });
});
