import type { Response } from 'supertest';
import type { StoredEvent } from '../../../src/events/domain-events.js';
import { CommerceSubscriber } from '../../../src/modules/commerce/revenue/commerce.subscriber.js';
import { type NewEvent, Outbox } from '../../../src/platform/outbox/outbox.js';
import { clickedMail } from '../../support/builders/clicks.js';
import { EmailFacts } from '../../support/builders/email-facts.js';
import { publicPaths, insertSentEmails } from '../../support/builders/sent-mails.js';
import { during, expectDuring } from '../../support/during.js';
import { THOROUGH } from '../../support/hostile-client.js';
import { World } from '../../support/world.js';

const NO_SUCH_ID = 4_294_967_295;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const TIMESTAMP = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

type StoredRow = Omit<StoredEvent<'commerce.order_created'>, 'data'> & { readonly data: string };

let made = 0;
/** An order of 100.00 EUR, as a shop reports it; its id is unique by default. */
const order = (changes: object = {}): Record<string, unknown> => ({
  external_id: `O-${(made += 1)}`,
  email: `buyer-${made}@example.com`,
  status: 'completed',
  currency: 'EUR',
  total: 100,
  ordered_at: '2026-01-10 12:00:00',
  ...changes,
});

/** Returns all permutations. */
function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}

