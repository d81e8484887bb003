import { ulid } from 'ulid';
import { PUBLIC_EVENT_NAMES } from '../../../src/events/domain-events.js';
import { ManagersService } from '../../../src/modules/auth/managers/managers.service.js';
import { EventStreams } from '../../../src/modules/webhooks/event-feed/event-streams.js';
import { EventRetention } from '../../../src/platform/outbox/event-retention.js';
import { Outbox } from '../../../src/platform/outbox/outbox.js';
import { Relay } from '../../../src/platform/outbox/relay.js';
import { ApiClient } from '../../support/api-client.js';
import { EventStreamClient, type StreamOptions } from '../../support/event-stream-client.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

interface Listed {
  readonly uid: string;
  readonly type: string;
  readonly timestamp: string;
  readonly cursor: string;
  readonly data: Record<string, unknown>;
}

describe('the event log', () => {
  let world: World;

  beforeAll(async () => {
    world = await World.start();
  });

  const list = async (query = ''): Promise<{ events: Listed[]; next_cursor: string; has_more: boolean }> =>
    (await world.all.get(`/events${query}`).expect(200)).body;
  const end = async (): Promise<string> => (await list('?after=latest')).next_cursor;

  /** Returns all events after a cursor, page by page. */
  async function walk(after: string, query: string): Promise<Listed[]> {
    const found: Listed[] = [];
    for (let cursor = after; ;) {
      const page = await list(`?after=${cursor}&${query}`);
      found.push(...page.events);
      if (!page.has_more) return found;
      cursor = page.next_cursor;
    }
  }

  describe('page by page', () => {
    it('returns all events in log order, with the payload of webhooks', async () => {
      const start = await end();
      const tag = await world.given.tag({ title: 'VIP' });
      const contact = await world.given.contact({ email: 'ada@example.com', first_name: 'Ada', tags: [tag.id] });
      await world.all.put(`/subscribers/${contact.id}`).send({ last_name: 'Lovelace' }).expect(200);
      await world.settle();
      const { events, next_cursor, has_more } = await list(`?after=${start}`);
      expect(events.map(({ type }) => type)).toEqual(['contact.created', 'contact.tag_added', 'contact.updated']);
      expect(events[0]).toEqual({
        uid: expect.stringMatching(/^[0-9A-Z]{26}$/),
        type: 'contact.created',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        cursor: expect.stringMatching(/^\d+$/),
        data: {
          contact: {
            id: contact.id,
            email: 'ada@example.com',
            first_name: 'Ada',
            last_name: null,
            status: 'subscribed',
            created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          },
          source: 'api',
        },
      });
      expect([has_more, next_cursor]).toEqual([false, events.at(-1)?.cursor]);
    });

    it('F44 omits unreadable events, and removes them when the contact is erased', async () => {
      const start = await end();
      const { id } = await world.given.contact();
      await world.all.put(`/subscribers/${id}`).send({ first_name: 'Ada' }).expect(200);
      await world.db.transaction((tx) =>
        tx.execute(
          `UPDATE domain_events SET data = '{"contact":{"first_name":"Ada' WHERE subject_id = :id AND type = 'contact.updated'`,
          { id },
        ),
      );
      await world.settle();
      expect((await list(`?after=${start}`)).events.map(({ type }) => type)).toEqual(['contact.created']);
      await world.all.get(`/subscribers/${id}/export`).expect(200);
      await world.all.post(`/subscribers/${id}/erase`).send({ mode: 'delete' }).expect(200);
      await world.settle();
      expect(await world.db.query(`SELECT id FROM domain_events WHERE data LIKE '%Ada'`)).toEqual([]);
      await world.db.transaction((tx) => tx.execute('DELETE FROM parked_events'));
    });

    it('continues after the last page, also when the end was reached before', async () => {
      const start = await end();
      expect(await list(`?after=${start}`)).toEqual({ events: [], next_cursor: start, has_more: false });
      for (let made = 0; made < 5; made += 1) await world.given.contact();
      await world.settle();
      const first = await list(`?after=${start}&per_page=2`);
      const second = await list(`?after=${first.next_cursor}&per_page=2`);
      const third = await list(`?after=${second.next_cursor}&per_page=2`);
      expect([first, second, third].map((page) => [page.events.length, page.has_more])).toEqual([
        [2, true],
        [2, true],
        [1, false],
      ]);
      await world.given.contact();
      await world.settle();
      expect((await list(`?after=${third.next_cursor}`)).events).toHaveLength(1);
      const uids = [first, second, third].flatMap((page) => page.events.map(({ uid }) => uid));
      expect(new Set(uids).size).toBe(5);
    });

    it('starts with the oldest event by default', async () => {
      const { events } = await list('?per_page=1');
      expect(events).toEqual((await list('?after=oldest&per_page=1')).events);
      expect(Number(events[0]?.cursor)).toBeLessThanOrEqual(2);
    });

    it.each([
      ['a name', 'types[]=contact.list_added', ['contact.list_added']],
      ['several names', 'types=contact.list_added,contact.updated', ['contact.list_added', 'contact.updated']],
      ['a wildcard', 'types[]=email.*', []],
      ['everything', 'types[]=*', ['contact.created', 'contact.list_added', 'contact.updated']],
    ])('returns only %s if filtered', async (_what, query, expected) => {
      const start = await end();
      const someList = await world.given.list();
      const contact = await world.given.contact({ lists: [someList.id] });
      await world.all.put(`/subscribers/${contact.id}`).send({ city: 'Turin' }).expect(200);
      await world.settle();
      const page = await list(`?after=${start}&${query}`);
      expect(page.events.map(({ type }) => type)).toEqual(expected);
      expect(page.next_cursor).toBe(await end());
    });

    it('never returns internal events', async () => {
      const start = await end();
      const someList = await world.given.list();
      await world.all.delete(`/lists/${someList.id}`).expect(200);
      const contact = await world.given.contact();
      await world.given.trackedEvent(contact.id);
      await world.settle();
      expect((await list(`?after=${start}`)).events.map(({ type }) => type)).toEqual(['contact.created']);
      expect((await list()).events.filter(({ type }) => !PUBLIC_EVENT_NAMES.includes(type as never))).toEqual([]);
    });

    it('finds a rare type behind many other events in steps of constant cost', async () => {
      const start = Number(await end());
      const outbox = world.api.get(Outbox, { strict: false });
      const machine = { email_id: 1, campaign_id: null, contact_id: null, kind: 'open' } as const;
      await world.db.transaction(async (tx) => {
        await outbox.appendAll(
          tx,
          Array.from({ length: 10_500 }, () => ({ type: 'email.machine_hit' as const, subjectId: 1, data: machine })),
        );
      });
      await world.settle();
      await world.given.contact();
      await world.settle();
      const first = await list(`?after=${start}&types[]=contact.created`);
      expect(first).toEqual({ events: [], next_cursor: String(start + 10_000), has_more: true });
      const second = await list(`?after=${first.next_cursor}&types[]=contact.created`);
      expect([second.events.length, second.has_more]).toEqual([1, false]);
    });

    it.each([
      ['after', 'after=-1'],
      ['after', 'after=abc'],
      ['after', 'after=1.5'],
      ['after', 'after='],
      ['after', 'after=99999999999999999999'],
      ['after', 'after=9007199254740991'],
      ['types', 'types[]=contact.eaten'],
      ['types', 'types[]=contact'],
      ['types', 'types[]=webhook.test'],
      ['types', 'types[]=email.machine_hit'],
      ['types', 'types[]=**'],
      ['types', 'types[a]=contact.created'],
      ['per_page', 'per_page=0'],
      ['per_page', 'per_page=1001'],
      ['per_page', 'per_page=ten'],
    ])('refuses an invalid %s: %s', async (field, query) => {
      const { body } = await world.all.get(`/events?${query}`).expect(400);
      expect([body.code, Object.keys(body.data.params)]).toEqual(['rest_invalid_param', [field]]);
    });

    it('misses and repeats no event during concurrent writes', async () => {
      const start = await end();
      const outbox = world.api.get(Outbox, { strict: false });
      let writing = true;
      const writer = async (index: number): Promise<number[]> => {
        const written: number[] = [];
        for (let round = 0; round < 15; round += 1) {
          const id = 1_000_000 + index * 1_000 + round;
          await world.db.transaction(async (tx) => {
            await outbox.append(tx, 'contact.deleted', id, {
              contact: {
                id,
                email: 'x@example.com',
                first_name: null,
                last_name: null,
                status: 'pending',
                created_at: '',
              },
              source: 'system',
            });
            // Ids are assigned in one order and become visible in another.
            await tx.query('SELECT SLEEP(:seconds)', { seconds: Math.random() * 0.03 });
          });
          written.push(id);
        }
        return written;
      };
      const seen: number[] = [];
      const reader = async (): Promise<void> => {
        for (let cursor = start; ;) {
          const page = await list(`?after=${cursor}&types[]=contact.deleted&per_page=7`);
          seen.push(...page.events.map(({ data }) => (data['contact'] as { id: number }).id));
          cursor = page.next_cursor;
          if (!page.has_more && !writing) return;
        }
      };
      const stream = await EventStreamClient.open(world, { query: '?types[]=contact.deleted', lastEventId: start });
      const reading = reader();
      const written = (await Promise.all(Array.from({ length: 8 }, (_, index) => writer(index)))).flat();
      await world.settle();
      writing = false;
      await reading;
      expect([...seen].sort((a, b) => a - b)).toEqual([...written].sort((a, b) => a - b));
      await stream.untilEvents(written.length);
      expect(stream.events.map(({ data }) => (data.data['contact'] as { id: number }).id)).toEqual(seen);
      stream.close();
    });
  });

  describe('as a stream', () => {
    const open: EventStreamClient[] = [];
    const stream = async (wishes: StreamOptions = {}, of = world): Promise<EventStreamClient> => {
      const client = await EventStreamClient.open(of, wishes);
      open.push(client);
      return client;
    };
    afterEach(async () => {
      for (const client of open.splice(0)) client.close();
      await waitUntil('the streams are closed', () => streamsOf(world).size === 0);
    });
    const streamsOf = (of: World): EventStreams => of.api.get(EventStreams, { strict: false });

    it('sends new events as server-sent events', async () => {
      await world.given.contact();
      await world.settle();
      const reader = await stream();
      expect([reader.status, reader.headers['content-type'], reader.headers['cache-control']]).toEqual([
        200,
        'text/event-stream',
        'no-store',
      ]);
      const contact = await world.given.contact();
      await world.settle();
      await reader.untilEvents(1);
      const [event] = reader.events;
      const [listed] = (await list(`?after=${Number(event!.id) - 1}`)).events;
      expect(event).toEqual({ id: listed?.cursor, event: 'contact.created', data: listed });
      expect(event!.data.data['contact']).toMatchObject({ id: contact.id });
    });

    it('resumes after the last received event', async () => {
      const first = await stream();
      await world.given.contact();
      await world.settle();
      await first.untilEvents(1);
      first.close();
      const missed = [await world.given.contact(), await world.given.contact()];
      await world.settle();
      const second = await stream({ lastEventId: first.lastEventId });
      await world.given.contact();
      await world.settle();
      await second.untilEvents(3);
      const ids = second.events.map(({ data }) => (data.data['contact'] as { id: number }).id);
      expect(ids.slice(0, 2)).toEqual(missed.map(({ id }) => id));
      expect(second.events).toHaveLength(3);
    });

    it('resumes at the right position if the connection broke before the first event', async () => {
      const first = await stream();
      await first.until('it begins', () => first.lastEventId !== '');
      first.close();
      await world.given.contact();
      await world.settle();
      const second = await stream({ lastEventId: first.lastEventId });
      await second.untilEvents(1);
      expect(second.events).toHaveLength(1);
    });

    it('starts at `after`; Last-Event-ID takes precedence', async () => {
      const start = await end();
      await world.given.contact();
      await world.given.contact();
      await world.settle();
      const both = await stream({ query: `?after=${start}` });
      await both.untilEvents(2);
      const resumed = await stream({ query: `?after=${start}`, lastEventId: both.events[0]!.id });
      await resumed.untilEvents(1);
      expect(resumed.events).toEqual([both.events[1]]);
      const everything = await stream({ query: '?after=oldest' });
      const all = await walk('oldest', 'per_page=1000');
      await everything.untilEvents(all.length);
      expect(everything.events.map(({ id }) => id)).toEqual(all.map(({ cursor }) => cursor));
    });

    it('returns to each client the types that it requested', async () => {
      const [created, updated, all] = [
        await stream({ query: '?types[]=contact.created' }),
        await stream({ query: '?types[]=contact.updated&types[]=email.*' }),
        await stream({ query: '?types=*' }),
      ];
      const contact = await world.given.contact();
      await world.all.put(`/subscribers/${contact.id}`).send({ city: 'Turin' }).expect(200);
      await world.settle();
      await all.untilEvents(2);
      await Promise.all([created.untilEvents(1), updated.untilEvents(1)]);
      expect([created.types, updated.types, all.types]).toEqual([
        ['contact.created'],
        ['contact.updated'],
        ['contact.created', 'contact.updated'],
      ]);
    });

    it.each([
      ['Last-Event-ID', '', 'abc'],
      ['Last-Event-ID', '', '-1'],
      ['Last-Event-ID', '', '9007199254740991'],
      ['after', '?after=abc', undefined],
      ['types', '?types[]=contact.eaten', undefined],
    ])('refuses an invalid %s before the stream starts: %s %s', async (field, query, lastEventId) => {
      const request = world.all.get(`/events/stream${query}`);
      const { body, status } = await (lastEventId === undefined ? request : request.set('Last-Event-ID', lastEventId));
      expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', [field]]);
    });

    it('reads the log once for all clients that are up to date', async () => {
      const readers = await Promise.all(Array.from({ length: 20 }, () => stream()));
      const query = jest.spyOn(world.db, 'query');
      await world.given.contact();
      await world.settle();
      await Promise.all(readers.map((reader) => reader.untilEvents(1)));
      const reads = query.mock.calls.filter(([sql]) => sql.includes('FROM relay_state s'));
      const found = await Promise.all(
        query.mock.results
          .filter((_, index) => query.mock.calls[index]?.[0].includes('FROM relay_state s'))
          .map(
            async ({ value }) =>
              ((await value) as { position: number | null }[]).filter((row) => row.position !== null).length,
          ),
      );
      query.mockRestore();
      expect(reads.length).toBeGreaterThan(0);
      expect(found.filter((rows) => rows > 0)).toEqual([1]);
    });

    it('ends within a second of revoking the permission or the key', async () => {
      const managers = world.api.get(ManagersService, { strict: false });
      const username = `m${ulid().toLowerCase()}`;
      const issued = await managers.create({ username, email: null, role: 'manager', permissions: ['view_contacts'] });
      const client = new ApiClient(world.api, world.config, { username, password: issued.application_password });
      const changes = [
        () => managers.changePermissions(username, ['view_reports']),
        () => managers.changePermissions(username, ['manage_contacts']),
        () => managers.revokeKey(username, 'first key'),
      ];
      const reader = await stream({ client });
      await changes[0]!();
      await reader.until('it is ended', () => reader.ended === 'in order');
      await changes[1]!();
      const again = await waitForLogin(() => stream({ client }));
      await changes[2]!();
      await again.until('it is ended', () => again.ended === 'in order');
    });

    async function waitForLogin(attempt: () => Promise<EventStreamClient>): Promise<EventStreamClient> {
      let client = await attempt();
      await waitUntil('the permission holds', async () => {
        if (client.status !== 200) client = await attempt();
        return client.status === 200;
      });
      return client;
    }
  });

  describe('with small limits', () => {
    let small: World;
    const HEARTBEAT_MS = 300;

    beforeAll(async () => {
      small = await World.start({ env: { EVENT_STREAMS: '8', EVENT_STREAM_HEARTBEAT: `${HEARTBEAT_MS}ms` } });
    });

    const streams = (): EventStreams => small.api.get(EventStreams, { strict: false });
    const noneLeft = (): Promise<number> => waitUntil('the streams are closed', () => streams().size === 0);

    it('serves a limited number of streams and refuses others with Retry-After', async () => {
      const readers = await fullyUsed();
      const late = await small.as('view_contacts', 'view_reports');
      const { body, headers } = await late.get('/events/stream').expect(503);
      expect([body.code, headers['retry-after']]).toEqual(['service_unavailable', '5']);
      readers[0]!.close();
      await waitUntil('a stream is available', () => streams().size === 7);
      const next = await EventStreamClient.open(small, { client: late });
      expect(next.status).toBe(200);
      for (const reader of [...readers, next]) reader.close();
      await noneLeft();
    });

    /** Opens all streams, two for each of four credentials. */
    async function fullyUsed(): Promise<EventStreamClient[]> {
      const others = await Promise.all([
        small.as('view_contacts'),
        small.as('manage_contacts'),
        small.as('view_contacts', 'manage_campaigns'),
      ]);
      const clients = [small.all, ...others];
      return Promise.all([...clients, ...clients].map((client) => EventStreamClient.open(small, { client })));
    }

    it('T50 serves a quarter of the streams to one credential at most', async () => {
      const attempts = await Promise.all(Array.from({ length: 10 }, () => EventStreamClient.open(small)));
      expect(attempts.map(({ status }) => status).sort()).toEqual([...Array(2).fill(200), ...Array(8).fill(503)]);
      const other = await EventStreamClient.open(small, { client: await small.as('view_contacts') });
      expect(other.status).toBe(200);
      for (const reader of [...attempts, other]) reader.close();
      await noneLeft();
    });

    it('sends heartbeats with its position in the log', async () => {
      const reader = await EventStreamClient.open(small, { query: '?types[]=email.*' });
      await reader.until('it begins', () => reader.lastEventId !== '');
      const firstPosition = Number(reader.lastEventId);
      await small.given.contact();
      await small.settle();
      // Events that it skipped are not scanned again.
      await reader.until('a heartbeat has the new position', () => Number(reader.lastEventId) === firstPosition + 1);
      expect(reader.heartbeats).toBeGreaterThan(0);
      expect(reader.events).toEqual([]);
      reader.close();
      await noneLeft();
    });

    /** More than the buffers of two sockets hold. */
    async function manyMegabytes(): Promise<number> {
      const outbox = small.api.get(Outbox, { strict: false });
      const count = 300;
      const changes = { first_name: { old: 'x'.repeat(100_000), new: null } };
      const contact = { id: 1, email: 'x@example.com', first_name: null, last_name: null, created_at: '' } as const;
      for (let made = 0; made < count; made += 50)
        await small.db.transaction(async (tx) => {
          await outbox.appendAll(
            tx,
            Array.from({ length: 50 }, () => ({
              type: 'contact.updated' as const,
              subjectId: 1,
              data: { contact: { ...contact, status: 'pending' as const }, changes },
            })),
          );
        });
      await small.worker!.get(Relay, { strict: false }).drain();
      return count;
    }

    it('buffers little for a client that stops reading, disconnects it, and lets it resume without loss', async () => {
      const slow = await EventStreamClient.open(small);
      await slow.until('it begins', () => slow.lastEventId !== '');
      const start = slow.lastEventId;
      slow.stopReading();
      const count = await manyMegabytes();
      await noneLeft();
      slow.readOn();
      await slow.until('it learns of it', () => slow.ended !== null);
      expect(slow.ended).toBe('cut');
      expect(slow.events.length).toBeLessThan(count);
      const received = [...slow.events];
      for (let { lastEventId } = slow; received.length < count;) {
        // A busy process may cut it off again.
        const again = await EventStreamClient.open(small, { lastEventId });
        await again.until(
          'all have come',
          () => received.length + again.events.length >= count || again.ended !== null,
        );
        again.close();
        received.push(...again.events);
        ({ lastEventId } = again);
      }
      const { body } = await small.all.get(`/events?after=${start}&per_page=1000`).expect(200);
      expect(received.map(({ id }) => id)).toEqual(body.events.map(({ cursor }: Listed) => cursor));
      await noneLeft();
    });

    it('ends all streams when the process stops, also those of clients that do not read', async () => {
      const stopping = await World.start();
      const [idle, stuck] = [await EventStreamClient.open(stopping), await EventStreamClient.open(stopping)];
      await Promise.all([idle, stuck].map((reader) => reader.until('it begins', () => reader.lastEventId !== '')));
      stuck.stopReading();
      await stopping.stop();
      await idle.until('it learns of it', () => idle.ended !== null);
      expect(idle.ended).toBe('in order');
    });
  });

  describe('after the retention period', () => {
    let cut: World;
    beforeAll(async () => {
      cut = await World.start();
    });

    const retention = (): EventRetention => cut.worker!.get(EventRetention, { strict: false });
    const age = (days: number, where: string): Promise<unknown> =>
      cut.db.transaction((tx) =>
        tx.execute(`UPDATE domain_events SET occurred_at = NOW(3) - INTERVAL ${days} DAY WHERE ${where}`),
      );
    const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
    const idsLeft = async (): Promise<number[]> =>
      (await cut.db.query<{ id: number }>('SELECT id FROM domain_events ORDER BY id')).map(({ id }) => id);

    it('keeps events that a late subscriber has not received', async () => {
      for (let made = 0; made < 3; made += 1) await cut.given.contact();
      await cut.worker!.get(Relay, { strict: false }).drain();
      await age(40, 'TRUE');
      await cut.db.transaction((tx) =>
        tx.execute(`INSERT INTO late_subscribers (subscriber, position, error) VALUES ('removed', 1, 'test')`),
      );
      await retention().removeBefore(daysAgo(30));
      expect(await cut.db.query('SELECT MIN(position) AS first FROM domain_events')).toEqual([{ first: 2 }]);
      await cut.db.transaction((tx) => tx.execute('DELETE FROM late_subscribers'));
      await retention().removeBefore(daysAgo(30));
      expect(await idsLeft()).toEqual([]);
    });

    it('deletes old events, and keeps those that are recent, parked, undelivered, or referenced by a delivery', async () => {
      const webhook = await cut.given.webhook({ url: 'https://127.0.0.1:59999/hook', events: ['contact.updated'] });
      const contact = await cut.given.contact();
      await cut.all.put(`/subscribers/${contact.id}`).send({ city: 'Turin' }).expect(200);
      for (let made = 0; made < 4; made += 1) await cut.given.contact();
      const relay = cut.worker!.get(Relay, { strict: false });
      await relay.drain();
      const [created, updated, second, third, fourth, young] = await idsLeft();
      await age(40, `id <> ${young}`);
      // Its timer must not deliver the event that this test makes undelivered.
      const stopped = jest.spyOn(relay, 'drain').mockResolvedValue(0);
      await cut.db.transaction(async (tx) => {
        await tx.execute(`INSERT INTO parked_events (event_id, subscriber, error) VALUES (${second}, 'test', 'x')`);
        await tx.execute(`UPDATE domain_events SET state = 'new', position = NULL WHERE id = ${third}`);
      });
      const halves = await Promise.all([retention().removeBefore(daysAgo(30)), retention().removeBefore(daysAgo(30))]);
      expect(halves.reduce((sum, removed) => sum + removed)).toBe(2);
      expect(await idsLeft()).toEqual([updated, second, third, young]);
      stopped.mockRestore();
      expect([created, fourth].every((id) => id !== undefined)).toBe(true);
      // Only the delivery prevented its deletion.
      await cut.all.delete(`/webhooks/${webhook.id}`).expect(200);
      await cut.db.transaction((tx) => tx.execute('DELETE FROM webhook_deliveries'));
      await retention().removeBefore(daysAgo(30));
      expect(await idsLeft()).not.toContain(updated);
    });

    it('returns the oldest available cursor to a client with an expired one, instead of omitting events', async () => {
      await cut.db.transaction((tx) => tx.execute('DELETE FROM parked_events'));
      await cut.settle();
      const { body: old } = await cut.all.get('/events?after=oldest&per_page=1').expect(200);
      for (let made = 0; made < 3; made += 1) await cut.given.contact();
      await cut.settle();
      await age(40, `id <= (SELECT id FROM (SELECT MAX(id) - 1 AS id FROM domain_events) AS newest)`);
      await retention().removeBefore(daysAgo(30));
      const { body } = await cut.all.get(`/events?after=${old.next_cursor}`).expect(400);
      expect(body.data.params).toEqual({ after: 'is older than the oldest event in the log' });
      const next = await cut.all.get(`/events?after=${body.data.oldest_cursor}`).expect(200);
      expect(next.body.events).toEqual((await cut.all.get('/events').expect(200)).body.events);
      expect(next.body.events).toHaveLength(1);
      const refused = await cut.all.get('/events/stream').set('Last-Event-ID', old.next_cursor).expect(400);
      expect(refused.body.data).toMatchObject({
        params: { 'Last-Event-ID': 'is older than the oldest event in the log' },
        oldest_cursor: body.data.oldest_cursor,
      });
    });
  });
});
