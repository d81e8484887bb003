import { SEALED_HEADERS } from '../../../src/modules/funnels/http-calls/header-secrets.service.js';
import { Keys } from '../../../src/platform/secrets/keys.js';
import { Reencryption } from '../../../src/platform/secrets/reencrypt.commands.js';
import type { GivenFunnel } from '../../support/given.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { World } from '../../support/world.js';

const TOKEN = 'CANARY-crm-api-key-42';
const HEADERS = {
  Authorization: `Bearer ${TOKEN}`,
  'X-Name': '{{ contact.first_name }}',
  'Content-Type': 'text/plain',
};
const SHOWN = { Authorization: '***', 'X-Name': '***', 'Content-Type': 'text/plain' };

describe('T56 header values of HTTP requests of funnels', () => {
  let world: World;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    world = await World.start();
  });
  beforeEach(async () => {
    receiver = await WebhookReceiver.start(world.config.dataDir);
  });

  const call = (headers: object = HEADERS) => ({
    action_name: 'http_request',
    settings: { url: receiver.url, method: 'POST', headers, body: 'hello' },
  });
  const given = (): Promise<GivenFunnel> => world.given.publishedFunnel({ sequences: [call()] });
  const put = (id: number, sequences: unknown) => world.all.put(`/funnels/${id}/sequences`).send({ sequences });
  /** The Authorization value that the receiver gets for a new contact. */
  async function sent({ id }: { id: number }): Promise<string | undefined> {
    const { id: contact } = await world.given.contact({ first_name: 'Zoe' });
    await world.all
      .post(`/funnels/${id}/subscribers`)
      .send({ subscribers: [contact] })
      .expect(200);
    await world.settle();
    const { headers } = receiver.requests.at(-1)!;
    expect(headers).toMatchObject({ 'x-name': 'Zoe', 'content-type': 'text/plain' });
    return headers.authorization;
  }
  async function everyTable(): Promise<string> {
    const tables = await world.db.query<{ name: string }>(
      'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
    );
    const rows = await Promise.all(tables.map(({ name }) => world.db.query(`SELECT * FROM ${name}`)));
    return JSON.stringify(rows);
  }
  it('are sent to the server, and are in no response, table or audit log entry', async () => {
    const funnel = await given();
    expect(await sent(funnel)).toBe(`Bearer ${TOKEN}`);
    const viewer = await world.as('view_contacts');
    for (const path of [
      `/funnels/${funnel.id}/sequences`,
      `/funnels/${funnel.id}/versions/1`,
      `/funnels/${funnel.id}?with[]=sequences`,
      '/funnels?with[]=sequences',
    ]) {
      const { text } = await viewer.get(path).expect(200);
      expect(text).not.toContain(TOKEN);
      expect(text).toContain(JSON.stringify(SHOWN));
    }
    expect(await everyTable()).not.toContain(TOKEN);
  });

  it('are kept when they come back as ***, in any case of the name, and the step keeps its version', async () => {
    const funnel = await given();
    const same = await put(funnel.id, funnel.sequences).expect(200);
    expect(same.body.funnel.sequences).toMatchObject([{ version: 1, settings: { headers: SHOWN } }]);
    const [step] = funnel.sequences as unknown as [{ id: number; settings: object }];
    const renamed = { ...SHOWN, Authorization: undefined, authorization: '***' };
    const settings = { ...step.settings, url: `${receiver.url}?another=query`, headers: renamed };
    await put(funnel.id, [{ ...step, settings }]).expect(200);
    expect(await sent(funnel)).toBe(`Bearer ${TOKEN}`);
    expect(receiver.requests.at(-1)?.path).toBe('/hook?another=query');
  });

  it('can be replaced, which changes the step; earlier versions keep theirs', async () => {
    const funnel = await given();
    const [step] = funnel.sequences as unknown as [{ id: number; settings: object }];
    const settings = { ...step.settings, headers: { ...SHOWN, Authorization: 'Bearer another' } };
    const { body } = await put(funnel.id, [{ ...step, settings }]).expect(200);
    expect(body.funnel.sequences).toMatchObject([{ version: 2, settings: { headers: SHOWN } }]);
    expect(await sent(funnel)).toBe('Bearer another');
    await world.all.post(`/funnels/${funnel.id}/versions/1/restore`).expect(200);
    expect(await sent(funnel)).toBe(`Bearer ${TOKEN}`);
    expect(await everyTable()).not.toMatch(/Bearer another|CANARY/);
  });

  it('come back with a removed step, and are copied with the funnel', async () => {
    const funnel = await given();
    await put(funnel.id, []).expect(200);
    await put(funnel.id, funnel.sequences).expect(200);
    expect(await sent(funnel)).toBe(`Bearer ${TOKEN}`);
    const { body } = await world.all.post(`/funnels/${funnel.id}/duplicate`).expect(200);
    await world.all.put(`/funnels/${body.funnel.id}/status`).send({ status: 'published' }).expect(200);
    expect(await sent(body.funnel)).toBe(`Bearer ${TOKEN}`);
  });

  it('T51 are sent only to the server and the path that they were written for', async () => {
    const funnel = await given();
    const elsewhere = await WebhookReceiver.start(world.config.dataDir);
    const [step] = funnel.sequences as unknown as [{ id: number; settings: object }];
    const liquid = `${receiver.url}{{ '?' }}/other`;
    for (const url of [elsewhere.url, 'https://evil.example/hook', `${receiver.url}/other`, liquid])
      expect(
        (await put(funnel.id, [{ ...step, settings: { ...step.settings, url } }]).expect(400)).body.data.params,
      ).toEqual({
        'sequences.0.settings.headers.Authorization': 'is required if the origin or the path of the URL changes',
        'sequences.0.settings.headers.X-Name': 'is required if the origin or the path of the URL changes',
      });
    await elsewhere.stop();
  });

  it('are shown to viewers without the query and the body, for webhooks and deliveries too', async () => {
    const url = `${receiver.url}?token=URLSECRET`;
    const step = { action_name: 'http_request', settings: { url, method: 'POST', headers: {}, body: 'BODYSECRET' } };
    const funnel = await world.given.publishedFunnel({ sequences: [step] });
    const webhook = await world.given.webhook({ url });
    await world.all.post(`/webhooks/${webhook.id}/test`).expect(200);
    const { body } = await world.all.get(`/webhooks/${webhook.id}/deliveries`).expect(200);
    const viewer = await world.as('view_contacts', 'view_reports');
    const console = `/console/webhooks/${webhook.id}`;
    const paths = {
      manage_campaigns: [
        `/funnels/${funnel.id}/sequences`,
        `/funnels/${funnel.id}/versions/1`,
        `/funnels/${funnel.id}?with[]=sequences`,
        '/funnels?with[]=sequences',
      ],
      manage_contacts: [
        ...['/webhooks', `/webhooks/${webhook.id}`],
        `/webhooks/${webhook.id}/deliveries/${body.deliveries[0].id}`,
      ],
    } as const;
    for (const [permission, ofPermission] of Object.entries(paths))
      for (const path of ofPermission) {
        const shown = await viewer.get(path).expect(200);
        expect([path, shown.text]).toEqual([path, expect.stringContaining(`${receiver.url}?***`)]);
        expect([path, shown.text]).toEqual([path, expect.not.stringMatching(/URLSECRET|BODYSECRET/)]);
        const whole = await (await world.as(permission as 'manage_contacts', 'view_contacts')).get(path).expect(200);
        expect([path, whole.text]).toEqual([path, expect.stringContaining('URLSECRET')]);
      }
    const { username = '', password = '' } = viewer.credentials ?? {};
    const page = await world.http.get(console).auth(username, password).expect(200);
    expect(page.text).not.toContain('URLSECRET');
    const { request } = receiver.requests.map(({ path }) => ({ request: path })).at(-1)!;
    expect(request).toBe('/hook?token=URLSECRET');
  });

  it('are required in new steps', async () => {
    const fault = { 'sequences.0.settings.headers.X-Token': 'must contain the value, because none is stored' };
    const { body } = await world.all
      .post('/funnels')
      .send({ title: 'Calls', trigger_name: 'custom_calls', sequences: [call({ 'X-Token': '***' })] })
      .expect(400);
    expect(body.data.params).toEqual(fault);
    const funnel = await given();
    expect((await put(funnel.id, [call({ 'X-Token': '***' })]).expect(400)).body.data.params).toEqual(fault);
  });
});

