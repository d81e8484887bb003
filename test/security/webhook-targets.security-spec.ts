import type { LookupAddress } from 'node:dns';
import { HOSTILE_URLS, NAMES_OF_PRIVATE_ADDRESSES } from '../support/hostile-urls.js';
import { recordConnects, type RecordedConnects } from '../support/recorded-connects.js';
import { SmtpSink } from '../support/smtp-sink.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { World } from '../support/world.js';

const HARMLESS = 'https://hooks.example.com/carillon';

describe('webhook targets', () => {
  let world: World;
  let receiver: WebhookReceiver;
  let connects: RecordedConnects;
  /** The address of each name; a test may change it between two lookups. */
  const names = new Map<string, () => LookupAddress[]>();

  beforeAll(async () => {
    world = await World.start({
      env: { WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'false', WEBHOOK_RETRY_SCHEDULE: '1h' },
      outbound: { resolve: (name) => Promise.resolve(names.get(name)?.() ?? [{ address: '127.0.0.1', family: 4 }]) },
    });
    receiver = await WebhookReceiver.start(world.config.dataDir, { hosts: ['localhost', 'hooks.example.com'] });
  });
  beforeEach(() => {
    connects = recordConnects();
  });
  afterEach(async () => {
    const { body } = await world.all.get('/webhooks');
    for (const { id } of body.webhooks) await world.all.delete(`/webhooks/${id}`).expect(200);
  });

  const externalConnections = (): string[] =>
    connects.besides(world.config.database.url, world.config.redis.url, world.origin);

  it('T1 T2 T3 T7 in private or reserved networks are refused in every notation, and so are other protocols', async () => {
    expect(HOSTILE_URLS.length).toBeGreaterThanOrEqual(120);
    const { id } = await world.given.webhook({ url: HARMLESS });
    const accepted: string[] = [];
    for (const url of HOSTILE_URLS) {
      const created = await world.all.post('/webhooks').send({ name: 'x', events: ['contact.created'], url });
      const changed = await world.all.put(`/webhooks/${id}`).send({ url });
      for (const { status, body } of [created, changed])
        if (status !== 400 || !['invalid_webhook_url', 'rest_invalid_param'].includes(body.code))
          accepted.push(`${status} ${String(body.code)} ${url}`);
    }
    expect(accepted).toEqual([]);
    const { body } = await world.all.get('/webhooks').expect(200);
    expect(body.webhooks).toMatchObject([{ id, url: HARMLESS }]);
    expect(externalConnections()).toEqual([]);
  });

  it('T4 are not connected to if the name resolves to this machine', async () => {
    for (const name of NAMES_OF_PRIVATE_ADDRESSES) {
      const { id } = await world.given.webhook({ url: `https://${name}:${receiver.port}/` });
      const { body } = await world.all.post(`/webhooks/${id}/test`).expect(200);
      expect(body).toMatchObject({ success: false, delivery: { error: 'blocked_address', response_code: 0 } });
    }
    expect(receiver.connections).toBe(0);
    expect(externalConnections()).toEqual([]);
  });

  it.each([
    ['a public and a private address', [v4('93.184.215.14'), v6('::1')]],
    ['a private and a public address', [v4('10.0.0.1'), v4('93.184.215.14')]],
    ['the metadata service', [v4('169.254.169.254')]],
    ['a mapped address', [v6('::ffff:127.0.0.1')]],
    ['a NAT64 address', [v6('64:ff9b::7f00:1')]],
    ['a zoned address', [v6('fe80::1%lo')]],
    ['a value that is not an address', [v4('localhost')]],
  ])('T4 T5 are not connected to if the name resolves to %s', async (_what, addresses) => {
    names.set('hooks.example.com', () => addresses);
    const { id } = await world.given.webhook({ url: `https://hooks.example.com:${receiver.port}/` });
    await world.given.contact();
    await world.settle();
    const { body } = await world.all.get(`/webhooks/${id}/deliveries`).expect(200);
    expect(body.deliveries).toMatchObject([{ status: 'pending', error: 'blocked_address', response_code: 0 }]);
    expect(externalConnections()).toEqual([]);
  });
});

describe('URLs in emails and contacts', () => {
  it('T8 are never fetched: only the mail server is contacted', async () => {
    const sink = await SmtpSink.start();
    const world = await World.start({ env: { SMTP_URL: sink.url } });
    const decoyServer = await WebhookReceiver.start(world.config.dataDir);
    const connects = recordConnects();
    const list = await world.given.list();
    await world.given.contact({ lists: [list.id], photo: `${decoyServer.url}/photo.png` });
    const { id } = await world.given.campaign({
      email_subject: `Look: ${decoyServer.url}/subject`,
      email_body: [
        `<img src="${decoyServer.url}/pixel.png"><img src="file:///etc/passwd"><link rel="stylesheet" href="${decoyServer.url}/a.css">`,
        `<object data="${decoyServer.url}/object"></object><a href="${decoyServer.url}/link">Link</a>`,
        `<style>@import url(${decoyServer.url}/import.css); body { background: url(${decoyServer.url}/background) }</style>`,
        '<iframe src="http://169.254.169.254/latest/meta-data/"></iframe>',
        '<a href="{{ unsubscribe_url }}">Unsubscribe</a>',
      ].join(''),
      lists: [list.id],
    });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
    expect(sink.messages).toHaveLength(1);
    expect(connects.targets.some((target) => target.endsWith(`:${new URL(sink.url).port}`))).toBe(true);
    expect(connects.besides(world.config.database.url, world.config.redis.url, world.origin, sink.url)).toEqual([]);
    expect(decoyServer.requests).toEqual([]);
  });
});

function v4(address: string): LookupAddress {
  return { address, family: 4 };
}

function v6(address: string): LookupAddress {
  return { address, family: 6 };
}
