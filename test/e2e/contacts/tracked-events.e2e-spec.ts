import type { Response } from 'supertest';
import { World } from '../../support/world.js';

const NO_SUCH_ID = 4_294_967_295;
const TIMESTAMP = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

describe('tracked events', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ worker: false });
  });

  const track = (body: object) => world.all.post('/subscribers/track-event').send(body);
  const list = async (contactId: number, query = ''): Promise<Response['body']> =>
    (await world.all.get(`/subscribers/${contactId}/tracking-events${query}`).expect(200)).body.events;
  const rows = (): Promise<unknown[]> => world.db.query('SELECT * FROM tracked_events ORDER BY id');
  const announced = async (contactId: number): Promise<Response['body'][]> =>
    (
      await world.db.query<{ data: string }>(
        `SELECT data FROM domain_events WHERE type = 'contact.event_tracked' AND subject_id = :contactId ORDER BY id`,
        { contactId },
      )
    ).map(({ data }) => JSON.parse(data));

  it('return their id, and are listed in the format of the specification', async () => {
    const contact = await world.given.contact();
    const { body } = await track({
      subscriber_id: contact.id,
      event_key: ' pricing_viewed ',
      title: 'Größe 🎉',
      value: ' 99.50 ',
    }).expect(200);
    expect(body).toEqual({ message: 'Event has been tracked', id: expect.any(Number) });
    expect(await list(contact.id)).toMatchObject({ current_page: 1, per_page: 10, total: 1, last_page: 1 });
    expect((await list(contact.id)).data).toEqual([
      {
        id: body.id,
        subscriber_id: String(contact.id),
        counter: 1,
        created_by: expect.any(Number),
        provider: 'custom',
        event_key: 'pricing_viewed',
        title: 'Größe 🎉',
        value: ' 99.50 ',
        data: null,
        created_at: expect.stringMatching(TIMESTAMP),
        updated_at: expect.stringMatching(TIMESTAMP),
      },
    ]);
  });

  it('count repetitions, with the latest value and the time of the first occurrence', async () => {
    const { id } = await world.given.contact();
    const first = await world.given.trackedEvent(id, { event_key: 'bought', title: 'Book', value: 'one' });
    await world.db.transaction((tx) =>
      tx.execute(`UPDATE tracked_events SET created_at = '2020-01-01', updated_at = '2020-01-01' WHERE id = :id`, {
        id: first.id,
      }),
    );
    const again = await world.given.trackedEvent(id, { event_key: 'BOUGHT', title: ' book ', value: 'two' });
    expect(again.id).toBe(first.id);
    const [event] = (await list(id)).data;
    expect(event).toMatchObject({ counter: 2, event_key: 'bought', title: 'Book', value: 'two' });
    expect(event.created_at).toBe('2020-01-01 00:00:00');
    expect(event.updated_at > '2020-01-01 00:00:00').toBe(true);
    await world.given.trackedEvent(id, { event_key: 'bought', title: 'Book' });
    expect((await list(id)).data).toMatchObject([{ counter: 3, value: 'two' }]);
    await world.given.trackedEvent(id, { event_key: 'bought', title: 'Book', value: null });
    expect((await list(id)).data).toMatchObject([{ counter: 4, value: null }]);
  });

  it('are separate for another key, title, or contact', async () => {
    const [one, other] = [await world.given.contact(), await world.given.contact()];
    const made = [
      await world.given.trackedEvent(one.id, { event_key: 'a', title: 'b' }),
      await world.given.trackedEvent(one.id, { event_key: 'a', title: 'é' }),
      await world.given.trackedEvent(one.id, { event_key: 'a', title: 'e' }),
      await world.given.trackedEvent(one.id, { event_key: 'a', title: '🎉' }),
      await world.given.trackedEvent(one.id, { event_key: 'a', title: '🚀' }),
      await world.given.trackedEvent(one.id, { event_key: 'a b', title: 'c' }),
      await world.given.trackedEvent(one.id, { event_key: 'a', title: 'b c' }),
      await world.given.trackedEvent(other.id, { event_key: 'a', title: 'b' }),
    ];
    expect(new Set(made.map(({ id }) => id)).size).toBe(made.length);
    expect((await list(one.id)).total).toBe(7);
    expect((await list(one.id)).data).toEqual(Array(7).fill(expect.objectContaining({ counter: 1 })));
  });

  it('find their contact by id, user id, and address in any spelling', async () => {
    const contact = await world.given.contact({ email: 'ada@example.com', user_id: 77 });
    for (const who of [
      { subscriber_id: contact.id },
      { subscriber_id: String(contact.id) },
      { user_id: 77 },
      { email: '\u00a0ADA@example.com ' },
      { subscriber_id: contact.id, user_id: 77, email: 'ada@example.com' },
      { subscriber_id: null, user_id: null, email: 'ada@example.com' },
    ])
      await track({ event_key: 'login', title: 'Login', ...who }).expect(200);
    expect((await list(contact.id)).data).toMatchObject([{ counter: 6 }]);
  });

  it('keep the first provider', async () => {
    const { id } = await world.given.contact();
    await world.given.trackedEvent(id, { title: 'x', provider: 'shop' });
    await world.given.trackedEvent(id, { title: 'x', provider: 'other' });
    expect((await list(id)).data).toMatchObject([{ provider: 'shop', counter: 2 }]);
  });

  it('publish an event for every occurrence', async () => {
    const contact = await world.given.contact({ first_name: 'Ada' });
    const event = { event_key: 'seen', title: 'Prices' };
    const { id } = await world.given.trackedEvent(contact.id, { ...event, value: 'a' });
    await world.given.trackedEvent(contact.id, event);
    expect(await announced(contact.id)).toMatchObject([
      { contact: { id: contact.id, first_name: 'Ada' }, event: { id, ...event, value: 'a', counter: 1 } },
      { contact: { id: contact.id }, event: { id, ...event, value: 'a', counter: 2 } },
    ]);
  });

  it('lose no concurrent occurrence', async () => {
    const [one, other] = [await world.given.contact(), await world.given.contact()];
    const statuses = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        track({
          subscriber_id: index % 3 === 0 ? other.id : one.id,
          event_key: 'storm',
          title: index % 2 === 0 ? 'Even' : 'Odd',
          value: String(index),
        }).then(({ status }) => status),
      ),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    const counters = async (id: number): Promise<number[]> =>
      (await list(id)).data.map(({ counter }: { counter: number }) => counter);
    expect(await counters(one.id)).toEqual([20, 20]);
    expect(await counters(other.id)).toEqual([10, 10]);
    const published = (await announced(one.id)).map(({ event }) => `${event.title} ${event.counter}`);
    expect(new Set(published).size).toBe(40);
  });

  it('are listed newest first, by page and cursor', async () => {
    const { id } = await world.given.contact();
    const made: number[] = [];
    for (let number = 0; number < 12; number += 1) made.unshift((await world.given.trackedEvent(id)).id);
    const ids = ({ data }: Response['body']): number[] => data.map((event: { id: number }) => event.id);
    expect(ids(await list(id))).toEqual(made.slice(0, 10));
    expect(ids(await list(id, '?page=2'))).toEqual(made.slice(10));
    expect(await list(id, '?page=9')).toMatchObject({ data: [], total: 12 });
    const walked: number[] = [];
    for (let cursor: string | null = '*'; cursor !== null;) {
      const page: Response['body'] = await list(id, `?per_page=5&cursor=${cursor}`);
      walked.push(...ids(page));
      cursor = page.next_cursor;
    }
    expect(walked).toEqual(made);
  });

  it('are deleted with their contact, but not those of others', async () => {
    const [gone, kept] = [await world.given.contact(), await world.given.contact()];
    await world.given.trackedEvent(gone.id);
    const { id } = await world.given.trackedEvent(kept.id);
    await world.all.delete(`/subscribers/${gone.id}`).expect(200);
    expect(
      await world.db.query('SELECT id FROM tracked_events WHERE contact_id IN (:ids)', { ids: [gone.id, kept.id] }),
    ).toEqual([{ id }]);
  });

  describe('are refused', () => {
    const TEXT: readonly unknown[] = [[], {}, ['x'], { toString: 1 }];
    const WRONG: Readonly<Record<string, readonly unknown[]>> = {
      event_key: [null, ...TEXT, '', ' ', 'x'.repeat(191), '🎉'.repeat(191), 'x\ufe0f'.repeat(190)],
      title: [null, ...TEXT, '', '\u00a0', 'x'.repeat(191), '🎉'.repeat(191)],
      value: [...TEXT, 'x'.repeat(16_001)],
      provider: [...TEXT, '', 'x'.repeat(191)],
      subscriber_id: [0, -1, 1.5, true, [], {}, '', 'x', '1e3', 4_294_967_296],
      user_id: [0, -1, 1.5, true, [], {}, '', 'x', 4_294_967_296],
      email: [5, true, [], {}, '', 'unknown', 'a@b', 'a@b.com,c@d.com', 'a@b.com\r\nBcc: x@y.zz'],
    };

    it.each(Object.entries(WRONG))('with an invalid %s, without a write', async (field, values) => {
      const contact = await world.given.contact();
      const before = await rows();
      for (const value of values) {
        const { status, body } = await track({
          subscriber_id: contact.id,
          event_key: 'key',
          title: 'title',
          [field]: value,
        });
        expect({ value, status, code: body.code, params: Object.keys(body.data?.params ?? {}) }).toEqual({
          value,
          status: 400,
          code: 'rest_invalid_param',
          params: [field],
        });
      }
      expect(await rows()).toEqual(before);
      expect(await announced(contact.id)).toEqual([]);
    });

    it('not with values at the limits', async () => {
      const { id } = await world.given.contact();
      for (const letter of ['x', 'ä', '🎉'])
        await track({
          subscriber_id: id,
          event_key: letter.repeat(190),
          title: letter.repeat(190),
          value: letter.repeat(16_000),
          provider: letter.repeat(190),
        }).expect(200);
      expect((await list(id)).total).toBe(3);
    });

    it('when they are empty, with the message of the specification', async () => {
      const { body } = await track({}).expect(400);
      expect(body).toMatchObject({
        code: 'rest_invalid_param',
        message: 'Invalid parameter: event_key is required',
        data: { status: 400, params: { event_key: 'is required', title: 'is required' } },
      });
    });

    it('without an identifier', async () => {
      for (const who of [{}, { subscriber_id: null, user_id: null, email: null }]) {
        const { body } = await track({ event_key: 'key', title: 'title', ...who }).expect(400);
        expect(body).toMatchObject({
          code: 'rest_invalid_param',
          message: 'Invalid parameter: subscriber_id, user_id or email is required',
        });
        expect(Object.keys(body.data.params)).toEqual(['subscriber_id', 'user_id', 'email']);
      }
    });

    it('when the identifiers match different contacts', async () => {
      const [one, other] = [await world.given.contact({ user_id: 501 }), await world.given.contact({ user_id: 502 })];
      const before = await rows();
      for (const [fields, who] of [
        [['subscriber_id', 'email'], { subscriber_id: one.id, email: other.email }],
        [['subscriber_id', 'user_id'], { subscriber_id: one.id, user_id: 502 }],
        [['user_id', 'email'], { user_id: 501, email: other.email }],
      ] as const) {
        const { body } = await track({ event_key: 'key', title: 'title', ...who }).expect(400);
        expect(body.code).toBe('rest_invalid_param');
        expect(Object.keys(body.data.params)).toEqual(fields);
      }
      expect(await rows()).toEqual(before);
    });

    it('when an identifier is unknown, even if another one matches', async () => {
      const contact = await world.given.contact();
      const before = await rows();
      for (const who of [
        { subscriber_id: NO_SUCH_ID },
        { user_id: NO_SUCH_ID },
        { email: 'unknown@example.com' },
        { subscriber_id: contact.id, email: 'unknown@example.com' },
      ]) {
        const { body } = await track({ event_key: 'key', title: 'title', ...who }).expect(404);
        expect(body).toMatchObject({ code: 'rest_post_invalid_id', message: 'Invalid post ID.' });
      }
      expect(await rows()).toEqual(before);
    });

    it.each([NO_SUCH_ID, 0, 'x', '1e3'])('in a list of contact %s', async (id) => {
      const { body } = await world.all.get(`/subscribers/${id}/tracking-events`).expect(404);
      expect(body.code).toBe('rest_post_invalid_id');
    });

    it.each(['per_page=0', 'per_page=1001', 'per_page=x', 'page=0', 'cursor=x', 'cursor[]=*'])(
      'in a list with %s',
      async (query) => {
        const { id } = await world.given.contact();
        await world.all.get(`/subscribers/${id}/tracking-events?${query}`).expect(400);
      },
    );
  });
});
