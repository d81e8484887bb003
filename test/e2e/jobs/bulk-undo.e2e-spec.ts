import { ContactAutomation } from '../../../src/modules/contacts/automation/contact-automation.service.js';
import { CountsVerification } from '../../../src/modules/contacts/counts/counts-verification.service.js';
import { SuppressionsService } from '../../../src/modules/contacts/suppression/suppressions.service.js';
import { differencesOf, imageOf, type ContactImage } from '../../support/contact-image.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

interface Job {
  readonly id: number;
  readonly status: string;
  readonly undone: number;
  readonly conflicts: number;
  readonly created: number;
  readonly updated: number;
}

interface Row {
  readonly row: number;
  readonly contact_id: number | null;
  readonly undo: string | null;
  readonly conflict: string | null;
}

/** Each contact starts with a value in every field, or in none. */
const FULL = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  phone: '+44 20 7946 0958',
  address_line_1: '12 St James Square',
  city: 'London',
  country: 'GB',
  postal_code: 'SW1Y 4JH',
  date_of_birth: '1815-12-10',
  photo: 'https://example.com/ada.png',
  contact_type: 'customer',
};
const OTHER_VALUES = {
  first_name: 'Augusta',
  last_name: 'King',
  phone: '+33 1 70 18 99 00',
  address_line_1: '3 Rue d’Ulm',
  address_line_2: 'Étage 2 🌍',
  city: 'Paris',
  state: 'Île-de-France',
  country: 'FR',
  postal_code: '75005',
  date_of_birth: '1852-11-27',
  photo: 'https://example.com/augusta.png',
  contact_type: 'lead',
};

