import type { DomainEventMap } from '../../../src/events/domain-events.js';
import { COMMERCE_EVENTS } from '../../../src/events/commerce.events.js';
import { exampleOf } from '../../../src/shapes/shape.js';
import { Counters } from '../../../src/modules/funnels/enrollments/funnel-counters.js';
import { Enrollments } from '../../../src/modules/funnels/enrollments/enrollments.service.js';
import { RunningFunnels } from '../../../src/modules/funnels/versions/running-funnels.service.js';
import { FunnelMigration } from '../../../src/modules/funnels/enrollments/funnel-migration.service.js';
import { DatabaseClock } from '../../../src/platform/clock/clock.js';
import { Outbox } from '../../../src/platform/outbox/outbox.js';
import { Relay } from '../../../src/platform/outbox/relay.js';
import { insertSubscribers } from '../../support/builders/audience.js';
import { tagging, waiting } from '../../support/builders/steps.js';
import type { GivenContact, GivenFunnel } from '../../support/given.js';
import { ManualClock } from '../../support/manual-clock.js';
import { statementRunning } from '../../support/running-statement.js';
import { World } from '../../support/world.js';

type OrderEventName = 'commerce.order_created' | 'commerce.order_completed';

const START = '2026-03-02T09:00:00.000Z';
const required = (action_name: string, settings: Record<string, unknown> = {}, more: Record<string, unknown> = {}) => ({
  action_name,
  settings: { type: 'required', ...settings },
  ...more,
});
const inParis = [[{ source: ['subscriber', 'city'], operator: '=', value: 'Paris' }]];

