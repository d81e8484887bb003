import type { Response } from 'supertest';
import { ContactsService } from '../../../src/modules/contacts/contacts.service.js';
import { countersAndRows } from '../../support/label-counts.js';
import { World } from '../../support/world.js';

describe('contacts', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ worker: false });
  });
  afterEach(async () => {
    const { maintained, counted } = await countersAndRows(world.db);
    expect(maintained).toEqual(counted);
  });

  const get = async (id: number, query = ''): Promise<Response['body']> =>
    (await world.all.get(`/subscribers/${id}${query}`).expect(200)).body.subscriber;
  const create = (body: object) => world.all.post('/subscribers').send(body);
  const update = (id: number, subscriber: object) => world.all.put(`/subscribers/${id}`).send({ subscriber });
  const idsOf = (rows: { id: number }[]): number[] => rows.map(({ id }) => id);
  /** Returns the events of a contact in order. */
  const eventsOf = async (id: number): Promise<{ type: string; data: Response['body'] }[]> => {
    const rows = await world.db.query<{ type: string; data: string }>(
      `SELECT type, data FROM domain_events WHERE subject_type = 'contact' AND subject_id = :id ORDER BY id`,
      { id },
    );
    return rows.map(({ type, data }) => ({ type, data: JSON.parse(data) }));
  };
  const typesOf = async (id: number): Promise<string[]> => (await eventsOf(id)).map(({ type }) => type);

  describe('creating', () => {
    it('returns the contact with tags and lists, as later reads do', async () => {
      const list = await world.given.list({ title: 'Newsletter' });
      const tag = await world.given.tag({ title: 'VIP' });
      const { body } = await create({
        email: '\u00a0Ada.Lovelace@Example.COM ',
        status: 'subscribed',
        first_name: 'Ada',
        last_name: 'Lovelace',
        phone: '+44 20 1234',
        address_line_1: '12 St James Sq',
        address_line_2: '',
        city: 'London',
        state: 'Greater London',
        country: 'gbr',
        postal_code: 'SW1Y',
        date_of_birth: '1990-12-10',
        photo: 'https://example.com/ada.png',
        user_id: 77,
        contact_type: 'customer',
        tags: [tag.id],
        lists: [String(list.id), list.id],
        hash: 'mine',
        id: 5,
        created_at: '2001-01-01 00:00:00',
        nonsense: { deep: true },
      }).expect(200);
      expect(body).toEqual({
        message: 'Successfully added the subscriber.',
        action_type: 'created',
        contact: {
          id: expect.any(Number),
          user_id: 77,
          hash: expect.stringMatching(/^[0-9a-f]{32}$/),
          email: 'ada.lovelace@example.com',
          first_name: 'Ada',
          last_name: 'Lovelace',
          full_name: 'Ada Lovelace',
          status: 'subscribed',
          contact_type: 'customer',
          phone: '+44 20 1234',
          address_line_1: '12 St James Sq',
          address_line_2: null,
          city: 'London',
          state: 'Greater London',
          country: 'GB',
          postal_code: 'SW1Y',
          date_of_birth: '1990-12-10',
          photo: 'https://example.com/ada.png',
          paused_until: null,
          tracking_consent: 'unknown',
          tags: [{ id: tag.id, title: 'VIP', slug: 'vip' }],
          lists: [{ id: list.id, title: 'Newsletter', slug: 'newsletter' }],
          created_at: expect.stringMatching(/^20[2-9]\d-\d\d-\d\d \d\d:\d\d:\d\d$/),
          updated_at: body.contact.created_at,
        },
      });
      expect(await get(body.contact.id)).toEqual(body.contact);
    });

    it('publishes one event for the contact, and one each for its lists and tags', async () => {
      const [list, tag] = [await world.given.list(), await world.given.tag()];
      const { id, email } = await world.given.contact({ lists: [list.id], tags: [tag.id], first_name: 'Eve' });
      const events = await eventsOf(id);
      const contact = {
        id,
        email,
        first_name: 'Eve',
        last_name: null,
        status: 'subscribed',
        created_at: `${(await get(id)).created_at.replace(' ', 'T')}.000Z`,
      };
      const snapshot = ({ id: labelId, title, slug }: { id: number; title: string; slug: string }) => ({
        id: labelId,
        title,
        slug,
      });
      expect(events).toEqual([
        { type: 'contact.created', data: { contact, source: 'api' } },
        { type: 'contact.list_added', data: { contact, lists: [snapshot(list)] } },
        { type: 'contact.tag_added', data: { contact, tags: [snapshot(tag)] } },
      ]);
    });

    it('splits a full name if neither part is sent', async () => {
      const whole = await world.given.contact({ full_name: ' Ada  King Lovelace ' });
      expect(whole).toMatchObject({ first_name: 'Ada', last_name: 'King Lovelace', full_name: 'Ada King Lovelace' });
      const parts = await world.given.contact({ full_name: 'Some Body', last_name: 'Else' });
      expect(parts).toMatchObject({ first_name: null, last_name: 'Else' });
    });

    it('refuses a missing or invalid address with the message of the specification', async () => {
      const missing = await create({ status: 'subscribed' }).expect(400);
      expect(missing.body).toMatchObject({
        code: 'rest_invalid_param',
        message: 'Invalid parameter: email is required',
        data: { status: 400, params: { email: 'is required' } },
      });
      for (const email of [
        'unknown',
        'a@b',
        '',
        null,
        5,
        'a@b.com,c@d.com',
        'Ada <a@b.com>',
        'a@b.com\r\nBcc: x@y.zz',
      ]) {
        const { body } = await create({ email, status: 'subscribed' }).expect(400);
        expect(body.message).toBe(`Invalid parameter: email ${body.data.params.email}`);
      }
      const noStatus = await create({ email: 'new@example.com' }).expect(400);
      expect(noStatus.body.message).toBe('Invalid parameter: status is required');
    });

    it('reports all invalid fields at once, including unknown ids, and writes nothing', async () => {
      const { body } = await create({
        email: 'unknown',
        status: 'happy',
        first_name: 'x'.repeat(191),
        last_name: {},
        country: 'Atlantis',
        date_of_birth: '2999-01-01',
        photo: 'javascript:alert(1)',
        contact_type: 'king',
        user_id: -1,
        tags: [999_991, 999_992],
        lists: 'everything',
        custom_values: { nothing: 'x' },
      }).expect(400);
      expect(body.message).toBe(`Invalid parameter: email ${body.data.params.email}`);
      expect(Object.keys(body.data.params).sort()).toEqual([
        'contact_type',
        'country',
        'custom_values.nothing',
        'date_of_birth',
        'email',
        'first_name',
        'last_name',
        'lists',
        'photo',
        'status',
        'tags',
        'user_id',
      ]);
      expect(body.data.params.tags).toBe('unknown: 999991, 999992');
      await create({ email: 'half@example.com', status: 'subscribed', tags: [999_991] }).expect(400);
      await world.all.get('/subscribers/0?get_by_email=half@example.com').expect(404);
    });

    it('accepts up to 1,000 ids, and names of prototype members', async () => {
      const tooMany = await create({
        email: 'many@example.com',
        status: 'subscribed',
        tags: Array.from({ length: 1_001 }, (_, index) => index + 1),
      }).expect(400);
      expect(tooMany.body.data.params).toEqual({ tags: 'must hold at most 1000 ids' });
      const { body } = await world.all
        .post('/subscribers')
        .set('Content-Type', 'application/json')
        .send(
          '{"email":"proto@example.com","status":"pending","__proto__":{"status":"subscribed"},' +
            '"custom_values":{"__proto__":{"x":1}},"constructor":{"prototype":{"y":1}}}',
        )
        .expect(200);
      expect(body.contact.status).toBe('pending');
      expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    });

    it('refuses a taken address with 409 without a code, and names the contact', async () => {
      const { id } = await world.given.contact({ email: 'taken@example.com' });
      const { body } = await create({ email: 'Taken@Example.com', status: 'subscribed' }).expect(409);
      expect(body).toEqual({
        message: 'Contact already exists with this email',
        data: {
          status: 409,
          contact_id: id,
          request_id: expect.any(String),
          doc_url: 'http://carillon.test/docs/errors#no_code',
        },
      });
    });

    it('refuses a user id that another contact has', async () => {
      const { id } = await world.given.contact({ user_id: 4711 });
      const { body } = await create({ email: 'second@example.com', status: 'subscribed', user_id: '4711' }).expect(400);
      expect(body.data.params).toEqual({ user_id: 'belongs to another contact' });
      await update(id, { user_id: 4711 }).expect(200);
    });
  });

  describe('upserting', () => {
    it('changes only the given fields, adds tags and lists, and requires no status', async () => {
      const [one, two] = [await world.given.tag(), await world.given.tag()];
      const { id, email } = await world.given.contact({ first_name: 'Ada', city: 'London', tags: [one.id] });
      for (const force of ['yes', true, '1']) {
        const { body } = await create({ email, __force_update: force, city: 'Paris', tags: [two.id] }).expect(200);
        expect(body).toMatchObject({
          message: 'Subscriber successfully updated',
          action_type: 'updated',
          contact: { id, first_name: 'Ada', city: 'Paris', status: 'subscribed' },
        });
        expect(idsOf(body.contact.tags)).toEqual([one.id, two.id]);
      }
      expect(await typesOf(id)).toEqual([
        'contact.created',
        'contact.tag_added',
        'contact.updated',
        'contact.tag_added',
      ]);
    });

    it('creates an unknown contact, which requires a status', async () => {
      const { body } = await create({ email: 'fresh@example.com', __force_update: 'yes' }).expect(400);
      expect(body.message).toBe('Invalid parameter: status is required');
      const made = await create({ email: 'fresh@example.com', __force_update: 'yes', status: 'pending' }).expect(200);
      expect(made.body.action_type).toBe('created');
      await create({ email: 'fresh@example.com', __force_update: 'perhaps', status: 'pending' }).expect(400);
      await create({ email: 'fresh@example.com', __force_update: 'no', status: 'pending' }).expect(409);
    });
  });

  describe('updating', () => {
    it('publishes the changes in one event, and returns whether anything changed', async () => {
      const { id } = await world.given.contact({ first_name: 'Ada', city: 'London' });
      const { body } = await update(id, { first_name: 'Eva', city: 'London', phone: '1' }).expect(200);
      expect(body).toMatchObject({ message: 'Subscriber successfully updated', isDirty: true });
      expect(body.contact).toEqual(await get(id));
      const [, updated, ...more] = await eventsOf(id);
      expect(more).toEqual([]);
      expect(updated?.type).toBe('contact.updated');
      expect(updated?.data.changes).toEqual({
        first_name: { old: 'Ada', new: 'Eva' },
        phone: { old: null, new: '1' },
      });
      const again = await update(id, { first_name: 'Eva', status: 'subscribed' }).expect(200);
      expect(again.body.isDirty).toBe(false);
      expect(await typesOf(id)).toHaveLength(2);
    });

    it('accepts top-level fields, clears fields, and refuses an invalid subscriber', async () => {
      const { id } = await world.given.contact({ first_name: 'Ada', Country: 'Germany', date_of_birth: '1990-01-01' });
      expect((await get(id)).country).toBe('DE');
      await world.all
        .put(`/subscribers/${id}`)
        .send({ first_name: '', date_of_birth: null, country: null })
        .expect(200);
      expect(await get(id)).toMatchObject({ first_name: null, date_of_birth: null, country: null, full_name: '' });
      const { body } = await world.all
        .put(`/subscribers/${id}`)
        .send({ subscriber: [1] })
        .expect(400);
      expect(body.data.params).toEqual({ subscriber: 'must be an object' });
    });

    it('replaces, attaches, and detaches labels, with events for effective changes only', async () => {
      const [a, b, c] = [await world.given.list(), await world.given.list(), await world.given.list()];
      const tag = await world.given.tag();
      const { id } = await world.given.contact({ lists: [a.id, b.id] });
      await update(id, { attach_lists: [b.id, c.id], detach_lists: [a.id], attach_tags: [tag.id] }).expect(200);
      expect(idsOf((await get(id)).lists)).toEqual([b.id, c.id]);
      const first = await eventsOf(id);
      expect(first.slice(2).map(({ type, data }) => [type, idsOf(data.lists ?? data.tags)])).toEqual([
        ['contact.list_added', [c.id]],
        ['contact.list_removed', [a.id]],
        ['contact.tag_added', [tag.id]],
      ]);
      const replaced = await update(id, { lists: [a.id], tags: [] }).expect(200);
      expect(replaced.body.isDirty).toBe(true);
      expect(idsOf(replaced.body.contact.lists)).toEqual([a.id]);
      const same = await update(id, { attach_lists: [a.id], detach_lists: [b.id], detach_tags: [tag.id] }).expect(200);
      expect(same.body.isDirty).toBe(false);
      expect(await typesOf(id)).toHaveLength(8);
      const refused = await update(id, { attach_lists: [a.id], detach_lists: [a.id], attach_tags: [999_999] }).expect(
        400,
      );
      expect(refused.body.data.params).toEqual({
        detach_lists: `also in attach_lists: ${a.id}`,
        attach_tags: 'unknown: 999999',
      });
    });

    it('merges custom values, and publishes them with the other changes', async () => {
      const field = await world.given.customField({ type: 'checkbox', options: ['x', 'y'] });
      const other = await world.given.customField();
      const { id } = await world.given.contact({ custom_values: { [field.slug]: ['x'] } });
      const dirty = await update(id, {
        city: 'Rome',
        custom_values: { [field.slug]: ['y', 'x'], [other.slug]: 'new' },
      });
      expect(dirty.body.isDirty).toBe(true);
      const events = await eventsOf(id);
      expect(events[1]?.data.changes).toEqual({
        city: { old: null, new: 'Rome' },
        [`custom_values.${field.slug}`]: { old: ['x'], new: ['x', 'y'] },
        [`custom_values.${other.slug}`]: { old: null, new: 'new' },
      });
      const same = await update(id, { custom_values: { [other.slug]: 'new', [field.slug]: ['x', 'y'] } });
      expect(same.body.isDirty).toBe(false);
    });

    it('refuses the address of another contact, and accepts an unused one', async () => {
      const { id } = await world.given.contact();
      const other = await world.given.contact();
      const { body } = await update(id, { email: other.email.toUpperCase() }).expect(409);
      expect(body).not.toHaveProperty('code');
      expect(body.data.contact_id).toBe(other.id);
      await update(id, { email: 'moved@example.com' }).expect(200);
      expect((await get(id)).email).toBe('moved@example.com');
    });

    it('returns 404 for an unknown contact', async () => {
      await update(999_999, { city: 'X' }).expect(404);
      await world.all.put('/subscribers/0').send({ city: 'X' }).expect(404);
      const { body } = await world.all.get('/subscribers/abc').expect(404);
      expect(body).toMatchObject({ code: 'rest_post_invalid_id', message: 'Invalid post ID.' });
    });
  });

  describe('statuses', () => {
    it('lets a manager set any status, with one event per change', async () => {
      const list = await world.given.list();
      const { id } = await world.given.contact({ lists: [list.id] });
      for (const status of ['complained', 'subscribed', 'subscribed', 'unsubscribed', 'pending'])
        await update(id, { status }).expect(200);
      const events = (await eventsOf(id)).slice(2);
      expect(events.map(({ type, data }) => [type, data.old_status, data.new_status, data.source])).toEqual([
        ['contact.status_changed', 'subscribed', 'complained', 'api'],
        ['contact.status_changed', 'complained', 'subscribed', 'api'],
        ['contact.status_changed', 'subscribed', 'unsubscribed', 'api'],
        ['contact.status_changed', 'unsubscribed', 'pending', 'api'],
      ]);
    });

    it('lets a signal only set stricter statuses, and returns whether anything changed', async () => {
      const { id } = await world.given.contact({ lists: [(await world.given.list()).id] });
      const contacts = world.api.get(ContactsService, { strict: false });
      const signal = (to: 'bounced' | 'unsubscribed' | 'complained' | 'subscribed', contactId = id): Promise<boolean> =>
        world.db.transaction((tx) =>
          contacts.changeStatusIn(tx, contactId, to, { source: 'bounce', reason: 'a reason' }),
        );
      expect(await signal('bounced')).toBe(true);
      expect(await signal('unsubscribed')).toBe(false);
      expect(await signal('subscribed')).toBe(false);
      expect(await signal('complained')).toBe(true);
      expect(await signal('complained')).toBe(false);
      expect(await signal('bounced', 999_999)).toBe(false);
      const changes = (await eventsOf(id)).filter(({ type }) => type === 'contact.status_changed');
      expect(changes.map(({ data }) => [data.new_status, data.reason, data.source])).toEqual([
        ['bounced', 'a reason', 'bounce'],
        ['complained', 'a reason', 'bounce'],
      ]);
    });

    it('keeps a strict status in imports, and reports it', async () => {
      const { id, email } = await world.given.contact({ status: 'unsubscribed' });
      const contacts = world.api.get(ContactsService, { strict: false });
      const result = await contacts.createOrUpdate(
        { email, status: 'subscribed', city: 'Rome' },
        { forceUpdate: true, cause: { source: 'import' } },
      );
      expect(result).toMatchObject({ action: 'updated', keptStatus: true, changed: true });
      expect(await get(id)).toMatchObject({ status: 'unsubscribed', city: 'Rome' });
    });
  });

  describe('deleting', () => {
    it('deletes all data of the contact, and publishes an event', async () => {
      const [list, tag] = [await world.given.list(), await world.given.tag()];
      const field = await world.given.customField();
      const { id } = await world.given.contact({
        lists: [list.id],
        tags: [tag.id],
        custom_values: { [field.slug]: 'x' },
      });
      const { body } = await world.all.delete(`/subscribers/${id}`).expect(200);
      expect(body).toEqual({ message: 'Selected Subscriber has been deleted successfully' });
      await world.all.get(`/subscribers/${id}`).expect(404);
      await world.all.delete(`/subscribers/${id}`).expect(404);
      for (const table of ['contact_lists', 'contact_tags', 'contact_custom_values'])
        expect(await world.db.query(`SELECT 1 FROM ${table} WHERE contact_id = :id`, { id })).toEqual([]);
      expect((await typesOf(id)).at(-1)).toBe('contact.deleted');
      expect(await typesOf(id)).toHaveLength(4);
    });

    it('keeps a strict status as a hashed suppression until a manager subscribes the address', async () => {
      const { id, email } = await world.given.contact({ status: 'complained' });
      await world.all.delete(`/subscribers/${id}`).expect(200);
      const rows = await world.db.query<{ reason: string; value_hash: Buffer }>(
        'SELECT reason, value_hash FROM suppressions',
      );
      expect(rows).toEqual([{ reason: 'complained', value_hash: expect.any(Buffer) }]);
      expect(rows[0]?.value_hash).toHaveLength(32);

      const again = await create({ email, status: 'unsubscribed' }).expect(200);
      expect(again.body).toMatchObject({ suppressed: true, contact: { status: 'unsubscribed' } });
      const lifted = await create({ email, status: 'subscribed', __force_update: true }).expect(200);
      expect(lifted.body).not.toHaveProperty('suppressed');
      expect(await world.db.query('SELECT 1 FROM suppressions')).toEqual([]);
    });

    it('leaves no suppression for other statuses', async () => {
      const { id, email } = await world.given.contact();
      await world.all.delete(`/subscribers/${id}`).expect(200);
      const { body } = await create({ email, status: 'subscribed' }).expect(200);
      expect(body).not.toHaveProperty('suppressed');
    });
  });

  describe('one contact', () => {
    it('is found by id and by address', async () => {
      const { id } = await world.given.contact({ email: 'find+me@example.com' });
      const byEmail = await world.all.get('/subscribers/0').query({ get_by_email: ' Find+Me@example.com' }).expect(200);
      expect(byEmail.body).toEqual({ subscriber: await get(id) });
      for (const address of ['find+me@example.com', '%20find%20me@example.com+', 'find%2Bme@example.com'])
        expect((await world.all.get(`/subscribers/0?get_by_email=${address}`).expect(200)).body).toEqual(byEmail.body);
      await world.all.get('/subscribers/0').expect(404);
      await world.all.get('/subscribers/0?get_by_email=unknown').expect(404);
      const ignored = await world.all.get(`/subscribers/${id}?get_by_email=unknown@example.com`).expect(200);
      expect(ignored.body.subscriber.id).toBe(id);
    });

    it('contains the requested extras only', async () => {
      const field = await world.given.customField({ label: 'Extra' });
      const { id } = await world.given.contact({ custom_values: { [field.slug]: 'x' } });
      expect(await get(id)).not.toHaveProperty('custom_values');
      const { body } = await world.all
        .get(`/subscribers/${id}?with[]=custom_fields&with[]=subscriber.custom_values&with[]=stats`)
        .expect(200);
      expect(body.subscriber.custom_values).toEqual({ [field.slug]: 'x' });
      expect(await get(id, '?with[]=custom_values')).toMatchObject({ custom_values: { [field.slug]: 'x' } });
      expect(body.custom_fields).toContainEqual(field);
      expect(body.subscriber.stats).toEqual({ emails: 0, opens: 0, clicks: 0 });
      const { body: refused } = await world.all.get(`/subscribers/${id}?with[]=horoscope`).expect(400);
      expect(refused.data.params).toHaveProperty('with');
    });

    it('contains empty totals without orders', async () => {
      const { id } = await world.given.contact();
      expect((await get(id)).commerce_stat).toBeUndefined();
      expect((await get(id, '?with[]=commerce_stat')).commerce_stat).toEqual({
        orders_count: 0,
        total_spent: 0,
        average_order_value: 0,
        currency: null,
        first_order_at: null,
        last_order_at: null,
        refunded_total: 0,
      });
    });

    it('contains order totals in the currency with most orders', async () => {
      const { id } = await world.given.contact();
      await world.db.transaction((tx) =>
        tx.insertRows(
          'contact_commerce',
          [
            'contact_id',
            'currency',
            'orders_count',
            'total_spent',
            'refunded_total',
            'first_order_at',
            'last_order_at',
          ],
          [
            [id, 'USD', 2, 30.15, 9.9, '2026-01-05 10:00:00', '2026-02-05 10:00:00'],
            [id, 'JPY', 1, 9_000, 0, '2025-01-05 10:00:00', '2025-01-05 10:00:00'],
            [id, 'ZAR', 2, 500, 0, '2024-01-05 10:00:00', '2024-02-05 10:00:00'],
          ],
        ),
      );
      expect((await get(id, '?with[]=commerce_stat')).commerce_stat).toEqual({
        orders_count: 2,
        total_spent: 30.15,
        average_order_value: 15.08,
        currency: 'USD',
        first_order_at: '2026-01-05 10:00:00',
        last_order_at: '2026-02-05 10:00:00',
        refunded_total: 9.9,
      });
    });

    it('counts sent emails, and those that a human opened or clicked', async () => {
      const { id } = await world.given.contact();
      const sent = (state: string, opened: boolean, clicked: boolean, contactId = id) => [
        state,
        opened ? new Date() : null,
        clicked ? new Date() : null,
        contactId,
      ];
      const messages = [
        sent('sent', true, true),
        sent('sent', true, false),
        sent('bounced', false, false),
        sent('complained', true, false),
        sent('pending', false, false),
        sent('failed', false, false),
        sent('sent', true, true, id + 1),
      ];
      await world.db.transaction((tx) =>
        tx.insertRows(
          'email_messages',
          [
            'state',
            'first_human_open_at',
            'first_human_click_at',
            'contact_id',
            'email',
            'source_type',
            'source_id',
            'recipient_key',
            'content_id',
          ],
          messages.map((message, index) => [...message, 'someone@example.com', 'single', 1, `key-${index}`, 1]),
        ),
      );
      expect((await get(id, '?with[]=stats')).stats).toEqual({ emails: 4, opens: 3, clicks: 1 });
    });
  });

  describe('permissions', () => {
    it('allow reads with view_contacts and writes with manage_contacts only', async () => {
      const viewer = await world.as('view_contacts');
      const { id } = await world.given.contact();
      await viewer.get('/subscribers').expect(200);
      await viewer.get(`/subscribers/${id}`).expect(200);
      await viewer.post('/subscribers').send({ email: 'no@example.com', status: 'pending' }).expect(403);
      await viewer.put(`/subscribers/${id}`).send({}).expect(403);
      await viewer.delete(`/subscribers/${id}`).expect(403);
    });
  });
});