describe('undoing', () => {
  let world: World;
  let lists: { id: number; title: string }[];
  let tags: { id: number; title: string }[];
  let made = 0;

  beforeAll(async () => {
    world = await World.start();
    lists = [await world.given.list(), await world.given.list()];
    tags = [await world.given.tag(), await world.given.tag()];
    await world.given.customField({ label: 'Color', slug: 'color' });
    await world.given.customField({ label: 'Size', slug: 'size', type: 'select-one', options: ['S', 'M', 'L'] });
    await world.given.customField({
      label: 'Topics',
      slug: 'topics',
      type: 'checkbox',
      options: ['art', 'maths', 'music'],
    });
  });

  const address = (): string => `person-${(made += 1)}@example.com`;

  async function imported(rows: readonly object[], options: object = {}): Promise<Job> {
    const { body } = await world.all
      .post('/imports')
      .send({ rows, update: true, ...options })
      .expect(202);
    return ended(body.import.id, 'done');
  }

  /** Polls without waiting for the search index each time. */
  async function ended(id: number, status: string): Promise<Job> {
    const job = async (): Promise<Job> => (await world.all.get(`/imports/${id}`).expect(200)).body.import;
    await waitUntil(`import ${id} has ended`, async () => !['queued', 'running'].includes((await job()).status));
    const found = await job();
    expect(found.status).toBe(status);
    return found;
  }

  async function undone({ id }: Pick<Job, 'id'>): Promise<Job> {
    await world.all.post(`/imports/${id}/undo`).expect(202);
    const job = await ended(id, 'undone');
    expect(await world.api.get(CountsVerification, { strict: false }).verify()).toEqual([]);
    return job;
  }

  const image = (): Promise<ContactImage> => imageOf(world.db);

  async function conflictsOf({ id }: Pick<Job, 'id'>): Promise<Row[]> {
    return (await world.all.get(`/imports/${id}/rows?outcome=conflict&per_page=1000`).expect(200)).body.rows;
  }

  const contactOf = async (id: number): Promise<Record<string, unknown>> =>
    (await world.all.get(`/subscribers/${id}?with[]=subscriber.custom_values`).expect(200)).body.subscriber;
  const idOf = async (email: string): Promise<number | null> =>
    (await world.db.query<{ id: number }>('SELECT id FROM contacts WHERE email = :email', { email }))[0]?.id ?? null;
  const put = (id: number, subscriber: object): Promise<unknown> =>
    world.all.put(`/subscribers/${id}`).send({ subscriber }).expect(200);

  it('restores every kind of value, for contacts with and without previous values', async () => {
    const full = await world.given.contact({
      ...FULL,
      user_id: 41,
      paused_until: '2099-01-02 03:04:05',
      lists: [lists[0]!.id],
      tags: [tags[0]!.id],
      custom_values: { color: 'green', size: 'M', topics: ['art', 'maths'] },
    });
    const empty = await world.given.contact({ status: 'pending' });
    const before = await image();
    const changed = {
      ...OTHER_VALUES,
      status: 'unsubscribed',
      lists: [lists[1]!.title],
      tags: [tags[1]!.title],
      custom_values: { color: 'red', size: 'L', topics: ['music'] },
    };
    const job = await imported([
      { email: full.email, user_id: 42, paused_until: '2098-01-01 00:00:00', ...changed },
      { email: empty.email, user_id: 43, paused_until: '2097-01-01 00:00:00', ...changed },
    ]);
    expect(job.updated).toBe(2);
    expect(Object.keys(differencesOf(before, await image())).sort()).toEqual(
      ['contacts', 'lists', 'tags', 'values', 'statuses', 'listCounts', 'tagCounts'].sort(),
    );
    expect(await undone(job)).toMatchObject({ undone: 2, conflicts: 0 });
    expect(differencesOf(before, await image())).toEqual({});
    expect(await contactOf(full.id)).toMatchObject({ user_id: 41, paused_until: '2099-01-02 03:04:05' });
    await world.settle();
    const { body } = await world.all.get('/subscribers?search=Augusta').expect(200);
    expect(body.total).toBe(0);
  });

  it('keeps and reports what was edited since, and restores everything else', async () => {
    const contact = await world.given.contact({ ...FULL, custom_values: { color: 'green', size: 'M' } });
    const { id } = contact;
    const job = await imported([
      {
        email: contact.email,
        ...OTHER_VALUES,
        lists: [lists[0]!.title],
        tags: [tags[0]!.title],
        custom_values: { color: 'red', size: 'L' },
      },
    ]);
    await put(id, {
      first_name: 'Grace',
      country: 'US',
      date_of_birth: '1906-12-09',
      custom_values: { color: 'blue' },
      detach_lists: [lists[0]!.id],
    });
    expect(await undone(job)).toMatchObject({ undone: 0, conflicts: 1 });
    expect(await conflictsOf(job)).toEqual([
      expect.objectContaining({
        row: 1,
        contact_id: id,
        undo: 'conflict',
        conflict: 'Edited since: first_name, country, date_of_birth, custom_values.color',
      }),
    ]);
    const after = await contactOf(id);
    expect(after).toMatchObject({
      ...FULL,
      first_name: 'Grace',
      country: 'US',
      date_of_birth: '1906-12-09',
      address_line_2: null,
      state: null,
      lists: [],
      tags: [],
      custom_values: { color: 'blue', size: 'M' },
    });
  });

  it('counts a value that was already restored by hand as undone', async () => {
    const { id, email } = await world.given.contact({ first_name: 'Ada', custom_values: { color: 'green' } });
    const job = await imported([{ email, first_name: 'Bob', custom_values: { color: 'red' }, tags: [tags[0]!.title] }]);
    await put(id, { first_name: 'Ada', custom_values: { color: 'green' }, tags: [] });
    expect(await undone(job)).toMatchObject({ undone: 1, conflicts: 0 });
    expect(await contactOf(id)).toMatchObject({ first_name: 'Ada', custom_values: { color: 'green' }, tags: [] });
  });

  it('restores user ids that were moved between contacts', async () => {
    const [one, two] = [await world.given.contact({ user_id: 51 }), await world.given.contact({ user_id: null })];
    const three = await world.given.contact({ user_id: 53 });
    const job = await imported([
      { email: one.email, user_id: 52 },
      { email: two.email, user_id: 51 },
      { email: three.email, user_id: 54 },
    ]);
    const newOwner = await world.given.contact({ user_id: 53 });
    expect(await undone(job)).toMatchObject({ undone: 2, conflicts: 1 });
    const userIds = [];
    for (const { id } of [one, two, three, newOwner]) userIds.push((await contactOf(id))['user_id']);
    expect(userIds).toEqual([51, null, 54, 53]);
    expect((await conflictsOf(job)).map(({ conflict }) => conflict)).toEqual(['Edited since: user_id']);
  });

  it('undoes several rows of one contact from the last to the first', async () => {
    const existing = await world.given.contact({ first_name: 'A', custom_values: { color: 'green' } });
    const fresh = address();
    const before = await image();
    const job = await imported([
      { email: existing.email, first_name: 'B', lists: [lists[0]!.title] },
      { email: fresh, status: 'subscribed', first_name: 'New' },
      { email: existing.email, first_name: 'C', custom_values: { color: 'red' } },
      { email: fresh, last_name: 'Newer', tags: [tags[0]!.title] },
      { email: existing.email, first_name: 'D', status: 'unsubscribed' },
    ]);
    expect(job).toMatchObject({ created: 1, updated: 4 });
    expect(await undone(job)).toMatchObject({ undone: 5, conflicts: 0 });
    expect(differencesOf(before, await image())).toEqual({});
  });

  describe('a status', () => {
    const statusOf = async (id: number): Promise<unknown> => (await contactOf(id))['status'];

    it('that was forced is restored together with the lifted suppression', async () => {
      const contact = await world.given.contact({ status: 'bounced' });
      await world.db.transaction((tx) =>
        tx.execute("INSERT INTO suppressions (kind, value_hash, reason) VALUES ('address', :hash, 'bounced')", {
          hash: hashOf(contact.email),
        }),
      );
      const before = await image();
      const job = await imported([{ email: contact.email, status: 'subscribed' }], { force_update_status: true });
      expect(await statusOf(contact.id)).toBe('subscribed');
      expect(differencesOf(before, await image())['suppressions']).toBeDefined();
      expect(await undone(job)).toMatchObject({ undone: 1 });
      expect(differencesOf(before, await image())).toEqual({});
      const { body } = await world.all.get(`/subscribers/${contact.id}/consents`).expect(200);
      expect(body.consents.data[0]).toMatchObject({
        old_status: 'subscribed',
        new_status: 'bounced',
        source: 'api',
        reason: `undo of import ${job.id}`,
      });
    });

    it('stays if the contact has opted out since, although it was strict before', async () => {
      const contact = await world.given.contact({ first_name: 'Ada' });
      const job = await imported([{ email: contact.email, status: 'unsubscribed', first_name: 'Bob' }]);
      await put(contact.id, { status: 'subscribed' });
      await optOut(contact.id);
      expect(await statusOf(contact.id)).toBe('unsubscribed');
      expect(await undone(job)).toMatchObject({ undone: 0, conflicts: 1 });
      expect((await conflictsOf(job)).map(({ conflict }) => conflict)).toEqual(['Edited since: status']);
      expect(await contactOf(contact.id)).toMatchObject({ status: 'unsubscribed', first_name: 'Ada' });
    });

    it('that has changed since stays, too', async () => {
      const contact = await world.given.contact();
      const job = await imported([{ email: contact.email, status: 'unsubscribed' }]);
      await put(contact.id, { status: 'complained' });
      expect(await undone(job)).toMatchObject({ undone: 0, conflicts: 1 });
      expect(await statusOf(contact.id)).toBe('complained');
    });

    const hashOf = (email: string): Buffer => world.api.get(SuppressionsService, { strict: false }).hash(email);
    async function optOut(id: number): Promise<void> {
      const preferences = world.api.get(ContactAutomation, { strict: false });
      await world.db.transaction((tx) =>
        preferences.changeStatus(tx, [id], 'unsubscribed', { source: 'one_click', reason: null }),
      );
    }
  });

  describe('contacts that were created', () => {
    it('removes them completely, suppressions included', async () => {
      const before = await image();
      const people = [
        { email: address(), ...FULL, custom_values: { color: 'red', topics: ['art'] } },
        { email: address(), status: 'unsubscribed', lists: [lists[0]!.title] },
        { email: address(), status: 'bounced' },
        { email: address(), status: 'pending', tags: [tags[0]!.title, tags[1]!.title] },
      ];
      const job = await imported(people, { lists: [lists[1]!.id] });
      expect(job.created).toBe(4);
      expect(await undone(job)).toMatchObject({ undone: 4, conflicts: 0 });
      expect(differencesOf(before, await image())).toEqual({});
      for (const { email } of people) expect(await idOf(email)).toBeNull();
      const [deleted] = await world.db.query<{ events: number }>(
        "SELECT COUNT(*) AS events FROM domain_events WHERE type = 'contact.deleted' AND data LIKE :needle",
        { needle: `%${people[0]!.email}%` },
      );
      expect(deleted?.events).toBe(1);
    });

    it('keeps those with activity of their own', async () => {
      const lives: Record<string, (id: number, email: string) => Promise<unknown>> = {
        'it has been edited since': (id) => put(id, { first_name: 'Grace' }),
        'it has notes': (id) => world.given.note(id),
        'it has tracked events': (id) => world.given.trackedEvent(id),
        'it belongs to companies': async (id) => {
          const { id: company } = await world.given.company();
          await world.all
            .put('/companies/attach-subscribers')
            .send({ subscriber_ids: [id], company_ids: [company] })
            .expect(200);
        },
        'it has orders': (_id, email) => world.given.order({ email, status: 'pending' }),
        'it has been sent emails': async (id, email) => sentMail(id, email),
      };
      const people = Object.keys(lives).map(() => address());
      const untouched = address();
      const job = await imported([...people, untouched].map((email) => ({ email, first_name: 'Ada' })));
      for (const [index, live] of Object.values(lives).entries())
        await live((await idOf(people[index]!))!, people[index]!);
      expect(await undone(job)).toMatchObject({ undone: 1, conflicts: 6 });
      expect(await idOf(untouched)).toBeNull();
      expect((await conflictsOf(job)).map(({ conflict }) => conflict)).toEqual(
        Object.keys(lives).map((why) => `The contact stays: ${why}.`),
      );
      for (const email of people) expect(await idOf(email)).not.toBeNull();
    });

    it('removes those on a list that was deleted since, but not those who left one', async () => {
      const list = await world.given.list();
      const [kept, gone] = [address(), address()];
      const job = await imported([{ email: kept }, { email: gone }], { lists: [list.id, lists[0]!.id] });
      await put((await idOf(kept))!, { detach_lists: [lists[0]!.id] });
      await world.all.delete(`/lists/${list.id}`).expect(200);
      await world.settle();
      expect(await undone(job)).toMatchObject({ undone: 1, conflicts: 1 });
      expect([await idOf(kept), await idOf(gone)]).toEqual([expect.any(Number), null]);
    });

    it('skips those that were deleted since', async () => {
      const email = address();
      const job = await imported([{ email }]);
      await world.all.delete(`/subscribers/${(await idOf(email))!}`).expect(200);
      expect(await undone(job)).toMatchObject({ undone: 1, conflicts: 0 });
    });

    async function sentMail(id: number, email: string): Promise<void> {
      await world.db.transaction((tx) =>
        tx.execute(
          `INSERT INTO email_messages (source_type, source_id, recipient_key, content_id, contact_id, email, state)
           VALUES ('campaign', 999999, :email, 1, :id, :email, 'sent')`,
          { id, email },
        ),
      );
    }
  });

  it('skips deleted labels, fields, and options', async () => {
    const list = await world.given.list();
    const field = await world.given.customField({ type: 'text' });
    const sizes = await world.given.customField({ type: 'select-one', options: ['one', 'two'] });
    const contact = await world.given.contact({
      first_name: 'Ada',
      custom_values: { [field.slug]: 'old', [sizes.slug]: 'one' },
    });
    const job = await imported([
      {
        email: contact.email,
        first_name: 'Bob',
        lists: [list.title],
        custom_values: { [field.slug]: 'new', [sizes.slug]: 'two' },
      },
    ]);
    await world.all.delete(`/lists/${list.id}`).expect(200);
    await world.all.delete(`/custom-fields/contacts/${field.slug}?force=yes`).expect(200);
    await world.all
      .put(`/custom-fields/contacts/${sizes.slug}`)
      .send({ options: ['two', 'three'], force: 'yes' })
      .expect(200);
    expect(await undone(job)).toMatchObject({ undone: 0, conflicts: 1 });
    expect((await conflictsOf(job)).map(({ conflict }) => conflict)).toEqual([
      `Edited since: custom_values.${sizes.slug}`,
    ]);
    expect(await contactOf(contact.id)).toMatchObject({ first_name: 'Ada', custom_values: { [sizes.slug]: 'two' } });
  });

  it('cannot restore deleted contacts', async () => {
    const contact = await world.given.contact({ first_name: 'Ada' });
    const job = await imported([{ email: contact.email, first_name: 'Bob' }]);
    await world.all.delete(`/subscribers/${contact.id}`).expect(200);
    expect(await undone(job)).toMatchObject({ undone: 0, conflicts: 1 });
    expect((await conflictsOf(job))[0]!.conflict).toBe('The contact has been deleted since.');
  });

  it('emits events for what the undo changes, and none if the import was silent', async () => {
    for (const silent of [false, true]) {
      const contact = await world.given.contact({ first_name: 'Ada', lists: [lists[0]!.id] });
      const job = await imported(
        [{ email: contact.email, first_name: 'Bob', status: 'unsubscribed', tags: [tags[0]!.title] }],
        { silent },
      );
      const [last] = await world.db.query<{ id: number }>('SELECT MAX(id) AS id FROM domain_events');
      await undone(job);
      const events = await world.db.query<{ type: string; silent: number; data: string }>(
        'SELECT type, silent, data FROM domain_events WHERE id > :after AND subject_id = :id ORDER BY id',
        { after: last!.id, id: contact.id },
      );
      const [updated, moved, untagged] = events.map(({ data }) => JSON.parse(data));
      expect(events.map(({ type, silent: isSilent }) => [type, isSilent])).toEqual([
        ['contact.updated', Number(silent)],
        ['contact.status_changed', Number(silent)],
        ['contact.tag_removed', Number(silent)],
      ]);
      expect(updated.changes).toEqual({ first_name: { old: 'Bob', new: 'Ada' } });
      expect(moved).toMatchObject({
        old_status: 'unsubscribed',
        new_status: 'subscribed',
        source: 'api',
        reason: `undo of import ${job.id}`,
      });
      expect(untagged.tags).toEqual([expect.objectContaining({ id: tags[0]!.id })]);
    }
  });

  it('undoes the changes of a cancelled job', async () => {
    const before = await image();
    const { body } = await world.all
      .post('/imports')
      .send({ rows: [{ email: address() }] })
      .expect(202);
    const { id } = body.import;
    await ended(id, 'done');
    await world.db.transaction((tx) => tx.execute("UPDATE bulk_jobs SET status = 'cancelled' WHERE id = :id", { id }));
    expect(await undone({ id })).toMatchObject({ undone: 1 });
    expect(differencesOf(before, await image())).toEqual({});
  });

  it('lists a hundred conflicts of a thousand rows and restores the others', async () => {
    const known = Array.from({ length: 500 }, () => ({ email: address(), status: 'subscribed', first_name: 'Old' }));
    await world.all.post('/subscribers/bulk-add-update').send({ contacts: known }).expect(200);
    const before = await image();
    const fresh = Array.from({ length: 500 }, () => ({ email: address(), first_name: 'New' }));
    const job = await imported(
      [...known.map(({ email }) => ({ email, first_name: 'New', city: 'Paris', tags: [tags[0]!.title] })), ...fresh],
      { silent: true },
    );
    expect(job).toMatchObject({ created: 500, updated: 500 });
    const edited = known.filter((_, index) => index % 5 === 3).map(({ email }) => email);
    const rename = (name: string): Promise<unknown> =>
      world.db.transaction((tx) =>
        tx.execute('UPDATE contacts SET first_name = :name WHERE email IN (:edited)', { name, edited }),
      );
    await rename('By hand');
    expect(await undone(job)).toMatchObject({ undone: 900, conflicts: 100 });
    const conflicts = await conflictsOf(job);
    expect(conflicts).toHaveLength(100);
    expect(new Set(conflicts.map(({ conflict }) => conflict))).toEqual(new Set(['Edited since: first_name']));
    await rename('Old');
    const withoutSearchText = (lines: ContactImage): readonly string[] =>
      (lines.get('contacts') ?? []).map((line) => JSON.stringify((JSON.parse(line) as unknown[]).slice(0, -1)));
    const after = await image();
    expect(withoutSearchText(after)).toEqual(withoutSearchText(before));
    expect(differencesOf(before, after)).toEqual({ contacts: expect.anything() });
  });
});
