import type { ApiClient } from '../../support/api-client.js';
import { WITH_DIALECT, inDialect } from '../../support/dialect-client.js';
import type { GivenContact, GivenLabel } from '../../support/given.js';
import { World } from '../../support/world.js';

describe('contacts, lists and tags in the other dialect', () => {
  let world: World;
  let dialect: ApiClient;
  beforeAll(async () => {
    world = await World.start({ env: WITH_DIALECT });
    dialect = inDialect(world);
  });

  describe('contacts', () => {
    it('are listed at the top level and under `subscribers`', async () => {
      await world.given.contact({ email: 'find.me@example.com' });
      const { body } = await dialect.get('/subscribers?per_page=1&search=find.me@example.com').expect(200);
      const { subscribers, ...flat } = body;
      expect(subscribers).toEqual(flat);
      expect(subscribers).toMatchObject({ total: 1, per_page: 1, data: [{ email: 'find.me@example.com' }] });
      const ours = await world.all.get('/subscribers?per_page=1&search=find.me@example.com').expect(200);
      expect(ours.body).not.toHaveProperty('subscribers');
    });

    it('keep what is attached and detached in one call', async () => {
      const [wanted, other, list] = [await world.given.tag(), await world.given.tag(), await world.given.list()];
      const { id } = await world.given.contact({ tags: [wanted.id, other.id] });
      const { body } = await dialect
        .put(`/subscribers/${id}`)
        .send({
          subscriber: {
            attach_tags: [String(wanted.id)],
            detach_tags: [wanted.id, other.id],
            attach_lists: [list.id],
            detach_lists: [list.id],
          },
        })
        .expect(200);
      expect(body.contact).toMatchObject({ tags: [{ id: wanted.id }], lists: [{ id: list.id }] });
      const refused = await world.all
        .put(`/subscribers/${id}`)
        .send({ attach_tags: [wanted.id], detach_tags: [wanted.id] })
        .expect(400);
      expect(refused.body.data.params).toEqual({ detach_tags: `also in attach_tags: ${wanted.id}` });
    });

    it('ignore an invalid country, with a warning', async () => {
      const warning = 'country was left out: it is neither the code nor the name of a country';
      const read = await dialect
        .post('/subscribers')
        .send({ email: 'traveller@example.com', status: 'subscribed', country: 'United States (US)' })
        .expect(200);
      expect(read.body.contact.country).toBe('US');
      expect(read.body).not.toHaveProperty('warnings');
      const { id } = read.body.contact;
      const left = await dialect
        .put(`/subscribers/${id}`)
        .send({ subscriber: { country: 'Atlantis', city: 'Poseidon' } })
        .expect(200);
      expect(left.body).toMatchObject({ contact: { country: 'US', city: 'Poseidon' }, warnings: [warning] });
      const company = await dialect.post('/companies').send({ name: 'Deep Sea', country: 'Atlantis' }).expect(200);
      expect(company.body).toMatchObject({ company: { country: null }, warnings: [warning] });
      const refused = await world.all.put(`/subscribers/${id}`).send({ country: 'Atlantis' }).expect(400);
      expect(refused.body.data.params).toEqual({ country: 'must be a country code or the name of a country' });
    });

    it('accept dates with a time, as FluentCRM does', async () => {
      const field = await world.given.customField({ type: 'date' });
      const { body } = await dialect
        .post('/subscribers')
        .send({
          email: 'birthday@example.com',
          status: 'subscribed',
          date_of_birth: '1990-01-02 00:00:00',
          custom_values: { [field.slug]: '2026-02-03T10:00:00+02:00' },
        })
        .expect(200);
      const { id } = body.contact;
      const read = await dialect.get(`/subscribers/${id}?with[]=custom_values&with[]=subscriber.avatar`).expect(200);
      expect(read.body.subscriber).toMatchObject({
        date_of_birth: '1990-01-02',
        custom_values: { [field.slug]: '2026-02-03' },
      });
      await dialect.put(`/subscribers/${id}`).send({ date_of_birth: '0000-00-00 00:00:00' }).expect(200);
      expect((await dialect.get(`/subscribers/${id}`)).body.subscriber.date_of_birth).toBeNull();
      const faulty = await dialect.put(`/subscribers/${id}`).send({ date_of_birth: '1990-02-30 00:00:00' }).expect(400);
      expect(faulty.body.data.params).toEqual({ date_of_birth: 'is not a day that exists' });
    });

    it('are found by an address whose plus sign was sent as a space', async () => {
      const { id } = await world.given.contact({ email: 'ada+news+uk@example.com' });
      for (const address of [
        'ada+news+uk@example.com',
        'ada%20news%20uk@example.com',
        'ada%2Bnews%2Buk%40example.com',
        '+ada+news+uk@example.com%20',
      ]) {
        const { body } = await dialect.get(`/subscribers/0?get_by_email=${address}&with[]=stats`).expect(200);
        expect(body.subscriber).toMatchObject({ id, stats: { emails: 0 } });
      }
    });

    it('are updated with flat members', async () => {
      const [list, tag] = [await world.given.list(), await world.given.tag()];
      const { id } = await world.given.contact();
      const { body } = await dialect
        .put(`/subscribers/${id}`)
        .send({ first_name: 'Ada', attach_lists: [list.id], attach_tags: [tag.id], custom_values: [] })
        .expect(200);
      expect(body).toMatchObject({
        message: 'Subscriber successfully updated',
        isDirty: true,
        contact: { first_name: 'Ada', lists: [{ id: list.id }], tags: [{ id: tag.id }] },
      });
      const wrapped = await dialect
        .put(`/subscribers/${id}`)
        .send({ subscriber: { last_name: 'Lovelace', custom_values: [] } })
        .expect(200);
      expect(wrapped.body.contact.full_name).toBe('Ada Lovelace');
    });

    it('have a photo that may be named an avatar, and ignore other members of FluentCRM', async () => {
      const url = 'https://example.com/ada.png';
      const others = { prefix: 'Dr', timezone: 'UTC', source: 'shop', ip: '192.0.2.1', contact_owner: 1 };
      const { body } = await dialect
        .post('/subscribers')
        .send({ email: 'ada@photos.example', status: 'subscribed', avatar: url, ...others })
        .expect(200);
      expect(body.contact.photo).toBe(url);
      const put = await dialect
        .put(`/subscribers/${body.contact.id}`)
        .send({ subscriber: { avatar: null } })
        .expect(200);
      expect(put.body.contact.photo).toBe('https://www.gravatar.com/avatar/?d=mp');
      expect((await world.all.get(`/subscribers/${put.body.contact.id}`)).body.subscriber.photo).toBeNull();
    });

    it('are created by clients that send an empty array for an empty object', async () => {
      const contact = { email: 'php@example.com', status: 'subscribed', custom_values: [] };
      const { body } = await dialect.post('/subscribers').send(contact).expect(200);
      expect(body.action_type).toBe('created');
      const refused = await dialect
        .post('/subscribers')
        .send({ ...contact, custom_values: ['x'] })
        .expect(400);
      expect(refused.body.data.params).toEqual({ custom_values: 'must be an object' });
    });
  });

  describe('sync-segments', () => {
    let contacts: GivenContact[];
    let [news, vip, trial]: GivenLabel[] = [];
    beforeAll(async () => {
      [news, vip, trial] = [
        await world.given.list({ title: 'Spring news' }),
        await world.given.tag({ title: 'Very important' }),
        await world.given.tag({ title: 'Trial' }),
      ];
    });
    beforeEach(async () => {
      contacts = [await world.given.contact(), await world.given.contact()];
    });

    const sync = (body: Record<string, unknown>) => dialect.post('/subscribers/sync-segments').send(body);
    const ids = () => contacts.map(({ id }) => id);
    const tagsOf = async (contact: GivenContact | undefined): Promise<number[]> =>
      (await world.all.get(`/subscribers/${contact?.id}`).expect(200)).body.subscriber.tags.map(
        ({ id }: { id: number }) => id,
      );

    it('adds and removes tags by slug, and returns the contacts in the order of the request', async () => {
      await world.all
        .put(`/subscribers/${ids()[0]}`)
        .send({ attach_tags: [trial?.id] })
        .expect(200);
      const named = ids().reverse();
      const { body } = await sync({
        type: 'tags',
        attach: ['very-important'],
        detach: ['trial'],
        subscribers: named.map(String),
      }).expect(200);
      expect(body.message).toBe('Successfully updated the subscribers.');
      expect(body.subscribers.map(({ id }: GivenContact) => id)).toEqual(named);
      for (const { tags, lists, email } of body.subscribers) {
        expect(tags).toEqual([{ id: vip?.id, title: 'Very important', slug: 'very-important' }]);
        expect(lists).toEqual([]);
        expect(email).toMatch(/@example\.com$/);
      }
    });

    it('accepts lists by id, with a message for one contact', async () => {
      const [first] = ids();
      const { body } = await sync({ type: 'lists', attach: [news?.id], find_by: 'id', subscribers: [first] }).expect(
        200,
      );
      expect(body.message).toBe('Successfully updated the subscriber.');
      expect(body.subscribers[0].lists).toMatchObject([{ slug: 'spring-news' }]);
      const lists = await world.all.get('/lists?search=Spring+news').expect(200);
      expect(lists.body.lists).toMatchObject([{ totalCount: 1, subscribersCount: 1 }]);
    });

    it('distinguishes a number from a string of digits', async () => {
      const digits = await world.given.tag({ title: 'Of a number', slug: String(vip?.id) });
      await sync({ type: 'tags', attach: [vip?.id], subscribers: [ids()[0]] }).expect(200);
      await sync({ type: 'tags', attach: [String(vip?.id)], subscribers: [ids()[1]] }).expect(200);
      expect(await tagsOf(contacts[0])).toEqual([vip?.id]);
      expect(await tagsOf(contacts[1])).toEqual([digits.id]);
      await sync({ type: 'tags', attach: [String(vip?.id)], find_by: 'id', subscribers: [ids()[1]] }).expect(200);
      expect(await tagsOf(contacts[1])).toEqual([vip?.id, digits.id]);
      // No tag has this slug.
      await sync({ type: 'tags', attach: String(trial?.id), subscribers: [ids()[0]] }).expect(200);
      expect(await tagsOf(contacts[0])).toEqual([vip?.id, trial?.id].sort((a, b) => Number(a) - Number(b)));
    });

    it('emits events only for actual changes, once', async () => {
      const eventsOf = async (): Promise<string[]> =>
        (
          await world.db.query<{ type: string }>(
            `SELECT type FROM domain_events WHERE type LIKE 'contact.tag%' AND subject_id IN (:ids) ORDER BY id`,
            { ids: ids() },
          )
        ).map(({ type }) => type);
      const body = { type: 'tags', attach: ['trial'], subscribers: ids() };
      await sync(body).expect(200);
      expect(await eventsOf()).toEqual(['contact.tag_added', 'contact.tag_added']);
      await sync(body).expect(200);
      expect(await eventsOf()).toHaveLength(2);
    });

    it('names all unknown ids and slugs, and writes nothing', async () => {
      const { body } = await sync({
        type: 'tags',
        attach: ['trial', 'no-such-tag'],
        detach: [999_999],
        subscribers: [...ids(), 888_888],
      }).expect(400);
      expect(body).toMatchObject({
        code: 'rest_invalid_param',
        data: {
          params: { attach: 'unknown: no-such-tag', detach: 'unknown: 999999', subscribers: 'unknown: 888888' },
        },
      });
      expect(await tagsOf(contacts[0])).toEqual([]);
    });

    it.each([
      [{}, { type: 'is required', subscribers: 'is required' }],
      [
        { type: 'segments', subscribers: [] },
        { type: 'must be one of: tags, lists', subscribers: 'must hold at least one id' },
      ],
      [{ type: 'tags', subscribers: [1], find_by: 'color' }, { find_by: 'must be one of: id, slug' }],
    ])('refuses %j', async (body, params) => {
      expect((await sync(body).expect(400)).body.data.params).toEqual(params);
    });

    it('attaches a tag that the same call detaches', async () => {
      const { body } = await sync({ type: 'tags', attach: ['trial'], detach: [trial?.id], subscribers: ids() }).expect(
        200,
      );
      expect(body.subscribers[0].tags).toContainEqual(expect.objectContaining({ id: trial?.id }));
    });

    it('refuses invalid references', async () => {
      const invalid = await sync({ type: 'tags', attach: [{ id: 1 }], subscribers: ids() }).expect(400);
      expect(invalid.body.data.params).toEqual({ attach: 'must hold ids or slugs only' });
      const long = await sync({ type: 'tags', attach: ['x'.repeat(5_000)], subscribers: ids() }).expect(400);
      expect(long.body.data.params.attach.length).toBeLessThan(100);
    });

    it('changes nothing if nothing is given', async () => {
      const { body } = await sync({ type: 'tags', attach: [], detach: '', subscribers: ids() }).expect(200);
      expect(body.subscribers).toHaveLength(2);
    });

    it('writes nothing about erased contacts', async () => {
      const [first] = ids();
      await world.all.post(`/subscribers/${first}/erase`).send({ mode: 'anonymize' }).expect(200);
      await world.settle();
      await sync({ type: 'tags', attach: ['trial'], subscribers: ids() }).expect(200);
      expect(await tagsOf(contacts[0])).toEqual([]);
      expect(await tagsOf(contacts[1])).toEqual([trial?.id]);
    });

    it('accepts hundreds of contacts, and refuses more than a thousand', async () => {
      const rows = Array.from({ length: 600 }, (_, index) => ({
        email: `many-${index}@example.com`,
        status: 'subscribed',
      }));
      const made = await world.all.post('/subscribers/bulk-add-update').send({ contacts: rows }).expect(200);
      const { body } = await sync({ type: 'tags', attach: ['trial'], subscribers: made.body.created }).expect(200);
      expect(body.subscribers).toHaveLength(600);
      expect(body.subscribers.every(({ tags }: { tags: unknown[] }) => tags.length === 1)).toBe(true);
      const tooMany = Array.from({ length: 1_001 }, (_, index) => index + 1);
      const refused = await sync({ type: 'tags', subscribers: tooMany }).expect(400);
      expect(refused.body.data.params).toEqual({ subscribers: 'must hold at most 1000 ids' });
    });
  });

  describe('lists and tags', () => {
    it('that are new are returned under every name that clients read', async () => {
      const tag = await dialect.post('/tags').send({ title: 'Gold', slug: 'gold' }).expect(200);
      expect(tag.body).toMatchObject({ message: 'Successfully saved the tag.', tags: { title: 'Gold', slug: 'gold' } });
      expect(tag.body.item).toEqual(tag.body.tags);
      expect(tag.body.lists).toEqual(tag.body.tags);
      const { id } = tag.body.tags;
      const renamed = await dialect.put(`/tags/${id}`).send({ title: 'Pure gold' }).expect(200);
      expect(renamed.body).toMatchObject({ tags: String(id), lists: String(id) });
      const list = await dialect.post('/lists').send({ title: 'Golden' }).expect(200);
      expect(list.body.lists).toMatchObject({ title: 'Golden' });
      expect(list.body.item).toEqual(list.body.lists);
      expect(Object.keys((await world.all.post('/tags').send({ title: 'Silver' })).body).sort()).toEqual([
        'message',
        'tags',
      ]);
    });

    it('are paginated without overlap', async () => {
      const made: GivenLabel[] = [];
      for (let number = 0; number < 12; number += 1) made.push(await world.given.tag({ title: `Paged ${number}` }));
      const whole = await dialect.get('/tags?search=Paged').expect(200);
      expect(whole.body.tags).toMatchObject({ per_page: 1_000, total: 12, last_page: 1, next_page_url: null });
      expect(whole.body.tags.data).toHaveLength(12);
      const first = await dialect.get('/tags?search=Paged&sort_order=ASC&per_page=10').expect(200);
      expect(first.body.tags).toMatchObject({
        current_page: 1,
        per_page: 10,
        total: 12,
        last_page: 2,
        from: 1,
        to: 10,
        prev_page_url: null,
      });
      const row = first.body.tags.data[0];
      expect(row).toMatchObject({ slug: 'paged-0', totalCount: 0, subscribersCount: 0 });
      const second = await dialect
        .get('/tags?search=Paged&sort_order=ASC&page=2&per_page=10&exclude_counts=true')
        .expect(200);
      expect(second.body.tags.data.map(({ id }: GivenLabel) => id)).toEqual(made.slice(10).map(({ id }) => id));
      expect(second.body.tags.data[0]).not.toHaveProperty('totalCount');
      const behind = await dialect.get('/tags?search=Paged&page=3&per_page=10').expect(200);
      expect(behind.body.tags).toMatchObject({ total: 12, data: [], next_page_url: null });
      expect((await world.all.get('/tags?search=Paged&page=2').expect(200)).body.tags).toHaveLength(12);
    });

    it('refuse invalid pages and cursors', async () => {
      for (const query of ['page=0', 'per_page=1001', 'page=x']) await dialect.get(`/tags?${query}`).expect(400);
      const { body } = await dialect.get('/tags?cursor=*').expect(400);
      expect(body.data.params).toEqual({ cursor: 'is not known in this list' });
      await dialect.get('/lists?page=0&per_page=10').expect(400);
    });

    it('end for clients that request pages until one is not full', async () => {
      for (let number = 0; number < 5; number += 1) await world.given.list({ title: `Asked for ${number}` });
      const seen: number[] = [];
      for (let page = 1; ; page += 1) {
        const { body } = await dialect.get(`/lists?search=Asked&per_page=2&page=${page}`).expect(200);
        seen.push(...body.lists.map(({ id }: GivenLabel) => id));
        if (body.lists.length < 2) break;
        expect(page).toBeLessThan(10);
      }
      expect(seen).toHaveLength(5);
      expect(new Set(seen).size).toBe(5);
      expect((await dialect.get('/lists?search=Asked&per_page=2').expect(200)).body.lists).toHaveLength(5);
    });
  });
});