describe('no enrollment waits forever', () => {
  let world: World;
  let orders = 0;
  beforeAll(async () => {
    world = await World.start();
  });

  const of = <Service>(token: new (...those: never[]) => Service): Service => world.api.get(token, { strict: false });
  const enroll = async (funnel: GivenFunnel, ...subscribers: number[]): Promise<void> => {
    await world.all.post(`/funnels/${funnel.id}/subscribers`).send({ subscribers }).expect(200);
    await world.settle();
  };
  const traceOf = async (funnel: GivenFunnel, contactId: number) =>
    (await world.all.get(`/funnels/${funnel.id}/subscribers/${contactId}/trace`).expect(200)).body;
  const entryOf = async (funnel: GivenFunnel, contactId: number) => {
    const { body } = await world.all.get(`/funnels/${funnel.id}/subscribers`).expect(200);
    return (body.funnel_subscribers.data as { subscriber_id: number; status: string }[]).find(
      ({ subscriber_id }) => subscriber_id === contactId,
    );
  };
  const ordered = ({ id }: { id: number }) =>
    world.db.transaction(async (tx) => {
      const example = exampleOf(COMMERCE_EVENTS['commerce.order_created']) as DomainEventMap['commerce.order_created'];
      const data = { ...example, contact: { ...example.contact, id } };
      await of(Outbox).append(tx, 'commerce.order_created', id, data);
    });
  /** An order as shops report it, and its event. */
  const reportOrder = ({ id }: GivenContact, type: OrderEventName, total: number, known?: number): Promise<number> =>
    world.db.transaction(async (tx) => {
      const orderId =
        known ??
        (
          await tx.execute(
            `INSERT INTO orders (provider, external_id, contact_id, status, currency, total, items, ordered_at)
             VALUES ('shop', :externalId, :id, 'pending', 'EUR', :minor, '[]', NOW(3))`,
            { id, externalId: `A-${(orders += 1)}`, minor: Math.round(total * 100) },
          )
        ).insertId;
      const example = exampleOf(COMMERCE_EVENTS[type]) as DomainEventMap[OrderEventName];
      const order = { ...example.order, id: orderId, contact_id: id, total };
      await of(Outbox).append(tx, type, orderId, { contact: { ...example.contact, id }, order });
      return orderId;
    });
  const tagged = (contact: { id: number }, tag: { id: number }) =>
    world.all
      .put(`/subscribers/${contact.id}`)
      .send({ subscriber: { attach_tags: [tag.id] } })
      .expect(200);

  it('skips a benchmark or wait whose conditions do not match', async () => {
    new ManualClock(world, START);
    const [tag, after] = [await world.given.tag(), await world.given.tag()];
    const funnel = await world.given.publishedFunnel({
      sequences: [
        required('tag_applied', { tags: [tag.id] }, { conditions: inParis }),
        { ...waiting(5), conditions: inParis },
        tagging(after.id),
      ],
    });
    const [other, parisian] = [await world.given.contact(), await world.given.contact({ city: 'Paris' })];
    await enroll(funnel, other.id, parisian.id);
    expect(await entryOf(funnel, other.id)).toMatchObject({ status: 'completed' });
    expect(await entryOf(funnel, parisian.id)).toMatchObject({ status: 'active' });
    await tagged(parisian, tag);
    await world.settle();
    expect(await entryOf(funnel, parisian.id)).toMatchObject({ next_execution_time: '2026-03-07T09:00:00.000Z' });
  });

  it('does not wait a second time at a benchmark after a migration', async () => {
    const clock = new ManualClock(world, START);
    const funnel = await world.given.publishedFunnel({ sequences: [required('order_received'), waiting(1)] });
    const contact = await world.given.contact();
    await enroll(funnel, contact.id);
    await ordered(contact);
    await world.settle();
    const [benchmark, wait] = funnel.sequences;
    await world.all
      .put(`/funnels/${funnel.id}/sequences`)
      .send({ sequences: [wait, benchmark], migrate: 'yes' })
      .expect(200);
    await world.settle();
    await clock.forward({ days: 1 });
    expect(await entryOf(funnel, contact.id)).toMatchObject({ status: 'completed' });
  });

  it('applies all events of one batch', async () => {
    const tag = await world.given.tag();
    const funnel = await world.given.publishedFunnel({
      sequences: [waiting(5), required('tag_applied', { tags: [tag.id] }), required('order_received')],
    });
    const contact = await world.given.contact();
    await enroll(funnel, contact.id);
    await world.db.transaction(async (tx) => {
      await tx.query('SELECT id FROM relay_state WHERE id = 1 FOR UPDATE');
      await tagged(contact, tag);
      await ordered(contact);
    });
    await world.settle();
    expect(await entryOf(funnel, contact.id)).toMatchObject({ status: 'completed' });
  });

  it('applies events that happen during the enrollment', async () => {
    const tag = await world.given.tag();
    const funnel = await world.given.publishedFunnel({ sequences: [required('tag_applied', { tags: [tag.id] })] });
    const contact = await world.given.contact();
    await world.settle();
    await world.db.transaction(async (tx) => {
      const running = await of(RunningFunnels).hold(tx, funnel.id);
      if (!running) throw new Error('the funnel is there');
      const counters = new Counters();
      const now = await of(DatabaseClock).now(tx);
      await of(Enrollments).enter(tx, running, [{ contactId: contact.id }], { now, counters });
      await tagged(contact, tag);
      await world.worker?.get(Relay, { strict: false }).drain();
      await counters.write(tx);
    });
    await world.settle();
    expect(await entryOf(funnel, contact.id)).toMatchObject({ status: 'completed' });
  });

  it('applies orders that are reported during the enrollment, and no earlier ones', async () => {
    const funnel = await world.given.publishedFunnel({ sequences: [required('order_received', { min_total: 50 })] });
    const [early, created, completed, small, none] = [
      await world.given.contact(),
      await world.given.contact(),
      await world.given.contact(),
      await world.given.contact(),
      await world.given.contact(),
    ];
    const people = [early, created, completed, small, none];
    await reportOrder(early, 'commerce.order_created', 80);
    const open = await reportOrder(completed, 'commerce.order_created', 50);
    await world.settle();
    await world.db.transaction(async (tx) => {
      const running = await of(RunningFunnels).hold(tx, funnel.id);
      if (!running) throw new Error('the funnel is there');
      const counters = new Counters();
      const now = await of(DatabaseClock).now(tx);
      const newcomers = people.map(({ id }) => ({ contactId: id }));
      await of(Enrollments).enter(tx, running, newcomers, { now, counters });
      await reportOrder(created, 'commerce.order_created', 50);
      await reportOrder(completed, 'commerce.order_completed', 50, open);
      await reportOrder(small, 'commerce.order_created', 49.99);
      await world.worker?.get(Relay, { strict: false }).drain();
      await counters.write(tx);
    });
    await world.settle();
    const statuses = await Promise.all(people.map(async ({ id }) => (await entryOf(funnel, id))?.status));
    expect(statuses).toEqual(['active', 'completed', 'completed', 'active', 'active']);
    // The relay applies events outside of that window as usual.
    await reportOrder(none, 'commerce.order_created', 50);
    await world.settle();
    expect(await entryOf(funnel, none.id)).toMatchObject({ status: 'completed' });
  });

  it('applies events that happen during a migration to a version that waits for them', async () => {
    const tag = await world.given.tag();
    const funnel = await world.given.publishedFunnel({ sequences: [waiting(5)] });
    const contact = await world.given.contact();
    await enroll(funnel, contact.id);
    const migration = world.worker?.get(FunnelMigration, { strict: false });
    if (!migration) throw new Error('there is a worker');
    const untilTagged = {
      ...{ wait_type: 'event', event: 'tag_applied', tags: [tag.id] },
      ...{ timeout_amount: 9, timeout_unit: 'days' },
    };
    const pending = jest.spyOn(migration, 'pending').mockResolvedValue([]);
    await world.all
      .put(`/funnels/${funnel.id}/sequences`)
      .send({ sequences: [{ ...funnel.sequences[0], settings: untilTagged }], migrate: 'yes' })
      .expect(200);
    let [isMoved, commit] = [(): void => undefined, (): void => undefined];
    const [moved, committed] = [
      new Promise<void>((resolve) => (isMoved = resolve)),
      new Promise<void>((resolve) => (commit = resolve)),
    ];
    const move = world.db.ambientTransaction(async () => {
      await of(FunnelMigration).migrateChunk(funnel.id, null);
      isMoved();
      await committed;
    });
    await moved;
    await tagged(contact, tag);
    const carried = world.worker?.get(Relay, { strict: false }).drain();
    // It waits for the lock of the funnel, or is done.
    await Promise.race([carried, statementRunning(world.db, 'SELECT id, title, %LOCK IN SHARE MODE')]);
    commit();
    await Promise.all([move, carried]);
    pending.mockRestore();
    await world.settle();
    expect(await entryOf(funnel, contact.id)).toMatchObject({ status: 'completed' });
  });

  it('keeps a past event when only the texts of the step change', async () => {
    const funnel = await world.given.publishedFunnel({ sequences: [required('order_received', { min_total: 10 })] });
    const contact = await world.given.contact();
    await enroll(funnel, contact.id);
    await world.all.put(`/funnels/${funnel.id}/status`).send({ status: 'paused' }).expect(200);
    await ordered(contact);
    await world.settle();
    const [benchmark] = funnel.sequences;
    await world.all
      .put(`/funnels/${funnel.id}/sequences`)
      .send({ sequences: [{ ...benchmark, delay: 60 }], migrate: 'yes' })
      .expect(200);
    await world.settle();
    await world.all.put(`/funnels/${funnel.id}/status`).send({ status: 'published' }).expect(200);
    await world.settle();
    expect(await entryOf(funnel, contact.id)).toMatchObject({ status: 'completed' });
  });

  it('does not count the event that started the enrollment', async () => {
    const funnel = await world.given.publishedFunnel({
      trigger_name: 'event_tracked',
      settings: { event_key: 'login' },
      sequences: [
        {
          action_name: 'wait_times',
          settings: {
            ...{ wait_type: 'event', event: 'event_tracked', event_key: 'login' },
            ...{ timeout_amount: 7, timeout_unit: 'days' },
          },
        },
      ],
    });
    const contacts = [await world.given.contact(), await world.given.contact(), await world.given.contact()];
    for (const { id } of contacts) {
      await world.given.trackedEvent(id, { event_key: 'login' });
      await world.settle();
      expect(await entryOf(funnel, id)).toMatchObject({ status: 'active' });
      await world.given.trackedEvent(id, { event_key: 'login' });
      await world.settle();
      expect((await traceOf(funnel, id)).trace).toMatchObject([{ status: 'done', detail: 'happened' }]);
    }
  });

  it('counts and announces all enrollments of a batch with a concurrent one', async () => {
    const funnel = await world.given.publishedFunnel({ sequences: [waiting(5)] });
    const { id: listId } = await world.given.list();
    await insertSubscribers(world.db, listId, 'crowd', 520);
    const people = await world.db.query<{ id: number }>(
      'SELECT contact_id AS id FROM contact_lists WHERE list_id = :listId',
      {
        listId,
      },
    );
    const contactIds = people.map(({ id }) => id).sort((a, b) => a - b);
    const enter = (those: readonly number[], before: () => Promise<unknown> = () => Promise.resolve()) =>
      world.db.transaction(async (tx) => {
        const running = await of(RunningFunnels).hold(tx, funnel.id);
        if (!running) throw new Error('the funnel is there');
        const counters = new Counters();
        const now = await of(DatabaseClock).now(tx);
        const newcomers = those.map((contactId) => ({ contactId }));
        const entered = await of(Enrollments).enter(tx, running, newcomers, { now, counters });
        await before();
        await counters.write(tx);
        return entered.size;
      });
    let batch: Promise<number> = Promise.resolve(0);
    await enter(contactIds.slice(-1), async () => {
      batch = enter(contactIds);
      await statementRunning(world.db, 'INSERT  INTO funnel_entries');
    });
    expect(await batch).toBe(contactIds.length - 1);
    const [counted] = await world.db.query('SELECT entered FROM funnel_counts WHERE funnel_id = :id', {
      id: funnel.id,
    });
    expect(counted).toEqual({ entered: contactIds.length });
    const [announced] = await world.db.query(
      `SELECT COUNT(*) AS total FROM domain_events WHERE type = 'funnel.subscriber_added' AND subject_id = :id`,
      { id: funnel.id },
    );
    expect(announced).toEqual({ total: contactIds.length });
  });
});
