import { ReplayRuns } from '../../../src/modules/webhooks/dispatcher/replay-runs.service.js';
import { WebhookCaller } from '../../../src/modules/webhooks/webhook-caller.js';
import { removeWebhooks } from '../../support/remove-webhooks.js';
import { waitUntil } from '../../support/wait-until.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { World } from '../../support/world.js';

const FROM = '2020-01-01T00:00:00Z';

describe('a replay', () => {
  let world: World;
  let receiver: WebhookReceiver;
  let id: number;

  beforeAll(async () => {
    world = await World.start({ env: { WEBHOOK_RETRY_SCHEDULE: '1h' } });
  });
  beforeEach(async () => {
    await removeWebhooks(world);
    for (const table of ['domain_events', 'webhook_deliveries', 'webhook_attempts'])
      await world.db.transaction((tx) => tx.execute(`DELETE FROM ${table}`));
    receiver = await WebhookReceiver.start(world.config.dataDir);
    id = await webhook();
  });

  const webhook = async (wanted: { events?: string[] } = {}): Promise<number> =>
    (await world.given.webhook({ url: receiver.url, events: ['contact.*'], ...wanted })).id;
  const replay = (body: Record<string, unknown>, of = id) => world.all.post(`/webhooks/${of}/replay`).send(body);
  const runs = (): ReplayRuns => world.worker!.get(ReplayRuns, { strict: false });
  const execute = (sql: string): Promise<unknown> => world.db.transaction((tx) => tx.execute(sql));

  async function createContacts(count: number): Promise<void> {
    for (let number = 0; number < count; number += 1) await world.given.contact();
    await world.settle();
  }

  /** Inserts past events without deliveries, one per second, the last a minute ago. */
  async function longAgo(count: number, type = 'contact.created'): Promise<void> {
    await world.db.transaction(async (tx) => {
      const rows = Array.from({ length: count }, (_, index) => [
        `${type}${index}`.slice(-26),
        type,
        'contact',
        '{}',
        'carried',
        new Date(Date.now() - 60_000 - (count - index) * 1_000),
      ]);
      await tx.insertRows('domain_events', ['uid', 'type', 'subject_type', 'data', 'state', 'occurred_at'], rows);
    });
  }

  /** The worker may process the same replay at the same time. */
  const untilWaiting = (replayId: number): Promise<unknown> =>
    waitUntil('the replay waits', async () => (await runs().advance(replayId)) === 'waiting');

  const deliveryIds = (): string[] => receiver.requests.map(({ headers }) => String(headers['x-service-delivery']));

  it('redelivers every event of the range with its original ids and bytes', async () => {
    await createContacts(3);
    const before = [...receiver.requests];
    expect(before).toHaveLength(3);
    receiver.requests.length = 0;

    const { body } = await replay({ from: FROM }).expect(200);
    expect(body).toMatchObject({
      message: 'The events will be delivered again.',
      replay: {
        webhook_id: id,
        from: '2020-01-01T00:00:00.000Z',
        to: expect.stringMatching(/Z$/),
        total: 3,
        total_is_estimate: false,
      },
    });
    await world.settle();
    expect(deliveryIds().sort()).toEqual(before.map(({ headers }) => headers['x-service-delivery']).sort());
    expect(receiver.requests.map(({ rawBody }) => rawBody).sort()).toEqual(before.map(({ rawBody }) => rawBody).sort());
    expect(receiver.requests.map(({ headers }) => headers['x-service-attempt'])).toEqual(['2', '2', '2']);
    const { body: ended } = await world.all.get(`/webhooks/${id}/replays/${body.replay.id}`).expect(200);
    expect(ended.replay).toMatchObject({ status: 'done', total: 3, queued: 3, finished_at: expect.any(String) });
  });

  it('creates deliveries for events that this webhook never received, in order', async () => {
    const call = jest.spyOn(world.worker!.get(WebhookCaller, { strict: false }), 'call');
    await longAgo(20);
    const { body } = await replay({ from: FROM }).expect(200);
    expect(body.replay.total).toBe(20);
    await world.settle();
    const started = call.mock.calls.filter(([{ webhookId }]) => webhookId === id).map(([{ deliveryId }]) => deliveryId);
    call.mockRestore();
    expect(new Set(started).size).toBe(20);
    expect(started).toEqual(started.toSorted((a, b) => a - b));
    const outcomes = 'SELECT status, attempts, fail_reason, COUNT(*) AS total FROM webhook_deliveries GROUP BY 1, 2, 3';
    expect(await world.db.query(outcomes)).toEqual([{ status: 'success', attempts: 1, fail_reason: null, total: 20 }]);
    await replay({ from: FROM }).expect(200);
    await world.settle();
    expect(receiver.requests).toHaveLength(40);
    expect(new Set(deliveryIds()).size).toBe(20);
  });

  it('takes only what is in the range, both ends included', async () => {
    await longAgo(10);
    const rows = await world.db.query<{ occurred_at: Date }>('SELECT occurred_at FROM domain_events ORDER BY id');
    const [from, to] = [rows[3]!.occurred_at.toISOString(), rows[6]!.occurred_at.toISOString()];
    const { body } = await replay({ from, to }).expect(200);
    expect(body.replay).toMatchObject({ from, to, total: 4 });
    await world.settle();
    expect(receiver.requests).toHaveLength(4);
  });

  it('takes only the given events; a wildcard means those that the webhook subscribes to', async () => {
    const filteredWebhook = await webhook({ events: ['contact.created', 'contact.deleted', 'campaign.sent'] });
    await longAgo(2, 'contact.created');
    await longAgo(3, 'contact.deleted');
    await longAgo(4, 'contact.updated');
    const family = await replay({ from: FROM, events: ['contact.*'] }, filteredWebhook).expect(200);
    expect(family.body.replay).toMatchObject({ events: ['contact.created', 'contact.deleted'], total: 5 });
    await world.settle();
    const named = await replay({ from: FROM, events: ['contact.deleted'] }, filteredWebhook).expect(200);
    expect(named.body.replay.total).toBe(3);
    await world.settle();
    expect(receiver.requests).toHaveLength(8);
    const refused = await replay({ from: FROM, events: ['contact.updated'] }, filteredWebhook).expect(400);
    expect(refused.body.data.params.events).toBe('the webhook does not subscribe to contact.updated');
    await replay({ from: FROM, events: ['email.*'] }, filteredWebhook).expect(400);
  });

  it('does not change pending deliveries', async () => {
    await longAgo(3);
    receiver.behavior = { kind: 'answer', status: 500 };
    await replay({ from: FROM }).expect(200);
    await world.settle();
    const waiting = await world.db.query('SELECT id, status, failures, next_attempt_at FROM webhook_deliveries');
    const { body } = await replay({ from: FROM }).expect(200);
    await world.settle();
    expect(await world.db.query('SELECT id, status, failures, next_attempt_at FROM webhook_deliveries')).toEqual(
      waiting,
    );
    const ended = await world.all.get(`/webhooks/${id}/replays/${body.replay.id}`).expect(200);
    expect(ended.body.replay).toMatchObject({ status: 'done', total: 3, queued: 0 });
  });

  it('starts at once for a long range, counts up to its limit, and never delays a new event', async () => {
    await execute(`INSERT INTO domain_events (uid, type, subject_type, data, state, occurred_at)
      SELECT CONCAT('e', seq), 'contact.created', 'contact', '{}', 'carried', NOW(3) - INTERVAL 1 DAY + INTERVAL seq SECOND
        FROM seq_1_to_60000`).catch(async () => longAgo(60_000));
    receiver.behavior = { kind: 'hang' };
    const { body } = await replay({ from: FROM }).expect(200);
    expect(body.replay).toMatchObject({ status: 'running', total: 50_001, total_is_estimate: true, queued: 0 });
    await waitUntil('it calls', () => receiver.held.size > 0);
    await untilWaiting(body.replay.id);
    const [row] = await world.db.query<{ due: number }>(
      `SELECT COUNT(*) AS due FROM webhook_deliveries WHERE webhook_id = :id AND status = 'pending'`,
      { id },
    );
    expect(row!.due).toBeLessThanOrEqual(2_000);

    const stopped = await world.all.delete(`/webhooks/${id}/replays/${body.replay.id}`).expect(200);
    expect(stopped.body.replay).toMatchObject({ status: 'cancelled' });
    expect(stopped.body.replay.queued).toBeLessThan(60_000);
    const again = await world.all.delete(`/webhooks/${id}/replays/${body.replay.id}`).expect(200);
    expect(again.body).toEqual(stopped.body);
  });

  it('does not start for an inactive webhook and waits for one that is deactivated meanwhile', async () => {
    await longAgo(2);
    await world.all.put(`/webhooks/${id}`).send({ status: 'inactive' }).expect(200);
    const refused = await replay({ from: FROM }).expect(400);
    expect(refused.body).toMatchObject({ code: 'rest_invalid_param', message: 'The webhook is not active.' });

    const replayId = await runningReplay();
    await untilWaiting(replayId);
    await world.all.put(`/webhooks/${id}`).send({ status: 'active' }).expect(200);
    await world.settle();
    expect(receiver.requests).toHaveLength(2);
  });

  it('ends when its webhook is deleted or inactive for 72 hours', async () => {
    await world.all.put(`/webhooks/${id}`).send({ status: 'inactive' }).expect(200);
    const expired = await runningReplay();
    await execute(`UPDATE webhooks SET status_changed_at = NOW(3) - INTERVAL 73 HOUR WHERE id = ${id}`);
    expect(await runs().advance(expired)).toBe('ended');
    const orphan = await runningReplay();
    await world.all.delete(`/webhooks/${id}`).expect(200);
    expect(await runs().advance(orphan)).toBe('ended');
    await waitUntil('both are cancelled', async () => {
      const rows = await world.db.query(
        `SELECT 1 FROM webhook_replays WHERE id IN (${expired}, ${orphan}) AND status = 'cancelled'`,
      );
      return rows.length === 2;
    });
  });

  it.each([
    [{}, { from: 'is required' }],
    [
      { from: 'yesterday', to: 'today' },
      { from: expect.any(String), to: expect.any(String) },
    ],
    [{ from: '2026-02-31' }, { from: expect.any(String) }],
    [{ from: [] }, { from: 'must be text' }],
    [{ from: '2999-01-01' }, { from: 'must not be in the future' }],
    [{ from: '2026-01-02', to: '2026-01-01' }, { to: 'must be after from' }],
    [{ from: FROM, events: [] }, { events: 'must not be empty' }],
    [{ from: FROM, events: 7 }, { events: expect.any(String) }],
  ])('refuses %j', async (body, params) => {
    const refused = await replay(body).expect(400);
    expect(refused.body).toMatchObject({ code: 'rest_invalid_param', data: { params } });
  });

  it('refuses an unknown event type', async () => {
    const { body } = await replay({ from: FROM, events: ['contact.exploded'] }).expect(400);
    expect(body).toMatchObject({
      code: 'invalid_webhook_event',
      message: "Event type 'contact.exploded' is not supported.",
    });
  });

  /** A delivery that no worker claims, because its webhook is inactive. */
  async function runningReplay(): Promise<number> {
    return world.db.transaction(async (tx) => {
      const { insertId } = await tx.execute(
        `INSERT INTO webhook_replays (webhook_id, from_at, to_at, events, total, reached_at)
         VALUES (:id, '2020-01-01', NOW(3), 'contact.created', 2, '2020-01-01')`,
        { id },
      );
      return insertId;
    });
  }
});
