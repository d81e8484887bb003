import type { Response } from 'supertest';
import { statementRunning } from '../../support/running-statement.js';
import { World } from '../../support/world.js';

const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
const EMOJI = '🏭';
const OPTIONAL_MEMBERS = {
  industry: null,
  type: null,
  website: null,
  email: null,
  phone: null,
  address_line_1: null,
  address_line_2: null,
  city: null,
  state: null,
  country: null,
  postal_code: null,
  employees_number: null,
  description: null,
  logo: null,
  linkedin_url: null,
  facebook_url: null,
  twitter_url: null,
  status: null,
};
const LINES = [
  'industry',
  'type',
  'phone',
  'address_line_1',
  'address_line_2',
  'city',
  'state',
  'postal_code',
  'status',
];
const URLS = ['website', 'logo', 'linkedin_url', 'facebook_url', 'twitter_url'];

const namesOf = ({ body }: Response): string[] =>
  body.companies.data.map(({ name }: { name: string }) => name) as string[];

describe('companies', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });

  const countRows = async (): Promise<number> => (await world.all.get('/companies').expect(200)).body.companies.total;

  describe('writing', () => {
    it('stores and returns every field in normalized form', async () => {
      const { body } = await world.all
        .post('/companies')
        .send({
          name: ' Analytical Engines Ltd ',
          industry: 'Computing',
          type: 'Customer',
          website: 'https://engines.example/about?a=b',
          email: '\u00a0Office@Engines.Example ',
          phone: '+44 20 1234',
          address_line_1: '12 St James Sq',
          address_line_2: '   ',
          city: 'London',
          state: '',
          country: 'united kingdom',
          postal_code: 'SW1Y',
          employees_number: '12',
          description: 'Makes\nengines',
          logo: 'http://engines.example/logo.png',
          linkedin_url: 'https://linkedin.example/engines',
          facebook_url: null,
          twitter_url: '',
          status: 'active',
          id: 7,
          contacts_count: 99,
          created_at: '2001-01-01 00:00:00',
          name_key: 'mine',
          nonsense: { deep: true },
        })
        .expect(200);
      expect(body).toEqual({
        message: 'Successfully saved the company.',
        company: {
          id: expect.any(Number),
          name: 'Analytical Engines Ltd',
          industry: 'Computing',
          type: 'Customer',
          website: 'https://engines.example/about?a=b',
          email: 'office@engines.example',
          phone: '+44 20 1234',
          address_line_1: '12 St James Sq',
          address_line_2: null,
          city: 'London',
          state: null,
          country: 'GB',
          postal_code: 'SW1Y',
          employees_number: 12,
          description: 'Makes\nengines',
          logo: 'http://engines.example/logo.png',
          linkedin_url: 'https://linkedin.example/engines',
          facebook_url: null,
          twitter_url: null,
          status: 'active',
          contacts_count: 0,
          created_at: TIMESTAMP,
          updated_at: TIMESTAMP,
        },
      });
      expect(body.company.created_at).not.toBe('2001-01-01 00:00:00');
      const one = await world.all.get(`/companies/${body.company.id}`).expect(200);
      expect(one.body).toEqual({ company: body.company });
    });

    it('requires only a name', async () => {
      const { body } = await world.all.post('/companies').send({ name: 'Bare' }).expect(200);
      expect(body.company).toEqual({
        ...OPTIONAL_MEMBERS,
        id: expect.any(Number),
        name: 'Bare',
        contacts_count: 0,
        created_at: TIMESTAMP,
        updated_at: TIMESTAMP,
      });
    });

    it('changes given fields, clears empty ones, and keeps the rest', async () => {
      const company = await world.given.company({ name: 'Before', city: 'Paris', phone: '1', employees_number: 3 });
      const { body } = await world.all
        .put(`/companies/${company.id}`)
        .send({ name: 'After', city: '', employees_number: null, industry: 'Mail' })
        .expect(200);
      expect(body.message).toBe('Successfully saved the company.');
      expect(body.company).toMatchObject({
        name: 'After',
        city: null,
        employees_number: null,
        industry: 'Mail',
        phone: '1',
      });
      await world.db.transaction((tx) =>
        tx.execute("UPDATE companies SET updated_at = '2020-01-01 00:00:00' WHERE id = :id", { id: company.id }),
      );
      for (const nothing of [{}, { name: 'After', city: null }, { contacts_count: 5, updated_at: '2001-01-01' }]) {
        const again = await world.all.put(`/companies/${company.id}`).send(nothing).expect(200);
        expect(again.body.company).toEqual({ ...body.company, updated_at: '2020-01-01 00:00:00' });
      }
      const touched = await world.all.put(`/companies/${company.id}`).send({ city: 'Rome' }).expect(200);
      expect(touched.body.company.updated_at).not.toBe('2020-01-01 00:00:00');
      // The old name is free, the new one is taken.
      await world.given.company({ name: 'before' });
      await world.all.post('/companies').send({ name: 'AFTER' }).expect(400);
    });

    it('refuses a name that differs only in case, blanks, or compatibility forms', async () => {
      await world.given.company({ name: 'Straße One' });
      const other = await world.given.company({ name: 'Straße Two' });
      for (const name of ['straße one', 'STRASSE ONE', 'Straße \u00a0Ｏｎｅ']) {
        for (const refused of [
          await world.all.post('/companies').send({ name }).expect(400),
          await world.all.put(`/companies/${other.id}`).send({ name, city: 'Rome' }).expect(400),
        ]) {
          expect(refused.body).toMatchObject({
            code: 'rest_invalid_param',
            message: 'Company with this name already exists',
            data: { status: 400, params: { name: 'is taken' } },
          });
        }
      }
      const untouched = await world.all.get(`/companies/${other.id}`).expect(200);
      expect(untouched.body.company).toMatchObject({ name: 'Straße Two', city: null });
      await world.all.put(`/companies/${other.id}`).send({ name: 'STRASSE two' }).expect(200);
    });

    it('accepts names in any script that a loose collation would treat as equal', async () => {
      for (const name of ['resume', 'résumé', '🎉', '🚀', '株式会社', 'Ωμέγα', 'שלום', 'O\'Brien & \\ "Söhne" <b>']) {
        const { id } = await world.given.company({ name });
        const { body } = await world.all.get(`/companies/${id}`).expect(200);
        expect(body.company.name).toBe(name);
      }
    });

    it('creates one of many concurrent companies with the same name, and refuses the rest', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => world.all.post('/companies').send({ name: 'Only one' })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 400)]);
    });
  });

  describe('invalid input', () => {
    const wrongTypes: unknown[] = [[], ['a'], {}, { a: 1 }];
    const cases: (readonly [field: string, value: unknown, reason: string])[] = [
      ...[...LINES, ...URLS, 'email', 'country', 'description'].flatMap((field) =>
        (URLS.includes(field) || ['email', 'country'].includes(field) ? [7, true, ...wrongTypes] : wrongTypes).map(
          (value) => [field, value, 'must be text'] as const,
        ),
      ),
      ...[...wrongTypes, null].map((value) => ['name', value, 'must be text'] as const),
      ['name', '', 'must not be empty'],
      ['name', ' \u00a0\t', 'must not be empty'],
      ...['name', ...LINES, 'country'].map(
        (field) => [field, 'x'.repeat(191), 'must be at most 190 characters long'] as const,
      ),
      ...['name', ...LINES].map((field) => [field, EMOJI.repeat(191), 'must be at most 190 characters long'] as const),
      ['email', `${'x'.repeat(191)}@example.com`, 'must be at most 190 characters long'],
      ...[
        'unknown',
        'a@b',
        'a@example.com, b@example.com',
        'Ada <ada@example.com>',
        'a@example.com\r\nBcc: x@y.zz',
      ].map((value) => ['email', value, 'must be one email address'] as const),
      ...URLS.flatMap((field) => [
        [field, `https://example.com/${'x'.repeat(2_048)}`, 'must be at most 2048 characters long'] as const,
        ...['example.com', 'ftp://example.com', 'javascript:alert(1)', 'https://me:secret@example.com', 'https://'].map(
          (value) => [field, value, 'must be an http or https URL'] as const,
        ),
      ]),
      ...['Atlantis', 'ZZ', '12', EMOJI].map(
        (value) => ['country', value, 'must be a country code or the name of a country'] as const,
      ),
      ...['many', '1.5', '1e3', '0x10', 1.5, true, [], {}].map(
        (value) => ['employees_number', value, 'must be a whole number'] as const,
      ),
      ['employees_number', -1, 'must be at least 0'],
      ['employees_number', 4_294_967_296, 'must be at most 4294967295'],
      ['description', 'x'.repeat(10_001), 'must be at most 10000 characters long'],
    ];

    it('is refused by create and update, with the field name, and nothing is written', async () => {
      const company = await world.given.company({ name: 'Sound' });
      const before = (await world.all.get(`/companies/${company.id}`).expect(200)).body;
      const total = await countRows();
      const wrong: string[] = [];
      for (const [index, [field, value, reason]] of cases.entries())
        for (const answer of [
          await world.all.post('/companies').send({ name: `Faulty ${index}`, city: 'Rome', [field]: value }),
          await world.all.put(`/companies/${company.id}`).send({ city: 'Rome', [field]: value }),
        ]) {
          const { code, message, data } = answer.body;
          const fine =
            answer.status === 400 &&
            code === 'rest_invalid_param' &&
            message === `Invalid parameter: ${field} ${reason}` &&
            JSON.stringify(data.params) === JSON.stringify({ [field]: reason });
          if (!fine) wrong.push(`${field} = ${JSON.stringify(value).slice(0, 60)}: ${JSON.stringify(answer.body)}`);
        }
      expect(wrong).toEqual([]);
      expect(cases.length).toBeGreaterThan(150);
      expect(await countRows()).toBe(total);
      expect((await world.all.get(`/companies/${company.id}`).expect(200)).body).toEqual(before);
    });

    it('is all reported at once', async () => {
      const { body } = await world.all
        .post('/companies')
        .send({ email: 'x', website: 'x', country: 'x', employees_number: 'x', city: [] })
        .expect(400);
      expect(body.message).toBe('Invalid parameter: name is required');
      expect(Object.keys(body.data.params).sort()).toEqual([
        'city',
        'country',
        'email',
        'employees_number',
        'name',
        'website',
      ]);
      for (const nothing of [undefined, {}]) {
        const refused = await world.all.post('/companies').send(nothing).expect(400);
        expect(refused.body.data.params).toEqual({ name: 'is required' });
      }
    });

    it('excludes the limits of the columns: 190 characters of four bytes, 2048 of a URL, the largest number', async () => {
      const largest = {
        name: EMOJI.repeat(190),
        ...Object.fromEntries(LINES.map((field) => [field, EMOJI.repeat(190)])),
        ...Object.fromEntries(URLS.map((field) => [field, `https://example.com/${EMOJI.repeat(2_028)}`])),
        description: EMOJI.repeat(10_000),
        employees_number: 4_294_967_295,
      };
      const { body } = await world.all.post('/companies').send(largest).expect(200);
      expect((await world.all.get(`/companies/${body.company.id}`).expect(200)).body.company).toMatchObject(largest);
    });

    it('includes unknown ids', async () => {
      for (const id of ['999999', '0', '-1', 'abc', '1.5', '99999999999999'])
        for (const answer of [
          await world.all.get(`/companies/${id}`),
          await world.all.put(`/companies/${id}`).send({ city: 'Rome' }),
          await world.all.delete(`/companies/${id}`),
          await world.all.get(`/companies/${id}/notes`),
        ]) {
          expect(answer.status).toBe(404);
          expect(answer.body).toMatchObject({ code: 'rest_post_invalid_id', message: 'Invalid post ID.' });
        }
    });
  });

  describe('notes', () => {
    const NOTE = {
      title: 'Wants a quote',
      description: '<p onclick="x()">For <b>us</b><script>alert(1)</script></p>',
      type: 'call',
      created_at: '2026-01-31 09:30:00',
    };

    it('are created, listed, updated, and deleted like those of contacts', async () => {
      const company = await world.given.company();
      const { body } = await world.all.post(`/companies/${company.id}/notes`).send({ note: NOTE }).expect(200);
      expect(body.note).toMatchObject({
        company_id: String(company.id),
        title: 'Wants a quote',
        description: '<p>For <b>us</b></p>',
        type: 'call',
        status: 'open',
        is_private: '1',
        created_at: '2026-01-31 09:30:00',
      });
      expect(body.note).not.toHaveProperty('subscriber_id');
      const path = `/companies/${company.id}/notes/${body.note.id}`;
      await world.all
        .put(path)
        .send({ note: { ...NOTE, title: 'Got it', status: 'closed' } })
        .expect(200);
      const listed = await world.all.get(`/companies/${company.id}/notes?search=got`).expect(200);
      expect(listed.body.notes).toMatchObject({ total: 1, data: [{ id: body.note.id, status: 'closed' }] });
      expect(listed.body.notes.data[0].added_by).toMatchObject({ ID: expect.any(Number) });
      await world.all.delete(path).expect(200);
      await world.all.delete(path).expect(404);
    });

    it('belong to their company only, not to another one or a contact with the same id', async () => {
      const [mine, other] = [await world.given.company(), await world.given.company()];
      const contact = await world.given.contact();
      const { body } = await world.all.post(`/companies/${mine.id}/notes`).send(NOTE).expect(200);
      for (const foreignPath of [`/companies/${other.id}`, '/companies/999999', `/subscribers/${contact.id}`]) {
        await world.all.put(`${foreignPath}/notes/${body.note.id}`).send(NOTE).expect(404);
        await world.all.delete(`${foreignPath}/notes/${body.note.id}`).expect(404);
      }
      await world.all.post('/companies/999999/notes').send(NOTE).expect(404);
      const refused = await world.all.post(`/companies/${mine.id}/notes`).send({ note: { type: 'fax' } });
      expect(refused.status).toBe(400);
      expect(Object.keys(refused.body.data.params).sort()).toEqual(['created_at', 'description', 'title', 'type']);
    });

    it('are deleted with their company, and cannot be added afterwards', async () => {
      const [gone, kept] = [await world.given.company(), await world.given.company()];
      for (const { id } of [gone, kept]) await world.all.post(`/companies/${id}/notes`).send(NOTE).expect(200);
      let late: Promise<Response> | undefined;
      await world.db.transaction(async (tx) => {
        await tx.query('SELECT id FROM companies WHERE id = :id FOR UPDATE', { id: gone.id });
        late = world.all
          .post(`/companies/${gone.id}/notes`)
          .send(NOTE)
          .then((answer) => answer);
        await statementRunning(world.db, 'SELECT id FROM companies');
        await tx.execute('DELETE FROM companies WHERE id = :id', { id: gone.id });
        await tx.execute("DELETE FROM notes WHERE subject_type = 'company' AND subject_id = :id", { id: gone.id });
      });
      expect((await late)?.status).toBe(404);
      await world.all.delete(`/companies/${kept.id}`).expect(200);
      const left = await world.db.query(
        "SELECT id FROM notes WHERE subject_type = 'company' AND subject_id IN (:ids)",
        {
          ids: [gone.id, kept.id],
        },
      );
      expect(left).toEqual([]);
    });
  });

  it('allows reads with view_contacts and writes with manage_contacts only', async () => {
    const viewer = await world.as('view_contacts');
    const { id } = await world.given.company();
    await viewer.get('/companies').expect(200);
    await viewer.get(`/companies/${id}`).expect(200);
    await viewer.get(`/companies/${id}/notes`).expect(200);
    await viewer.post('/companies').send({ name: 'Not mine' }).expect(403);
    await viewer.put(`/companies/${id}`).send({ name: 'Not mine' }).expect(403);
    await viewer.delete(`/companies/${id}`).expect(403);
    await viewer.post(`/companies/${id}/notes`).send({}).expect(403);
    for (const verb of ['attach', 'detach'])
      for (const method of ['put', 'post'] as const)
        await viewer.send(method, `/companies/${verb}-subscribers`).send({}).expect(403);
  });
});

