import { ReplayRuns } from '../../../src/modules/webhooks/dispatcher/replay-runs.service.js';
import { Outbox } from '../../../src/platform/outbox/outbox.js';
import { Relay } from '../../../src/platform/outbox/relay.js';
import { waitUntil } from '../../support/wait-until.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { World } from '../../support/world.js';

describe('a webhook that is created with history', () => {
  let world: World;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    world = await World.start();
  });
  beforeEach(async () => {
    for (const table of ['webhook_replays', 'webhooks']) await execute(`DELETE FROM ${table}`);
    await world.settle();
    for (const table of ['domain_events', 'parked_events', 'webhook_deliveries', 'webhook_attempts'])
      await execute(`DELETE FROM ${table}`);
    await execute('UPDATE relay_state SET last_position = 0, removed_position = 0');
    receiver = await WebhookReceiver.start(world.config.dataDir);
  });

  const execute = (sql: string): Promise<unknown> => world.db.transaction((tx) => tx.execute(sql));
  const create = (changes: Record<string, unknown>) =>
    world.all.post('/webhooks').send({ name: 'Shop', url: receiver.url, events: ['contact.created'], ...changes });
  const runs = (): ReplayRuns => world.worker!.get(ReplayRuns, { strict: false });
  const relay = (): Relay => world.worker!.get(Relay, { strict: false });

  /** Event ids of one type, in log order. */
  const logged = async (type = 'contact.created'): Promise<number[]> =>
    (
      await world.db.query<{ id: number }>(
        'SELECT id FROM domain_events WHERE type = :type ORDER BY position IS NULL, position',
        {
          type,
        },
      )
    ).map(({ id }) => id);
  /** Event ids in the order of first attempts. */
  const queued = async (id: number): Promise<number[]> =>
    (
      await world.db.query<{ event_id: number }>(
        'SELECT event_id FROM webhook_deliveries WHERE webhook_id = :id ORDER BY created_at, id',
        { id },
      )
    ).map(({ event_id: eventId }) => eventId);

  /** Creates a webhook with a history of two events, which is not handed over before the test asks for it. */
  async function createWithoutHandover(): Promise<{ readonly webhookId: number; readonly replayId: number }> {
    await longAgo(2);
    const { body } = await create({ from: '-1d', status: 'inactive' }).expect(200);
    await execute('UPDATE webhook_replays SET handover_at = NOW(3) + INTERVAL 1 HOUR');
    await world.all.put(`/webhooks/${body.webhook.id}`).send({ status: 'active' }).expect(200);
    await waitUntil('its history is queued', async () => (await queued(body.webhook.id)).length === 2);
    return { webhookId: body.webhook.id, replayId: body.replay.id };
  }

  /** Inserts past events, one per second, the last a minute ago, with positions in the log. */
  async function longAgo(count: number): Promise<void> {
    await world.db.transaction(async (tx) => {
      const [state] = await tx.query<{ last: number }>('SELECT last_position AS last FROM relay_state FOR UPDATE');
      await tx.insertRows(
        'domain_events',
        ['uid', 'type', 'subject_type', 'data', 'state', 'position', 'occurred_at'],
        Array.from({ length: count }, (_, index) => [
          `past${state!.last + index}`,
          'contact.created',
          'contact',
          JSON.stringify({ number: index }),
          'carried',
          state!.last + index + 1,
          new Date(Date.now() - 60_000 - (count - index) * 1_000),
        ]),
      );
      await tx.execute('UPDATE relay_state SET last_position = last_position + :count', { count });
    });
  }

  it('receives past events of its types once and in order, with the original timestamps and bodies', async () => {
    await create({ url: receiver.url }).expect(200);
    for (let contact = 0; contact < 5; contact += 1) await world.given.contact();
    await world.given.list();
    await world.settle();
    const then = receiver.requests.map(({ rawBody }) => JSON.parse(rawBody));
    expect(then).toHaveLength(5);
    receiver.requests.length = 0;

    const { body } = await create({ from: '-1d' }).expect(200);
    const { id } = body.webhook;
    expect(body.replay).toMatchObject({ webhook_id: id, status: 'running', total: 5, events: ['contact.created'] });
    await world.settle();
    const now = receiver.requests.map(({ rawBody }) => JSON.parse(rawBody));
    expect(now).toHaveLength(5);
    for (const [key, value] of [...then.entries()])
      expect(now).toContainEqual({
        ...value,
        webhook_id: id,
        signature: expect.not.stringMatching(then[key].signature),
      });
    expect(await queued(id)).toEqual(await logged());
    const { body: ended } = await world.all.get(`/webhooks/${id}/replays/${body.replay.id}`).expect(200);
    expect(ended.replay).toMatchObject({ status: 'done', queued: 5, finished_at: expect.any(String) });

    receiver.requests.length = 0;
    await world.given.contact();
    await world.settle();
    expect(receiver.requests.map(({ headers }) => headers['x-service-webhook-id'])).toContain(String(id));
    expect(await queued(id)).toEqual(await logged());
  });

  it('receives nothing newer before its history, however many events arrive and whichever worker continues', async () => {
    await longAgo(3_500);
    const { body } = await create({ from: '-30d' }).expect(200);
    const { id } = body.webhook;
    receiver.behavior = { kind: 'late', afterMs: 5 };
    for (let round = 0; round < 12; round += 1) {
      await Promise.all([world.given.contact(), runs().advance(body.replay.id), relay().drain()]);
      const events = await queued(id);
      expect(events).toEqual((await logged()).slice(0, events.length));
    }
    // The backlog is bounded: the worker continues when the receiver has taken enough.
    const [due] = await world.db.query<{ due: number }>(
      `SELECT COUNT(*) AS due FROM webhook_deliveries WHERE webhook_id = :id AND status = 'pending'`,
      { id },
    );
    expect(due!.due).toBeLessThanOrEqual(2_000);
    await waitUntil('its history has ended', async () => {
      await execute(
        `UPDATE webhook_deliveries SET status = 'success', next_attempt_at = NULL WHERE status = 'pending' AND lease_owner IS NULL`,
      );
      await world.given.contact();
      return (await world.all.get(`/webhooks/${id}/replays/${body.replay.id}`)).body.replay.status !== 'running';
    });
    await world.given.contact();
    await world.settle();
    const events = await logged();
    expect(events.length).toBeGreaterThan(3_512);
    expect(await queued(id)).toEqual(events);
  });

  it('loses and repeats nothing when contacts are created throughout the handover', async () => {
    await longAgo(20);
    let creating = true;
    let created = 0;
    const creations = Promise.all(
      [1, 2].map(async () => {
        for (; creating; created += 1) await world.given.contact();
      }),
    );
    const ids: number[] = [];
    try {
      for (let number = 1; number <= 4; number += 1) {
        const { body } = await create({ from: '-30d' }).expect(200);
        ids.push(body.webhook.id);
        await waitUntil('more contacts are created', () => created >= 20 * number);
      }
      await waitUntil('each has its history', async () => {
        const running = await world.db.query(`SELECT 1 FROM webhook_replays WHERE status = 'running'`);
        return running.length === 0;
      });
    } finally {
      creating = false;
      await creations;
    }
    await world.settle();
    const events = await logged();
    for (const id of ids) expect(await queued(id)).toEqual(events);
  });

  it('starts after a cursor of the event log, or at the oldest event if the cursor is older', async () => {
    await longAgo(10);
    const { body: page } = await world.all.get('/events?per_page=4').expect(200);
    const events = await logged();
    const later = await create({ from: page.next_cursor }).expect(200);
    await execute('DELETE FROM domain_events WHERE position <= 2');
    await execute('UPDATE relay_state SET removed_position = 2');
    const oldest = await create({ from: '1' }).expect(200);
    const ancient = await create({ from: '-99999d' }).expect(200);
    const recent = await create({ from: '-1m' }).expect(200);
    await world.settle();
    expect(await queued(later.body.webhook.id)).toEqual(events.slice(4));
    expect(await queued(oldest.body.webhook.id)).toEqual(events.slice(2));
    expect(await queued(ancient.body.webhook.id)).toEqual(events.slice(2));
    expect(await queued(recent.body.webhook.id)).toEqual([]);
  });

  it('repeats a lost handover request', async () => {
    const { webhookId, replayId } = await createWithoutHandover();
    const replay = async (): Promise<unknown> =>
      (await world.all.get(`/webhooks/${webhookId}/replays/${replayId}`).expect(200)).body.replay;
    // The worker may process the replay at the same time.
    await waitUntil('the replay waits', async () => (await runs().advance(replayId)) === 'waiting');
    await relay().drain();
    expect(await replay()).toMatchObject({ status: 'running', queued: 2 });
    await execute(`UPDATE webhook_replays SET handover_at = NOW(3) - INTERVAL 61 SECOND`);
    await world.settle();
    expect(await replay()).toMatchObject({ status: 'done', queued: 2 });
  });

  it('misses no event of a batch that the dispatcher gets in parts', async () => {
    const other = await world.given.webhook({ url: receiver.url, events: ['contact.deleted'] });
    const { webhookId } = await createWithoutHandover();
    await world.db.query(`CREATE TRIGGER refuse_one BEFORE INSERT ON webhook_deliveries FOR EACH ROW
      IF NEW.webhook_id = ${other.id} THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'refused'; END IF`);
    try {
      const contact = {
        id: 1,
        email: 'ada@example.com',
        first_name: null,
        last_name: null,
        status: 'pending' as const,
      };
      const data = { contact: { ...contact, created_at: '2026-01-02 03:04:05' }, source: 'api' as const };
      const outbox = world.api.get(Outbox, { strict: false });
      await world.db.transaction((tx) =>
        outbox.appendAll(tx, [
          { type: 'contact.created', subjectId: 1, data },
          { type: 'contact.deleted', subjectId: 1, data },
          { type: 'webhook.caught_up', subjectId: webhookId, data: { webhook_id: webhookId } },
          { type: 'contact.created', subjectId: 1, data },
        ]),
      );
      await world.settle();
    } finally {
      await world.db.query('DROP TRIGGER refuse_one');
    }
    expect(await queued(webhookId)).toEqual(await logged());
  });

  it('continues where it stopped while its webhook was inactive, with the current subscriptions', async () => {
    await longAgo(3);
    const { body } = await create({ from: '-1d', status: 'inactive' }).expect(200);
    const { id } = body.webhook;
    await world.given.contact();
    await relay().drain();
    expect(await queued(id)).toEqual([]);
    await world.all
      .put(`/webhooks/${id}`)
      .send({ status: 'active', events: ['contact.*'] })
      .expect(200);
    await world.settle();
    const deleted = (await world.given.contact()).id;
    await world.all.delete(`/subscribers/${deleted}`).expect(200);
    await world.settle();
    expect(await queued(id)).toEqual([...(await logged()), ...(await logged('contact.deleted'))]);
  });

  it('receives new events after its history is cancelled', async () => {
    await longAgo(3);
    const { body } = await create({ from: '-1d', status: 'inactive' }).expect(200);
    const path = `/webhooks/${body.webhook.id}`;
    await world.all.delete(`${path}/replays/${body.replay.id}`).expect(200);
    await world.all.put(path).send({ status: 'active' }).expect(200);
    await world.given.contact();
    await world.settle();
    expect(await queued(body.webhook.id)).toEqual((await logged()).slice(3));
  });

  it.each(['yesterday', '', '-30', '-3w', '30d', '-1.5d', '99999', '-1', '2026-01-01', 5])(
    'refuses to start at %j',
    async (from) => {
      const { body } = await create({ from }).expect(400);
      expect(body).toMatchObject({ code: 'rest_invalid_param', data: { params: { from: expect.any(String) } } });
    },
  );

  it('cannot be requested later', async () => {
    const { body } = await create({ from: null }).expect(200);
    expect(body).not.toHaveProperty('replay');
    const refused = await world.all.put(`/webhooks/${body.webhook.id}`).send({ from: '-1d' }).expect(400);
    expect(refused.body.data.params).toEqual({ from: expect.stringContaining('created') });
  });
});
