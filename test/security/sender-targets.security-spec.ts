import { HOSTILE_URLS, NAMES_OF_PRIVATE_ADDRESSES } from '../support/hostile-urls.js';
import { RawServer } from '../support/raw-server.js';
import { recordConnects, type RecordedConnects } from '../support/recorded-connects.js';
import { SmtpSink } from '../support/smtp-sink.js';
import { World } from '../support/world.js';

const REFUSED = { host: 'must not be an address of a private or reserved network' };
/** The hosts of the webhook corpus in a form that `host` accepts. */
const HOSTILE_HOSTS = HOSTILE_URLS.flatMap(
  (url) => /^https:\/\/\[?([\da-f:.]+|[\dx.a-f]+)\]?\/latest\//i.exec(url)?.[1] ?? [],
);

describe('connections to the mail server of a sender', () => {
  let world: World;
  let server: RawServer;
  let connects: RecordedConnects;

  const testOf = async (id: number): Promise<{ success: boolean; steps: object[] }> =>
    (await world.all.post(`/senders/${id}/test`).expect(200)).body;
  /** Inserts a sender as if it was stored before hosts were checked, or its name resolved to this address later. */
  const stored = async (host: string): Promise<number> => {
    const { id } = await world.given.sender({ url: `smtp://smtp.example.com:${server.port}` });
    await world.db.transaction((tx) => tx.execute('UPDATE senders SET host = :host WHERE id = :id', { id, host }));
    return id;
  };
  const externalConnections = (): string[] =>
    connects.besides(world.config.database.url, world.config.redis.url, world.origin);

  beforeAll(async () => {
    server = await RawServer.start((socket) => socket.write('220 internal\r\n'));
  });
  beforeEach(() => {
    connects = recordConnects();
  });

  describe('in production', () => {
    beforeAll(async () => {
      world = await World.start({ worker: false, env: { SMTP_ALLOW_PRIVATE_NETWORKS: 'false' } });
    });

    it('T54 refuses every address of a private or reserved network, in every notation', async () => {
      expect(HOSTILE_HOSTS.length).toBeGreaterThanOrEqual(60);
      const { id } = await world.given.sender({ url: 'smtp://smtp.example.com:587' });
      for (const host of HOSTILE_HOSTS) {
        const created = await world.all.post('/senders').send({ name: host, from_email: 'a@example.com', host });
        const changed = await world.all.put(`/senders/${id}`).send({ host });
        for (const { status, body } of [created, changed])
          expect([host, status, Object.keys(body.data?.params ?? {})]).toEqual([host, 400, ['host']]);
      }
    });

    it.each([...NAMES_OF_PRIVATE_ADDRESSES.slice(0, 3), '127.0.0.1', '127.1', '::1', '169.254.169.254', '0.0.0.0'])(
      'T54 does not connect to a stored host %s',
      async (host) => {
        const id = await stored(host);
        const answer = await testOf(id);
        expect(answer.steps).toMatchObject([{ step: 'connect', success: false }]);
        const { body } = await world.all.get(`/senders/${id}/readiness`).expect(200);
        expect(body.checks[0].message).toMatch(/^Mail server: no connection to the mail server: [a-zA-Z, ]+$/);
        expect(externalConnections()).toEqual([]);
        expect(server.accepted).toBe(0);
      },
    );
  });

  describe('with SMTP_ALLOW_PRIVATE_NETWORKS', () => {
    beforeAll(async () => {
      world = await World.start({ worker: false });
    });

    it.each(['169.254.169.254', '0.0.0.0', '0', 'fe80::1', 'fd00:ec2::254', '::', '168.63.129.16'])(
      'T54 still refuses %s, and does not connect to it if it is stored',
      async (host) => {
        const refused = await world.all
          .post('/senders')
          .send({ name: 'x', from_email: 'a@example.com', host })
          .expect(400);
        expect(refused.body.data.params).toEqual(REFUSED);
        await testOf(await stored(host));
        expect(externalConnections()).toEqual([]);
      },
    );

    it('uses mail servers in private networks, by address and by name', async () => {
      const sink = await SmtpSink.start();
      for (const host of ['127.0.0.1', 'localhost']) {
        const { id } = await world.given.sender({ url: `smtp://${host}:${new URL(sink.url).port}` });
        expect(await testOf(id)).toMatchObject({ success: true });
      }
    });

    it('T54 returns the same error for every failed connection, so that it cannot be used as a port scanner', async () => {
      const closed = await RawServer.start(() => undefined);
      const { url: unused } = closed;
      await closed.stop();
      const foreign = await RawServer.start((socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n'));
      const closing = await RawServer.start((socket) => socket.destroy());
      const answers = [];
      for (const url of [unused, foreign.url, closing.url])
        for (const secure of [false, true]) answers.push(await testOf((await world.given.sender({ url, secure })).id));
      answers.push(await testOf(await stored('169.254.169.254')));
      const [first] = answers;
      expect(first?.steps).toEqual([
        {
          step: 'connect',
          success: false,
          response: 'no connection to the mail server: check its host, port, TLS setting and certificate',
        },
      ]);
      for (const answer of answers) expect(answer).toEqual(first);
    });
  });

  it('T54 does not restrict the operator: SMTP_URL may be on this machine', async () => {
    const sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url, SMTP_ALLOW_PRIVATE_NETWORKS: 'false' } });
    const list = await world.given.list();
    await world.given.contact({ lists: [list.id] });
    const { id } = await world.given.campaign({
      email_subject: 'Spring',
      email_body: '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
      lists: [list.id],
    });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
    expect(sink.messages).toHaveLength(1);
  });
});
