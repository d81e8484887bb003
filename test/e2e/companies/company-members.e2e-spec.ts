import type { Response } from 'supertest';
import { countersAndRows } from '../../support/label-counts.js';
import { statementRunning } from '../../support/running-statement.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

interface Membership {
  readonly id: number;
  readonly is_primary: boolean;
}

describe('the contacts of companies', () => {
  let world: World;
  let sink: SmtpSink;
  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url } });
  });
  afterEach(async () => {
    const { maintained, counted } = await countersAndRows(world.db);
    expect(maintained).toEqual(counted);
  });

  type Verb = 'attach' | 'detach';
  const change = (verb: Verb, subscriber_ids: unknown, company_ids: unknown, method: 'put' | 'post' = 'post') =>
    world.all.send(method, `/companies/${verb}-subscribers`).send({ subscriber_ids, company_ids });
  const attach = (contacts: number[], companies: number[]) => change('attach', contacts, companies).expect(200);
  const detach = (contacts: number[], companies: number[]) => change('detach', contacts, companies).expect(200);
  /** Returns the companies of a contact with the primary one marked. */
  const companiesOf = async (contactId: number): Promise<string[]> => {
    const { body } = await world.all.get(`/subscribers/${contactId}?with[]=companies`).expect(200);
    return (body.subscriber.companies as Membership[]).map(({ id, is_primary }) => `${id}${is_primary ? '*' : ''}`);
  };
  const countOf = async (companyId: number): Promise<number> =>
    (await world.all.get(`/companies/${companyId}`).expect(200)).body.company.contacts_count;
  const rows = async (): Promise<number> =>
    (await world.db.query<{ total: number }>('SELECT COUNT(*) AS total FROM contact_companies'))[0]?.total ?? -1;
  const some = async (what: 'company' | 'contact', count: number): Promise<number[]> => {
    const ids: number[] = [];
    for (let index = 0; index < count; index += 1) ids.push((await world.given[what]()).id);
    return ids;
  };

  describe('attaching and detaching', () => {
    it.each(['put', 'post'] as const)('returns the companies with their new counters for %s', async (method) => {
      const contacts = await some('contact', 3);
      const [one, two] = await some('company', 2);
      const { body } = await change('attach', contacts, [two, String(one), two], method).expect(200);
      expect(body).toEqual({
        message: 'Selected subscribers have been attached to the companies.',
        companies: [
          (await world.all.get(`/companies/${one}`).expect(200)).body.company,
          (await world.all.get(`/companies/${two}`).expect(200)).body.company,
        ],
      });
      expect(body.companies.map((company: { contacts_count: number }) => company.contacts_count)).toEqual([3, 3]);
      const left = await change('detach', contacts.slice(1), [one], method).expect(200);
      expect(left.body).toMatchObject({
        message: 'Selected subscribers have been detached from the companies.',
        companies: [{ id: one, contacts_count: 1 }],
      });
    });

    it('changes nothing the second time', async () => {
      const contacts = await some('contact', 2);
      const companies = await some('company', 2);
      await detach(contacts, companies);
      await attach(contacts, companies);
      await attach([...contacts, ...contacts], companies);
      expect(await Promise.all(companies.map(countOf))).toEqual([2, 2]);
      await detach(contacts, companies);
      await detach(contacts, companies);
      expect(await Promise.all(companies.map(countOf))).toEqual([0, 0]);
    });

    it('makes the first company primary, and promotes the oldest remaining one when it is removed', async () => {
      const [contact = 0] = await some('contact', 1);
      const [a = 0, b = 0, c = 0, d = 0] = await some('company', 4);
      await attach([contact], [c, a]);
      expect(await companiesOf(contact)).toEqual([`${c}*`, `${a}`]);
      await attach([contact], [d]);
      await attach([contact], [b]);
      expect(await companiesOf(contact)).toEqual([`${c}*`, `${a}`, `${d}`, `${b}`]);
      await detach([contact], [c, a]);
      expect(await companiesOf(contact)).toEqual([`${d}*`, `${b}`]);
      await attach([contact], [a]);
      expect(await companiesOf(contact)).toEqual([`${d}*`, `${b}`, `${a}`]);
      await detach([contact], [b]);
      expect(await companiesOf(contact)).toEqual([`${d}*`, `${a}`]);
      const primary = await world.db.query(
        'SELECT company_id FROM contact_companies WHERE contact_id = :contact AND is_primary = 1',
        { contact },
      );
      expect(primary).toEqual([{ company_id: d }]);
      await detach([contact], [a, d]);
      expect(await companiesOf(contact)).toEqual([]);
    });

    it('returns the companies of a contact on request, with the primary one', async () => {
      const [contact = 0] = await some('contact', 1);
      const company = await world.given.company({ industry: 'Steel' });
      await attach([contact], [company.id]);
      const asked = await world.all.get(`/subscribers/${contact}?with=companies,stats`).expect(200);
      const { body } = await world.all.get(`/companies/${company.id}`).expect(200);
      expect(asked.body.subscriber.companies).toEqual([{ ...body.company, is_primary: true }]);
      expect(asked.body.subscriber.stats).toBeDefined();
      const plain = await world.all.get(`/subscribers/${contact}`).expect(200);
      expect(plain.body.subscriber).not.toHaveProperty('companies');
    });
  });

  describe('invalid input', () => {
    const LARGEST_ID = 4_294_967_295;

    it.each(['attach', 'detach'] as const)(
      'is refused by %s with all unknown ids, and nothing is written',
      async (verb) => {
        const [contact = 0] = await some('contact', 1);
        const [company = 0] = await some('company', 1);
        if (verb === 'detach') await attach([contact], [company]);
        const before = await rows();
        const { body } = await change(verb, [contact, LARGEST_ID, 999_999], [company, 888_888]).expect(400);
        expect(body).toMatchObject({
          code: 'rest_invalid_param',
          message: `Invalid parameter: subscriber_ids unknown: ${LARGEST_ID}, 999999`,
          data: { params: { subscriber_ids: `unknown: ${LARGEST_ID}, 999999`, company_ids: 'unknown: 888888' } },
        });
        const onlyCompany = await change(verb, [contact], [888_888, company]).expect(400);
        expect(onlyCompany.body.data.params).toEqual({ company_ids: 'unknown: 888888' });
        expect(await rows()).toBe(before);
      },
    );

    it('of a wrong type is refused in both fields', async () => {
      const [contact = 0] = await some('contact', 1);
      const [company = 0] = await some('company', 1);
      const before = await rows();
      const wrong: (readonly [value: unknown, reason: string])[] = [
        [undefined, 'is required'],
        [null, 'must be an array of ids'],
        [true, 'must be an array of ids'],
        [{}, 'must be an array of ids'],
        [{ 0: 1 }, 'must be an array of ids'],
        [[], 'must hold at least one id'],
        ['', 'must hold at least one id'],
        ['all', 'must hold ids only'],
        [[0], 'must hold ids only'],
        [[-1], 'must hold ids only'],
        [[1.5], 'must hold ids only'],
        [['1e3'], 'must hold ids only'],
        [[LARGEST_ID + 1], 'must hold ids only'],
        [['１'], 'must hold ids only'],
        [['🏭'], 'must hold ids only'],
        [[null], 'must hold ids only'],
        [[[1]], 'must hold ids only'],
        [[{}], 'must hold ids only'],
        [[true], 'must hold ids only'],
        [Array.from({ length: 1_001 }, (_, index) => index + 1), 'must hold at most 1000 ids'],
      ];
      for (const verb of ['attach', 'detach'] as const)
        for (const method of ['put', 'post'] as const)
          for (const [value, reason] of wrong) {
            const first = await change(verb, value, [company], method);
            expect([value, first.status, first.body.data.params]).toEqual([value, 400, { subscriber_ids: reason }]);
            const second = await change(verb, [contact], value, method);
            expect([value, second.status, second.body.data.params]).toEqual([value, 400, { company_ids: reason }]);
          }
      const both = await world.all.post('/companies/attach-subscribers').send().expect(400);
      expect(both.body.data.params).toEqual({ subscriber_ids: 'is required', company_ids: 'is required' });
      expect(await rows()).toBe(before);
    });

    it('with too many pairs is refused', async () => {
      const ids = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
      const { body } = await change('attach', ids(101), ids(100)).expect(400);
      expect(body.data.params).toEqual({ company_ids: 'must make at most 10000 pairs with subscriber_ids' });
    });

    it('with a company that is deleted between lookup and commit is refused', async () => {
      const [contact = 0] = await some('contact', 1);
      const [gone = 0, kept = 0] = await some('company', 2);
      let late: Promise<Response> | undefined;
      await world.db.transaction(async (tx) => {
        await tx.execute('DELETE FROM companies WHERE id = :gone', { gone });
        late = change('attach', [contact], [kept, gone]).then((answer) => answer);
        await statementRunning(world.db, 'UPDATE companies');
      });
      const answer = await late;
      expect(answer?.status).toBe(400);
      expect(answer?.body.data.params).toEqual({ company_ids: 'contains an id that has just been deleted' });
      expect(await companiesOf(contact)).toEqual([]);
    });
  });

  describe('deleting', () => {
    it('a contact removes it from its companies', async () => {
      const [gone = 0, kept = 0] = await some('contact', 2);
      const companies = await some('company', 3);
      await attach([gone, kept], companies);
      await world.all.delete(`/subscribers/${gone}`).expect(200);
      expect(await Promise.all(companies.map(countOf))).toEqual([1, 1, 1]);
      expect(await world.db.query('SELECT 1 FROM contact_companies WHERE contact_id = :gone', { gone })).toEqual([]);
    });

    it('a company hides its memberships at once, promotes another one, and removes them in the background', async () => {
      const contacts = await some('contact', 3);
      const [contact = 0] = contacts;
      const [gone = 0, next = 0, last = 0] = await some('company', 3);
      await attach(contacts, [gone, last, next]);
      const { body } = await world.all.delete(`/companies/${gone}`).expect(200);
      expect(body).toEqual({ message: 'Successfully removed the company.' });
      await world.all.get(`/companies/${gone}`).expect(404);
      await world.all.delete(`/companies/${gone}`).expect(404);
      expect(await companiesOf(contact)).toEqual([`${next}*`, `${last}`]);
      const filtered = await world.all.get(`/subscribers?company_ids[]=${gone}`).expect(200);
      expect(filtered.body).toMatchObject({ total: 0, data: [] });
      await world.settle();
      expect(await world.db.query('SELECT 1 FROM contact_companies WHERE company_id = :gone', { gone })).toEqual([]);
      expect(await companiesOf(contact)).toEqual([`${next}*`, `${last}`]);
      expect(await Promise.all([next, last].map(countOf))).toEqual([3, 3]);
      // The next write stores the new primary company.
      await detach([contact], [last]);
      const marked = await world.db.query(
        'SELECT company_id, is_primary FROM contact_companies WHERE contact_id = :contact',
        {
          contact,
        },
      );
      expect(marked).toEqual([{ company_id: next, is_primary: 1 }]);
    });

    it('a company with more members than one batch removes all of them', async () => {
      const [company = 0] = await some('company', 1);
      await world.db.transaction((tx) =>
        tx.insertRows(
          'contact_companies',
          ['contact_id', 'company_id'],
          Array.from({ length: 5_001 }, (_, index) => [4_000_000 + index, company]),
        ),
      );
      await world.all.delete(`/companies/${company}`).expect(200);
      await world.settle();
      expect(await world.db.query('SELECT 1 FROM contact_companies WHERE company_id = :company', { company })).toEqual(
        [],
      );
    });
  });

  describe('filtering contacts', () => {
    const listed = async (query: object): Promise<{ total: number; ids: number[] }> => {
      const { body } = await world.all.get('/subscribers').query(query).expect(200);
      return { total: body.total, ids: body.data.map(({ id }: { id: number }) => id) };
    };

    it('finds contacts of any of the companies, with other filters, by page and cursor', async () => {
      const list = await world.given.list();
      const [a = 0, b = 0, c = 0, d = 0] = await some('contact', 4);
      const [one = 0, two = 0] = await some('company', 2);
      await attach([a, b], [one]);
      await attach([b, c], [two]);
      await world.all
        .put(`/subscribers/${c}`)
        .send({ lists: [list.id], status: 'pending' })
        .expect(200);
      await world.all
        .put(`/subscribers/${d}`)
        .send({ lists: [list.id] })
        .expect(200);

      expect(await listed({ company_ids: [one] })).toEqual({ total: 2, ids: [b, a] });
      expect(await listed({ company_ids: [one, two] })).toEqual({ total: 3, ids: [c, b, a] });
      expect(await listed({ company_ids: `${one},${two}` })).toEqual({ total: 3, ids: [c, b, a] });
      expect(await listed({ company_ids: [two], lists: [list.id] })).toEqual({ total: 1, ids: [c] });
      expect(await listed({ company_ids: [one, two], statuses: ['pending'] })).toEqual({ total: 1, ids: [c] });
      expect(await listed({ company_ids: [999_999] })).toEqual({ total: 0, ids: [] });
      expect(await listed({ company_ids: [999_999, one] })).toEqual({ total: 2, ids: [b, a] });
      expect(await listed({ company_ids: [one], per_page: 1, page: 2 })).toEqual({ total: 2, ids: [a] });
      const seen: number[] = [];
      let cursor: string | null = '*';
      while (cursor !== null) {
        const answer: Response = await world.all
          .get('/subscribers')
          .query({ company_ids: [one, two], per_page: 1, cursor })
          .expect(200);
        seen.push(...(answer.body.data as Membership[]).map(({ id }) => id));
        cursor = answer.body.next_cursor as string | null;
      }
      expect(seen).toEqual([c, b, a]);
    });

    it('refuses invalid ids', async () => {
      for (const company_ids of ['x', '0', '1.5', '4294967296']) {
        const { body } = await world.all.get('/subscribers').query({ company_ids }).expect(400);
        expect(body.data.params).toEqual({ company_ids: 'must hold ids only' });
      }
    });

    it('uses the counter for the total of one company', async () => {
      const [contact = 0] = await some('contact', 1);
      const [company = 0] = await some('company', 1);
      await attach([contact], [company]);
      const set = (count: number) =>
        world.db.transaction((tx) =>
          tx.execute('UPDATE companies SET contacts_count = :count WHERE id = :company', { count, company }),
        );
      await set(41);
      expect(await listed({ company_ids: [company] })).toEqual({ total: 41, ids: [contact] });
      await set(1);
    });
  });

  describe('in emails', () => {
    it('the primary company provides name, website, industry, city, and country', async () => {
      const list = await world.given.list();
      const member = await world.given.contact({ email: 'member@example.com', lists: [list.id] });
      await world.given.contact({ email: 'unknown@example.com', lists: [list.id] });
      const [gone, primary, other] = [
        await world.given.company({ name: 'Gone' }),
        await world.given.company({
          name: 'Söhne & <b>Co</b>',
          website: 'https://sons.example',
          industry: 'Steel',
          city: 'Essen',
          country: 'DE',
        }),
        await world.given.company({ name: 'Other' }),
      ];
      for (const { id } of [gone, primary, other]) await attach([member.id], [id]);
      await world.all.delete(`/companies/${gone.id}`).expect(200);
      const campaign = await world.given.campaign({
        email_subject: 'For {{ company.name | default: "you" }}',
        email_body:
          '<p>[{{ company.name | default: "none" }}|{{ company.industry }}|{{ company.city }}|{{ company.country }}]</p>' +
          '<p><a href="{{ company.website | default: "https://shop.example" }}/x">Look</a> <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
        lists: [list.id],
      });
      await world.all.post(`/campaigns/${campaign.id}/send`).expect(200);
      // A slow machine delays emails by five seconds, and the world counts as settled while emails only wait.
      await waitUntil('both emails arrived', () => sink.messages.length === 2);
      const received = new Map(
        await Promise.all(
          sink.messages.map(async (message) => [message.envelope.to[0], await message.parsed()] as const),
        ),
      );
      expect(received.get('member@example.com')?.subject).toBe('For Söhne & <b>Co</b>');
      expect(received.get('member@example.com')?.html).toContain('[Söhne &amp; &lt;b&gt;Co&lt;/b&gt;|Steel|Essen|DE]');
      expect(received.get('unknown@example.com')?.subject).toBe('For you');
      expect(received.get('unknown@example.com')?.html).toContain('[none|||]');
    });
  });

  describe('concurrent writers', () => {
    const countByStatus = (answers: readonly { status: number }[]): Record<number, number> => {
      const counts: Record<number, number> = {};
      for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
      return counts;
    };
    /** Deterministic, so that a failure can be reproduced. */
    const shuffled = (count: number): number[] => Array.from({ length: count }, (_, index) => (index * 7919) % count);
    /** Returns contacts with companies but without exactly one primary one. */
    const withoutOnePrimary = (contactIds: readonly number[]) =>
      world.db.query(
        `SELECT contact_id, SUM(is_primary) AS marked FROM contact_companies WHERE contact_id IN (:contactIds)
          GROUP BY contact_id HAVING marked <> 1`,
        { contactIds },
      );

    it('attach and detach, change lists and statuses, and delete contacts', async () => {
      const contacts = await some('contact', 12);
      const companies = await some('company', 5);
      const lists = [(await world.given.list()).id, (await world.given.list()).id];
      const pick = (ids: readonly number[], from: number, count: number): number[] =>
        Array.from({ length: count }, (_, index) => ids[(from + index * 3) % ids.length] ?? 0);
      const answers = await Promise.all(
        shuffled(240).map((index): Promise<Response> => {
          const [contactIds, companyIds] = [pick(contacts, index, 3), pick(companies, index, 2)];
          const url = `/subscribers/${contactIds[0]}`;
          switch (index % 6) {
            case 0:
            case 1:
              return change('attach', contactIds, companyIds).then((answer) => answer);
            case 2:
              return change('detach', contactIds, companyIds, 'put').then((answer) => answer);
            case 3:
              return change('attach', contactIds.reverse(), companyIds.reverse(), 'put').then((answer) => answer);
            case 4:
              return world.all
                .put(url)
                .send({ lists: pick(lists, index, 1) })
                .then((answer) => answer);
            default:
              return index % 60 === 5
                ? world.all.delete(url).then((answer) => answer)
                : world.all
                    .put(url)
                    .send({ status: index % 4 === 1 ? 'subscribed' : 'pending' })
                    .then((answer) => answer);
          }
        }),
      );
      // 400 and 404 mean a contact deleted meanwhile; a deadlock must not surface.
      const { 200: fine = 0, 400: unknown = 0, 404: gone = 0, ...others } = countByStatus(answers);
      expect(others).toEqual({});
      expect(fine).toBeGreaterThan(100);
      expect(fine + unknown + gone).toBe(240);
      for (const { status, body } of answers)
        if (status === 400) expect(Object.keys(body.data.params)).toEqual(['subscriber_ids']);
      expect(await rows()).toBeGreaterThan(0);
      expect(await withoutOnePrimary(contacts)).toEqual([]);
    });

    it('delete a company while others attach to it and add notes, without leftover memberships', async () => {
      const contacts = await some('contact', 30);
      const [gone = 0, kept = 0] = await some('company', 2);
      const writes = contacts.map((contact, index) =>
        change('attach', [contact], index % 2 === 0 ? [gone, kept] : [kept, gone]).then((answer) => answer),
      );
      const removal = world.all.delete(`/companies/${gone}`).then((answer) => answer);
      const answers = await Promise.all(writes);
      expect((await removal).status).toBe(200);
      const { 200: fine = 0, 400: refused = 0, ...others } = countByStatus(answers);
      expect(others).toEqual({});
      expect(fine + refused).toBe(30);
      expect(await countOf(kept)).toBe(fine);
      await world.settle();
      expect(await world.db.query('SELECT 1 FROM contact_companies WHERE company_id = :gone', { gone })).toEqual([]);
    });

    it('count a thousand contacts into ten companies exactly', async () => {
      const contacts = await world.db.transaction(async (tx) => {
        await tx.insertRows(
          'contacts',
          ['hash', 'email', 'status', 'created_at', 'updated_at'],
          Array.from({ length: 1_000 }, (_, index) => [
            String(index).padStart(32, '0'),
            `crowd-${index}@example.com`,
            'pending',
            new Date(),
            new Date(),
          ]),
        );
        const made = await tx.query<{ id: number }>("SELECT id FROM contacts WHERE email LIKE 'crowd-%' ORDER BY id");
        for (let shard = 0; shard < 8; shard += 1)
          await tx.execute(
            `UPDATE contact_counters SET total = total + :total WHERE status = 'pending' AND shard = :shard`,
            { shard, total: made.filter(({ id }) => id % 8 === shard).length },
          );
        return made.map(({ id }) => id);
      });
      const companies = await some('company', 10);
      const answers = await Promise.all([
        change('attach', contacts, companies).then((answer) => answer),
        change('attach', [...contacts].reverse(), [...companies].reverse()).then((answer) => answer),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(await Promise.all(companies.map(countOf))).toEqual(companies.map(() => 1_000));
      expect(await withoutOnePrimary(contacts)).toEqual([]);
      const half = await detach(contacts.slice(0, 500), companies.slice(0, 5));
      expect(half.body.companies.map(({ contacts_count }: { contacts_count: number }) => contacts_count)).toEqual(
        companies.slice(0, 5).map(() => 500),
      );
      expect(await withoutOnePrimary(contacts)).toEqual([]);
    });
  });
});
