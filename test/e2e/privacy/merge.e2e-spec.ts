import { ContactsService } from '../../../src/modules/contacts/contacts.service.js';
import { ContactRemover } from '../../../src/modules/contacts/writing/contact-remover.service.js';
import { CountsVerification } from '../../../src/modules/contacts/counts/counts-verification.service.js';
import { ROLLUPS } from '../../../src/modules/rollups/counters.js';
import { localDay } from '../../../src/platform/clock/local-time.js';
import { RollupTables } from '../../../src/modules/rollups/rollup-tables.js';
import { RollupsRebuild } from '../../../src/modules/rollups/rollups-rebuild.service.js';
import { type NewEvent, Outbox } from '../../../src/platform/outbox/outbox.js';
import { Relay } from '../../../src/platform/outbox/relay.js';
import { EmailFacts } from '../../support/builders/email-facts.js';
import { linkOf, sentMailTo } from '../../support/builders/ledger.js';
import { explain } from '../../support/explain.js';
import type { GivenContact } from '../../support/given.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { differences, storedRows } from '../../support/stored-rows.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

const NOW = new Date().toISOString();
const TODAY = localDay(new Date(), 'UTC');
const YEAR = `date_range=custom&start_date=2026-01-01&end_date=${TODAY}`;
const TEN_DAYS = {
  action_name: 'wait_times',
  settings: { wait_type: 'unit_wait', wait_time_amount: 10, wait_time_unit: 'days' },
};

