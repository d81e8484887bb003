import type { Response, Test } from 'supertest';
import { isDatabaseUnavailable } from '../../../src/platform/errors/database-errors.js';
import { seededRandom } from '../../support/chaos-plan.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { StatementProxy } from '../../support/statement-proxy.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

const IS_FULL = process.env['TEST_DEPTH'] === 'full';
const TIMES = IS_FULL ? 1_000 : 72;
const CONTACTS = IS_FULL ? 1_000 : 40;
/** How many COMMITs of background work there are per lost one. An odd number, so that it is lost before the server gets it, and after, in turns. */
const LOST_EVERY = 21;
const CLAIM = 'INSERT INTO idempotency_keys';
const MOMENTS = ['asked', 'answered'] as const;

describe('a COMMIT whose connection is lost', () => {
  let proxy: StatementProxy;
  let sink: SmtpSink;
  let world: World;
  let tagId: number;

  beforeAll(async () => {
    proxy = await StatementProxy.before(process.env['TEST_DATABASE_URL'] ?? '');
    sink = await SmtpSink.start();
    world = await World.start({
      env: { SMTP_URL: sink.url, SEND_LEASE_SECONDS: '5' },
      throughDatabase: (url) => proxy.through(url),
    });
    ({ id: tagId } = await world.given.tag());
  });
  afterEach(() => {
    proxy.watch = null;
  });

  /** Each writes the name once, into the column that is counted. */
  const WRITES: Readonly<Record<string, readonly [send: (name: string) => Test, counted: string]>> = {
    'a new contact': [
      (name) =>
        world.all.post('/subscribers').send({ email: `${name}@example.com`, status: 'subscribed', tags: [tagId] }),
      'contacts WHERE email LIKE',
    ],
    'an order': [
      (name) =>
        world.all.post('/commerce/orders').send({
          external_id: name,
          email: `order-${name}@example.com`,
          status: 'completed',
          total: 10,
          currency: 'EUR',
        }),
      'orders WHERE external_id LIKE',
    ],
    'a tag': [(name) => world.all.post('/tags').send({ title: name }), 'tags WHERE title LIKE'],
    'a changed tag': [(name) => world.all.put(`/tags/${tagId}`).send({ title: name }), 'tags WHERE title LIKE'],
    'a company': [(name) => world.all.post('/companies').send({ name }), 'companies WHERE name LIKE'],
    'a template': [(name) => world.all.post('/templates').send({ title: name }), 'email_templates WHERE title LIKE'],
    'a campaign': [(name) => world.all.post('/campaigns').send({ title: name }), 'campaigns WHERE title LIKE'],
    'a funnel': [
      (name) => world.all.post('/funnels').send({ title: name, trigger_name: `custom_${name.replaceAll('-', '_')}` }),
      'funnels WHERE title LIKE',
    ],
    'a webhook': [
      (name) =>
        world.all.post('/webhooks').send({ url: `https://example.com/${name}`, name, events: ['campaign.resumed'] }),
      'webhooks WHERE name LIKE',
    ],
  };

  const effectsOf = async (counted: string, name: string): Promise<number> => {
    const [row] = await world.db.query<{ total: number }>(`SELECT COUNT(*) AS total FROM ${counted} :name`, {
      name: `%${name}%`,
    });
    return row?.total ?? 0;
  };

  /** Loses the COMMIT of the next transaction with a statement that contains the text. */
  const lose = (text: string, moment: (typeof MOMENTS)[number]): void => {
    proxy.watch = (statement) => {
      const isIt = statement.moment === moment && statement.sql === 'COMMIT';
      if (!isIt || !statement.before.some((sql) => sql.includes(text))) return undefined;
      proxy.watch = null;
      return 'drop';
    };
  };

  it('is answered with outcome_unknown, or with the answer that its Idempotency-Key proves', async () => {
    const random = seededRandom('lost commits of requests');
    const seen = new Map<string, number>();
    for (let time = 0; time < TIMES; time += 1) {
      const [kind, [send, counted]] = Object.entries(WRITES)[time % Object.keys(WRITES).length]!;
      const name = `lost-${time}-${Math.floor(random(0, 1e6))}x`;
      const moment = MOMENTS[Math.floor(random(0, 2))]!;
      const isKeyed = kind !== 'a changed tag' && random(0, 1) < 0.5;
      const request = (): Test => (isKeyed ? send(name).set('Idempotency-Key', `key-${time}`) : send(name));
      lose(name, moment);
      const { status, body } = await request();
      const isProven = isKeyed && moment === 'answered';
      const found = { time, kind, moment, isKeyed, status, code: body.code, effects: await effectsOf(counted, name) };
      expect(found).toEqual({
        ...{ time, kind, moment, isKeyed },
        status: isProven ? (found.status < 300 ? found.status : 201) : 503,
        code: isProven ? undefined : 'outcome_unknown',
        effects: moment === 'answered' ? 1 : 0,
      });
      if (isKeyed) {
        expect((await request()).status).toBeLessThan(300);
        await expect(effectsOf(counted, name)).resolves.toBe(1);
      }
      const outcome = `${moment}${isKeyed ? ', with a key' : ''}: ${found.status}`;
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
    }
    console.log(Object.fromEntries(seen));
  });

  it.each(MOMENTS)('does not block an Idempotency-Key if it is lost when the claim is %s', async (moment) => {
    const name = `claimed-${moment}`;
    lose(CLAIM, moment);
    const { status } = await world.all.post('/tags').set('Idempotency-Key', name).send({ title: name });
    expect(proxy.watch).toBeNull();
    expect(status).toBe(200);
    await expect(effectsOf('tags WHERE title LIKE', name)).resolves.toBe(1);
  });

  it.each([
    ['of a failed request', { moment: 'asked', sql: /INSERT INTO `?tags|DELETE FROM idempotency_keys/ }],
    ['whose claim was lost twice', { moment: 'answered', sql: /^COMMIT$|DELETE FROM idempotency_keys/ }],
  ])('releases the Idempotency-Key %s when the database is back', async (name, lost) => {
    let left = 3;
    proxy.watch = ({ moment, sql, before }) => {
      const isLost =
        moment === lost.moment &&
        lost.sql.test(sql) &&
        (sql !== 'COMMIT' || before.some((each) => each.includes(CLAIM)));
      if (!isLost || left === 0) return undefined;
      left -= 1;
      return 'drop';
    };
    const send = (): Test =>
      world.all.post('/tags').set('Idempotency-Key', name.replaceAll(' ', '-')).send({ title: name });
    expect((await send()).status).toBe(503);
    const waited = await waitUntil('the key can be used again', async () => (await send()).status === 200);
    // A claim expires after 60 s.
    expect(waited).toBeLessThan(30_000);
    expect(left).toBe(0);
    await expect(effectsOf('tags WHERE title LIKE', name)).resolves.toBe(1);
  });

  it('loses no email, imported row, and webhook delivery, and repeats none', async () => {
    const { id: listId } = await world.given.list();
    // The webhook would get the events of the requests above.
    await world.settle();
    const receiver = await WebhookReceiver.start(world.config.dataDir);
    await world.given.webhook({ url: receiver.url, events: ['contact.created'] });
    let seen = 0;
    let lost = 0;
    proxy.watch = ({ sql }) => {
      if (sql !== 'COMMIT' || (seen += 1) % LOST_EVERY !== 0) return undefined;
      lost += 1;
      return 'drop';
    };
    const rows = Array.from({ length: CONTACTS }, (_, index) => ({
      email: `c${index}@example.org`,
      status: 'subscribed',
    }));
    await until(() =>
      world.all
        .post('/imports')
        .set('Idempotency-Key', 'rows')
        .send({ rows, lists: [listId] }),
    );
    await settled();
    const content = {
      email_subject: 'Hello',
      email_body: '<p>Hello <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
    };
    const { body } = await until(() =>
      world.all
        .post('/campaigns')
        .set('Idempotency-Key', 'campaign')
        .send({ title: 'Campaign', lists: [listId], ...content }),
    );
    await until(() => world.all.post(`/campaigns/${body.campaign.id}/send`).set('Idempotency-Key', 'send'));
    await settled();
    proxy.watch = null;
    await world.settle();
    const received = sink.messages.flatMap(({ envelope }) => envelope.to).filter((to) => to.endsWith('example.org'));
    console.log(`${lost} lost COMMITs, ${received.length} emails`);
    expect(lost).toBeGreaterThan(0);
    expect(received.sort()).toEqual(rows.map(({ email }) => email).sort());
    // A call whose result was lost is repeated, with the same event.
    const events = receiver.requests.map(
      ({ rawBody }) => JSON.parse(rawBody) as { data: { contact: { email: string } } },
    );
    expect([...new Set(events.map(({ data }) => data.contact.email))].sort()).toEqual(received);
    console.log(`${events.length} calls of a webhook`);
  });

  /** The test relays events itself, and its transactions are lost, too. */
  async function settled(): Promise<void> {
    while (
      await world.settle().then(
        () => false,
        (error: unknown) => isDatabaseUnavailable(error),
      )
    );
  }

  /** Repeats a request that may be repeated until it is answered with success. */
  async function until(request: () => Test): Promise<Response> {
    for (;;) {
      const response = await request();
      if (response.status < 300) return response;
      expect(response.status).toBe(503);
    }
  }
});
