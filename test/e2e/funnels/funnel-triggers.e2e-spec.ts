import { TriggeredEnrollments } from '../../../src/modules/funnels/triggers/triggered-enrollments.service.js';
import { Relay } from '../../../src/platform/outbox/relay.js';
import { World } from '../../support/world.js';

const tenDays = {
  action_name: 'wait_times',
  settings: { wait_type: 'unit_wait', wait_time_amount: 10, wait_time_unit: 'days' },
};

interface Entry {
  readonly contactId: number;
  readonly payload: unknown;
}

describe('funnel triggers', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterEach(async () => {
    // Funnels of one test must not enroll contacts of the next.
    const { body } = await world.all.get('/funnels?status=published&per_page=1000').expect(200);
    for (const { id } of body.funnels)
      await world.all.put(`/funnels/${id}/status`).send({ status: 'draft' }).expect(200);
    expect(await world.db.query('SELECT subscriber, error FROM parked_events')).toEqual([]);
  });

  const entriesOf = async (funnelId: number): Promise<Entry[]> => {
    const rows = await world.db.query<{ contactId: number; payload: string | null }>(
      `SELECT e.contact_id AS contactId, d.data AS payload FROM funnel_entries e
         LEFT JOIN funnel_entry_data d ON d.entry_id = e.id WHERE e.funnel_id = :funnelId ORDER BY e.id`,
      { funnelId },
    );
    return rows.map(({ contactId, payload }) => ({
      contactId,
      payload: payload === null ? null : (JSON.parse(payload) as unknown),
    }));
  };
  const inside = async (funnelId: number): Promise<number[]> =>
    (await entriesOf(funnelId)).map(({ contactId }) => contactId);
  const fire = (name: string, body: Record<string, unknown>) => world.all.post(`/triggers/${name}`).send(body);
  const call = (body: Record<string, unknown>) => world.all.post('/webhooks/funnel-trigger').send(body);
  const contactOf = async (email: string) =>
    (await world.all.get(`/subscribers/0?get_by_email=${email}&with[]=subscriber.custom_values`).expect(200)).body
      .subscriber;

  describe('native triggers', () => {
    it('start for a created contact, whatever created it', async () => {
      const funnel = await world.given.publishedFunnel({ trigger_name: 'contact_created', sequences: [tenDays] });
      const { id } = await world.given.contact();
      await world.settle();
      expect(await entriesOf(funnel.id)).toEqual([{ contactId: id, payload: null }]);
    });

    it('start when a list or tag is added or removed, for given ones or any', async () => {
      const [list, otherList, tag] = [await world.given.list(), await world.given.list(), await world.given.tag()];
      const given = (trigger_name: string, settings: object) =>
        world.given.publishedFunnel({ trigger_name, settings, sequences: [tenDays] });
      const [onList, offList, anyList, tagged, untagged] = await Promise.all([
        given('list_applied', { lists: [list.id] }),
        given('list_removed', { lists: [list.id] }),
        given('list_applied', {}),
        given('tag_applied', { tags: [tag.id] }),
        given('tag_removed', { tags: [tag.id] }),
      ]);
      const one = await world.given.contact({ lists: [list.id], tags: [tag.id] });
      const other = await world.given.contact({ lists: [otherList.id] });
      await world.settle();
      expect(await entriesOf(onList.id)).toEqual([
        { contactId: one.id, payload: { list: { id: list.id, title: list.title, slug: list.slug } } },
      ]);
      expect(await inside(anyList.id)).toEqual([one.id, other.id]);
      expect(await entriesOf(tagged.id)).toEqual([
        { contactId: one.id, payload: { tag: { id: tag.id, title: tag.title, slug: tag.slug } } },
      ]);
      expect(await inside(offList.id)).toEqual([]);
      await world.all
        .put(`/subscribers/${one.id}`)
        .send({ detach_lists: [list.id], detach_tags: [tag.id] })
        .expect(200);
      await world.settle();
      expect(await inside(offList.id)).toEqual([one.id]);
      expect(await inside(untagged.id)).toEqual([one.id]);
    });

    it('start when the status changes between given values', async () => {
      const funnel = await world.given.publishedFunnel({
        trigger_name: 'status_changed',
        settings: { from: ['pending'], to: ['subscribed'] },
        sequences: [tenDays],
      });
      const [confirmed, gone] = [
        await world.given.contact({ status: 'pending' }),
        await world.given.contact({ status: 'pending' }),
      ];
      await world.all.put(`/subscribers/${confirmed.id}`).send({ status: 'subscribed' }).expect(200);
      await world.all.put(`/subscribers/${gone.id}`).send({ status: 'unsubscribed' }).expect(200);
      await world.settle();
      expect(await entriesOf(funnel.id)).toEqual([
        { contactId: confirmed.id, payload: { from: 'pending', to: 'subscribed' } },
      ]);
    });

    it('start after a number of tracked events, with their payload', async () => {
      const funnel = await world.given.publishedFunnel({
        trigger_name: 'event_tracked',
        settings: { event_key: 'pricing_viewed', min_count: 2 },
        sequences: [tenDays],
      });
      const { id } = await world.given.contact();
      const track = () =>
        world.given.trackedEvent(id, { event_key: 'pricing_viewed', title: 'Prices', value: 'yearly' });
      await track();
      await world.given.trackedEvent(id, { event_key: 'other' });
      await world.settle();
      expect(await inside(funnel.id)).toEqual([]);
      await track();
      await world.settle();
      expect(await entriesOf(funnel.id)).toEqual([
        {
          contactId: id,
          payload: { event: { key: 'pricing_viewed', title: 'Prices', value: 'yearly', data: null, counter: 2 } },
        },
      ]);
    });

    it('start for orders by total and products, and for their later changes', async () => {
      const given = (trigger_name: string, settings: object = {}) =>
        world.given.publishedFunnel({ trigger_name, settings, sequences: [tenDays] });
      const pots = await given('order_created', { product_ids: ['SKU-7'], provider: 'Shop' });
      const big = await given('order_completed', { min_total: 100 });
      const back = await given('order_refunded');
      const [few, many, other] = [
        await world.given.contact(),
        await world.given.contact(),
        await world.given.contact(),
      ];
      const items = [{ external_id: 'SKU-7', title: 'Tea pot', quantity: 1, price: 59.9 }];
      const order = await world.given.order({ contact_id: few.id, items });
      await world.given.order({ contact_id: many.id, items, total: 100, status: 'pending', external_id: 'T-1' });
      await world.given.order({ contact_id: other.id, items, total: 100, status: 'pending', provider: 'other' });
      await world.settle();
      expect(await inside(pots.id)).toEqual([few.id, many.id]);
      expect(await inside(big.id)).toEqual([]);
      await world.given.order({ contact_id: many.id, items, total: 100, external_id: 'T-1' });
      await world.all.post(`/commerce/orders/${order.id}/refunds`).send({ amount: 5 }).expect(200);
      await world.settle();
      expect(await inside(pots.id)).toEqual([few.id, many.id]);
      expect(await inside(back.id)).toEqual([few.id]);
      expect(await entriesOf(big.id)).toMatchObject([
        {
          contactId: many.id,
          payload: {
            order: {
              external_id: 'T-1',
              status: 'completed',
              total: 100,
              items: [{ external_id: 'SKU-7', name: 'Tea pot' }],
            },
          },
        },
      ]);
    });

    it('enroll contacts that match the filters, and none if the funnel is not published', async () => {
      const list = await world.given.list();
      const trigger = { trigger_name: 'list_applied', settings: { lists: [list.id] }, sequences: [tenDays] };
      const filters = [[{ source: ['subscriber', 'country'], operator: '=', value: 'FR' }]];
      const french = await world.given.publishedFunnel({ ...trigger, conditions: { filters } });
      const draft = await world.given.funnel(trigger);
      const paused = await world.given.publishedFunnel(trigger);
      await world.all.put(`/funnels/${paused.id}/status`).send({ status: 'paused' }).expect(200);
      const [matching] = [
        await world.given.contact({ lists: [list.id], country: 'FR' }),
        await world.given.contact({ lists: [list.id], country: 'DE' }),
      ];
      await world.settle();
      expect(await inside(french.id)).toEqual([matching.id]);
      expect([await inside(draft.id), await inside(paused.id)]).toEqual([[], []]);
    });

    it('enroll no contact that may have been excluded by what was deleted', async () => {
      const [list, tag, company] = [await world.given.list(), await world.given.tag(), await world.given.company()];
      const field = await world.given.customField({ type: 'select-one', options: ['gold', 'none'] });
      const rule = (entity: string, operator: string, value: unknown, name = 'id') => [
        [{ source: [entity, name], operator, value }],
      ];
      const without = [
        rule('tags', 'not_contains', tag.id),
        rule('lists', 'not_in', [list.id]),
        rule('companies', 'not_in', [company.id]),
        rule('custom', '!=', 'gold', field.slug),
      ];
      const funnels = await Promise.all(
        [...without, rule('tags', 'in', [tag.id, (await world.given.tag({ title: 'Kept' })).id])].map((filters) =>
          world.given.publishedFunnel({
            trigger_name: 'custom_asked',
            conditions: { filters },
            sequences: [tenDays],
          }),
        ),
      );
      for (const path of [`lists/${list.id}`, `tags/${tag.id}`, `companies/${company.id}`])
        await world.all.delete(`/${path}`).expect(200);
      await world.all
        .put(`/custom-fields/contacts/${field.slug}`)
        .send({ options: ['none'], force: 'yes' })
        .expect(200);
      const kept = (await world.all.get('/tags?search=Kept').expect(200)).body.tags[0].id as number;
      const { id } = await world.given.contact({ tags: [kept] });
      await fire('custom_asked', { contact_id: id }).expect(200);
      await world.settle();
      // The last one includes by a deleted tag or another one.
      const entered = await Promise.all(funnels.map((funnel) => inside(funnel.id)));
      expect(entered).toEqual([[], [], [], [], [id]]);
    });

    it.each(['paused', 'draft'])('ignore events from while it was %s, also if the relay is late', async (status) => {
      const [list, tag] = [await world.given.list(), await world.given.tag()];
      const funnels = await Promise.all(
        [
          { trigger_name: 'contact_created' },
          { trigger_name: 'list_applied', settings: { lists: [list.id] } },
          { trigger_name: 'tag_applied', settings: { tags: [tag.id] } },
          { trigger_name: 'custom_form' },
        ].map((trigger) => world.given.publishedFunnel({ ...trigger, sequences: [tenDays] })),
      );
      const setStatus = async (to: string): Promise<void> => {
        for (const { id } of funnels) await world.all.put(`/funnels/${id}/status`).send({ status: to }).expect(200);
      };
      const happens = async (): Promise<number> => {
        const { id } = await world.given.contact({ lists: [list.id], tags: [tag.id] });
        await fire('custom_form', { contact_id: id }).expect(200);
        return id;
      };
      await setStatus(status);
      await world.db.transaction(async (tx) => {
        await tx.query('SELECT last_position FROM relay_state WHERE id = 1 FOR UPDATE');
        await happens();
        await setStatus('published');
      });
      const after = await happens();
      // Publishing again a funnel that is published ignores no events.
      await setStatus('published');
      await world.settle();
      for (const { id } of funnels) expect(await inside(id)).toEqual([after]);
    });

    it('enroll a contact once for several events in a batch, and again only if the funnel allows it', async () => {
      const [one, two] = [await world.given.list(), await world.given.list()];
      const trigger = { trigger_name: 'list_applied', settings: { lists: [one.id, two.id] } };
      const once = await world.given.publishedFunnel(trigger);
      const always = await world.given.publishedFunnel({ ...trigger, conditions: { reentry: { mode: 'always' } } });
      const { id } = await world.given.contact();
      await world.settle();
      const put = (body: object) => world.all.put(`/subscribers/${id}`).send(body).expect(200);
      const together = await world.db.transaction(async (tx) => {
        // The relay runs after both events.
        await tx.query('SELECT last_position FROM relay_state WHERE id = 1 FOR UPDATE');
        await put({ attach_lists: [one.id] });
        return put({ attach_lists: [two.id] });
      });
      expect(together.body.contact.lists).toHaveLength(2);
      await world.settle();
      expect(await entriesOf(always.id)).toEqual([
        { contactId: id, payload: { list: { id: one.id, title: one.title, slug: one.slug } } },
      ]);
      await put({ detach_lists: [two.id] });
      await put({ attach_lists: [two.id] });
      await world.settle();
      expect(await inside(always.id)).toEqual([id, id]);
      expect(await inside(once.id)).toEqual([id]);
    });

    it('enroll two hundred contacts into several funnels with batch statements', async () => {
      const list = await world.given.list();
      const funnels = await Promise.all(
        [1, 2, 3].map(() =>
          world.given.publishedFunnel({
            trigger_name: 'list_applied',
            settings: { lists: [list.id] },
            sequences: [tenDays],
          }),
        ),
      );
      const relay = world.worker!.get(Relay, { strict: false });
      const enter = jest.spyOn(world.worker!.get(TriggeredEnrollments, { strict: false }), 'enter');
      const contacts = await world.db.transaction(async (tx) => {
        await tx.query('SELECT last_position FROM relay_state WHERE id = 1 FOR UPDATE');
        return Promise.all(Array.from({ length: 200 }, () => world.given.contact({ lists: [list.id] })));
      });
      await relay.drain();
      await world.settle();
      const ids = contacts.map(({ id }) => id).sort((a, b) => a - b);
      for (const { id } of funnels) expect((await inside(id)).sort((a, b) => a - b)).toEqual(ids);
      const batches = enter.mock.calls.filter(([, events]) => events.length > 0).length;
      enter.mockRestore();
      expect(batches).toBeLessThan(20);
      const [counts] = await world.db.query('SELECT entered FROM funnel_counts WHERE funnel_id = :id', {
        id: funnels[0]?.id ?? 0,
      });
      expect(counts).toEqual({ entered: 200 });
    });

    it('are not blocked by a funnel with invalid filters', async () => {
      const [list, field] = [await world.given.list(), await world.given.customField()];
      const trigger = { trigger_name: 'list_applied', settings: { lists: [list.id] }, sequences: [tenDays] };
      const filters = [[{ source: ['custom', field.slug], operator: '=', value: 'x' }]];
      const lost = await world.given.publishedFunnel({ ...trigger, conditions: { filters } });
      const valid = await world.given.publishedFunnel(trigger);
      await world.all.delete(`/custom-fields/contacts/${field.slug}`).expect(200);
      const { id } = await world.given.contact({ lists: [list.id] });
      await world.settle();
      expect([await inside(lost.id), await inside(valid.id)]).toEqual([[], [id]]);
    });

    it('start a funnel by the effects of another funnel', async () => {
      const tag = await world.given.tag();
      const next = await world.given.publishedFunnel({
        trigger_name: 'tag_applied',
        settings: { tags: [tag.id] },
        sequences: [tenDays],
      });
      const first = await world.given.publishedFunnel({
        sequences: [{ action_name: 'add_contact_to_tag', settings: { tags: [tag.id] } }],
      });
      const { id } = await world.given.contact();
      await world.all
        .post(`/funnels/${first.id}/subscribers`)
        .send({ subscribers: [id] })
        .expect(200);
      await world.settle();
      expect(await inside(next.id)).toEqual([id]);
    });
  });

  describe('reported triggers', () => {
    it('have a payload for conditions; a wildcard matches its family', async () => {
      const exact = await world.given.publishedFunnel({
        trigger_name: 'custom_cart_abandoned',
        settings: { payload: [{ path: 'cart.total', operator: '>', value: 50 }] },
        sequences: [tenDays],
      });
      const wide = await world.given.publishedFunnel({ trigger_name: 'custom_*', sequences: [tenDays] });
      const other = await world.given.publishedFunnel({ trigger_name: 'custom_other', sequences: [tenDays] });
      const [rich, poor] = [await world.given.contact(), await world.given.contact()];
      const { body } = await fire('custom_cart_abandoned', {
        contact_id: rich.id,
        payload: { cart: { total: 59.9, sku: 'T-1' } },
      }).expect(200);
      expect(body).toEqual({
        message: 'Trigger has been received.',
        trigger_name: 'custom_cart_abandoned',
        subscriber_id: rich.id,
        funnels: [exact.id, wide.id],
      });
      await fire('custom_cart_abandoned', { email: poor.email, payload: { cart: { total: 5 } } }).expect(200);
      await world.settle();
      expect(await entriesOf(exact.id)).toEqual([
        { contactId: rich.id, payload: { cart: { total: 59.9, sku: 'T-1' } } },
      ]);
      expect(await inside(wide.id)).toEqual([rich.id, poor.id]);
      expect(await inside(other.id)).toEqual([]);
    });

    it.each([
      ['no_such_trigger', 'is not a trigger'],
      ['contact_created', 'cannot be reported'],
      ['segment_entered', 'cannot be reported'],
      ['custom_*', 'cannot be reported'],
      ['%00', 'is not a trigger'],
    ])('cannot be %s', async (name, reason) => {
      const { id } = await world.given.contact();
      const { body } = await fire(name, { contact_id: id }).expect(400);
      expect(body).toMatchObject({
        code: 'rest_invalid_param',
        data: { params: { trigger_name: expect.stringContaining(reason) } },
      });
    });

    it('identify the contact by one identifier or several that agree', async () => {
      const [one, other] = [await world.given.contact({ user_id: 71 }), await world.given.contact({ user_id: 72 })];
      for (const who of [
        { contact_id: one.id },
        { user_id: 71 },
        { email: one.email.toUpperCase() },
        { contact_id: one.id, user_id: 71, email: one.email },
      ]) {
        const { body } = await fire('custom_seen', who).expect(200);
        expect(body).toMatchObject({ subscriber_id: one.id, funnels: [] });
      }
      const empty = await fire('custom_seen', {}).expect(400);
      expect(Object.keys(empty.body.data.params)).toEqual(['contact_id', 'user_id', 'email']);
      const contradictory = await fire('custom_seen', { contact_id: one.id, user_id: 72, email: other.email }).expect(
        400,
      );
      expect(Object.keys(contradictory.body.data.params).sort()).toEqual(['contact_id', 'email', 'user_id']);
      for (const who of [
        { contact_id: 999_999_999 },
        { user_id: 999_999 },
        { email: 'unknown@example.com' },
        { contact_id: one.id, email: 'unknown@example.com' },
      ])
        await fire('custom_seen', who).expect(404);
    });

    it('create a contact for an unknown address if a published funnel has the trigger', async () => {
      const [field, tag] = [await world.given.customField({ slug: 'shoe_size' }), await world.given.tag()];
      const first = await world.given.publishedFunnel({
        trigger_name: 'user_registration',
        settings: { subscription_status: 'pending' },
        sequences: [tenDays],
      });
      await world.given.publishedFunnel({ trigger_name: 'user_registration', sequences: [tenDays] });
      const { body } = await fire('user_registration', {
        email: 'New@Example.com',
        user_id: 4711,
        contact: { first_name: 'Grace', [field.slug]: '38', tags: [tag.id] },
      }).expect(200);
      const contact = await contactOf('new@example.com');
      expect(contact).toMatchObject({
        id: body.subscriber_id,
        ...{ status: 'pending', user_id: 4711, first_name: 'Grace', custom_values: { shoe_size: '38' } },
        tags: [{ id: tag.id }],
      });
      await world.settle();
      expect(await inside(first.id)).toEqual([contact.id]);
      const created = await world.db.query<{ data: string }>(
        `SELECT data FROM domain_events WHERE type = 'contact.created' AND subject_id = :id`,
        { id: contact.id },
      );
      expect(created.map(({ data }) => JSON.parse(data).source)).toEqual(['trigger']);
      await fire('user_registration', { email: 'another@example.com', contact_id: 999_999_999 }).expect(404);
    });

    it('write the given fields of a known contact, and never make it subscribed', async () => {
      const funnel = await world.given.publishedFunnel({ trigger_name: 'site_login', sequences: [tenDays] });
      for (const status of ['pending', 'unsubscribed', 'bounced', 'complained']) {
        const contact = await world.given.contact({ status });
        await fire('site_login', { contact_id: contact.id, contact: { city: 'Oslo' } }).expect(200);
        expect(await contactOf(contact.email)).toMatchObject({ status, city: 'Oslo' });
      }
      await world.settle();
      expect(await inside(funnel.id)).toHaveLength(4);
    });

    it('report all errors by path, and then change nothing', async () => {
      const funnel = await world.given.publishedFunnel({ trigger_name: 'site_login', sequences: [tenDays] });
      const before = await world.db.query('SELECT id FROM contacts');
      const wrong = await fire('site_login', {
        email: 'fresh@example.com',
        contact: { date_of_birth: 'tomorrow', no_such_field: 1, custom_values: { nor_this: 1 }, lists: [999_999] },
      }).expect(400);
      expect(Object.keys(wrong.body.data.params).sort()).toEqual([
        'contact.custom_values.nor_this',
        'contact.date_of_birth',
        'contact.lists',
        'contact.no_such_field',
      ]);
      const forbidden = await fire('site_login', {
        email: 'fresh@example.com',
        contact: { status: 'subscribed', email: 'else@example.com' },
      }).expect(400);
      expect(Object.keys(forbidden.body.data.params)).toEqual(['contact.email', 'contact.status']);
      const large = await fire('site_login', {
        email: 'fresh@example.com',
        payload: { text: 'x'.repeat(65_536) },
      }).expect(400);
      expect(large.body.data.params).toEqual({ payload: 'must be at most 65536 bytes of JSON' });
      for (const body of [{ payload: [] }, { payload: 'x' }, { contact: 7 }])
        await fire('site_login', { email: 'fresh@example.com', ...body }).expect(400);
      await world.settle();
      expect(await world.db.query('SELECT id FROM contacts')).toEqual(before);
      expect(await inside(funnel.id)).toEqual([]);
      expect(
        await world.db.query(`SELECT id FROM domain_events WHERE type = 'funnel.triggered' AND state = 'new'`),
      ).toEqual([]);
    });

    it('create one contact for concurrent reports of an address', async () => {
      const funnel = await world.given.publishedFunnel({ trigger_name: 'custom_rush', sequences: [tenDays] });
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          fire('custom_rush', { email: 'rush@example.com', contact: { city: `City ${index}` } }).then(
            (answer) => answer,
          ),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
      expect(new Set(answers.map(({ body }) => body.subscriber_id)).size).toBe(1);
      await world.settle();
      expect(await inside(funnel.id)).toHaveLength(1);
    });

    it('need manage_campaigns', async () => {
      const client = await world.as('manage_contacts');
      await client.post('/triggers/custom_seen').send({ contact_id: 1 }).expect(403);
      await client.post('/webhooks/funnel-trigger').send({ funnel_id: 1, subscriber_data: {} }).expect(403);
    });
  });

  describe('the funnel trigger webhook', () => {
    it('creates the contact with custom values and enrolls it immediately', async () => {
      const field = await world.given.customField({ slug: 'color' });
      const funnel = await world.given.publishedFunnel({ sequences: [tenDays] });
      const data = { email: 'Called@Example.com', first_name: 'Ada', [field.slug]: 'red' };
      const { body } = await call({ funnel_id: funnel.id, subscriber_data: data }).expect(200);
      const contact = await contactOf('called@example.com');
      expect(contact).toMatchObject({ status: 'subscribed', first_name: 'Ada', custom_values: { color: 'red' } });
      expect(body).toEqual({
        message: 'Subscriber has been added to the funnel.',
        funnel_id: funnel.id,
        subscriber_id: contact.id,
        contact_action: 'created',
        status: 'added',
      });
      expect(await inside(funnel.id)).toEqual([contact.id]);
      const again = await call({ funnel_id: funnel.id, subscriber_data: { ...data, first_name: 'Augusta' } }).expect(
        200,
      );
      expect(again.body).toMatchObject({
        ...{
          message: 'Subscriber is already active in this funnel.',
          contact_action: 'updated',
          status: 'already_active',
        },
      });
      expect(await contactOf('called@example.com')).toMatchObject({ first_name: 'Augusta' });
      expect(await inside(funnel.id)).toEqual([contact.id]);
    });

    it('sets the status of new contacts as configured, and keeps that of others', async () => {
      const funnel = await world.given.publishedFunnel({
        settings: { subscription_status: 'pending' },
        sequences: [tenDays],
      });
      const known = await Promise.all(
        ['subscribed', 'unsubscribed', 'bounced', 'complained'].map((status) => world.given.contact({ status })),
      );
      for (const email of [...known.map((contact) => contact.email), 'someone.new@example.com'])
        await call({ funnel_id: funnel.id, subscriber_data: { email, city: 'Rome' } }).expect(200);
      for (const { email, status } of known) expect(await contactOf(email)).toMatchObject({ status, city: 'Rome' });
      expect(await contactOf('someone.new@example.com')).toMatchObject({ status: 'pending' });
    });

    it('refuses invalid fields by path, and then changes nothing; unknown members are data', async () => {
      const funnel = await world.given.publishedFunnel({ sequences: [tenDays] });
      const wrong = await call({
        funnel_id: funnel.id,
        subscriber_data: { email: 'half@example', shoe: 1, status: 'subscribed' },
      }).expect(400);
      expect(Object.keys(wrong.body.data.params).sort()).toEqual(
        ['email', 'status'].map((field) => `subscriber_data.${field}`),
      );
      const unknown = await call({
        funnel_id: funnel.id,
        subscriber_data: { email: 'half@example', shoe: 1 },
      }).expect(400);
      expect(Object.keys(unknown.body.data.params)).toEqual(['subscriber_data.email']);
      const custom = await call({
        funnel_id: funnel.id,
        subscriber_data: { email: 'fine@example.com', custom_values: { shoe: 1 } },
      }).expect(400);
      expect(custom.body.message).toBe("Custom field 'shoe' does not exist");
      const missing = await call({ funnel_id: funnel.id, subscriber_data: {} }).expect(400);
      expect(missing.body.message).toBe('Invalid parameter: email is required');
      expect((await call({}).expect(400)).body.data.params).toEqual({
        funnel_id: 'is required',
        subscriber_data: 'is required',
      });
      expect(await inside(funnel.id)).toEqual([]);
      await world.all.get('/subscribers/0?get_by_email=fine@example.com').expect(404);
    });

    it('refuses an unknown or unpublished funnel before it writes the contact', async () => {
      const draft = await world.given.funnel({ sequences: [tenDays] });
      const subscriber_data = { email: 'untouched@example.com' };
      const { body } = await call({ funnel_id: draft.id, subscriber_data }).expect(400);
      expect(body).toMatchObject({
        message: 'Funnel is not published.',
        data: { params: { funnel_id: 'is not published' } },
      });
      const gone = await call({ funnel_id: 999_999, subscriber_data }).expect(404);
      expect(gone.body.message).toBe('Invalid funnel ID.');
      await world.all.get('/subscribers/0?get_by_email=untouched@example.com').expect(404);
    });

    it('answers concurrent calls for a contact, and enrolls it once', async () => {
      const funnel = await world.given.publishedFunnel({ sequences: [tenDays] });
      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          call({ funnel_id: funnel.id, subscriber_data: { email: 'same@example.com' } }).then((answer) => answer),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
      expect(answers.filter(({ body }) => body.status === 'added')).toHaveLength(1);
      expect(answers.filter(({ body }) => body.contact_action === 'created')).toHaveLength(1);
      expect(await inside(funnel.id)).toHaveLength(1);
    });
  });
});