describe('merging contacts', () => {
  let world: World;
  let sink: SmtpSink;
  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { APP_TIMEZONE: 'UTC', SMTP_URL: sink.url } });
  });

  const merge = (keep_id: unknown, merge_ids: unknown) =>
    world.all.post('/subscribers/merge').send({ keep_id, merge_ids });
  const get = async (path: string) => (await world.all.get(path).expect(200)).body;
  const subscriber = async (id: number, query = '') => (await get(`/subscribers/${id}${query}`)).subscriber;
  const publishEvents = async (...events: NewEvent[]): Promise<void> => {
    await world.db.transaction((tx) => world.api.get(Outbox, { strict: false }).appendAll(tx, events));
    await world.settle();
  };
  const eventsOf = async (type: string, subjectId: number): Promise<unknown[]> =>
    (
      await world.db.query<{ data: string }>(
        'SELECT data FROM domain_events WHERE type = :type AND subject_id = :subjectId ORDER BY id',
        { type, subjectId },
      )
    ).map(({ data }): unknown => JSON.parse(data));
  const rollups = async (): Promise<Record<string, unknown[]>> => {
    const tables: Record<string, unknown[]> = {};
    for (const { table, key, counters } of ROLLUPS)
      tables[table] = await world.db.query(
        `SELECT ${[...key, ...counters].join(', ')} FROM ${table} ORDER BY ${key.join(', ')}`,
      );
    return tables;
  };
  const expectExactCounts = async (): Promise<void> => {
    expect(await world.api.get(CountsVerification, { strict: false }).verify()).toEqual([]);
  };
  const rebuildChangesNothing = async (): Promise<void> => {
    await world.settle();
    const merged = await rollups();
    await world.api.get(RollupsRebuild, { strict: false }).run();
    expect(await rollups()).toEqual(merged);
  };

  describe('with a long history', () => {
    let keep: GivenContact;
    let other: GivenContact;
    let third: GivenContact;
    let lists: { id: number }[];
    let tag: { id: number };
    let companies: { id: number }[];
    let funnels: { id: number }[];
    let campaign: { id: number };
    let before: Awaited<ReturnType<typeof reports>>;
    let answer: Record<string, never>;

    async function reports() {
      const growth = await get(`/reports/subscriber-growth?${YEAR}`);
      return {
        revenue: await get(`/reports/revenue/contacts?${YEAR}`).then(({ total_revenue }) => total_revenue),
        campaign: (await get(`/reports/campaigns/${campaign.id}/email-stats`)).stats,
        overview: (await get(`/reports/overview?${YEAR}`)).email_stats,
        subscribed: growth.totals.new,
        activity: (await get(`/reports/subscriber-activity?${YEAR}`)).data,
        funnel: await world.db.query('SELECT entered, completed FROM funnel_counts ORDER BY funnel_id'),
      };
    }

    beforeAll(async () => {
      lists = [await world.given.list(), await world.given.list()];
      tag = await world.given.tag();
      companies = [await world.given.company(), await world.given.company()];
      const [color, wishes] = [
        await world.given.customField({ label: 'Color' }),
        await world.given.customField({ label: 'Wishes', type: 'checkbox', options: ['tea', 'milk', 'cake'] }),
      ];
      const [list, otherList] = lists.map(({ id }) => id);
      keep = await world.given.contact({
        ...{ first_name: 'Ada', lists: [list] },
        custom_values: { [color.slug]: 'red', [wishes.slug]: ['tea'] },
      });
      other = await world.given.contact({
        ...{
          first_name: 'A.',
          last_name: 'Lovelace',
          user_id: 4711,
          phone: '+44',
          lists: [list, otherList],
          tags: [tag.id],
        },
        custom_values: { [color.slug]: 'blue', [wishes.slug]: ['milk', 'tea'] },
        paused_until: '2026-01-01 00:00:00',
      });
      third = await world.given.contact({
        last_name: 'King',
        city: 'London',
        status: 'pending',
        contact_type: 'customer',
      });
      await world.db.transaction((tx) =>
        tx.execute(`UPDATE contacts SET created_at = '2026-02-03 04:05:06' WHERE id = :id`, { id: other.id }),
      );
      for (const [contact, company] of [
        [keep, companies[0]],
        [other, companies[0]],
        [other, companies[1]],
      ] as const)
        await world.all
          .put('/companies/attach-subscribers')
          .send({ subscriber_ids: [contact.id], company_ids: [company?.id] })
          .expect(200);
      for (const { id } of [keep, other, third]) await world.given.note(id, { title: `Of ${id}` });
      for (const { id } of [keep, keep, other, third])
        await world.given.trackedEvent(id, { title: 'Same', value: `by ${id}` });
      await world.given.trackedEvent(other.id, { title: 'Own' });
      await world.db.transaction((tx) =>
        tx.execute('UPDATE tracked_events SET updated_at = updated_at + INTERVAL 1 HOUR WHERE contact_id = :id', {
          id: third.id,
        }),
      );
      await world.given.order({ contact_id: keep.id, total: 10 });
      await world.given.order({ contact_id: other.id, total: 30 });
      await world.given.order({ contact_id: other.id, total: 5, currency: 'USD' });
      campaign = await world.given.campaign({
        settings: { subscribers: [{ list: list, tag: 'all' }] },
        email_subject: 'Hello {{ contact.first_name }}',
        email_body: '<a href="{{ unsubscribe_url }}">no</a>',
      });
      await world.all.post(`/campaigns/${campaign.id}/send`).send({}).expect(200);
      funnels = [
        await world.given.publishedFunnel({ sequences: [TEN_DAYS] }),
        await world.given.publishedFunnel({ sequences: [TEN_DAYS] }),
      ];
      const [both, alone] = funnels.map(({ id }) => id);
      await world.all
        .post(`/funnels/${both}/subscribers`)
        .send({ subscribers: [keep.id, other.id] })
        .expect(200);
      await world.all
        .post(`/funnels/${alone}/subscribers`)
        .send({ subscribers: [third.id] })
        .expect(200);
      await world.settle();
      await publishEvents(
        ...[keep, other, third].map(({ id }) => new EmailFacts({ contact: id, campaign: campaign.id }).opened(NOW)),
        new EmailFacts({ contact: other.id, campaign: campaign.id }).clicked(NOW),
        new EmailFacts({ contact: other.id }).touchedByMachine('open'),
      );
      before = await reports();
      answer = (await merge(keep.id, [other.id, third.id]).expect(200)).body;
      await world.settle();
    });

    it('leaves one contact, whose empty fields are filled from the others', async () => {
      expect(answer).toMatchObject({ message: expect.any(String), subscriber: { id: keep.id } });
      const contact = await subscriber(keep.id, '?with[]=subscriber.custom_values&with[]=companies');
      expect(contact).toMatchObject({
        ...{ id: keep.id, email: keep.email, first_name: 'Ada', last_name: 'Lovelace', user_id: 4711, phone: '+44' },
        ...{ city: 'London', contact_type: 'customer', status: 'subscribed', created_at: '2026-02-03 04:05:06' },
        ...{ paused_until: '2026-01-01 00:00:00', custom_values: { color: 'red', wishes: ['tea', 'milk'] } },
        lists: lists.map(({ id }) => ({ id })),
        tags: [{ id: tag.id }],
        companies: [
          { id: companies[0]?.id, is_primary: true },
          { id: companies[1]?.id, is_primary: false },
        ],
      });
      expect(answer['subscriber']).toMatchObject({ created_at: contact.created_at, lists: contact.lists });
      for (const { id } of [other, third]) await world.all.get(`/subscribers/${id}`).expect(404);
    });

    it('shows one history of all contacts', async () => {
      const seen: { type: string; title: string }[] = [];
      for (let cursor = ''; ;) {
        const page = await get(`/subscribers/${keep.id}/timeline?per_page=50${cursor}`);
        seen.push(...page.timeline.data);
        if (page.timeline.next_cursor === null) break;
        cursor = `&cursor=${encodeURIComponent(page.timeline.next_cursor as string)}`;
      }
      const times = (type: string): number => seen.filter((item) => item.type === type).length;
      expect([times('created'), times('note'), times('order_placed'), times('email_sent')]).toEqual([3, 3, 3, 2]);
      expect([times('funnel_entered'), times('funnel_exited'), times('event_tracked')]).toEqual([3, 1, 5]);
      expect(await subscriber(keep.id, '?with[]=stats&with[]=commerce_stat')).toMatchObject({
        stats: { emails: 2 },
        commerce_stat: { orders_count: 2, total_spent: 40, currency: 'EUR' },
      });
      const { events } = await get(`/subscribers/${keep.id}/tracking-events`);
      expect(events.data).toHaveLength(2);
      expect(events.data).toContainEqual(
        expect.objectContaining({ title: 'Same', counter: 4, value: `by ${third.id}` }),
      );
      const { consents } = await get(`/subscribers/${keep.id}/consents?per_page=50`);
      expect(consents.data.length).toBeGreaterThanOrEqual(3);
    });

    it('has one enrollment per funnel, its own if it had one', async () => {
      for (const { id } of funnels) {
        const { data } = (await get(`/funnels/${id}/subscribers`)).funnel_subscribers;
        expect(data.filter(({ status }: { status: string }) => status === 'active')).toMatchObject([
          { subscriber_id: keep.id },
        ]);
        for (const entry of data) expect(entry.subscriber_id).toBe(keep.id);
      }
      expect(await world.db.query(`SELECT funnel_id, total FROM funnel_exits WHERE reason = 'contact_merged'`)).toEqual(
        [{ funnel_id: funnels[0]?.id, total: 1 }],
      );
    });

    it('emits the changes and the end of the others, and nothing else', async () => {
      expect(await eventsOf('contact.merged', keep.id)).toEqual([
        { keep_id: keep.id, merged_ids: [other.id, third.id] },
      ]);
      const updates = (await eventsOf('contact.updated', keep.id)) as { contact: { id: number }; changes: object }[];
      expect(updates.at(-1)?.contact.id).toBe(keep.id);
      expect(Object.keys(updates.at(-1)?.changes ?? {}).sort()).toEqual(
        ['city', 'custom_values.wishes', 'last_name', 'paused_until', 'phone', 'user_id'].sort(),
      );
      expect(await eventsOf('contact.deleted', keep.id)).toMatchObject(
        [other, third].map(({ id }) => ({ contact: { id }, source: 'api' })),
      );
      expect(await eventsOf('contact.status_changed', keep.id)).toEqual([]);
      const added = (await eventsOf('contact.list_added', keep.id)) as { contact: { id: number }; lists: object[] }[];
      expect(added.filter(({ contact }) => contact.id === keep.id).at(-1)?.lists).toMatchObject([{ id: lists[1]?.id }]);
    });

    it('keeps all figures that do not count contacts, and every counter exact', async () => {
      const after = await reports();
      expect(after).toEqual(before);
      await expectExactCounts();
      const { subscribers } = await get('/reports/top-subscribers?metric=activity');
      expect(subscribers).toMatchObject([{ contact: { id: keep.id }, opens: 3, clicks: 1, orders: 2 }]);
      const buyers = await get(`/reports/revenue/contacts?${YEAR}`);
      expect(buyers.contacts.data).toMatchObject([{ contact: { id: keep.id }, revenue: 40, orders: 2 }]);
    });

    it('is shown in activity reports', async () => {
      for (const query of ['', `?lists[]=${lists[1]?.id}`]) {
        const { recent } = await get(`/reports/subscriber-activity${query}`);
        expect(recent.length).toBeGreaterThan(5);
        for (const { contact } of recent) expect(contact).toMatchObject({ id: keep.id });
      }
    });

    it('is exported as one contact', async () => {
      const { body } = await world.all.get(`/subscribers/${keep.id}/export`).expect(200);
      expect(body.emails.map(({ to }: { to: string }) => to)).toEqual([keep.email, other.email]);
      expect(body.commerce.map(({ total }: { total: number }) => total)).toEqual([10, 30, 5]);
      expect(body.funnels).toHaveLength(3);
    });

    it('has the same rollups as a rebuild', async () => {
      await rebuildChangesNothing();
    });

    it('cannot be repeated, nor use a removed contact', async () => {
      const rows = await storedRows(world.db);
      const { body } = await merge(keep.id, [other.id, third.id]).expect(400);
      expect(body.data.params).toEqual({ merge_ids: `unknown: ${other.id}, ${third.id}` });
      await merge(other.id, [keep.id]).expect(404);
      expect(differences(rows, await storedRows(world.db))).toEqual([]);
    });
  });

  it.each([
    ['nothing', {}, ['keep_id', 'merge_ids']],
    ['the contact itself', { keep_id: 1, merge_ids: [1, 2] }, ['merge_ids']],
    ['one of them twice', { keep_id: 1, merge_ids: [2, 2] }, ['merge_ids']],
    ['nobody', { keep_id: 1, merge_ids: [] }, ['merge_ids']],
    ['too many', { keep_id: 1, merge_ids: Array.from({ length: 51 }, (_, index) => index + 2) }, ['merge_ids']],
    ['words', { keep_id: 'me', merge_ids: 'them' }, ['keep_id', 'merge_ids']],
  ])('refuses %s and names the errors', async (_what, body, fields) => {
    const { body: answer } = await world.all.post('/subscribers/merge').send(body).expect(400);
    expect(Object.keys(answer.data.params).sort()).toEqual(fields);
  });

  it('writes nothing if one of the contacts does not exist', async () => {
    const [one, two] = [await world.given.contact(), await world.given.contact({ phone: '1' })];
    await world.settle();
    const rows = await storedRows(world.db);
    const { body } = await merge(one.id, [two.id, 999_999]).expect(400);
    expect(body.data.params).toEqual({ merge_ids: 'unknown: 999999' });
    await merge(999_999, [two.id]).expect(404);
    expect(differences(rows, await storedRows(world.db))).toEqual([]);
  });

  it('needs the permission to manage contacts', async () => {
    await (
      await world.as('view_contacts')
    )
      .post('/subscribers/merge')
      .send({ keep_id: 1, merge_ids: [2] })
      .expect(403);
  });

  it('keeps the strictest status, suppresses the address that opted out, and logs the change', async () => {
    const keep = await world.given.contact();
    const gone = await world.given.contact({ status: 'unsubscribed' });
    const complained = await world.given.contact({ status: 'complained' });
    await merge(keep.id, [gone.id, complained.id]).expect(200);
    expect(await subscriber(keep.id)).toMatchObject({ status: 'complained' });
    const { consents } = await get(`/subscribers/${keep.id}/consents`);
    expect(consents.data[0]).toMatchObject({ new_status: 'complained', source: 'api', reason: 'merged' });
    const { body } = await world.all.post('/subscribers').send({ email: gone.email, status: 'subscribed' }).expect(200);
    expect(body.contact.id).not.toBe(gone.id);
    expect(body.suppressed).toBe(true);
    await expectExactCounts();
  });

  it('does not take over the bounce of another address, which stays suppressed', async () => {
    const keep = await world.given.contact();
    const bounced = await world.given.contact({ status: 'bounced' });
    await merge(keep.id, [bounced.id]).expect(200);
    expect(await subscriber(keep.id)).toMatchObject({ email: keep.email, status: 'subscribed' });
    const { body } = await world.all.post('/subscribers').send({ email: bounced.email, status: 'pending' }).expect(200);
    expect(body.suppressed).toBe(true);
  });

  it('replaces a bounced address by one that did not bounce', async () => {
    const keep = await world.given.contact({ status: 'bounced', first_name: 'Ada' });
    const other = await world.given.contact({ last_name: 'Lovelace' });
    const { body } = await merge(keep.id, [other.id]).expect(200);
    expect(body.subscriber).toMatchObject({ id: keep.id, email: other.email, status: 'subscribed', first_name: 'Ada' });
    expect((await get(`/subscribers?search=${other.email}`)).data.map(({ id }: { id: number }) => id)).toEqual([
      keep.id,
    ]);
    await world.settle();
    expect(await eventsOf('contact.updated', keep.id)).toMatchObject([
      { changes: { email: { old: keep.email, new: other.email }, last_name: { old: null, new: 'Lovelace' } } },
    ]);
    expect(await eventsOf('contact.deleted', other.id)).toEqual([]);
    const again = await world.all.post('/subscribers').send({ email: keep.email, status: 'pending' }).expect(200);
    expect(again.body.suppressed).toBe(true);
    await expectExactCounts();
  });

  it('keeps the opt-out of a contact whose address bounced later', async () => {
    const [keep, gone] = [await world.given.contact(), await world.given.contact()];
    for (const status of ['unsubscribed', 'bounced'])
      await world.all.put(`/subscribers/${gone.id}`).send({ subscriber: { status } }).expect(200);
    await merge(keep.id, [gone.id]).expect(200);
    expect(await subscriber(keep.id)).toMatchObject({ status: 'unsubscribed' });
  });

  it('opts out the merged contact by a link in an email to a former address', async () => {
    const [keep, reader] = [await world.given.contact(), await world.given.contact()];
    const mail = await sentMailTo(world, reader);
    await merge(keep.id, [reader.id]).expect(200);
    await world.http
      .post(linkOf(world, 'unsubscribe', mail))
      .type('form')
      .send('List-Unsubscribe=One-Click')
      .expect(200);
    await world.settle();
    expect(await subscriber(keep.id)).toMatchObject({ status: 'unsubscribed' });
  });

  it('applies a complaint of the other contact that waited for the merge to the kept contact', async () => {
    const [keep, reader] = [await world.given.contact(), await world.given.contact()];
    await merge(keep.id, [reader.id]).expect(200);
    const contacts = world.api.get(ContactsService, { strict: false });
    await world.db.transaction((tx) =>
      contacts.changeStatusIn(tx, reader.id, 'complained', { source: 'complaint', reason: 'reported as spam' }),
    );
    expect(await subscriber(keep.id)).toMatchObject({ status: 'complained' });
  });

  it('enrolls, and removes, the merged contact if a bulk action requested it with the former id', async () => {
    const [keep, other] = [await world.given.contact(), await world.given.contact()];
    const funnel = await world.given.publishedFunnel({ sequences: [TEN_DAYS] });
    await world.settle();
    const asked = { funnel_id: funnel.id, contact_ids: [other.id], bulk_action_id: 4_711 };
    const append = async (type: 'funnel.add_requested' | 'funnel.removal_requested'): Promise<void> =>
      world.db.transaction((tx) =>
        world.api.get(Outbox, { strict: false }).append(tx, type, funnel.id, { ...asked, contact_ids: [other.id] }),
      );
    const active = async (): Promise<number[]> =>
      (await get(`/funnels/${funnel.id}/subscribers?status=active`)).funnel_subscribers.data.map(
        (entry: { subscriber_id: number }) => entry.subscriber_id,
      );
    await merge(keep.id, [other.id]).expect(200);
    await append('funnel.add_requested');
    await world.settle();
    expect(await active()).toEqual([keep.id]);
    await append('funnel.removal_requested');
    await world.settle();
    expect(await active()).toEqual([]);
  });

  it('is not undone with the import that created it, because it includes an older contact', async () => {
    const before = await world.given.contact();
    const { body } = await world.all
      .post('/imports')
      .send({ rows: [{ email: 'made.by.import@example.com' }], map: { email: 'email' } })
      .expect(202);
    await world.settle();
    const [made] = await world.db.query<{ id: number }>('SELECT id FROM contacts WHERE email = :email', {
      email: 'made.by.import@example.com',
    });
    const keepId = made?.id ?? 0;
    await merge(keepId, [before.id]).expect(200);
    await world.all.post(`/imports/${body.import.id}/undo`).expect(202);
    await world.settle();
    expect((await get(`/imports/${body.import.id}`)).import).toMatchObject({ undone: 0, conflicts: 1 });
    await subscriber(keepId);
  });

  it('erases the addresses of all merged contacts with the contact', async () => {
    const names = ['Quirina', 'Zosimos'];
    const [keep, other] = [
      await world.given.contact({ email: 'quirina@one.example', first_name: names[0] }),
      await world.given.contact({ email: 'zosimos@two.example', first_name: names[1] }),
    ];
    await sentMailTo(world, other);
    await world.given.note(other.id, { description: '<p>Zosimos called</p>' });
    await merge(keep.id, [other.id]).expect(200);
    await world.settle();
    await world.all.post(`/subscribers/${keep.id}/erase`).send({ mode: 'delete' }).expect(200);
    await world.settle();
    const left = Object.entries(await storedRows(world.db)).flatMap(([table, rows]) =>
      rows.filter((row) => /quirina|zosimos/i.test(String(row))).map((row) => `${table}: ${String(row)}`),
    );
    expect(left).toEqual([]);
  });

  it('sends a campaign for both contacts once', async () => {
    const list = await world.given.list();
    const [keep, double, alone] = [
      await world.given.contact({ lists: [list.id] }),
      await world.given.contact({ lists: [list.id] }),
      await world.given.contact(),
    ];
    const waiting = await world.given.campaign({ settings: { subscribers: [{ list: list.id, tag: 'all' }] } });
    const rows = [keep, double].map(({ id, email }) => [
      ...['campaign', waiting.id, String(id), 0, id, email, 'pending', new Date('2099-01-01')],
    ]);
    const own = [
      ['campaign', waiting.id, String(alone.id), 0, alone.id, alone.email, 'pending', new Date('2099-01-01')],
    ];
    await world.db.transaction((tx) =>
      tx.insertRows(
        'email_messages',
        'source_type source_id recipient_key content_id contact_id email state next_attempt_at'.split(' '),
        [...rows, ...own],
      ),
    );
    await merge(keep.id, [double.id, alone.id]).expect(200);
    const messages = await world.db.query(
      'SELECT recipient_key AS `key`, contact_id, state, reason FROM email_messages WHERE source_id = :id ORDER BY id',
      { id: waiting.id },
    );
    expect(messages).toEqual([
      { key: String(keep.id), contact_id: keep.id, state: 'pending', reason: null },
      { key: String(double.id), contact_id: keep.id, state: 'skipped', reason: 'contact_merged' },
      { key: String(alone.id), contact_id: keep.id, state: 'skipped', reason: 'contact_merged' },
    ]);
  });

  it.each([
    ['bounced', 'pending'],
    ['sent', 'skipped'],
    ['unknown', 'skipped'],
  ])('an email of the other contact that is %s leaves the waiting one %s', async (state, left) => {
    const [keep, other] = [await world.given.contact(), await world.given.contact()];
    const { id } = await world.given.campaign();
    await world.db.transaction((tx) =>
      tx.insertRows(
        'email_messages',
        'source_type source_id recipient_key content_id contact_id email state next_attempt_at'.split(' '),
        [
          ['campaign', id, String(keep.id), 0, keep.id, keep.email, 'pending', new Date('2099-01-01')],
          ['campaign', id, String(other.id), 0, other.id, other.email, state, null],
        ],
      ),
    );
    await merge(keep.id, [other.id]).expect(200);
    const rows = await world.db.query(
      'SELECT recipient_key AS `key`, state FROM email_messages WHERE source_id = :id ORDER BY id',
      { id },
    );
    expect(rows).toEqual([
      { key: String(keep.id), state: left },
      { key: String(other.id), state },
    ]);
  });

  it('a bounced email does not prevent that a campaign adds the kept contact', async () => {
    const [keep, other] = [await world.given.contact(), await world.given.contact()];
    const { id } = await world.given.campaign();
    await world.db.transaction((tx) =>
      tx.insertRows(
        'email_messages',
        'source_type source_id recipient_key content_id contact_id email state'.split(' '),
        [['campaign', id, String(other.id), 0, other.id, other.email, 'bounced']],
      ),
    );
    await merge(keep.id, [other.id]).expect(200);
    const keys = await world.db.query('SELECT recipient_key AS `key` FROM email_messages WHERE source_id = :id', {
      id,
    });
    expect(keys).toEqual([{ key: String(other.id) }]);
  });

  it('counts emails that were in transit during the merge for the kept contact, and continues to track them', async () => {
    const [first, second, last] = [
      await world.given.contact(),
      await world.given.contact(),
      await world.given.contact(),
    ];
    await world.settle();
    const append = async (...events: NewEvent[]): Promise<void> =>
      world.db.transaction((tx) => world.api.get(Outbox, { strict: false }).appendAll(tx, events));
    const opened = (id: number): NewEvent => new EmailFacts({ contact: id }).opened(NOW);
    await append(opened(first.id));
    await merge(second.id, [first.id]).expect(200);
    await append(opened(first.id), opened(second.id));
    await merge(last.id, [second.id]).expect(200);
    await append(opened(first.id), opened(second.id), opened(last.id));
    await world.settle();
    const opens = await world.db.query(
      'SELECT contact_id AS id, opened FROM contact_totals WHERE contact_id IN (:ids)',
      {
        ids: [first.id, second.id, last.id],
      },
    );
    expect(opens).toEqual([{ id: last.id, opened: 6 }]);
    await rebuildChangesNothing();
  });

  it('is respected by a rebuild that started under the former id', async () => {
    const [keep, other] = [await world.given.contact(), await world.given.contact()];
    // More than the relay lag, so that most of them are counted before.
    await publishEvents(...Array.from({ length: 620 }, () => new EmailFacts({ contact: other.id }).opened(NOW)));
    const tables = world.api.get(RollupTables, { strict: false });
    const [add, merged] = [tables.add.bind(tables), { in: 0 }];
    const spy = jest.spyOn(tables, 'add').mockImplementation(async (...args) => {
      await add(...args);
      merged.in += 1;
      if (merged.in === 1) await merge(keep.id, [other.id]).expect(200);
    });
    const rebuild = world.api.get(RollupsRebuild, { strict: false });
    await rebuild.run().finally(() => {
      spy.mockRestore();
    });
    expect(merged.in).toBeGreaterThan(1);
    await world.settle();
    const opens = 'SELECT contact_id AS id, opened FROM contact_totals WHERE contact_id IN (:ids)';
    expect(await world.db.query(opens, { ids: [keep.id, other.id] })).toEqual([{ id: keep.id, opened: 620 }]);
    await rebuildChangesNothing();
  });

  it.each(['merge', 'erase'])(
    'F45 lets the relay pass on events of other contacts during a call to %s',
    async (what) => {
      const contacts = [await world.given.contact(), await world.given.contact(), await world.given.contact()];
      const [keep, other, bystander] = contacts.map(({ id }) => id) as [number, number, number];
      const opened = (id: number): NewEvent => new EmailFacts({ contact: id }).opened(NOW);
      // If a contact has more events than wait for the relay, the database prefers the index of the latter, which leads through those of others.
      await publishEvents(...Array.from({ length: 400 }, () => opened(other)));
      await waitUntil('the index forgets the former ones', async () => {
        const [plan] = await explain(world.db, `SELECT id FROM domain_events WHERE state = 'new'`);
        return Number(plan?.rows) < 10;
      });
      const relay = world.worker!.get(Relay, { strict: false });
      const idle = jest.spyOn(relay, 'drain').mockResolvedValue(0);
      // A run that started before would deliver the events.
      await relay.idle();
      await world.db.transaction((tx) =>
        world.api.get(Outbox, { strict: false }).appendAll(tx, [opened(other), opened(bystander)]),
      );
      const stateOf = async (id: number): Promise<string | undefined> =>
        (
          await world.db.query<{ state: string }>(
            `SELECT state FROM domain_events WHERE type = 'email.opened' AND contact_id = :id ORDER BY id DESC`,
            { id },
          )
        )[0]?.state;
      const remover = world.api.get(ContactRemover, { strict: false });
      const remove = remover.removeMany.bind(remover);
      // The last step of both calls, when all rows of the contacts are locked.
      const states: (string | undefined)[] = [];
      const last = jest.spyOn(remover, 'removeMany').mockImplementationOnce(async (...args) => {
        await remove(...args);
        idle.mockRestore();
        await relay.drain();
        // The timer of the relay may have taken the batch.
        await waitUntil('it is delivered', async () => (await stateOf(bystander)) === 'carried');
        states.push(await stateOf(bystander), await stateOf(other));
      });
      if (what === 'merge') await merge(keep, [other]).expect(200);
      else await world.all.post(`/subscribers/${other}/erase`).send({ mode: 'delete' }).expect(200);
      last.mockRestore();
      expect(states).toEqual(['carried', 'new']);
      await world.settle();
      const totals = 'SELECT contact_id AS id, opened FROM contact_totals WHERE contact_id IN (:ids)';
      const left = what === 'merge' ? [{ id: keep, opened: 401 }] : [];
      expect(await world.db.query(totals, { ids: [keep, other] })).toEqual(left);
    },
  );

  it('F45 counts events that arrive during the merge under the new id', async () => {
    const [keep, other] = [(await world.given.contact()).id, (await world.given.contact()).id];
    await world.settle();
    const relay = world.worker!.get(Relay, { strict: false });
    const remover = world.api.get(ContactRemover, { strict: false });
    const remove = remover.removeMany.bind(remover);
    const last = jest.spyOn(remover, 'removeMany').mockImplementationOnce(async (...args) => {
      await remove(...args);
      await world.db.transaction((tx) =>
        world.api.get(Outbox, { strict: false }).appendAll(tx, [new EmailFacts({ contact: other }).opened(NOW)]),
      );
      await relay.drain();
    });
    await merge(keep, [other]).expect(200);
    last.mockRestore();
    await world.settle();
    expect(
      await world.db.query('SELECT contact_id AS id, opened FROM contact_totals WHERE contact_id IN (:ids)', {
        ids: [keep, other],
      }),
    ).toEqual([{ id: keep, opened: 1 }]);
  });

  it('loses no concurrent write to, or count for, the other contact', async () => {
    const pairs = await Promise.all(
      Array.from({ length: 8 }, async () => ({
        keep: await world.given.contact(),
        other: await world.given.contact(),
      })),
    );
    const messages: number[] = [];
    for (const { other } of pairs) messages.push(await sentMailTo(world, other));
    await Promise.all(
      pairs.flatMap(({ keep, other }, index) => [
        merge(keep.id, [other.id]).expect(200),
        world.all.put(`/subscribers/${other.id}`).send({ subscriber: { phone: '42' } }),
        world.all.post('/subscribers/track-event').send({ subscriber_id: other.id, event_key: 'k', title: 'Raced' }),
        world.http
          .post(linkOf(world, 'unsubscribe', messages[index] ?? 0))
          .type('form')
          .send('List-Unsubscribe=One-Click'),
        world.worker?.get(Relay, { strict: false }).drain() ?? Promise.resolve(0),
      ]),
    );
    await world.settle();
    for (const { keep, other } of pairs) {
      expect(await subscriber(keep.id)).toMatchObject({ status: 'unsubscribed' });
      await world.all.get(`/subscribers/${other.id}`).expect(404);
    }
    const orphans = await world.db.query(
      `SELECT 'event' AS what FROM tracked_events t LEFT JOIN contacts c ON c.id = t.contact_id WHERE c.id IS NULL
       UNION ALL SELECT 'total' FROM contact_totals t LEFT JOIN contacts c ON c.id = t.contact_id WHERE c.id IS NULL`,
    );
    expect(orphans).toEqual([]);
    await expectExactCounts();
    await rebuildChangesNothing();
  });
});