describe('the list of companies', () => {
  let world: World;
  const made: number[] = [];
  beforeAll(async () => {
    world = await World.start({ worker: false });
    for (const company of [
      { name: 'Beta 100%', industry: 'Steel', email: 'ask@beta.example' },
      { name: 'alpha', industry: 'Software' },
      { name: 'Gamma', industry: 'Soft drinks', email: 'Hello@Gamma.Example' },
      { name: 'Delta 1000', industry: null },
    ])
      made.push((await world.given.company(company)).id);
    const contacts = [await world.given.contact(), await world.given.contact()].map(({ id }) => id);
    await world.all
      .post('/companies/attach-subscribers')
      .send({ subscriber_ids: contacts, company_ids: [made[2]] })
      .expect(200);
    await world.all
      .post('/companies/attach-subscribers')
      .send({ subscriber_ids: contacts.slice(0, 1), company_ids: [made[0]] })
      .expect(200);
  });

  const list = (query: object) => world.all.get('/companies').query(query);

  it('is paginated, newest first, with complete companies', async () => {
    const { body } = await list({ per_page: 3 }).expect(200);
    expect(body).toEqual({
      companies: {
        current_page: 1,
        per_page: 3,
        total: 4,
        last_page: 2,
        from: 1,
        to: 3,
        next_page_url: expect.stringContaining('page=2'),
        prev_page_url: null,
        data: expect.any(Array),
      },
    });
    expect(body.companies.data[1]).toEqual((await world.all.get(`/companies/${made[2]}`).expect(200)).body.company);
    expect(namesOf(await list({ per_page: 3, page: 2 }).expect(200))).toEqual(['Beta 100%']);
    expect((await list({ page: 9 }).expect(200)).body.companies).toMatchObject({ total: 4, data: [] });
    expect((await list({}).expect(200)).body.companies.per_page).toBe(10);
  });

  it.each([
    ['soft', ['Gamma', 'alpha']],
    ['GAMMA', ['Gamma']],
    ['hello@GAMMA', ['Gamma']],
    ['soft gamma', ['Gamma']],
    ['100%', ['Beta 100%']],
    ['_', []],
    ['', ['Delta 1000', 'Gamma', 'alpha', 'Beta 100%']],
    ['steel soft', []],
  ])('finds "%s" in name, address, and industry', async (search, names) => {
    const answer = await list({ search }).expect(200);
    expect(namesOf(answer)).toEqual(names);
    expect(answer.body.companies.total).toBe(names.length);
  });

  it.each([
    [{ sort_by: 'name', sort_order: 'asc' }, ['alpha', 'Beta 100%', 'Delta 1000', 'Gamma']],
    [{ order_by: 'created_at', order_type: 'ASC' }, ['Beta 100%', 'alpha', 'Gamma', 'Delta 1000']],
    [{ sort_by: 'contacts_count', sort_type: 'DESC' }, ['Gamma', 'Beta 100%', 'Delta 1000', 'alpha']],
    [{ sort_by: 'id', sort_order: 'ASC' }, ['Beta 100%', 'alpha', 'Gamma', 'Delta 1000']],
  ])('sorts by %j', async (query, names) => {
    expect(namesOf(await list(query).expect(200))).toEqual(names);
  });

  it.each([
    ['id', 'DESC'],
    ['id', 'ASC'],
    ['name', 'ASC'],
    ['name', 'DESC'],
    ['created_at', 'DESC'],
    ['created_at', 'ASC'],
  ])('returns each company once by cursor in the order of %s %s', async (sort_by, sort_order) => {
    const expected = namesOf(await list({ sort_by, sort_order }).expect(200));
    const seen: string[] = [];
    let cursor: string | null = '*';
    while (cursor !== null) {
      const answer: Response = await list({ sort_by, sort_order, per_page: 1, cursor }).expect(200);
      seen.push(...namesOf(answer));
      cursor = answer.body.companies.next_cursor as string | null;
      expect(seen.length).toBeLessThanOrEqual(expected.length);
    }
    expect(seen).toEqual(expected);
  });

  it('refuses unknown sort fields, invalid pages, and cursors of another list', async () => {
    const byName = (await list({ sort_by: 'name', cursor: '*', per_page: 1 }).expect(200)).body.companies.next_cursor;
    for (const [query, field] of [
      [{ sort_by: 'name_key' }, 'sort_by'],
      [{ sort_order: 'sideways' }, 'sort_order'],
      [{ per_page: 0 }, 'per_page'],
      [{ per_page: 1_001 }, 'per_page'],
      [{ page: 'x' }, 'page'],
      [{ search: 'x'.repeat(191) }, 'search'],
      [{ cursor: 'x' }, 'cursor'],
      [{ cursor: byName }, 'cursor'],
      [{ cursor: byName, sort_by: 'created_at' }, 'cursor'],
      [{ cursor: '*', sort_by: 'contacts_count' }, 'cursor'],
    ] as const) {
      const { body } = await list(query).expect(400);
      expect(Object.keys(body.data.params)).toEqual([field]);
    }
  });
});
