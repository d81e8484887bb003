import type { Response } from 'supertest';
import { TIMELINE_PLACES } from '../../../src/modules/contacts/timeline/timeline-sources.js';
import { draftedFunnel } from '../../support/builders/funnel-facts.js';
import { encodeCursor } from '../../../src/platform/http/page.js';
import type { SqlValue } from '../../../src/platform/sql/named-parameters.js';
import { World } from '../../support/world.js';

interface Item {
  readonly type: string;
  readonly occurred_at: string;
  readonly title: string;
  readonly data: Response['body'];
}

describe('the timeline of a contact', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ worker: false });
  });

  const page = async (
    id: number,
    query = '',
  ): Promise<{ data: Item[]; per_page: number; next_cursor: string | null }> =>
    (await world.all.get(`/subscribers/${id}/timeline${query}`).expect(200)).body.timeline;
  const typesOf = ({ data }: { data: Item[] }): string[] => data.map(({ type }) => type);
  const walk = async (id: number, perPage: number): Promise<Item[]> => {
    const items: Item[] = [];
    for (let cursor: string | null = '*'; cursor !== null;) {
      const found = await page(id, `?per_page=${perPage}&cursor=${cursor}`);
      items.push(...found.data);
      cursor = found.next_cursor;
    }
    return items;
  };
  const execute = (sql: string, params: Record<string, SqlValue> = {}): Promise<number> =>
    world.db.transaction(async (tx) => (await tx.execute(sql, params)).insertId);

  /** Inserts an email with its results into the ledger. */
  const mail = async (contactId: number, wanted: Record<string, SqlValue> = {}): Promise<number> => {
    const contentId = await execute(
      `INSERT INTO email_contents (subject, pre_header, html, text, from_name, from_email, tracks_opens)
       VALUES ('Hello {{ contact.first_name }}', '', '', '', '', '', 1)`,
    );
    const row = {
      source_type: 'campaign',
      source_id: 9,
      recipient_key: `key-${contentId}`,
      content_id: contentId,
      contact_id: contactId,
      state: 'sent',
      settled_at: '2026-03-01 10:00:00.000',
      ...wanted,
    };
    return execute(
      `INSERT INTO email_messages (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
        .map((name) => `:${name}`)
        .join(', ')})`,
      row,
    );
  };

  let links = 0;
  const hit = async (messageId: number, kind: string, at: string, isMachine = 0): Promise<void> => {
    const linkId = await execute(
      `INSERT INTO email_links (content_id, position, url)
       SELECT content_id, :position, :url FROM email_messages WHERE id = :messageId`,
      { messageId, position: (links += 1), url: `https://example.com/${links}` },
    );
    await execute(
      `INSERT INTO email_hits (message_id, link_id, kind, is_machine, occurred_at)
       VALUES (:messageId, :linkId, :kind, :isMachine, :at)`,
      { messageId, linkId, kind, isMachine, at },
    );
  };

  /** Sets the time of all events of the contact. */
  const moveLog = (contactId: number, at: string): Promise<number> =>
    execute(`UPDATE domain_events SET occurred_at = :at WHERE subject_type = 'contact' AND subject_id = :contactId`, {
      contactId,
      at,
    });

  it('lists all activity with details, newest first', async () => {
    const [list, tag] = [await world.given.list({ title: 'Newsletter' }), await world.given.tag({ title: 'VIP' })];
    const contact = await world.given.contact({ status: 'pending' });
    const write = (subscriber: object) => world.all.put(`/subscribers/${contact.id}`).send({ subscriber }).expect(200);
    await write({ status: 'subscribed', first_name: 'Ada' });
    await write({ attach_lists: [list.id], attach_tags: [tag.id] });
    await write({ detach_lists: [list.id], detach_tags: [tag.id] });
    const event = await world.given.trackedEvent(contact.id, { event_key: 'seen', title: 'Prices', value: 'yearly' });
    await world.given.trackedEvent(contact.id, { event_key: 'seen', title: 'Prices' });
    const note = await world.given.note(contact.id, { type: 'call', created_at: '2999-01-01 12:00:00' });
    const messageId = await mail(contact.id, {
      subject: 'Hello Ada',
      settled_at: '2999-01-02 10:00:00.000',
      first_human_open_at: '2999-01-02 11:00:00.000',
      human_opens: 2,
      human_clicks: 1,
    });
    await hit(messageId, 'open', '2999-01-02 11:00:00.000');
    await hit(messageId, 'click', '2999-01-02 12:00:00.000');
    await hit(messageId, 'click', '2999-01-02 13:00:00.000', 1);
    await mail(contact.id, { state: 'failed' });
    await mail(contact.id, { state: 'pending', settled_at: null });

    const { data, per_page, next_cursor } = await page(contact.id, '?per_page=50');
    expect({ per_page, next_cursor }).toEqual({ per_page: 50, next_cursor: null });
    const email = { email_id: messageId, subject: 'Hello Ada', status: 'sent', campaign_id: 9, funnel_id: null };
    const labels = ({ id, title, slug }: { id: number; title: string; slug: string }) => [{ id, title, slug }];
    expect(data.slice(0, 4)).toEqual([
      {
        type: 'email_clicked',
        occurred_at: '2999-01-02 12:00:00',
        title: 'Hello Ada',
        data: { ...email, url: 'https://example.com/2' },
      },
      { type: 'email_opened', occurred_at: '2999-01-02 11:00:00', title: 'Hello Ada', data: email },
      { type: 'email_sent', occurred_at: '2999-01-02 10:00:00', title: 'Hello Ada', data: email },
      {
        type: 'note',
        occurred_at: '2999-01-01 12:00:00',
        title: note.title,
        data: {
          id: note.id,
          type: 'call',
          status: 'open',
          description: '<p>Text</p>',
          created_by: expect.any(String),
          updated_at: expect.any(String),
        },
      },
    ]);
    const logged = data.slice(4).map(({ type, title, data: about }) => ({ type, title, about }));
    const tracked = { id: event.id, event_key: 'seen', title: 'Prices', value: 'yearly', data: null };
    expect(logged).toHaveLength(8);
    for (const item of [
      { type: 'event_tracked', title: 'Prices', about: { ...tracked, counter: 2 } },
      { type: 'event_tracked', title: 'Prices', about: { ...tracked, counter: 1 } },
      { type: 'tag_removed', title: 'Tag removed: VIP', about: { tags: labels(tag) } },
      { type: 'tag_added', title: 'Tag added: VIP', about: { tags: labels(tag) } },
      { type: 'list_removed', title: 'Removed from list: Newsletter', about: { lists: labels(list) } },
      { type: 'list_added', title: 'Added to list: Newsletter', about: { lists: labels(list) } },
      {
        type: 'status_changed',
        title: 'Status changed from pending to subscribed',
        about: { old_status: 'pending', new_status: 'subscribed', reason: null, source: 'api' },
      },
      { type: 'created', title: 'Created as pending', about: { status: 'pending', source: 'api' } },
    ])
      expect(logged).toContainEqual(item);
    const order = logged.map(({ type }) => type);
    expect(order.slice(0, 2)).toEqual(['event_tracked', 'event_tracked']);
    expect(order.indexOf('tag_removed')).toBeLessThan(order.indexOf('tag_added'));
    expect(order.slice(-2)).toEqual(['status_changed', 'created']);
  });

  let orders = 0;
  const order = async (contactId: number, wanted: Record<string, SqlValue> = {}): Promise<number> => {
    const row = {
      provider: 'shop',
      external_id: `A-${(orders += 1)}`,
      contact_id: contactId,
      status: 'completed',
      currency: 'EUR',
      total: 5_990,
      items: '[]',
      ordered_at: '2999-02-01 10:00:00.000',
      ...wanted,
    };
    return execute(
      `INSERT INTO orders (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
        .map((name) => `:${name}`)
        .join(', ')})`,
      row,
    );
  };
  const refund = (orderId: number, amount: number, at: string): Promise<number> =>
    execute(
      `INSERT INTO order_refunds (order_id, external_id, amount, reason, refunded_at)
       VALUES (:orderId, 'R-1', :amount, 'damaged', :at)`,
      { orderId, amount, at },
    );

  it('lists orders and refunds with the decimals of the currency', async () => {
    const [contact, other] = [await world.given.contact(), await world.given.contact()];
    await order(other.id);
    const id = await order(contact.id, { external_id: 'A-1001', refunded: 2_000, campaign_id: 9 });
    await order(contact.id, {
      ...{ external_id: 'B-7', provider: 'pos', status: 'pending', currency: 'JPY', total: 1_500 },
      ordered_at: '2999-02-03 10:00:00.000',
    });
    const refundId = await refund(id, 2_000, '2999-02-02 10:00:00.000');
    const { data } = await page(contact.id);
    expect(data.slice(0, 3)).toEqual([
      {
        type: 'order_placed',
        occurred_at: '2999-02-03 10:00:00',
        title: 'Order B-7: 1500 JPY',
        data: expect.objectContaining({ external_id: 'B-7', provider: 'pos', status: 'pending', total: 1_500 }),
      },
      {
        type: 'order_refunded',
        occurred_at: '2999-02-02 10:00:00',
        title: 'Refund of order A-1001: 20.00 EUR',
        data: {
          ...{ refund_id: refundId, order_id: id, external_id: 'R-1', provider: 'shop', currency: 'EUR' },
          ...{ amount: 20, reason: 'damaged' },
        },
      },
      {
        type: 'order_placed',
        occurred_at: '2999-02-01 10:00:00',
        title: 'Order A-1001: 59.90 EUR',
        data: {
          ...{ order_id: id, external_id: 'A-1001', provider: 'shop', status: 'completed', currency: 'EUR' },
          ...{ total: 59.9, refunded: 20, campaign_id: 9, funnel_id: null },
        },
      },
    ]);
    expect(typesOf({ data })).toEqual(['order_placed', 'order_refunded', 'order_placed', 'created']);
  });

  it('shows the original subject of an email that is not rendered, with its source', async () => {
    const contact = await world.given.contact();
    await mail(contact.id, {
      state: 'bounced',
      source_type: 'funnel',
      source_id: 4,
      settled_at: '2999-01-01 00:00:00',
    });
    const [item] = (await page(contact.id)).data;
    expect(item).toMatchObject({
      type: 'email_sent',
      title: 'Hello {{ contact.first_name }}',
      data: { status: 'bounced', campaign_id: null, funnel_id: 4 },
    });
  });

  it('shows when an email bounced later, and why, and when it was reported as spam', async () => {
    const contact = await world.given.contact();
    await mail(contact.id, {
      state: 'bounced',
      settled_at: '2999-01-01 00:00:00',
      bounced_at: '2999-01-01 00:20:00',
      bounce_type: 'soft',
      reason: '452 Mailbox full',
      complained_at: '2999-01-01 00:30:00',
    });
    const { data } = await page(contact.id, '?per_page=3');
    expect(data.map(({ type, occurred_at }) => [type, occurred_at])).toEqual([
      ['email_complained', '2999-01-01 00:30:00'],
      ['email_bounced', '2999-01-01 00:20:00'],
      ['email_sent', '2999-01-01 00:00:00'],
    ]);
    expect(data[1]!.data).toMatchObject({ status: 'bounced', bounce_type: 'soft', reason: '452 Mailbox full' });
    expect(data[2]!.data).not.toHaveProperty('reason');
    const { username, password } = world.all.credentials!;
    const shown = await world.http.get(`/console/contacts/${contact.id}`).auth(username, password).expect(200);
    expect(shown.text).toContain('<code>452 Mailbox full</code>');
  });

  it('never shows activity of other subjects', async () => {
    const [contact, other] = [await world.given.contact(), await world.given.contact()];
    await world.given.note(other.id);
    await world.given.trackedEvent(other.id);
    const messageId = await mail(other.id, { human_clicks: 1, first_human_open_at: '2026-01-01 00:00:00' });
    await hit(messageId, 'click', '2026-01-01 00:00:00');
    await execute(
      `INSERT INTO notes (subject_type, subject_id, type, title, description, created_at, updated_at)
       VALUES ('company', :id, 'note', 'Of a company', '', NOW(), NOW())`,
      { id: contact.id },
    );
    expect(typesOf(await page(contact.id))).toEqual(['created']);
  });

  it('returns all items exactly once in the same order, for any page size and any number of simultaneous items', async () => {
    const contact = await world.given.contact();
    const other = await world.given.contact();
    const tags = await Promise.all(Array.from({ length: 4 }, () => world.given.tag()));
    const funnel = await draftedFunnel(world.db, { title: 'Welcome' });
    for (const [index, tag] of tags.entries()) {
      for (const id of [contact.id, other.id]) {
        await world.all
          .put(`/subscribers/${id}`)
          .send({ attach_tags: [tag.id] })
          .expect(200);
        await world.given.trackedEvent(id, { title: `Event ${index}` });
        await world.given.note(id, { created_at: index < 2 ? '2026-01-05 10:00:00' : '2026-01-06 10:00:00' });
      }
      const at = index < 2 ? '2026-01-05 10:00:00.000' : `2026-01-05 10:00:00.00${index}`;
      const messageId = await mail(contact.id, { settled_at: at, first_human_open_at: at, human_clicks: 2 });
      await hit(messageId, 'click', at);
      await hit(messageId, 'click', '2026-01-05 10:00:00.003');
      for (const id of [contact.id, other.id]) await refund(await order(id, { ordered_at: at }), 100, at);
      for (const id of [contact.id, other.id])
        await execute(
          `INSERT INTO funnel_entries (funnel_id, contact_id, version_id, status, arrived_at, entered_at, completed_at)
           SELECT id, :id, version_id, :status, :at, :at, :at FROM funnels WHERE id = :funnelId`,
          { id, funnelId: funnel.id, at, status: index % 2 === 0 ? 'completed' : 'cancelled' },
        );
    }
    await moveLog(contact.id, '2026-01-05 10:00:00.000');
    const whole = (await page(contact.id, '?per_page=1000')).data;
    expect(whole).toHaveLength(1 + 4 + 4 + 4 + 4 + 4 + 8 + 4 + 2 + 2 + 4 + 4);
    expect(new Set(whole.map((item) => JSON.stringify(item))).size).toBe(whole.length);
    const moments = whole.map(({ occurred_at }) => occurred_at);
    expect(moments).toEqual([...moments].sort().reverse());
    for (const perPage of [1, 2, 3, 7, 36, 37, 38]) expect(await walk(contact.id, perPage)).toEqual(whole);
    expect(await page(contact.id, '?per_page=5')).toEqual(await page(contact.id, '?per_page=5&cursor=*'));
  });

  it('shows new items on top, without affecting open cursors', async () => {
    const contact = await world.given.contact();
    for (let number = 0; number < 6; number += 1) await world.given.trackedEvent(contact.id);
    const whole = (await page(contact.id)).data;
    const first = await page(contact.id, '?per_page=3');
    await world.given.trackedEvent(contact.id, { title: 'Late' });
    const rest = await page(contact.id, `?per_page=10&cursor=${first.next_cursor ?? ''}`);
    expect([...first.data, ...rest.data]).toEqual(whole);
    expect((await page(contact.id)).data[0]).toMatchObject({ title: 'Late' });
  });

  it('costs the same on the last page as on the first', async () => {
    const contact = await world.given.contact();
    const { id } = contact;
    const data = JSON.stringify({ contact, event: { id: 1, event_key: 'k', title: 't', value: null, counter: 1 } });
    await world.db.transaction((tx) =>
      tx.insertRows(
        'domain_events',
        ['uid', 'type', 'subject_type', 'subject_id', 'data', 'state', 'occurred_at'],
        Array.from({ length: 6_000 }, (_, index) => [
          `E${String(index).padStart(25, '0')}`,
          index % 2 === 0 ? 'contact.event_tracked' : 'contact.updated',
          'contact',
          id,
          data,
          'carried',
          new Date(Date.UTC(2026, 0, 1) + index * 1_000),
        ]),
      ),
    );
    const rowsRead = (before: Date): Promise<number> =>
      world.db.transaction(async (tx) => {
        const read = async (): Promise<number> =>
          (await tx.query<{ Value: string }>(`SHOW SESSION STATUS LIKE 'Handler_read%'`)).reduce(
            (sum, { Value }) => sum + Number(Value),
            0,
          );
        const start = await read();
        await tx.query(TIMELINE_PLACES, { contactId: id, before, beforeType: -1, beforeId: 0, limit: 11 });
        const end = await read();
        // Includes the cost of the measurement.
        return end - start - ((await read()) - end);
      });
    const [top, deep] = [
      await rowsRead(new Date('9999-12-31T23:59:59Z')),
      await rowsRead(new Date('2026-01-01T00:00:30Z')),
    ];
    expect(top).toBeGreaterThan(0);
    for (const count of [top, deep]) expect(count).toBeLessThan(100);
    const cursor = encodeCursor({ value: 'event_tracked 2026-01-01T00:00:30.000Z', id: 1_000_000_000 });
    expect(typesOf(await page(id, `?per_page=10&cursor=${cursor}`))).toEqual(Array(10).fill('event_tracked'));
  });

  it('contains no note and no event of a deleted contact', async () => {
    const contact = await world.given.contact();
    await world.given.note(contact.id);
    await world.all.delete(`/subscribers/${contact.id}`).expect(200);
    await world.all.get(`/subscribers/${contact.id}/timeline`).expect(404);
  });

  it.each([4_294_967_295, 0, -1, 'x', '1e3'])('is not found for contact %s', async (id) => {
    const { body } = await world.all.get(`/subscribers/${id}/timeline`).expect(404);
    expect(body).toMatchObject({ code: 'rest_post_invalid_id', message: 'Invalid post ID.' });
  });

  it.each([
    'per_page=0',
    'per_page=1001',
    'per_page=x',
    'per_page[]=1',
    'cursor=',
    'cursor=x',
    'cursor[]=*',
    `cursor=${encodeCursor({ value: null, id: 5 })}`,
    `cursor=${encodeCursor({ value: 'note', id: 5 })}`,
    `cursor=${encodeCursor({ value: 'horoscope 2026-01-01T00:00:00.000Z', id: 5 })}`,
    `cursor=${encodeCursor({ value: 'note soon', id: 5 })}`,
    `cursor=${encodeCursor({ value: 'constructor 2026-01-01T00:00:00.000Z', id: 5 })}`,
  ])('refuses %s', async (query) => {
    const contact = await world.given.contact();
    const { body } = await world.all.get(`/subscribers/${contact.id}/timeline?${query}`).expect(400);
    expect(body).toMatchObject({ code: 'rest_invalid_param', data: { params: expect.any(Object) } });
  });
});
