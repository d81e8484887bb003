import { inDialect, WITH_DIALECT } from '../../support/dialect-client.js';
import { Downloads } from '../../support/downloads.js';
import { World } from '../../support/world.js';

const STRICT = { Prefer: 'handling=strict' };
const LENIENT = { Prefer: 'handling=lenient' };
type Members = Record<string, unknown>;

describe('what a response holds can be written', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ env: WITH_DIALECT });
  });

  /** Without what every write changes. */
  const stable = ({ updated_at: _updated, version: _version, ...members }: Members): Members => members;

  describe('back', () => {
    const WAIT = {
      action_name: 'wait_times',
      settings: { wait_type: 'unit_wait', wait_time_amount: 1, wait_time_unit: 'days' },
    };
    const EMAIL = {
      action_name: 'send_custom_email',
      settings: { email_subject: 'Hi', email_body: '<p>Hi {{ contact.first_name }}</p>' },
    };
    const BRANCH = {
      action_name: 'funnel_condition',
      settings: { conditions: [[{ source: ['subscriber', 'city'], operator: '=', value: 'Rome' }]] },
      children: { yes: [WAIT], no: [EMAIL] },
    };

    /** A resource that uses what its kind has, where it is read, and the member that holds it. */
    const KINDS: Record<string, () => Promise<readonly [path: string, member: string]>> = {
      contact: async () => {
        const field = await world.given.customField();
        const choices = await world.given.customField({ type: 'checkbox', options: ['a', 'b'] });
        const { id } = await world.given.contact({
          first_name: 'Ada',
          phone: '+49 30',
          country: 'DE',
          date_of_birth: '1990-01-02',
          photo: 'https://example.com/a.png',
          tags: [(await world.given.tag()).id, (await world.given.tag()).id],
          lists: [(await world.given.list()).id],
          custom_values: { [field.slug]: 'x', [choices.slug]: ['a', 'b'] },
        });
        await world.given.order({ contact_id: id });
        const company = await world.given.company();
        await world.all
          .post('/companies/attach-subscribers')
          .send({ subscriber_ids: [id], company_ids: [company.id] })
          .expect(200);
        await world.settle();
        const parts = ['subscriber.custom_values', 'stats', 'companies', 'commerce_stat', 'custom_fields'];
        return [`/subscribers/${id}?${parts.map((part) => `with[]=${part}`).join('&')}`, 'subscriber'];
      },
      'contact without parts': async () => [
        `/subscribers/${(await world.given.contact({ tags: [(await world.given.tag()).id] })).id}`,
        'subscriber',
      ],
      campaign: async () => {
        const settings = {
          subscribers: [{ list: (await world.given.list()).id, tag: 'all' }],
          mailer_settings: { from_name: 'News', from_email: 'news@example.com' },
        };
        const content = { email_subject: 'Hi', email_body: '<p>Hi</p>', utm_status: true, utm_source: 'x' };
        return [`/campaigns/${(await world.given.campaign({ ...content, settings })).id}`, 'campaign'];
      },
      webhook: async () => [
        `/webhooks/${(await world.given.webhook({ url: 'https://receiver.example/a?b=c', events: ['contact.created', 'email.*'] })).id}`,
        'webhook',
      ],
      funnel: async () => {
        const { id } = await world.given.funnel({ sequences: [WAIT, BRANCH] });
        return [`/funnels/${id}`, 'funnel'];
      },
      'steps of a funnel': async () => {
        const { id } = await world.given.funnel({ sequences: [EMAIL, BRANCH, WAIT] });
        return [`/funnels/${id}/sequences`, ''];
      },
      company: async () => [
        `/companies/${(await world.given.company({ website: 'https://a.example' })).id}`,
        'company',
      ],
      list: async () => [`/lists/${(await world.given.list({ is_public: true })).id}`, ''],
      tag: async () => [`/tags/${(await world.given.tag()).id}`, 'tag'],
      segment: async () => [`/segments/${(await world.given.segment()).id}`, 'segment'],
      template: async () => [`/templates/${(await world.given.template({ email_body: '<p>x</p>' })).id}`, 'template'],
      sender: async () => [`/senders/${(await world.given.sender({ url: 'smtp://127.0.0.1:2525' })).id}`, 'sender'],
      'report email': async () => [
        `/reports/scheduled/${(await world.given.scheduledReport()).id}`,
        'scheduled_report',
      ],
    };

    it.each(
      Object.keys(KINDS).flatMap(
        (name) =>
          [
            [name, 'leniently', LENIENT],
            [name, 'strictly', STRICT],
          ] as const,
      ),
    )('unchanged: %s, %s', async (name, _how, preference) => {
      const [path, member] = await KINDS[name]!();
      const read = (await world.all.get(path).expect(200)).body;
      const content = member === '' ? read : read[member];
      expect(content).toEqual(expect.any(Object));
      const [address = ''] = path.split('?');
      const written = await world.all.put(address).set(preference).send(content);
      expect([name, written.status, written.body.data?.params]).toEqual([name, 200, undefined]);
      const again = (await world.all.get(path).expect(200)).body;
      const present = member === '' ? again : again[member];
      if (name === 'steps of a funnel') expect(meaningOf(present.sequences)).toEqual(meaningOf(content.sequences));
      else expect(withoutIds(stable(present))).toEqual(withoutIds(stable(content)));
    });

    it('changed: a contact with one new name, on both paths', async () => {
      for (const client of [world.all, inDialect(world)]) {
        const [path] = await KINDS['contact']!();
        const { subscriber } = (await client.get(path).expect(200)).body;
        const [address = ''] = path.split('?');
        for (const body of [
          { ...subscriber, first_name: 'Eve' },
          { subscriber: { ...subscriber, first_name: 'Eva' } },
        ]) {
          const { contact } = (await client.put(address).send(body).expect(200)).body;
          expect(contact.tags.map(({ id }: Members) => id)).toEqual(subscriber.tags.map(({ id }: Members) => id));
        }
        const present = (await client.get(path).expect(200)).body.subscriber;
        expect(stable(present)).toEqual({ ...stable(subscriber), first_name: 'Eva', full_name: 'Eva' });
      }
    });

    /** New steps have new ids. */
    function meaningOf(steps: readonly Members[]): unknown {
      return steps.map(({ action_name, title, settings, children, type }) => ({
        action_name,
        title,
        settings,
        type,
        children: Object.fromEntries(
          Object.entries((children ?? {}) as Record<string, Members[]>).map(([name, inner]) => [
            name,
            meaningOf(inner),
          ]),
        ),
      }));
    }
    const withoutIds = ({ sequences, ...members }: Members): Members =>
      sequences === undefined ? members : { ...members, sequences: meaningOf(sequences as Members[]) };
  });

  describe('as lists and tags of contacts', () => {
    it.each(['tags', 'lists'] as const)('%s: ids, objects with id, and objects with slug', async (kind) => {
      const make = () => (kind === 'tags' ? world.given.tag() : world.given.list());
      const [one, two, three] = [await make(), await make(), await make()];
      const wanted = [one.id, { id: two.id, title: 'ignored', slug: 'ignored' }, { slug: three.slug }];
      const idsOf = (contact: Members): number[] =>
        (contact[kind] as { id: number }[]).map(({ id }) => id).sort((a, b) => a - b);
      const { body } = await world.all
        .post('/subscribers')
        .send({ email: `${kind}@example.com`, status: 'subscribed', [kind]: wanted })
        .expect(200);
      expect(idsOf(body.contact)).toEqual([one.id, two.id, three.id]);
      const { id } = await world.given.contact();
      const attached = await world.all
        .put(`/subscribers/${id}`)
        .set(STRICT)
        .send({ [`attach_${kind}`]: wanted })
        .expect(200);
      expect(idsOf(attached.body.contact)).toEqual([one.id, two.id, three.id]);
      const left = await world.all
        .put(`/subscribers/${id}`)
        .send({ [`detach_${kind}`]: [{ slug: one.slug }, { id: two.id }] })
        .expect(200);
      expect(idsOf(left.body.contact)).toEqual([three.id]);
      const bulk = { contacts: [{ email: `bulk-${kind}@example.com`, status: 'subscribed', [kind]: wanted }] };
      await world.all.post('/subscribers/bulk-add-update').send(bulk).expect(200);
      const found = await world.all.get(`/subscribers/0?get_by_email=bulk-${kind}@example.com`).expect(200);
      expect(idsOf(found.body.subscriber)).toEqual([one.id, two.id, three.id]);
      for (const wrong of [
        [{ id: 987_654 }],
        [{ slug: 'no-such-slug' }],
        [{}],
        [{ title: one.title }],
        [null],
        ['text'],
        [{ id: 'x' }],
      ]) {
        const refused = await world.all.put(`/subscribers/${id}`).send({ [`attach_${kind}`]: wrong });
        expect([wrong, refused.status, Object.keys(refused.body.data?.params ?? {})]).toEqual([
          wrong,
          400,
          [`attach_${kind}`],
        ]);
      }
      expect(idsOf((await world.all.get(`/subscribers/${id}`).expect(200)).body.subscriber)).toEqual([three.id]);
    });
  });

  describe('as text', () => {
    const TEXTS = [
      'first_name',
      'last_name',
      'phone',
      'address_line_1',
      'address_line_2',
      'city',
      'state',
      'postal_code',
    ];

    it.each(TEXTS)('numbers and booleans of %s of a contact', async (name) => {
      for (const [value, text] of [
        [10_115, '10115'],
        [1.5, '1.5'],
        [0, '0'],
        [-7, '-7'],
        [true, 'true'],
        [false, 'false'],
      ] as const) {
        const { id } = await world.given.contact({ [name]: value });
        expect((await world.all.get(`/subscribers/${id}`).expect(200)).body.subscriber[name]).toBe(text);
        await world.all
          .put(`/subscribers/${id}`)
          .set(STRICT)
          .send({ [name]: 42 })
          .expect(200);
        expect((await world.all.get(`/subscribers/${id}`).expect(200)).body.subscriber[name]).toBe('42');
      }
      for (const wrong of [['a'], { a: 1 }]) {
        const { body } = await world.all
          .post('/subscribers')
          .send({ email: 'x@example.com', status: 'subscribed', [name]: wrong });
        expect([wrong, Object.keys(body.data?.params ?? {})]).toEqual([wrong, [name]]);
      }
    });

    it.each(['name', 'phone', 'industry', 'city', 'postal_code'])(
      'numbers and booleans of %s of a company',
      async (name) => {
        const { id } = await world.given.company({ [name]: 10_115 });
        expect((await world.all.get(`/companies/${id}`).expect(200)).body.company[name]).toBe('10115');
      },
    );

    it('a number of an order', async () => {
      const order = { external_id: 4711, email: 'n@example.com', status: 'completed', currency: 'EUR', total: 1 };
      const answer = await world.all.post('/commerce/orders').send(order);
      expect([answer.status, answer.body.order?.external_id]).toEqual([200, '4711']);
    });

    it('numbers and booleans of custom fields', async () => {
      const options = ['1', '2.5', 'true'];
      for (const [type, value, stored] of [
        ['text', 45.5, '45.5'],
        ['text', true, 'true'],
        ['textarea', 7, '7'],
        ['select-one', 1, '1'],
        ['radio', 2.5, '2.5'],
        ['radio', true, 'true'],
        ['checkbox', [1, true], ['1', 'true']],
        ['checkbox', [2.5], ['2.5']],
        ['number', '3.50', '3.50'],
        ['number', 7, '7'],
      ] as const) {
        const { slug } = await world.given.customField(/select|radio|check/.test(type) ? { type, options } : { type });
        const { id } = await world.given.contact({ custom_values: { [slug]: value } });
        const { body } = await world.all.get(`/subscribers/${id}?with[]=custom_values`).expect(200);
        expect([type, value, body.subscriber.custom_values[slug]]).toEqual([type, value, stored]);
        if (type !== 'text' && type !== 'textarea' && type !== 'number') {
          const refused = await world.all
            .put(`/subscribers/${id}`)
            .send({ custom_values: { [slug]: 3 } })
            .expect(400);
          expect(Object.keys(refused.body.data.params)).toEqual([`custom_values.${slug}`]);
        }
      }
    });
  });

  describe('as custom values', () => {
    it('up to 2,048 and 65,536 characters, and longer only on the compatibility path, which cuts them', async () => {
      for (const [type, most] of [
        ['text', 2_048],
        ['textarea', 65_536],
      ] as const) {
        const { slug } = await world.given.customField({ type });
        const valueOf = async (id: number): Promise<string> =>
          (await world.all.get(`/subscribers/${id}?with[]=custom_values`).expect(200)).body.subscriber.custom_values[
            slug
          ];
        for (const letter of ['x', 'ü', '漢', '🎉']) {
          // 64 KB of text are fewer characters of several bytes.
          const fits = type === 'text' ? most : Math.floor(most / Buffer.byteLength(letter));
          const text = letter.repeat(fits / (letter === '🎉' && type === 'text' ? 2 : 1));
          const { id } = await world.given.contact({ custom_values: { [slug]: text } });
          expect([type, letter, (await valueOf(id)) === text]).toEqual([type, letter, true]);
        }
        const long = 'y'.repeat(most + 1);
        const { id } = await world.given.contact({ custom_values: { [slug]: 'before' } });
        const refused = await world.all
          .put(`/subscribers/${id}`)
          .send({ custom_values: { [slug]: long } })
          .expect(400);
        expect(refused.body.data.params[`custom_values.${slug}`]).toContain(String(most));
        expect(await valueOf(id)).toBe('before');
        const cut = await inDialect(world)
          .put(`/subscribers/${id}`)
          .send({ custom_values: { [slug]: long } })
          .expect(200);
        expect(cut.body.warnings).toEqual([expect.stringContaining(slug)]);
        expect(await valueOf(id)).toBe('y'.repeat(most));
      }
    });

    it('of a slug with capital letters, in every place and regardless of case', async () => {
      const definition = { type: 'text', label: 'Total', slug: 'wcap_cart_totalProducts' };
      const { body } = await world.all.post('/custom-fields/contacts').send(definition).expect(200);
      expect(body.field.slug).toBe('wcap_cart_totalProducts');
      const spellings = ['wcap_cart_totalProducts', 'wcap_cart_totalproducts', 'WCAP_CART_TOTALPRODUCTS'];
      const kept = (contact: Members): unknown => contact['custom_values'];
      for (const [index, slug] of spellings.entries()) {
        const email = `capital-${index}@example.com`;
        const { id } = await world.given.contact({ email, custom_values: { [slug]: `v${index}` } });
        const read = await world.all.get(`/subscribers/${id}?with[]=custom_values`).expect(200);
        expect(kept(read.body.subscriber)).toEqual({ wcap_cart_totalProducts: `v${index}` });
        const filters = JSON.stringify([[{ source: ['custom', slug], operator: '=', value: `v${index}` }]]);
        const found = await world.all.get('/subscribers').query({ filters, custom_fields: true });
        expect([slug, found.status, found.body.data?.map?.(({ id: each }: Members) => each)]).toEqual([
          slug,
          200,
          [id],
        ]);
        const csv = Buffer.from(`email,${slug}\n${email},imported\n`);
        await world.all.post('/imports').field('update', 'yes').attach('file', csv, 'contacts.csv').expect(202);
        await world.settle();
        const after = await world.all.get(`/subscribers/${id}?with[]=custom_values`).expect(200);
        expect([slug, kept(after.body.subscriber)]).toEqual([slug, { wcap_cart_totalProducts: 'imported' }]);
        await world.all
          .post('/subscribers/bulk-add-update')
          .send({ force_update: 'yes', contacts: [{ email, custom_values: { [slug]: 'b' } }] })
          .expect(200);
        const bulk = await world.all.get(`/subscribers/${id}?with[]=custom_values`).expect(200);
        expect([slug, kept(bulk.body.subscriber)]).toEqual([slug, { wcap_cart_totalProducts: 'b' }]);
        const renamed = await world.all
          .put(`/custom-fields/contacts/${slug}`)
          .send({ label: `Total ${index}` })
          .expect(200);
        expect(renamed.body.field).toMatchObject({ slug: 'wcap_cart_totalProducts', label: `Total ${index}` });
        const twice = await world.all.post('/custom-fields/contacts').send({ ...definition, slug, label: 'Other' });
        expect([slug, twice.status]).toEqual([slug, 400]);
      }
      const file = await new Downloads(world).get('/reports/subscribers/export?search=capital-0&custom_fields=true');
      expect(file.bytes.toString('utf8').split('\n')[0]).toContain('wcap_cart_totalProducts');
      await world.all.delete('/custom-fields/contacts/WCAP_cart_TotalProducts?force=yes').expect(200);
      const { fields } = (await world.all.get('/custom-fields/contacts').expect(200)).body;
      expect(fields.map(({ slug }: Members) => slug)).not.toContain('wcap_cart_totalProducts');
    });

    it('of a slug with capital letters, in emails', async () => {
      await world.given.customField({ slug: 'cartTotal' });
      const { id } = await world.given.contact({ custom_values: { cartTotal: '45' } });
      for (const slug of ['cartTotal', 'carttotal', 'CARTTOTAL']) {
        const content = { email_subject: `{{ custom.${slug} }}`, email_body: '<p>x</p>', contact_id: id };
        const { body } = await world.all.post('/templates/render').send(content).expect(200);
        expect([slug, body.subject]).toEqual([slug, '45']);
      }
    });
  });
});