describe('commerce', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });

  const post = (body: object) => world.all.post('/commerce/orders').send(body);
  const report = async (body: object): Promise<Response['body']> => (await post(body).expect(200)).body;
  const refund = async (id: number, body: object): Promise<Response['body']> =>
    (await world.all.post(`/commerce/orders/${id}/refunds`).send(body).expect(200)).body;
  const one = async (id: number): Promise<Response['body']> =>
    (await world.all.get(`/commerce/orders/${id}`).expect(200)).body;
  const faultsOf = async (body: object): Promise<unknown> => (await post(body).expect(400)).body.data.params;

  /** Sums the ledger by day, campaign, and kind. */
  const ledger = async (orderId: number): Promise<unknown[]> =>
    (
      await world.db.query<Record<string, unknown>>(
        `SELECT DATE_FORMAT(recorded_at, '%Y-%m-%d') AS day, campaign_id AS campaign, kind, currency, SUM(amount) AS amount,
                SUM(orders) AS orders
           FROM revenue_entries WHERE order_id = :orderId
          GROUP BY day, campaign, kind, currency HAVING SUM(amount) <> 0 OR SUM(orders) <> 0
          ORDER BY day, campaign, kind`,
        { orderId },
      )
    ).map(({ day, campaign, kind, amount, orders }) => [day, campaign, kind, Number(amount), Number(orders)]);
  const lines = async (orderId: number): Promise<unknown[]> =>
    (
      await world.db.query<Record<string, unknown>>(
        'SELECT kind, amount, orders, campaign_id AS campaign FROM revenue_entries WHERE order_id = :orderId ORDER BY id',
        { orderId },
      )
    ).map(({ kind, amount, orders, campaign }) => [kind, amount, orders, campaign]);
  const events = async (orderId: number): Promise<{ type: string; data: Response['body'] }[]> =>
    (
      await world.db.query<{ type: string; data: string }>(
        `SELECT type, data FROM domain_events WHERE subject_type = 'commerce' AND subject_id = :orderId ORDER BY id`,
        { orderId },
      )
    ).map(({ type, data }) => ({ type, data: JSON.parse(data) }));
  const eventNames = async (orderId: number): Promise<string[]> =>
    (await events(orderId)).map(({ type }) => type.slice('commerce.'.length));
  const figures = async (contactId: number): Promise<unknown[]> =>
    world.db.query(
      `SELECT currency, orders_count AS orders, total_spent + 0 AS spent, refunded_total + 0 AS refunded,
              first_order_at AS first, last_order_at AS last
         FROM contact_commerce WHERE contact_id = :contactId ORDER BY currency`,
      { contactId },
    );
  const publishEvents = async (...facts: NewEvent[]): Promise<void> => {
    await world.db.transaction((tx) => world.api.get(Outbox, { strict: false }).appendAll(tx, facts));
    await world.settle();
  };

  describe('reporting orders', () => {
    it('returns the order, books it, and publishes events', async () => {
      const contact = await world.given.contact({ email: 'ada@example.com' });
      const items = [{ external_id: 'SKU-7', title: 'Tea pot', quantity: 2, price: 29.95 }];
      const body = await report({
        external_id: ' A-1001 ',
        provider: 'My-Shop.de',
        email: 'ADA@example.com',
        status: 'completed',
        currency: 'eur',
        total: '59.90',
        items,
        ordered_at: '2026-01-31T10:30:00+01:00',
        updated_at: '2026-01-31 10:00:00',
      });
      const details = { sku: null, url: null, image_url: null, options: {}, meta: {} };
      const shown = items.map((item) => ({ ...item, ...details, name: 'Tea pot', unit_price: 29.95, total: 59.9 }));
      expect(body).toEqual({
        message: 'Order has been created.',
        order: {
          id: expect.any(Number),
          external_id: 'A-1001',
          provider: 'my-shop.de',
          contact_id: contact.id,
          status: 'completed',
          currency: 'EUR',
          total: 59.9,
          refunded: 0,
          items: shown,
          ordered_at: '2026-01-31 09:30:00',
          source_updated_at: '2026-01-31 10:00:00',
          created_at: expect.stringMatching(TIMESTAMP),
          updated_at: expect.stringMatching(TIMESTAMP),
        },
        action_type: 'created',
        attribution: null,
      });
      expect(await one(body.order.id)).toEqual({ order: body.order, refunds: [], attribution: null });
      expect(await ledger(body.order.id)).toEqual([['2026-01-31', null, 'sale', 5_990, 1]]);
      expect(await events(body.order.id)).toMatchObject([
        {
          type: 'commerce.order_created',
          data: { order: { total: 59.9, items: shown }, contact: { email: contact.email } },
        },
        { type: 'commerce.order_completed', data: { order: { id: body.order.id, contact_id: contact.id } } },
        {
          type: 'commerce.revenue_recorded',
          data: {
            revenue: {
              ...{ order_id: body.order.id, contact_id: contact.id, kind: 'sale', amount: 59.9, orders: 1 },
              ...{ currency: 'EUR', campaign_id: null, touch: null, recorded_at: '2026-01-31T09:30:00.000Z' },
            },
          },
        },
      ]);
    });

    it('needs few fields: the defaults are pending, the provider shop, and now', async () => {
      const contact = await world.given.contact();
      const [{ order: little }, reported] = await during(() =>
        report({ external_id: 'L-1', contact_id: contact.id, currency: 'JPY', total: 1_500 }),
      );
      expect(little).toMatchObject({ provider: 'shop', status: 'pending', items: [], total: 1_500, currency: 'JPY' });
      expectDuring(Date.parse(`${little.ordered_at}Z`), reported);
      expect(await lines(little.id)).toEqual([]);
      expect(await eventNames(little.id)).toEqual(['order_created']);
      expect(await figures(contact.id)).toEqual([]);
    });

    it('creates a pending contact for an unknown address, without an email', async () => {
      const { order: made } = await report(order({ email: 'new-buyer@example.com' }));
      const { body } = await world.all.get(`/subscribers/${made.contact_id}`).expect(200);
      expect(body.subscriber ?? body.contact).toMatchObject({ email: 'new-buyer@example.com', status: 'pending' });
    });

    it('turns a lead into a customer with the first completed order', async () => {
      const typeOf = async (id: number): Promise<unknown> =>
        (await world.db.query<{ type: string }>('SELECT contact_type AS type FROM contacts WHERE id = :id', { id }))[0]
          ?.type;
      const contact = await world.given.contact();
      const pending = order({ contact_id: contact.id, email: null, status: 'pending' });
      await report(pending);
      expect(await typeOf(contact.id)).toBe('lead');
      await report({ ...pending, status: 'completed' });
      expect(await typeOf(contact.id)).toBe('customer');
      await world.all.put(`/subscribers/${contact.id}`).send({ contact_type: 'lead' }).expect(200);
      await report({ ...pending, status: 'completed', total: 120 });
      expect(await typeOf(contact.id)).toBe('lead');
    });

    it('updates a known order and books the difference', async () => {
      const first = order({ status: 'processing' });
      const { order: made } = await report(first);
      const { body } = await post({ ...first, status: 'completed' }).expect(200);
      expect(body).toMatchObject({ message: 'Order has been updated.', action_type: 'updated' });
      await report({ ...first, status: 'completed', total: 120.5 });
      expect(await lines(made.id)).toEqual([
        ['sale', 10_000, 1, null],
        ['sale', 2_050, 0, null],
      ]);
      expect(await eventNames(made.id)).toEqual([
        'order_created',
        'order_completed',
        'revenue_recorded',
        'revenue_recorded',
      ]);
    });

    it('changes nothing for a repeated, late, or older call', async () => {
      const known = order({ status: 'completed', updated_at: '2026-01-11 12:00:00' });
      const { order: made } = await report(known);
      const reasons: unknown[] = [];
      for (const again of [
        known,
        { ...known, status: 'pending', total: 1, updated_at: '2026-02-01 00:00:00' },
        { ...known, total: 1, updated_at: '2026-01-11 11:59:59' },
      ]) {
        const { body } = await post(again).expect(200);
        expect(body).toMatchObject({ message: 'Order is unchanged.', action_type: 'unchanged', order: made });
        reasons.push(body.reason);
      }
      expect(reasons).toEqual([
        'the stored order has the same values',
        'status cannot go back from completed',
        'updated_at is older than that of the stored order',
      ]);
      expect(await eventNames(made.id)).toEqual(['order_created', 'order_completed', 'revenue_recorded']);
    });

    it('moves an order to another contact, and its revenue with it', async () => {
      const [ada, eve] = [await world.given.contact(), await world.given.contact()];
      const known = order({ email: ada.email });
      const { order: made } = await report(known);
      expect((await report({ ...known, email: eve.email })).order.contact_id).toBe(eve.id);
      expect(await lines(made.id)).toEqual([
        ['sale', 10_000, 1, null],
        ['sale', -10_000, -1, null],
        ['sale', 10_000, 1, null],
      ]);
      expect(await figures(ada.id)).toEqual([]);
      expect(await figures(eve.id)).toMatchObject([{ currency: 'EUR', orders: 1, spent: 100 }]);
    });

    it('reverses a cancelled order', async () => {
      const known = order();
      const { order: made } = await report(known);
      await refund(made.id, { amount: 10, refunded_at: '2026-01-12' });
      await report({ ...known, status: 'cancelled' });
      expect(await ledger(made.id)).toEqual([]);
      expect(await figures(made.contact_id)).toEqual([]);
    });

    it('reopens a cancelled order by a later report, with its revenue and its events once', async () => {
      const known = order({ status: 'completed', updated_at: '2026-01-11 12:00:00' });
      const { order: made } = await report(known);
      const at = (time: string, changes: object) => ({ ...known, updated_at: `2026-01-11 ${time}`, ...changes });
      await report(at('12:00:01', { status: 'cancelled' }));
      expect(await ledger(made.id)).toEqual([]);
      for (const [body, reason] of [
        [{ ...known, updated_at: null }, /^status cannot go back from cancelled: only updated_at of both/],
        [at('12:00:01', {}), /^status cannot go back from cancelled: updated_at is not later/],
        [at('12:00:01', { status: 'pending' }), /^status cannot go back/],
      ] as const)
        expect(await report(body)).toMatchObject({ action_type: 'unchanged', reason: expect.stringMatching(reason) });
      for (const status of ['pending', 'processing'] as const) {
        const later = at(status === 'pending' ? '12:00:02' : '12:00:03', { status });
        expect(await report(later)).toMatchObject({ action_type: 'updated', order: { status } });
        // A repeated or delayed report from before the cancellation.
        expect(await report(known)).toMatchObject({ action_type: 'unchanged', order: { status } });
        expect(await report(at('12:00:00.5', { status: 'cancelled' }))).toMatchObject({
          ...{ action_type: 'unchanged', reason: 'updated_at is older than that of the stored order' },
        });
        expect(await ledger(made.id)).toEqual([]);
      }
      const paid = at('12:00:04', { total: 80 });
      expect(await report(paid)).toMatchObject({ action_type: 'updated', order: { status: 'completed', total: 80 } });
      expect(await report(paid)).toMatchObject({ action_type: 'unchanged' });
      expect(await ledger(made.id)).toEqual([['2026-01-10', null, 'sale', 8_000, 1]]);
      expect(await figures(made.contact_id)).toMatchObject([{ orders: 1, spent: 80 }]);
      const names = await eventNames(made.id);
      expect(names.filter((name) => name !== 'revenue_recorded')).toEqual(['order_created', 'order_completed']);
    });

    it('keeps an order cancelled that was cancelled without a time, and a refunded one', async () => {
      const timed = order({ status: 'processing', updated_at: '2026-01-11 12:00:00' });
      const { order: made } = await report(timed);
      await report({ ...timed, status: 'cancelled', updated_at: null });
      const later = { ...timed, status: 'completed', updated_at: '2026-01-12 12:00:00' };
      expect(await report(later)).toMatchObject({ action_type: 'unchanged', order: { status: 'cancelled' } });
      await report({ ...timed, status: 'cancelled', updated_at: '2026-01-11 13:00:00' });
      expect(await report(later)).toMatchObject({ action_type: 'updated', order: { status: 'completed' } });
      await report({ ...timed, status: 'refunded', updated_at: '2026-01-13' });
      expect(await report({ ...later, updated_at: '2026-01-14' })).toMatchObject({
        ...{ action_type: 'unchanged', reason: 'status cannot go back from refunded', order: { status: 'refunded' } },
      });
      expect(await ledger(made.id)).toEqual([
        ['2026-01-10', null, 'sale', 10_000, 1],
        ['2026-01-13', null, 'refund', -10_000, 0],
      ]);
    });

    it('rounds totals half to even, and accepts fractional quantities', async () => {
      const items = [{ external_id: null, title: 'Tea', quantity: 0.75, price: 12.3456 }];
      const noisy = order({ total: 0.1 + 0.2, items: [{ ...items[0], quantity: '0.75' }] });
      const body = await report(noisy);
      expect(body).toMatchObject({
        order: { total: 0.3, items },
        warnings: ['total was rounded to 0.3: EUR has 2 decimals'],
      });
      expect((await events(body.order.id))[0]?.data.order).toMatchObject({ total: 0.3, items });
      expect((await report({ ...noisy, total: '0.30' })).warnings).toBeUndefined();
      for (const [total, currency, rounded] of [
        [1.005, 'EUR', 1],
        [1.015, 'EUR', 1.02],
        ['59.90000000000000213', 'EUR', 59.9],
        [2.5, 'JPY', 2],
        [19.9949, 'USD', 19.99],
      ] as const)
        expect(await report(order({ total, currency }))).toMatchObject({
          order: { total: rounded },
          warnings: [expect.stringMatching(/^total was rounded to /)],
        });
      const { order: made } = await report(order());
      const part = await refund(made.id, { amount: 33.333 });
      expect(part).toMatchObject({
        refund: { amount: 33.33 },
        warnings: [expect.stringMatching(/^amount was rounded to 33.33/)],
      });
    });

    it('stores an order once per idempotency key', async () => {
      const body = order();
      const send = () => post(body).set('Idempotency-Key', 'order-once');
      const [first, again] = [await send().expect(200), await send().expect(200)];
      expect(again.body).toEqual(first.body);
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(first.body.action_type).toBe('created');
    });
  });

  describe('validation of an order', () => {
    it('reports all errors at once', async () => {
      const { body } = await post({}).expect(400);
      expect(body).toMatchObject({
        code: 'rest_invalid_param',
        data: {
          params: { external_id: 'is required', email: 'is required', currency: 'is required', total: 'is required' },
        },
      });
      expect(
        await faultsOf({
          external_id: {},
          provider: 'a shop',
          email: 'nobody',
          contact_id: 0,
          status: 'paid',
          currency: 'XQQ',
          total: 'a lot',
          items: [{ title: ' ', price: -1, quantity: 0, external_id: {} }, 'x', {}],
          ordered_at: 'yesterday',
          updated_at: '2999-01-01',
        }),
      ).toEqual({
        external_id: 'must be text',
        provider: 'must be 1 to 64 letters, digits, dots, dashes, and underscores',
        email: 'must be one email address',
        contact_id: 'must be at least 1',
        status: 'must be one of: pending, processing, completed, cancelled, refunded',
        currency: 'must be an ISO 4217 currency code',
        total: 'must be a number',
        'items.0.title': 'must not be empty',
        'items.0.price': 'must be at least 0',
        'items.0.quantity': 'must be more than 0',
        'items.0.external_id': 'must be text',
        'items.1': 'must be an object',
        'items.2.title': 'is required',
        'items.2.price': 'is required',
        ordered_at: 'must be a time such as 2026-01-31 09:30:00',
        updated_at: 'must not be in the future',
      });
    });

    it.each<[string, object, object]>([
      ['an amount above the limit', { total: 1e10 + 1 }, { total: 'must be at most 10000000000' }],
      ['a negative amount', { total: -0.01 }, { total: 'must be at least 0' }],
      ['no amount', { total: null }, { total: 'is required' }],
      [
        'an id that is too long',
        { external_id: 'ж'.repeat(191) },
        { external_id: 'must be at most 190 characters long' },
      ],
      ['a blank id', { external_id: ' ' }, { external_id: 'must not be empty' }],
      ['items that are not an array', { items: {} }, { items: 'must be an array' }],
      ['too many items', { items: Array(1_001).fill({}) }, { items: 'must hold at most 1000 items' }],
      ['a time before 1970', { ordered_at: '0001-01-01' }, { ordered_at: 'must not be before 1970' }],
      ['an invalid time', { ordered_at: '2026-02-31' }, { ordered_at: 'must be a time such as 2026-01-31 09:30:00' }],
      ['a provider with an umlaut', { provider: 'bücher' }, { provider: expect.stringMatching(/^must be 1 to 64/) }],
    ])('refuses %s', async (_what, changes, params) => {
      expect(await faultsOf(order(changes))).toEqual(params);
    });

    it('refuses identifiers of different contacts and unknown contacts', async () => {
      const [ada, eve] = [await world.given.contact(), await world.given.contact()];
      expect(await faultsOf(order({ email: ada.email, contact_id: eve.id }))).toEqual({
        email: 'names another contact than the other identifiers',
        contact_id: 'names another contact than the other identifiers',
      });
      for (const who of [
        { email: null, contact_id: NO_SUCH_ID },
        { email: ada.email, contact_id: NO_SUCH_ID },
      ]) {
        const { body } = await post(order(who)).expect(404);
        expect(body).toMatchObject({ code: 'rest_post_invalid_id', message: 'Invalid post ID.' });
      }
    });

    it('refuses another currency for a known order', async () => {
      const known = order();
      await report(known);
      expect(await faultsOf({ ...known, currency: 'USD' })).toEqual({
        currency: 'cannot be changed; the order is in EUR',
      });
    });

    it('accepts values at the limits', async () => {
      const external_id = '🎉'.repeat(190);
      const { order: large } = await report(order({ external_id, total: 1e10, currency: 'USD', items: [] }));
      expect(large).toMatchObject({ external_id, total: 1e10 });
      expect(await ledger(large.id)).toEqual([['2026-01-10', null, 'sale', 1_000_000_000_000, 1]]);
      const { order: small } = await report(order({ total: 0.001, currency: 'KWD', ordered_at: '1970-01-01' }));
      expect(small).toMatchObject({ total: 0.001, ordered_at: '1970-01-01 00:00:00' });
    });

    it('distinguishes shops and ids that look alike', async () => {
      const ids = new Set<number>();
      for (const changes of [
        { external_id: 'Same' },
        { external_id: 'same' },
        { external_id: 'samé' },
        { external_id: 'Same', provider: 'other' },
      ])
        ids.add((await report(order(changes))).order.id);
      expect(ids.size).toBe(4);
    });
  });

  describe('updating an order', () => {
    const put = (id: number, body: object) => world.all.put(`/commerce/orders/${id}`).send(body);

    it('changes the given fields and keeps the rest', async () => {
      const known = order({ items: [{ title: 'Tea pot', price: 100 }] });
      const { order: made } = await report(known);
      const { body } = await put(made.id, { total: 80, ordered_at: '2026-01-09 12:00:00', currency: 'eur' }).expect(
        200,
      );
      expect(body).toEqual({
        message: 'Order has been saved.',
        action_type: 'updated',
        order: {
          ...made,
          total: 80,
          ordered_at: '2026-01-09 12:00:00',
          updated_at: expect.stringMatching(TIMESTAMP),
        },
        attribution: null,
      });
      expect(await ledger(made.id)).toEqual([['2026-01-09', null, 'sale', 8_000, 1]]);
      expect((await put(made.id, { items: [] }).expect(200)).body.order.items).toEqual([]);
    });

    it('refuses an earlier status, new identifiers, and a total below the refunds', async () => {
      const { order: made } = await report(order());
      await refund(made.id, { amount: 60 });
      const { body } = await put(made.id, {
        status: 'processing',
        external_id: 'other',
        provider: 'other',
        currency: 'USD',
      }).expect(400);
      expect(body.data.params).toEqual({
        status: 'cannot go back from completed',
        external_id: 'cannot be changed',
        provider: 'cannot be changed',
        currency: 'cannot be changed; the order is in EUR',
      });
      expect((await put(made.id, { total: 59.99 }).expect(400)).body.data.params).toEqual({
        total: 'must be at least 60, the refunded amount',
      });
      await put(NO_SUCH_ID, { total: 1 }).expect(404);
    });

    it('does not overwrite newer data of the shop', async () => {
      const { order: made } = await report(order({ updated_at: '2026-01-20 00:00:00' }));
      const late = await put(made.id, { total: 1, updated_at: '2026-01-19 00:00:00' }).expect(200);
      expect(late.body.order).toEqual(made);
      expect(late.body).toMatchObject({ action_type: 'unchanged', reason: expect.stringMatching(/older/) });
    });

    it('reopens a cancelled order as a report does, and rounds', async () => {
      const { order: made } = await report(order());
      await put(made.id, { status: 'cancelled', updated_at: '2026-01-20' }).expect(200);
      for (const changes of [{}, { updated_at: '2026-01-20' }]) {
        const { body } = await put(made.id, { status: 'completed', total: 5, ...changes }).expect(200);
        expect(body).toMatchObject({
          ...{ message: 'Order is unchanged.', action_type: 'unchanged', order: { status: 'cancelled', total: 100 } },
          reason: expect.stringMatching(/^status cannot go back from cancelled/),
        });
      }
      const { body } = await put(made.id, { status: 'completed', total: 5.005, updated_at: '2026-01-21' }).expect(200);
      expect(body).toMatchObject({ action_type: 'updated', order: { status: 'completed', total: 5 } });
      expect(body.warnings).toEqual(['total was rounded to 5: EUR has 2 decimals']);
      expect(await ledger(made.id)).toEqual([['2026-01-10', null, 'sale', 500, 1]]);
      await put(made.id, { status: 'refunded' }).expect(200);
      const kept = await put(made.id, { status: 'completed', updated_at: '2026-01-22' }).expect(200);
      expect(kept.body).toMatchObject({ action_type: 'unchanged', reason: 'status cannot go back from refunded' });
    });
  });

  describe('refunds', () => {
    it('are booked on their own day, shown with the order, and published', async () => {
      const { order: made } = await report(order());
      const body = await refund(made.id, {
        amount: 20.5,
        reason: ' damaged ',
        external_id: 'R-1',
        refunded_at: '2026-01-15 08:00:00',
      });
      const shown = {
        ...{ id: expect.any(Number), external_id: 'R-1', amount: 20.5, reason: 'damaged', is_remainder: false },
        refunded_at: '2026-01-15 08:00:00',
      };
      expect(body).toEqual({
        message: 'Refund has been recorded.',
        refund: shown,
        order: { ...made, refunded: 20.5, updated_at: expect.any(String) },
      });
      expect((await one(made.id)).refunds).toEqual([shown]);
      expect(await ledger(made.id)).toEqual([
        ['2026-01-10', null, 'sale', 10_000, 1],
        ['2026-01-15', null, 'refund', -2_050, 0],
      ]);
      expect((await events(made.id)).slice(-2)).toMatchObject([
        {
          type: 'commerce.order_refunded',
          data: { refund: { amount: 20.5, reason: 'damaged' }, order: { id: made.id } },
        },
        { type: 'commerce.revenue_recorded', data: { revenue: { kind: 'refund', amount: -20.5, orders: 0 } } },
      ]);
      expect(await figures(made.contact_id)).toEqual([
        {
          ...{ currency: 'EUR', orders: 1, spent: 79.5, refunded: 20.5 },
          ...{ first: new Date('2026-01-10T12:00:00Z'), last: new Date('2026-01-10T12:00:00Z') },
        },
      ]);
    });

    it('count once per external_id, and each time without one', async () => {
      const { order: made } = await report(order());
      const first = await refund(made.id, { amount: 10, external_id: 'R-1' });
      const again = await refund(made.id, { amount: 10, external_id: 'R-1', reason: 'other' });
      expect(again).toMatchObject({ message: 'Refund was recorded before.', refund: first.refund });
      const { body } = await world.all
        .post(`/commerce/orders/${made.id}/refunds`)
        .send({ amount: 11, external_id: 'R-1' })
        .expect(400);
      expect(body.data.params).toEqual({ external_id: 'names a refund of 10' });
      await refund(made.id, { amount: 10 });
      expect((await refund(made.id, { amount: 10 })).order.refunded).toBe(30);
    });

    it('are refused above the remaining amount, to the cent', async () => {
      const { order: made } = await report(order());
      await refund(made.id, { amount: 99.99 });
      const tooMuch = await world.all.post(`/commerce/orders/${made.id}/refunds`).send({ amount: 0.02 }).expect(400);
      expect(tooMuch.body.data.params).toEqual({ amount: 'must be at most 0.01, the amount not refunded yet' });
      expect((await refund(made.id, { amount: 0.01 })).order).toMatchObject({ status: 'refunded', refunded: 100 });
      expect(await figures(made.contact_id)).toMatchObject([{ orders: 1, spent: 0, refunded: 100 }]);
    });

    it.each<[object, object]>([
      [{}, { amount: 'is required' }],
      [{ amount: 0 }, { amount: 'must be more than 0' }],
      [{ amount: -1 }, { amount: 'must be at least 0' }],
      [{ amount: 0.001 }, { amount: 'must be more than 0' }],
      [
        { amount: [], reason: {}, external_id: '', refunded_at: 5 },
        {
          amount: 'must be a number',
          reason: 'must be text',
          external_id: 'must not be empty',
          refunded_at: 'must be a time such as 2026-01-31 09:30:00',
        },
      ],
    ])('are refused: %j', async (body, params) => {
      const { order: made } = await report(order());
      const answer = await world.all.post(`/commerce/orders/${made.id}/refunds`).send(body).expect(400);
      expect(answer.body.data.params).toEqual(params);
    });

    it('need a known order', async () => {
      await world.all.post(`/commerce/orders/${NO_SUCH_ID}/refunds`).send({ amount: 1 }).expect(404);
      await world.all.post('/commerce/orders/x/refunds').send({ amount: 1 }).expect(404);
    });

    it('fill up an order that is reported as refunded, until its refunds are reported', async () => {
      const known = order();
      const { order: made } = await report(known);
      await report({ ...known, status: 'refunded', updated_at: '2026-01-20 00:00:00' });
      expect((await one(made.id)).refunds).toMatchObject([{ amount: 100, is_remainder: true }]);
      await refund(made.id, { amount: 30, refunded_at: '2026-01-18 00:00:00' });
      expect((await one(made.id)).refunds).toMatchObject([
        { amount: 70, is_remainder: true, refunded_at: '2026-01-20 00:00:00' },
        { amount: 30, is_remainder: false },
      ]);
      await refund(made.id, { amount: 70, refunded_at: '2026-01-19 00:00:00' });
      const { order: end, refunds } = await one(made.id);
      expect(end).toMatchObject({ status: 'refunded', refunded: 100 });
      expect(refunds).toMatchObject([{ amount: 30 }, { amount: 70 }]);
      expect(await ledger(made.id)).toEqual([
        ['2026-01-10', null, 'sale', 10_000, 1],
        ['2026-01-18', null, 'refund', -3_000, 0],
        ['2026-01-19', null, 'refund', -7_000, 0],
      ]);
    });
  });

  describe('the same calls in any sequence, and repeated', () => {
    const T1 = '2026-01-11 00:00:00';
    const T2 = '2026-01-12 00:00:00';
    const T3 = '2026-01-13 00:00:00';
    const items = [{ external_id: 'SKU-7', title: 'Tea pot', quantity: 1, price: 100 }];
    const reported = (status: string, updated_at: string | null, total = 100) => ({ status, updated_at, total, items });
    const given = (external_id: string, amount: number, refunded_at: string) => ({ external_id, amount, refunded_at });
    type Call = ReturnType<typeof reported> | ReturnType<typeof given>;

    const SETS: readonly [name: string, calls: readonly Call[], order: object, ledger: unknown[], spent: unknown[]][] =
      [
        [
          'a sale with two refunds of the total',
          [reported('pending', T1), reported('completed', T2), given('R-1', 30, T2), given('R-2', 70, T3)],
          { status: 'refunded', total: 100, refunded: 100, source_updated_at: T2 },
          [
            ['2026-01-10', 9, 'sale', 10_000, 1],
            ['2026-01-12', 9, 'refund', -3_000, 0],
            ['2026-01-13', 9, 'refund', -7_000, 0],
          ],
          [{ orders: 1, spent: 0, refunded: 100 }],
        ],
        [
          'an order that is paid again after it was cancelled',
          [reported('completed', T1, 80), reported('cancelled', T2), reported('completed', T3)],
          { status: 'completed', total: 100, refunded: 0, source_updated_at: T3 },
          [['2026-01-10', 9, 'sale', 10_000, 1]],
          [{ orders: 1, spent: 100, refunded: 0 }],
        ],
        [
          'an order that is open again after it was cancelled',
          [reported('completed', T1, 80), reported('cancelled', T2), reported('pending', T3)],
          { status: 'pending', total: 100, refunded: 0, source_updated_at: T3 },
          [],
          [],
        ],
        [
          'a corrected sale that is reported as refunded',
          [reported('completed', T1, 80), reported('completed', T2), reported('refunded', T3), given('R-1', 20, T1)],
          { status: 'refunded', total: 100, refunded: 100, source_updated_at: T3 },
          [
            ['2026-01-10', 9, 'sale', 10_000, 1],
            ['2026-01-11', 9, 'refund', -2_000, 0],
            ['2026-01-13', 9, 'refund', -8_000, 0],
          ],
          [{ orders: 1, spent: 0, refunded: 100 }],
        ],
        [
          'a cancelled order',
          [
            reported('pending', null, 70),
            reported('completed', null),
            reported('cancelled', null),
            given('R-1', 10, T1),
          ],
          { status: 'cancelled', total: 100, refunded: 10, source_updated_at: null },
          [],
          [],
        ],
        [
          'an order without times',
          [
            reported('pending', null, 70),
            reported('processing', null, 80),
            reported('completed', null),
            given('R-1', 10, T1),
          ],
          { status: 'completed', total: 100, refunded: 10, source_updated_at: null },
          [
            ['2026-01-10', 9, 'sale', 10_000, 1],
            ['2026-01-11', 9, 'refund', -1_000, 0],
          ],
          [{ orders: 1, spent: 90, refunded: 10 }],
        ],
      ];

    it.each(SETS)('lead to the same result: %s', async (_name, calls, end, booked, spent) => {
      const contacts: number[] = [];
      // The short run tests every third permutation.
      for (const permutation of permutations(calls).filter((_, index) => THOROUGH || index % 3 === 0)) {
        const contact = await world.given.contact();
        contacts.push(contact.id);
        await clickedMail(world, contact, { campaign: 9 }, '2026-01-09T12:00:00Z');
        const known = order({ email: contact.email });
        let id = 0;
        const send = async (call: Call): Promise<void> => {
          if ('amount' in call) await refund(id, call);
          else ({ id } = (await report({ ...known, ...call })).order);
        };
        // A refund needs a known order, so a shop would retry it later.
        const begins = permutation.findIndex((call) => 'status' in call);
        const ways = [
          ...permutation.slice(begins, begins + 1),
          ...permutation.slice(0, begins),
          ...permutation.slice(begins + 1),
        ];
        for (const call of ways) {
          await send(call);
          if (made % 3 === 0) await send(call);
        }
        const first = await one(id);
        for (const call of ways) await send(call);
        const { order: after, refunds, attribution } = await one(id);
        expect({ order: after, refunds, attribution }).toEqual(first);
        expect(after).toMatchObject({ ...end, items, ordered_at: '2026-01-10 12:00:00', contact_id: contact.id });
        expect(attribution).toMatchObject({ campaign_id: 9 });
        expect(await ledger(id)).toEqual(booked);
        expect(await figures(contact.id)).toMatchObject(spent);
      }
      await world.settle();
      const days = await world.db.query<Record<string, number | string>>(
        `SELECT contact_id AS contact, DATE_FORMAT(day, '%Y-%m-%d') AS day, orders, revenue, refunded
           FROM contact_revenue_daily_stats
          WHERE contact_id IN (:contacts) AND (orders <> 0 OR revenue <> 0 OR refunded <> 0) ORDER BY contact_id, day`,
        { contacts },
      );
      const inBooks = contacts.flatMap((contact) =>
        (booked as [string, number, string, number, number][]).map(([day, , kind, amount, orders]) => ({
          ...{ contact, day, orders, revenue: amount },
          refunded: kind === 'refund' ? -amount : 0,
        })),
      );
      expect(days).toEqual(inBooks);
    });

    it('lead to the same result when they are concurrent', async () => {
      for (let round = 0; round < 5; round += 1) {
        const known = order({ email: 'crowd@example.com' });
        const answers = await Promise.all([
          ...Array.from({ length: 4 }, () => post(known)),
          ...Array.from({ length: 4 }, () => post({ ...known, status: 'pending' })),
        ]);
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
        expect(answers.filter(({ body }) => body.action_type === 'created')).toHaveLength(1);
        const { id } = answers[0]!.body.order;
        expect(new Set(answers.map(({ body }) => body.order.id))).toEqual(new Set([id]));
        const some = await Promise.all([
          post({ ...known, status: 'refunded', updated_at: T3 }),
          post(known),
          ...['R-1', 'R-2', 'R-1', 'R-2'].map((external_id) =>
            world.all.post(`/commerce/orders/${id}/refunds`).send({ external_id, amount: 40, refunded_at: T1 }),
          ),
        ]);
        expect(some.map(({ status }) => status)).toEqual(some.map(() => 200));
        expect((await one(id)).order).toMatchObject({ status: 'refunded', refunded: 100 });
        expect(await ledger(id)).toEqual([
          ['2026-01-10', null, 'sale', 10_000, 1],
          ['2026-01-11', null, 'refund', -8_000, 0],
          ['2026-01-13', null, 'refund', -2_000, 0],
        ]);
        const names = await eventNames(id);
        expect(names.filter((name) => name === 'order_created')).toHaveLength(1);
        expect(names.filter((name) => name === 'order_completed')).toHaveLength(1);
      }
      const [crowd] = await world.db.query<{ id: number }>(`SELECT id FROM contacts WHERE email = 'crowd@example.com'`);
      expect(await figures(crowd!.id)).toMatchObject([{ orders: 5, spent: 0, refunded: 500 }]);
    });

    it('are all processed when each names another contact', async () => {
      const { order: made } = await report(order());
      const contacts = await Promise.all(Array.from({ length: 12 }, () => world.given.contact()));
      const answers = await Promise.all(
        contacts.map(({ id }) => world.all.put(`/commerce/orders/${made.id}`).send({ contact_id: id })),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      const { order: after } = await one(made.id);
      expect(contacts.map(({ id }) => id)).toContain(after.contact_id);
      expect(await figures(after.contact_id)).toMatchObject([{ orders: 1, spent: 100 }]);
    });

    it('never refund more than the total, even when they are concurrent', async () => {
      const { order: made } = await report(order());
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => world.all.post(`/commerce/orders/${made.id}/refunds`).send({ amount: 30 })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(3);
      expect((await one(made.id)).order).toMatchObject({ status: 'completed', refunded: 90 });
    });
  });

  describe('attribution', () => {
    it('uses the last click before the order within the window', async () => {
      const contact = await world.given.contact();
      await clickedMail(world, contact, { campaign: 1 }, '2026-03-01T12:00:00Z');
      const mail = await clickedMail(world, contact, { campaign: 2 }, '2026-03-03T12:00:00Z');
      const step = await clickedMail(world, contact, { funnel: 4, step: 17 }, '2026-03-05T12:00:00Z');
      await clickedMail(world, contact, 'single', '2026-03-05T13:00:00Z');
      const at = async (ordered_at: string): Promise<unknown> =>
        (await report(order({ email: contact.email, ordered_at }))).attribution;
      expect(await at('2026-03-04 12:00:00')).toEqual({
        ...{ touch: 'last_click', campaign_id: 2, funnel_id: null, sequence_id: null, email_id: mail },
        clicked_at: '2026-03-03 12:00:00',
      });
      expect(await at('2026-03-06 12:00:00')).toEqual({
        ...{ touch: 'last_click', campaign_id: null, funnel_id: 4, sequence_id: 17, email_id: step },
        clicked_at: '2026-03-05 12:00:00',
      });
      expect(await at('2026-03-10 12:00:00')).toMatchObject({ funnel_id: 4 });
      expect(await at('2026-03-10 12:00:01')).toBeNull();
      expect(await at('2026-03-01 11:59:59')).toBeNull();
    });

    it('changes with the time of the order', async () => {
      const contact = await world.given.contact();
      await clickedMail(world, contact, { campaign: 1 }, '2026-03-01T12:00:00Z');
      const known = order({ email: contact.email, ordered_at: '2026-03-02 12:00:00' });
      const { order: made } = await report(known);
      expect((await report({ ...known, ordered_at: '2026-03-20 12:00:00' })).attribution).toBeNull();
      expect(await ledger(made.id)).toEqual([['2026-03-20', null, 'sale', 10_000, 1]]);
    });

    it('finds a click that is recorded after the order, with real links', async () => {
      const list = await world.given.list();
      const campaign = await world.given.campaign({ lists: [list.id] });
      const emails = await insertSentEmails(world.db, {
        campaignId: campaign.id,
        listId: list.id,
        emailCount: 2,
        links: ['https://shop.example/'],
      });
      const [messageId = 0] = emails.messageIds;
      const [{ contactId } = { contactId: 0 }] = await world.db.query<{ contactId: number }>(
        'SELECT contact_id AS contactId FROM email_messages WHERE id = :messageId',
        { messageId },
      );
      // Reported before the click, and ordered after it.
      const ordered_at = new Date(Date.now() + 3_600_000).toISOString();
      const sold = await report(order({ email: null, contact_id: contactId, ordered_at }));
      const open = await report(order({ email: null, contact_id: contactId, ordered_at, status: 'pending' }));
      expect(sold.attribution).toBeNull();
      await refund(sold.order.id, { amount: 10, refunded_at: ordered_at });
      await world.http
        .get(publicPaths(world.env).click(messageId, emails.linkIds[0] ?? 0))
        .set('User-Agent', BROWSER)
        .expect(302);
      await world.settle();
      for (const { order: made } of [sold, open])
        expect((await one(made.id)).attribution).toMatchObject({
          ...{ touch: 'last_click', campaign_id: campaign.id, email_id: messageId },
          clicked_at: expect.stringMatching(TIMESTAMP),
        });
      expect(await lines(sold.order.id)).toEqual([
        ['sale', 10_000, 1, null],
        ['refund', -1_000, 0, null],
        ['sale', -10_000, -1, null],
        ['refund', 1_000, 0, null],
        ['sale', 10_000, 1, campaign.id],
        ['refund', -1_000, 0, campaign.id],
      ]);
      expect(
        await world.db.query(
          `SELECT SUM(orders) + 0 AS orders, SUM(revenue) + 0 AS revenue, SUM(refunded) + 0 AS refunded
             FROM campaign_revenue_stats WHERE campaign_id = :id`,
          { id: campaign.id },
        ),
      ).toEqual([{ orders: 1, revenue: 9_000, refunded: 1_000 }].map(expect.objectContaining));
    });

    it('moves from a click that is reclassified as machine to the previous click', async () => {
      const contact = await world.given.contact();
      await clickedMail(world, contact, { campaign: 1 }, '2026-03-01T12:00:00Z');
      const mail = await clickedMail(world, contact, { campaign: 2 }, '2026-03-02T12:00:00Z');
      const { order: made, attribution } = await report(
        order({ email: contact.email, ordered_at: '2026-03-03 12:00:00' }),
      );
      expect(attribution).toMatchObject({ campaign_id: 2 });
      await world.settle();
      await world.db.transaction(async (tx) => {
        await tx.execute('UPDATE email_hits SET is_machine = 1 WHERE message_id = :id', { id: mail });
        await tx.execute('UPDATE email_messages SET first_human_click_at = NULL, human_clicks = 0 WHERE id = :id', {
          id: mail,
        });
      });
      await publishEvents({
        type: 'email.reclassified',
        subjectId: mail,
        data: {
          ...{ email_id: mail, campaign_id: 2, contact_id: contact.id, kind: 'click' },
          ...{ first: '2026-03-02T12:00:00.000Z', restated: null },
        },
      });
      expect((await one(made.id)).attribution).toMatchObject({ campaign_id: 1 });
      expect(await ledger(made.id)).toEqual([['2026-03-03', 1, 'sale', 10_000, 1]]);
      // A repeated event changes nothing.
      const before = await lines(made.id);
      await publishEvents(new EmailFacts({ campaign: 1, contact: contact.id }).clicked('2026-03-01T12:00:00.000Z'));
      expect(await lines(made.id)).toEqual(before);
    });

    it('moves an order away from an email whose later click is reclassified as machine', async () => {
      const contact = await world.given.contact();
      // The first click of the second email is outside of the window, so the order belongs to its second click.
      await clickedMail(world, contact, { campaign: 1 }, '2026-03-02T10:00:00.000Z');
      const mail = await clickedMail(world, contact, { campaign: 2 }, '2026-02-10T10:00:00.000Z');
      const later = new Date('2026-03-02T11:00:00.000Z');
      await world.db.transaction((tx) =>
        tx.execute(
          "INSERT INTO email_hits (message_id, link_id, kind, is_machine, occurred_at) VALUES (:id, 1, 'click', 0, :later)",
          { id: mail, later },
        ),
      );
      const { order: made } = await report(order({ email: contact.email, ordered_at: '2026-03-02 12:00:00' }));
      expect((await one(made.id)).attribution).toMatchObject({ campaign_id: 2 });
      await world.db.transaction((tx) =>
        tx.execute('UPDATE email_hits SET is_machine = 1 WHERE message_id = :id AND occurred_at = :later', {
          id: mail,
          later,
        }),
      );
      // The first click stays human, so the email itself does not change.
      await publishEvents({
        type: 'email.machine_hit',
        subjectId: mail,
        data: {
          ...{ email_id: mail, campaign_id: 2, contact_id: contact.id, kind: 'click', count: 1 },
          at: '2026-03-05T11:00:00.000Z',
        },
      });
      expect((await one(made.id)).attribution).toMatchObject({ campaign_id: 1 });
    });

    it('checks again an order that is as new as its click, but not an old one', async () => {
      const contact = await world.given.contact();
      const now = Date.now();
      const hoursAgo = (hours: number): string => new Date(now - hours * 3_600_000).toISOString();
      const [fresh, old] = [
        await report(order({ email: contact.email, ordered_at: hoursAgo(1) })),
        await report(order({ email: contact.email, ordered_at: hoursAgo(49) })),
      ];
      await world.settle();
      // Two clicks whose events were relayed before the orders existed.
      await clickedMail(world, contact, { campaign: 3 }, hoursAgo(2));
      await clickedMail(world, contact, { campaign: 3 }, hoursAgo(50));
      for (const { order: made } of [fresh, old]) {
        const [row] = await world.db.query<StoredRow>(
          `SELECT id, position, uid, type, data, occurred_at AS occurredAt FROM domain_events
            WHERE type = 'commerce.order_created' AND subject_id = :id`,
          { id: made.id },
        );
        const event = { ...row!, data: JSON.parse(row!.data) as unknown } as StoredEvent<'commerce.order_created'>;
        await world.db.transaction((tx) =>
          world.worker!.get(CommerceSubscriber, { strict: false }).onEvents(tx, [event]),
        );
      }
      expect((await one(fresh.order.id)).attribution).toMatchObject({ campaign_id: 3 });
      expect((await one(old.order.id)).attribution).toBeNull();
    });
  });

  describe('an order of a deleted contact', () => {
    it('stays in the figures, has no contact, and does not restore the contact', async () => {
      const contact = await world.given.contact();
      await clickedMail(world, contact, { campaign: 5 }, '2026-03-01T12:00:00Z');
      const known = order({ email: contact.email, ordered_at: '2026-03-02 12:00:00' });
      const { order: made } = await report(known);
      await world.all.delete(`/subscribers/${contact.id}`).expect(200);
      await world.settle();
      const { order: left, attribution } = await one(made.id);
      expect(left.contact_id).toBeNull();
      expect(attribution).toMatchObject({ campaign_id: 5 });
      expect(await figures(contact.id)).toEqual([]);
      expect(await report(known)).toMatchObject({ action_type: 'unchanged', order: { contact_id: null } });
      expect(await world.db.query('SELECT id FROM contacts WHERE email = :email', { email: contact.email })).toEqual(
        [],
      );
      const names = await eventNames(made.id);
      expect((await refund(made.id, { amount: 30, refunded_at: '2026-03-04' })).order.refunded).toBe(30);
      expect((await eventNames(made.id)).slice(names.length)).toEqual(['revenue_recorded']);
      expect((await events(made.id)).at(-1)?.data.revenue).toMatchObject({ contact_id: null, campaign_id: 5 });
      expect(await ledger(made.id)).toEqual([
        ['2026-03-02', 5, 'sale', 10_000, 1],
        ['2026-03-04', 5, 'refund', -3_000, 0],
      ]);
    });

    it('is handled before the relay processes the deletion', async () => {
      const contact = await world.given.contact();
      const known = order({ email: contact.email });
      const { order: made } = await report(known);
      await world.settle();
      // Deleted without an event, as if the relay had not processed it yet.
      await world.db.transaction((tx) => tx.execute('DELETE FROM contacts WHERE id = :id', { id: contact.id }));
      expect((await refund(made.id, { amount: 1 })).order.contact_id).toBeNull();
      expect(await lines(made.id)).toEqual([
        ['sale', 10_000, 1, null],
        ['refund', -100, 0, null],
      ]);
      expect(await figures(contact.id)).toEqual([]);
    });
  });

  describe('orders in bulk', () => {
    const bulk = (body: object) => world.all.post('/commerce/orders/bulk').send(body);

    it('are saved independently', async () => {
      const known = order();
      const { order: made } = await report(known);
      const fresh = order({ provider: 'history' });
      const { body } = await bulk({
        orders: [
          known,
          { ...known, total: 110 },
          fresh,
          fresh,
          { ...order(), total: -1, currency: 'EUR', email: 'x' },
          order({ email: null, contact_id: NO_SUCH_ID }),
          'nothing',
          null,
          { ...fresh, total: 100.004 },
          { ...known, status: 'pending' },
        ],
      }).expect(200);
      expect(body).toEqual({
        message: 'Orders have been processed.',
        created: [expect.any(Number)],
        updated: [made.id],
        unchanged: [made.id, body.created[0], body.created[0], made.id],
        reasons: [
          ...[0, 3, 8].map((index) => ({ index, reason: 'the stored order has the same values' })),
          { index: 9, reason: 'status cannot go back from completed' },
        ],
        warnings: [{ index: 8, reason: 'total was rounded to 100: EUR has 2 decimals' }],
        invalids: [
          { index: 4, reason: 'email must be one email address; total must be at least 0' },
          { index: 5, reason: 'Invalid post ID.' },
          { index: 6, reason: 'must be an object' },
          { index: 7, reason: 'must be an object' },
        ],
      });
      expect(await ledger(made.id)).toEqual([['2026-01-10', null, 'sale', 11_000, 1]]);
    });

    it.each([
      [{}, 'is required'],
      [{ orders: 'x' }, 'must be an array'],
      [{ orders: [] }, 'must hold at least one order'],
      [{ orders: Array(1_001).fill({}) }, 'must hold at most 1000 orders'],
    ])('are refused as a whole: %#', async (body, reason) => {
      expect((await bulk(body).expect(400)).body.data.params).toEqual({ orders: reason });
    });

    it('can have a body of more than a megabyte', async () => {
      const items = Array(30).fill({ title: 'x'.repeat(180), price: 1 });
      const orders = Array.from({ length: 200 }, (_, index) =>
        order({ email: `many-${index % 20}@example.com`, items }),
      );
      expect(JSON.stringify({ orders }).length).toBeGreaterThan(1_048_576);
      const { body } = await bulk({ orders }).expect(200);
      expect([body.created.length, body.invalids]).toEqual([200, []]);
      expect((await bulk({ orders }).expect(200)).body.unchanged).toEqual(body.created);
    });
  });

  describe('the list', () => {
    const list = async (query: string): Promise<Response['body']> =>
      (await world.all.get(`/commerce/orders?${query}`).expect(200)).body.orders;
    const ids = async (query: string): Promise<number[]> =>
      (await list(query)).data.map(({ id }: { id: number }) => id);

    it('can be filtered, sorted, and paged', async () => {
      const contact = await world.given.contact();
      await clickedMail(world, contact, { campaign: 77 }, '2026-04-02T00:00:00Z');
      const make = async (changes: object): Promise<number> =>
        (await report(order({ provider: 'listed', email: contact.email, ...changes }))).order.id;
      const [a, b, c] = [
        await make({ ordered_at: '2026-04-01 12:00:00', total: 30 }),
        await make({ ordered_at: '2026-04-03 12:00:00', total: 10, status: 'pending' }),
        await make({ ordered_at: '2026-04-02 12:00:00', total: 20, currency: 'USD' }),
      ];
      const all = 'provider=Listed';
      expect(await ids(all)).toEqual([b, c, a]);
      expect(await ids(`${all}&order_by=id&order_type=asc`)).toEqual([a, b, c]);
      expect(await ids(`${all}&sort_by=total&sort_order=DESC`)).toEqual([a, c, b]);
      expect(await ids(`${all}&status[]=pending&status[]=cancelled`)).toEqual([b]);
      expect(await ids(`${all}&currency=usd`)).toEqual([c]);
      expect(await ids(`${all}&from=2026-04-02&to=2026-04-02`)).toEqual([c]);
      expect(await ids(`${all}&to=2026-04-02T11:59:59Z`)).toEqual([a]);
      expect(await ids(`contact_id=${contact.id}&per_page=2&page=2`)).toEqual([a]);
      expect(await ids('campaign_id=77')).toEqual([b, c]);
      expect(await list('campaign_id=77')).toMatchObject({
        ...{ total: 2, per_page: 15, current_page: 1 },
        data: [{ id: b, attribution: { campaign_id: 77, clicked_at: '2026-04-02 00:00:00' } }, { id: c }],
      });
      for (const sort of ['id', 'ordered_at'])
        for (const direction of ['ASC', 'DESC']) {
          const query = `${all}&sort_by=${sort}&sort_order=${direction}`;
          const walked: number[] = [];
          for (let cursor: string | null = '*'; cursor !== null;) {
            const page = await list(`${query}&per_page=1&cursor=${cursor}`);
            walked.push(...page.data.map(({ id }: { id: number }) => id));
            cursor = page.next_cursor;
          }
          expect(walked).toEqual(await ids(query));
        }
    });

    it.each([
      ['status=paid', 'status'],
      ['provider=a%20shop', 'provider'],
      ['contact_id=0', 'contact_id'],
      ['campaign_id=x', 'campaign_id'],
      ['currency=XQQ', 'currency'],
      ['from=yesterday', 'from'],
      ['to=2026-02-31', 'to'],
      ['sort_by=email', 'sort_by'],
      ['per_page=1001', 'per_page'],
      ['page=0', 'page'],
      ['cursor=x', 'cursor'],
      ['cursor=*&sort_by=total', 'cursor'],
      ['cursor=WyJ4IiwxXQ', 'cursor'],
    ])('refuses %s', async (query, field) => {
      const { body } = await world.all.get(`/commerce/orders?${query}`).expect(400);
      expect(Object.keys(body.data.params)).toEqual([field]);
    });

    it('responds 404 for an unknown order', async () => {
      for (const id of [NO_SUCH_ID, 'x', '0']) {
        const { body } = await world.all.get(`/commerce/orders/${id}`).expect(404);
        expect(body).toMatchObject({ code: 'rest_post_invalid_id', message: 'Invalid post ID.' });
      }
    });
  });

  it('needs view_reports to read and manage_contacts to write', async () => {
    const [reader, writer] = [await world.as('view_reports'), await world.as('manage_contacts')];
    const { order: made } = await report(order());
    await reader.get('/commerce/orders').expect(200);
    await reader.get(`/commerce/orders/${made.id}`).expect(200);
    await writer.get('/commerce/orders').expect(403);
    await writer.post('/commerce/orders').send(order()).expect(200);
    await reader.post('/commerce/orders').send(order()).expect(403);
    await reader
      .post('/commerce/orders/bulk')
      .send({ orders: [order()] })
      .expect(403);
    await reader.put(`/commerce/orders/${made.id}`).send({ total: 1 }).expect(403);
    await reader.post(`/commerce/orders/${made.id}/refunds`).send({ amount: 1 }).expect(403);
    await world.anonymous.get('/commerce/orders').expect(401);
  });
});