describe('T56 plain header values of an earlier release', () => {
  /** Has cached the version, like any running process. */
  let writer: World;
  /** Reads it again. */
  let world: World;
  let receiver: WebhookReceiver;
  let funnel: GivenFunnel;

  beforeAll(async () => {
    writer = await World.start({ worker: false });
    world = await World.start({ env: { DATABASE_URL: writer.env['DATABASE_URL'] ?? '' } });
    receiver = await WebhookReceiver.start(world.config.dataDir);
    const settings = { url: receiver.url, headers: HEADERS };
    funnel = await writer.given.publishedFunnel({ sequences: [{ action_name: 'http_request', settings }] });
    const [row] = await world.db.query<{ steps: string }>('SELECT steps FROM funnel_versions');
    const steps = (row?.steps ?? '').replaceAll(/"headers":\{[^}]*\}/g, `"headers":${JSON.stringify(HEADERS)}`);
    await world.db.transaction((tx) =>
      tx.execute('UPDATE funnel_versions SET steps = :steps, secrets = NULL', { steps }),
    );
  });

  const reencryption = (): Reencryption => new Reencryption(world.db, new Keys(world.config), [SEALED_HEADERS]);
  const stored = async (): Promise<string> => JSON.stringify(await world.db.query('SELECT * FROM funnel_versions'));

  it('are masked, and sent', async () => {
    const { text } = await world.all.get(`/funnels/${funnel.id}/sequences`).expect(200);
    expect(text).not.toContain(TOKEN);
    const { id } = await world.given.contact();
    await world.all
      .post(`/funnels/${funnel.id}/subscribers`)
      .send({ subscribers: [id] })
      .expect(200);
    await world.settle();
    expect(receiver.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${TOKEN}`]);
  });

  it('are counted and sealed by secrets:reencrypt, once, and restored when the migration is reverted', async () => {
    expect((await reencryption().run({ look: true }))[0]).toMatchObject({ renewed: 1, unreadable: [] });
    expect(await stored()).toContain(TOKEN);
    expect((await reencryption().run())[0]).toMatchObject({ renewed: 1, unreadable: [] });
    expect((await reencryption().run())[0]).toMatchObject({ renewed: 0, unreadable: [] });
    expect(await stored()).not.toContain(TOKEN);
  });
});
