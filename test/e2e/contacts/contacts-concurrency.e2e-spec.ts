import { countersAndRows } from '../../support/label-counts.js';
import { statementRunning } from '../../support/running-statement.js';
import { World } from '../../support/world.js';

describe('concurrent writers of contacts', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ worker: false });
  });
  afterEach(async () => {
    const { maintained, counted } = await countersAndRows(world.db);
    expect(maintained).toEqual(counted);
  });

  const countByStatus = (answers: readonly { status: number }[]): Record<number, number> => {
    const counts: Record<number, number> = {};
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  /** Deterministic, so that a failure can be reproduced. */
  const shuffled = (count: number): number[] => Array.from({ length: count }, (_, index) => (index * 7919) % count);

  describe('F43 with an Idempotency-Key and the same contacts in opposite order', () => {
    const COUNT = 120;
    let key = 0;
    const together = async (path: string, bodyOf: (reverse: boolean) => object): Promise<void> => {
      const answers = await Promise.all(
        Array.from({ length: 4 }, (_, call) =>
          world.all
            .post(path)
            .set('Idempotency-Key', `bulk-${(key += 1)}`)
            .send(bodyOf(call % 2 === 1))
            .then((answer) => answer),
        ),
      );
      expect(countByStatus(answers)).toEqual({ 200: 4 });
    };
    const inOrder = <Row>(rows: readonly Row[], reverse: boolean): readonly Row[] =>
      reverse ? [...rows].reverse() : rows;

    it.each(['known', 'new'])('record orders of %s contacts once each', async (whose) => {
      const email = (index: number): string => `${whose}-${index}@example.com`;
      if (whose === 'known')
        for (let index = 0; index < COUNT; index += 1) await world.given.contact({ email: email(index) });
      const orders = Array.from({ length: COUNT }, (_, index) => ({
        ...{ provider: 'shop', external_id: `${whose}-${index}`, email: email(index) },
        ...{ status: 'completed', currency: 'EUR', total: 10 },
      }));
      await together('/commerce/orders/bulk', (reverse) => ({ orders: inOrder(orders, reverse) }));
      const [sums] = await world.db.query(
        `SELECT COUNT(*) AS orders, COUNT(DISTINCT external_id) AS different,
                (SELECT COUNT(*) FROM revenue_entries r JOIN orders x ON x.id = r.order_id
                  WHERE x.external_id LIKE :whose) AS bookings,
                (SELECT COUNT(*) FROM contacts WHERE email LIKE :whose) AS contacts
           FROM orders WHERE external_id LIKE :whose`,
        { whose: `${whose}-%` },
      );
      expect(sums).toEqual({ orders: COUNT, different: COUNT, bookings: COUNT, contacts: COUNT });
    });

    it('write, tag, and attach contacts to companies', async () => {
      const contacts: number[] = [];
      for (let index = 0; index < COUNT; index += 1) contacts.push((await world.given.contact()).id);
      const tags = [(await world.given.tag()).id, (await world.given.tag()).id];
      await together('/subscribers/bulk-add-update', (reverse) => ({
        contacts: inOrder(contacts, reverse).map((id) => ({
          email: `added-${id}@example.com`,
          tags: inOrder(tags, reverse),
        })),
      }));
      for (const subscriber_ids of [contacts])
        await together('/subscribers/do-bulk-action', (reverse) => ({
          ...{ action_name: 'add_to_tags', subscriber_ids: inOrder(subscriber_ids, reverse) },
          action_options: inOrder(tags, reverse),
        }));
      const { body } = await world.all.post('/companies').send({ name: 'Mill' }).expect(200);
      await together('/companies/attach-subscribers', (reverse) => ({
        ...{ company_ids: [body.company.id], subscriber_ids: inOrder(contacts, reverse) },
      }));
    });
  });

  it('T44 create one contact per address, and name it to the losers', async () => {
    const list = await world.given.list();
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        world.all
          .post('/subscribers')
          .send({ email: 'rush@example.com', status: 'subscribed', lists: [list.id] })
          .then((answer) => answer),
      ),
    );
    expect(countByStatus(answers)).toEqual({ 200: 1, 409: 199 });
    const [winner] = answers.filter(({ status }) => status === 200);
    for (const { status, body } of answers)
      if (status === 409) expect(body.data.contact_id).toBe(winner?.body.contact.id);
    const created = await world.db.query(
      `SELECT 1 FROM domain_events WHERE type = 'contact.created' AND data LIKE '%rush@example.com%'`,
    );
    expect(created).toHaveLength(1);
  });

  it('upsert an address without losing a tag', async () => {
    const tags = await Promise.all(Array.from({ length: 10 }, () => world.given.tag()));
    const answers = await Promise.all(
      shuffled(60).map((index) =>
        world.all.post('/subscribers').send({
          email: 'upsert@example.com',
          status: 'subscribed',
          __force_update: 'yes',
          tags: [tags[index % 10]?.id],
          city: `City ${index}`,
        }),
      ),
    );
    expect(countByStatus(answers)).toEqual({ 200: 60 });
    const { body } = await world.all.get('/subscribers/0?get_by_email=upsert@example.com').expect(200);
    expect(body.subscriber.tags).toHaveLength(10);
    expect(answers.filter((answer) => answer.body.action_type === 'created')).toHaveLength(1);
  });

  it('attach, detach, change status, and delete on the same lists', async () => {
    const lists = await Promise.all(Array.from({ length: 4 }, () => world.given.list()));
    const tags = await Promise.all(Array.from({ length: 4 }, () => world.given.tag()));
    const contacts = await Promise.all(Array.from({ length: 12 }, () => world.given.contact()));
    const statuses = ['subscribed', 'unsubscribed', 'pending', 'bounced', 'complained'];
    const answers = await Promise.all(
      shuffled(240).map((index) => {
        const contact = contacts[index % contacts.length];
        const [one, two] = [index % 4, (index * 3 + 1) % 4];
        const url = `/subscribers/${contact?.id}`;
        switch (index % 5) {
          case 0:
            return world.all
              .put(url)
              .send({ attach_lists: [lists[two]?.id, lists[one]?.id], attach_tags: [tags[one]?.id] });
          case 1:
            return world.all.put(url).send({ detach_lists: [lists[one]?.id], attach_tags: [tags[two]?.id] });
          case 2:
            return world.all.put(url).send({ lists: [lists[two]?.id], tags: [tags[two]?.id, tags[one]?.id] });
          case 3:
            return world.all.put(url).send({ status: statuses[index % statuses.length === 0 ? 1 : index % 3] });
          default:
            return index % 60 === 4
              ? world.all.delete(url)
              : world.all.post('/subscribers').send({
                  email: contact?.email,
                  status: 'subscribed',
                  __force_update: true,
                  lists: [lists[one]?.id],
                });
        }
      }),
    );
    const { 200: fine = 0, 404: gone = 0, ...others } = countByStatus(answers);
    expect(others).toEqual({});
    expect(fine).toBeGreaterThan(100);
    expect(fine + gone).toBe(240);
    const [{ total } = { total: 0 }] = await world.db.query<{ total: number }>(
      'SELECT COUNT(*) AS total FROM contact_lists',
    );
    expect(total).toBeGreaterThan(0);
  });

  it('delete a list while others attach to it, without leftover memberships', async () => {
    const list = await world.given.list();
    const contacts = await Promise.all(Array.from({ length: 30 }, () => world.given.contact()));
    const writes = contacts.map((contact) =>
      world.all
        .put(`/subscribers/${contact.id}`)
        .send({ attach_lists: [list.id] })
        .then((answer) => answer),
    );
    const removal = world.all.delete(`/lists/${list.id}`).then((answer) => answer);
    const answers = await Promise.all(writes);
    expect((await removal).status).toBe(200);
    // Refused with 400 once the list is deleted.
    const { 200: fine = 0, 400: refused = 0, ...others } = countByStatus(answers);
    expect(others).toEqual({});
    expect(fine + refused).toBe(30);
    const [{ total } = { total: -1 }] = await world.db.query<{ total: number }>(
      'SELECT COUNT(*) AS total FROM contact_lists WHERE list_id = :id',
      { id: list.id },
    );
    expect(total).toBe(fine);
  });

  it('refuse a list that is deleted between lookup and commit', async () => {
    const list = await world.given.list();
    const contact = await world.given.contact();
    let attach: Promise<{ status: number; body: { data: { params: unknown } } }> | undefined;
    await world.db.transaction(async (tx) => {
      await tx.execute('DELETE FROM lists WHERE id = :id', { id: list.id });
      attach = world.all
        .put(`/subscribers/${contact.id}`)
        .send({ attach_lists: [list.id] })
        .then((answer) => answer);
      await statementRunning(world.db, 'UPDATE lists');
    });
    const answer = await attach;
    expect(answer?.status).toBe(400);
    expect(answer?.body.data.params).toEqual({ lists: 'contains an id that has just been deleted' });
    expect(await world.db.query('SELECT 1 FROM contact_lists WHERE list_id = :id', { id: list.id })).toEqual([]);
  });

  describe('with labels that another process has changed since they were read', () => {
    let number = 0;
    const add = (body: object) =>
      world.all
        .post('/subscribers')
        .send({ email: `stale-${(number += 1)}@example.com`, status: 'subscribed', ...body })
        .then((answer) => answer);

    it('name them as they are', async () => {
      const list = await world.given.list();
      const attached = { lists: [list.id] };
      await add(attached);
      await world.db.execute('UPDATE lists SET title = :title WHERE id = :id', { id: list.id, title: 'New name' });
      const answer = await add(attached);
      expect(answer.body.contact.lists).toEqual([expect.objectContaining({ id: list.id, title: 'New name' })]);
      const [event] = await world.db.query<{ data: string }>(
        `SELECT data FROM domain_events WHERE type = 'contact.list_added' ORDER BY id DESC LIMIT 1`,
      );
      expect(event?.data).toContain('New name');
    });

    it('follow their new rules', async () => {
      const list = await world.given.list();
      await add({ lists: [list.id] });
      await world.db.execute('UPDATE lists SET is_subscription = 1 WHERE id = :id', { id: list.id });
      expect((await add({ unsubscribe_lists: [list.id] })).status).toBe(200);
    });

    it('refuse deleted ones, and write nothing', async () => {
      const [list, tag] = [await world.given.list(), await world.given.tag()];
      await add({ lists: [list.id], tags: [tag.id] });
      await world.db.execute('DELETE FROM lists WHERE id = :id', { id: list.id });
      const { status, body } = await add({ lists: [list.id], tags: [tag.id] });
      expect(status).toBe(400);
      expect(body.data.params).toEqual({ lists: `unknown: ${list.id}` });
      const email = `stale-${number}@example.com`;
      expect(await world.db.query('SELECT 1 FROM contacts WHERE email = :email', { email })).toEqual([]);
    });
  });

  it('assign a user id to one contact only', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        world.all
          .post('/subscribers')
          .send({ email: `user-${index}@example.com`, status: 'pending', user_id: 99 })
          .then((answer) => answer),
      ),
    );
    expect(countByStatus(answers)).toEqual({ 200: 1, 400: 19 });
  });
});
