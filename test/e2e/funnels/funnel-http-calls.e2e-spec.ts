import { HttpCallClaims } from '../../../src/modules/http-calls/http-call-claims.js';
import { LeaseWatch } from '../../../src/platform/work/lease-watch.js';
import { CEILING_MS } from '../../support/ceiling.js';
import type { GivenFunnel } from '../../support/given.js';
import { ManualClock } from '../../support/manual-clock.js';
import { waitUntil } from '../../support/wait-until.js';
import { type Behavior, WebhookReceiver } from '../../support/webhook-receiver.js';
import { World } from '../../support/world.js';

const answer = (status: number): Behavior => ({ kind: 'answer', status });

interface CallRow {
  readonly state: string;
  readonly attempts: number;
  readonly request: string | null;
  readonly response_status: number | null;
  readonly error: string | null;
  readonly next_attempt_at: Date | null;
}

describe('HTTP requests of a funnel', () => {
  let world: World;
  let receiver: WebhookReceiver;
  let clock: ManualClock;
  beforeAll(async () => {
    // A slow machine must not count as a server that hangs.
    world = await World.start({ outbound: { limits: { budgetMs: CEILING_MS, drainMs: 2_000 } } });
  });
  beforeEach(async () => {
    receiver = await WebhookReceiver.start(world.config.dataDir);
    clock = new ManualClock(world, new Date());
  });

  const step = (settings: Record<string, unknown> = {}) => ({
    action_name: 'http_request',
    settings: { url: receiver.url, ...settings },
  });
  const add = async (funnel: { id: number }, ...subscribers: number[]): Promise<void> => {
    await world.all.post(`/funnels/${funnel.id}/subscribers`).send({ subscribers }).expect(200);
    await world.settle();
  };
  async function through(sequences: unknown[], wanted: Record<string, unknown> = {}) {
    const contact = await world.given.contact({ first_name: 'Zoë "Z" & Co', ...wanted });
    const funnel = await world.given.publishedFunnel({ sequences });
    await add(funnel, contact.id);
    return { contact, funnel };
  }
  const callsOf = ({ id }: GivenFunnel): Promise<CallRow[]> =>
    world.db.query<CallRow>(
      `SELECT state, attempts, request, response_status, error, next_attempt_at FROM funnel_http_calls
        WHERE funnel_id = :id ORDER BY id`,
      { id },
    );
  const traceOf = async (funnel: GivenFunnel, contactId: number) =>
    (await world.all.get(`/funnels/${funnel.id}/subscribers/${contactId}/trace`).expect(200)).body.trace;

  it('are sent once, rendered, and identify the enrollment and step', async () => {
    const { contact, funnel } = await through([
      step({
        url: `${receiver.url}/{{ contact.first_name }}?id={{ contact.id }}`,
        method: 'PUT',
        headers: { Authorization: 'Bearer abc', 'X-Name': '{{ contact.first_name }}' },
        body: '{"name": "{{ contact.first_name }}"}',
      }),
    ]);
    expect(receiver.requests).toHaveLength(1);
    const [{ method, path, headers, rawBody }] = receiver.requests as [(typeof receiver.requests)[0]];
    expect([method, path]).toEqual(['PUT', `/hook/Zo%C3%AB%20%22Z%22%20%26%20Co?id=${contact.id}`]);
    expect(JSON.parse(rawBody)).toEqual({ name: 'Zoë "Z" & Co' });
    const [entry] = await world.db.query<{ id: number }>('SELECT id FROM funnel_entries WHERE funnel_id = :id', {
      id: funnel.id,
    });
    expect(headers).toMatchObject({
      authorization: 'Bearer abc',
      'content-type': 'application/json',
      'user-agent': 'Service-Webhook/1.0',
      'idempotency-key': `${entry?.id}-${funnel.sequences[0]?.id}`,
    });
    expect(await callsOf(funnel)).toMatchObject([
      { state: 'done', attempts: 1, request: null, response_status: 200, error: null },
    ]);
    expect(await traceOf(funnel, contact.id)).toMatchObject([
      { status: 'done', http_call: { state: 'done', attempts: 1, response_status: 200, error: null } },
    ]);
  });

  it('do not delay the enrollment, and are encrypted while they wait', async () => {
    const tag = await world.given.tag();
    receiver.behavior = answer(503);
    const { contact, funnel } = await through([
      step({ headers: { Authorization: 'Bearer very-secret' } }),
      { action_name: 'add_contact_to_tag', settings: { tags: [tag.id] } },
    ]);
    const { body } = await world.all.get(`/subscribers/${contact.id}`).expect(200);
    expect(JSON.stringify(body)).toContain(tag.title);
    const [call] = await callsOf(funnel);
    expect(call).toMatchObject({ state: 'pending', response_status: 503, error: 'http_status' });
    expect(call?.request).toMatch(/^[0-9a-f]{4}\./);
    expect(call?.request).not.toContain('very-secret');
  });

  it('are retried after 1, 5 and 30 minutes with the same key, and then fail', async () => {
    receiver.plan(answer(500), { kind: 'reset' }, answer(429));
    receiver.behavior = answer(503);
    const { contact, funnel } = await through([step()]);
    const seen: unknown[] = [];
    for (const minutes of [0, 1, 5, 30]) {
      await clock.forward({ minutes });
      const [call] = await callsOf(funnel);
      seen.push([receiver.requests.length, call?.state, call?.error, call?.response_status]);
    }
    expect(seen).toEqual([
      [1, 'pending', 'http_status', 500],
      [2, 'pending', 'connection_lost', null],
      [3, 'pending', 'http_status', 429],
      [4, 'failed', 'http_status', 503],
    ]);
    expect(new Set(receiver.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    await clock.forward({ hours: 2 });
    expect(receiver.requests).toHaveLength(4);
    expect(await callsOf(funnel)).toMatchObject([{ state: 'failed', attempts: 4, request: null }]);
    expect(await traceOf(funnel, contact.id)).toMatchObject([
      { status: 'done', http_call: { state: 'failed', attempts: 4, response_status: 503, error: 'http_status' } },
    ]);
  });

  it('T6 are not retried after a refusal, and follow no redirect', async () => {
    receiver.plan(answer(404), { kind: 'answer', status: 302, headers: { Location: `${receiver.url}/elsewhere` } });
    const { funnel } = await through([step(), step()]);
    expect((await callsOf(funnel)).map(({ state, response_status }) => [state, response_status]).sort()).toEqual([
      ['failed', 302],
      ['failed', 404],
    ]);
    expect(receiver.requests).toHaveLength(2);
  });

  it("keep their server and path, whatever the contact's values are", async () => {
    const { contact, funnel } = await through([step({ url: `${receiver.url}/{{ contact.first_name }}/notes` })], {
      first_name: '..',
    });
    expect(receiver.requests).toHaveLength(0);
    expect(await traceOf(funnel, contact.id)).toMatchObject([
      { status: 'failed', detail: 'url_not_allowed', http_call: null },
    ]);
  });

  it.each([
    [{ url: 'http://crm.example/' }, 'sequences.0.settings.url'],
    [{ url: 'https://{{ contact.city }}.example/' }, 'sequences.0.settings.url'],
    [{ url: 'https://169.254.169.254/latest' }, 'sequences.0.settings.url'],
    [{ headers: { Host: 'elsewhere.example' } }, 'sequences.0.settings.headers.Host'],
  ])('are refused at save when they are %j', async (settings, field) => {
    const { body } = await world.all
      .post('/funnels')
      .send({ title: 'Calls', trigger_name: 'custom_calls', sequences: [step(settings)] })
      .expect(400);
    expect(Object.keys(body.data.params)).toEqual([field]);
  });

  it('T9 to a server that hangs do not block requests to others', async () => {
    receiver.behavior = { kind: 'hang' };
    const people: number[] = [];
    for (let made = 0; made < 12; made += 1) people.push((await world.given.contact()).id);
    const hanging = await world.given.publishedFunnel({ sequences: [step()] });
    await world.all.post(`/funnels/${hanging.id}/subscribers`).send({ subscribers: people }).expect(200);
    await waitUntil('it hangs', () => receiver.held.size > 1);
    const healthy = await WebhookReceiver.start(world.config.dataDir);
    const contact = await world.given.contact();
    const funnel = await world.given.publishedFunnel({ sequences: [step({ url: healthy.url })] });
    await world.all
      .post(`/funnels/${funnel.id}/subscribers`)
      .send({ subscribers: [contact.id] })
      .expect(200);
    await waitUntil('the other one is done', async () => (await callsOf(funnel))[0]?.state === 'done');
    expect(healthy.requests).toHaveLength(1);
    expect(receiver.held.size).toBeGreaterThan(1);
    await waitUntil('all are answered', async () => {
      receiver.answerHeld();
      return (await callsOf(hanging)).every(({ state }) => state === 'done');
    });
    expect(receiver.mostAtOnce).toBeLessThan(10);
  });

  it('continue while their funnel is paused, and end when it is deleted', async () => {
    receiver.plan(answer(503), answer(503));
    const { funnel } = await through([step()]);
    await world.all.put(`/funnels/${funnel.id}/status`).send({ status: 'paused' }).expect(200);
    await clock.forward({ minutes: 1 });
    expect(receiver.requests).toHaveLength(2);
    await world.all.delete(`/funnels/${funnel.id}`).expect(200);
    await clock.forward({ hours: 1 });
    expect(receiver.requests).toHaveLength(2);
    expect(await callsOf(funnel)).toEqual([]);
  });

  it('of a crashed process are sent by another one, as one of four attempts', async () => {
    /** The state after a crash during the request. */
    const crashDuring = async (attempts: number): Promise<GivenFunnel> => {
      receiver.plan(answer(503));
      const { funnel } = await through([step()]);
      await world.db.transaction((tx) =>
        tx.execute(
          `UPDATE funnel_http_calls SET state = 'calling', attempts = :attempts, next_attempt_at = NULL,
                  lease_owner = 'crashed', lease_until = NOW(3) - INTERVAL 1 SECOND WHERE funnel_id = :id`,
          { id: funnel.id, attempts },
        ),
      );
      // After a disturbance of the database, the process may still be alive.
      const watch = jest.spyOn(world.worker!.get(LeaseWatch, { strict: false }), 'mayJudge').mockResolvedValue(false);
      expect(await world.worker!.get(HttpCallClaims, { strict: false }).claim(1, [])).toEqual([]);
      watch.mockRestore();
      await world.settle();
      return funnel;
    };
    expect(await callsOf(await crashDuring(1))).toMatchObject([{ state: 'done', attempts: 2, request: null }]);
    expect(receiver.requests).toHaveLength(2);
    expect(await callsOf(await crashDuring(4))).toMatchObject([
      { state: 'failed', attempts: 4, error: 'interrupted', request: null },
    ]);
    expect(receiver.requests).toHaveLength(3);
  });
});

it('T9 an HTTP request of a funnel fails if the server does not respond in time', async () => {
  const world = await World.start({ outbound: { limits: { budgetMs: 500, drainMs: 200 } } });
  const receiver = await WebhookReceiver.start(world.config.dataDir);
  receiver.behavior = { kind: 'hang' };
  const { id: contactId } = await world.given.contact();
  const { id } = await world.given.publishedFunnel({
    sequences: [{ action_name: 'http_request', settings: { url: receiver.url } }],
  });
  await world.all
    .post(`/funnels/${id}/subscribers`)
    .send({ subscribers: [contactId] })
    .expect(200);
  await world.settle();
  expect(await world.db.query('SELECT state, error FROM funnel_http_calls')).toEqual([
    { state: 'pending', error: 'timeout' },
  ]);
});
