import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EnrollmentRemoval } from '../../../src/modules/funnels/enrollments/enrollment-removal.service.js';
import { UNTIL_DONE } from '../../../src/platform/work/periodic.js';
import { FIFTY_ITEMS } from '../../fixtures/order-of-50-items.js';
import { traces } from '../../support/privacy/traces.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { watchSegments } from '../../support/watched-segments.js';
import { World } from '../../support/world.js';

const OUT = '<p><a href="{{ unsubscribe_url }}">Out</a></p>';
const mail = (email_subject: string, email_body = '', more: object = {}) => ({
  action_name: 'send_custom_email',
  settings: { email_subject, email_body: `${email_body}${OUT}`, ...more },
});
const note = (title: string) => ({ action_name: 'add_contact_note', settings: { title, description: 'x' } });
const wait = (settings: object) => ({ action_name: 'wait_times', settings });
const tenDays = wait({ wait_type: 'unit_wait', wait_time_amount: 10, wait_time_unit: 'days' });
const purchase = wait({
  wait_type: 'event',
  event: 'event_tracked',
  event_key: 'paid',
  timeout_amount: 9,
  timeout_unit: 'days',
});

describe('the data of a trigger', () => {
  let world: World;
  let sink: SmtpSink;
  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url, MAIL_FROM: 'Carillon <news@carillon.example>' } });
  });
  beforeEach(() => {
    sink.reset();
  });
  afterEach(async () => {
    expect(await world.db.query('SELECT subscriber, error FROM parked_events')).toEqual([]);
  });

  const published = (trigger_name: string, sequences: unknown[], more: object = {}) =>
    world.given.publishedFunnel({ trigger_name, sequences, ...more });
  const fire = (name: string, body: object) => world.all.post(`/triggers/${name}`).send(body);
  const enroll = (funnel: { id: number }, subscribers: number[], data?: unknown) =>
    world.all.post(`/funnels/${funnel.id}/subscribers`).send({ subscribers, data });
  const detailsOf = async (funnel: { id: number }, contact: { id: number }) =>
    (await world.all.get(`/funnels/${funnel.id}/subscribers/${contact.id}/trace`).expect(200)).body;
  const dataOf = async (funnel: { id: number }, contact: { id: number }) =>
    (await detailsOf(funnel, contact)).funnel_subscriber.data;
  const subjects = async (): Promise<string[]> =>
    (await Promise.all(sink.messages.map(async (message) => (await message.parsed()).subject ?? ''))).sort();
  const follow = async (href = ''): Promise<unknown> => {
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const visit = world.http.get(new URL(href).pathname).set('User-Agent', agent);
    return (await visit.redirects(0).expect(302)).headers['location'];
  };
  const notesOf = async ({ id }: { id: number }): Promise<string[]> =>
    (await world.all.get(`/subscribers/${id}/notes`).expect(200)).body.notes.data.map(
      ({ title }: { title: string }) => title,
    );

  describe('in emails and texts', () => {
    it('is the payload of a reported trigger, escaped, and empty where it is missing', async () => {
      const body = '<p>{{ trigger.cart.name }}|{{ trigger.no.such }}|{{ event.key }}{{ order.id }}</p>';
      const funnel = await published('custom_cart', [
        mail('{{ trigger.cart.total }}', body, {
          email_pre_header: 'For {{ trigger.cart.name }}',
          email_body_text: '{{ trigger.cart.name }}',
        }),
        note('{{ trigger.cart.name }}'),
      ]);
      const contact = await world.given.contact();
      const payload = { cart: { total: 59.9, name: '<b>Tea & "more"</b>' } };
      await fire('custom_cart', { contact_id: contact.id, payload }).expect(200);
      await world.settle();
      const parsed = await sink.messages[0]?.parsed();
      expect(parsed?.subject).toBe('59.9');
      expect(parsed?.html).toContain('<p>&lt;b&gt;Tea &amp; &#34;more&#34;&lt;/b&gt;||</p>');
      expect(parsed?.text).toContain('<b>Tea & "more"</b>');
      expect(await notesOf(contact)).toEqual(['<b>Tea & "more"</b>']);
      expect(await dataOf(funnel, contact)).toEqual(payload);
    });

    it('is the tracked event with its data', async () => {
      const funnel = await published(
        'event_tracked',
        [mail('{{ event.data.plan }} {{ trigger.event.value }} {{ event.counter }}')],
        {
          settings: { event_key: 'upgraded' },
        },
      );
      const contact = await world.given.contact();
      await world.given.trackedEvent(contact.id, {
        event_key: 'upgraded',
        title: 'Up',
        value: 'v',
        data: { plan: 'pro' },
      });
      await world.settle();
      expect(await subjects()).toEqual(['pro v 1']);
      expect(await dataOf(funnel, contact)).toEqual({
        event: { key: 'upgraded', title: 'Up', value: 'v', data: { plan: 'pro' }, counter: 1 },
      });
    });

    it('is in links, whose clicks are recorded', async () => {
      const body =
        '<a href="{{ order.view_url }}">Order</a>{% for item in order.items %}<a href="{{ item.url }}?c={{ contact.id }}">Item</a><a href="{{ item.url }}">Item</a>{% endfor %}';
      await published('custom_bought', [mail('Bought', body)]);
      const contact = await world.given.contact();
      const items = [{ url: 'https://shop.example/a?b=1&c=ü' }, { url: 'https://shop.example/2' }, { url: 'tea' }];
      const payload = { order: { view_url: 'https://shop.example/o/7', items } };
      await fire('custom_bought', { contact_id: contact.id, payload }).expect(200);
      await world.settle();
      const { html = '', text = '' } = (await sink.messages[0]?.parsed()) ?? {};
      const hrefs = [...html.matchAll(/href="([^"]*)">(?:Order|Item)/g)].map(([, href = '']) => href);
      const direct = (number: string) => expect.stringMatching(`^https://shop\\.example/.*\\?c=${number}$`);
      const tracked = expect.stringMatching(/^http:\/\/carillon\.test\/t\/c\/[\w.-]+$/);
      // The value of a contact after a value of data could complete the host.
      expect(hrefs).toEqual([
        tracked,
        direct(String(contact.id)),
        tracked,
        direct(String(contact.id)),
        tracked,
        '#',
        '#',
      ]);
      const followed: unknown[] = [];
      for (const href of [hrefs[0], hrefs[2], hrefs[4]]) {
        expect(text).toContain(`[${href}]`);
        followed.push(await follow(href));
      }
      expect(followed).toEqual([
        'https://shop.example/o/7',
        'https://shop.example/a?b=1&c=%C3%BC',
        'https://shop.example/2',
      ]);
      await world.settle();
      const hits = await world.db.query(
        `SELECT l.url, COUNT(*) AS clicks FROM email_hits h JOIN email_links l ON l.id = h.link_id WHERE h.kind = 'click' GROUP BY l.url ORDER BY l.url`,
      );
      expect(hits).toEqual([
        { url: '{{ item.url }}', clicks: 2 },
        { url: '{{ order.view_url }}', clicks: 1 },
      ]);
    });

    it('is the order with the members of the API, and its items in a loop', async () => {
      const body =
        '{% for item in order.items %}<i>{{ item.name }},{{ item.options.color }},{{ item.meta.gift }},{{ item.total | money: order.currency, "de" }}</i>{% endfor %}';
      const settings = { provider: 'first' };
      const funnel = await published('order_completed', [mail('Order {{ order.external_id }}', body)], { settings });
      const contact = await world.given.contact();
      const item = {
        title: 'Pot',
        quantity: 2,
        price: 10,
        sku: 'P-1',
        url: 'https://shop.example/p',
        image_url: 'https://shop.example/p.png',
        options: { color: 'blue' },
        gift: true,
      };
      const { id } = await world.given.order({
        ...settings,
        contact_id: contact.id,
        external_id: 'R-1',
        total: 20,
        items: [item],
      });
      await world.settle();
      const { body: shown } = await world.all.get(`/commerce/orders/${id}`).expect(200);
      expect(shown.order.items).toEqual([
        {
          ...{
            external_id: null,
            title: 'Pot',
            name: 'Pot',
            quantity: 2,
            price: 10,
            unit_price: 10,
            total: 20,
            sku: 'P-1',
          },
          ...{
            url: 'https://shop.example/p',
            image_url: 'https://shop.example/p.png',
            options: { color: 'blue' },
            meta: { gift: true },
          },
        },
      ]);
      const { order } = await dataOf(funnel, contact);
      expect(Object.keys(order).sort()).toEqual(Object.keys(shown.order).sort());
      expect(order.items).toEqual(shown.order.items);
      const parsed = await sink.messages[0]?.parsed();
      expect(parsed?.subject).toBe('Order R-1');
      expect(parsed?.html).toContain('<i>Pot,blue,true,20,00\u00a0€</i>');
      const again = await world.all
        .post('/commerce/orders')
        .send({ ...settings, external_id: 'R-1', contact_id: contact.id, currency: 'EUR', total: 20, items: [item] })
        .expect(200);
      expect(again.body).toMatchObject({ action_type: 'unchanged', order: { items: shown.order.items } });
    });

    it('equals the golden files for an order of 50 items, in HTML and text', async () => {
      const template = readFileSync(join(__dirname, '../../fixtures/order-of-50-items.liquid'), 'utf8');
      await published('order_created', [mail('Receipt', template)], { settings: { provider: 'golden' } });
      const contact = await world.given.contact();
      await world.given.order({ contact_id: contact.id, provider: 'golden', currency: 'EUR', items: FIFTY_ITEMS });
      await world.settle();
      const parsed = await sink.messages[0]?.parsed();
      const golden = (kind: string): string =>
        readFileSync(join(__dirname, `../../fixtures/order-of-50-items.${kind}`), 'utf8').trimEnd();
      expect(parsed?.html).toContain(golden('html'));
      // Blank lines of the text part depend on the elements, which other tests check.
      const lines = (parsed?.text ?? '').split('\n').map((line) => line.trim());
      expect(lines.filter(Boolean).join('\n')).toContain(golden('txt'));
    });

    it('names lists, tags, dates, and segments', async () => {
      const [list, other] = [await world.given.list(), await world.given.list()];
      const funnel = await published('list_applied', [note('{{ trigger.list.title }}')], {
        settings: { lists: [list.id] },
      });
      const contact = await world.given.contact({ lists: [other.id, list.id] });
      await world.settle();
      expect(await dataOf(funnel, contact)).toEqual({ list: { id: list.id, title: list.title, slug: list.slug } });
      expect(await notesOf(contact)).toEqual([list.title]);
      const segment = await world.given.segment({
        filters: [[{ source: ['subscriber', 'first_name'], operator: '=', value: 'Zoë' }]],
      });
      const entering = await published('segment_entered', [note('{{ trigger.segment.title }}')], {
        settings: { segment_id: segment.id },
      });
      await watchSegments(world);
      const member = await world.given.contact({ first_name: 'Zoë' });
      await world.settle();
      expect(await dataOf(entering, member)).toEqual({
        segment: { id: segment.id, title: segment.title, slug: segment.slug },
      });
      expect(await notesOf(member)).toEqual([segment.title]);
    });

    it('formats money; what is no money is empty', async () => {
      const money = (...filters: string[]) => filters.map((filter) => `[{{ ${filter} }}]`).join('');
      const rendered = money(
        ...['1234.5 | money: "EUR", "de"', '1234.5 | money: "JPY"', '1 | money: "BHD", "en"', '"x" | money: "EUR"'],
        ...['1 | money: "EURO"', '1 | money: "EUR", "no language"', 'nil | money: "EUR"', '"" | money: "EUR"'],
      );
      await published('custom_money', [mail('Money', `<p>${rendered}</p>`)]);
      const contact = await world.given.contact();
      await fire('custom_money', { contact_id: contact.id }).expect(200);
      await world.settle();
      expect((await sink.messages[0]?.parsed())?.html).toContain('[1.234,50\u00a0€][¥1,235][BHD\u00a01.000][][][][][]');
    });

    it('belongs to one email, also if one contact has several in a batch', async () => {
      const contact = await world.given.contact();
      const funnels = await Promise.all(
        ['a', 'b', 'c'].map((name) =>
          published(`custom_batch_${name}`, [mail('{{ trigger.mine }} {{ trigger.only }}')]),
        ),
      );
      for (const [index, funnel] of funnels.entries()) {
        await enroll(funnel, [contact.id], { mine: index, ...(index === 1 ? { only: 'b' } : {}) }).expect(200);
      }
      await world.settle();
      expect(await subjects()).toEqual(['0', '1 b', '2']);
    });

    it('is encoded in links; a host from the data must be a web address', async () => {
      const body =
        '<a href="https://shop.example/cart?c={{ trigger.code }}">a</a><a href="{{ trigger.url }}">b</a><a href="{{ trigger.bad }}">c</a>';
      const funnel = await published('custom_links', [mail('x', body)]);
      const contact = await world.given.contact();
      const data = { code: 'A&B', url: 'https://shop.example/p?a=1&b=2', bad: 'javascript:alert(1)' };
      await enroll(funnel, [contact.id], data).expect(200);
      await world.settle();
      const html = String((await sink.messages[0]?.parsed())?.html);
      const hrefs = [...html.matchAll(/href="([^"]*)">[abc]</g)].map(([, href]) => href);
      expect(await follow(hrefs[0])).toBe('https://shop.example/cart?c=A%26B');
      expect(await follow(hrefs[1])).toBe('https://shop.example/p?a=1&b=2');
      expect(hrefs[2]).toBe('#');
      expect(html).not.toContain('javascript:');
    });

    it('is shown again in the browser', async () => {
      const funnel = await published('custom_view', [
        mail('x', '<p>{{ trigger.code }} <a href="{{ view_url }}">view</a></p>'),
      ]);
      const contact = await world.given.contact();
      await enroll(funnel, [contact.id], { code: 'SPRING' }).expect(200);
      await world.settle();
      const [, path = ''] = /href="[^"]*(\/t\/v\/[^"]+)"/.exec(String((await sink.messages[0]?.parsed())?.html)) ?? [];
      const page = await world.http.get(path).expect(200);
      expect(page.text).toContain('SPRING');
    });
  });

  describe('in requests', () => {
    it('has at most 64 KB, and 16 KB for tracked events', async () => {
      const contact = await world.given.contact({ email: 'big@example.com' });
      const funnel = await published('custom_big', [tenDays]);
      const text = 'ü'.repeat(32_768);
      const most = 'ü'.repeat(32_760);
      const faults = async (request: ReturnType<typeof fire>) => (await request.expect(400)).body.data.params;
      const reason = 'must be at most 65536 bytes of JSON';
      expect(await faults(fire('custom_big', { contact_id: contact.id, payload: { text } }))).toEqual({
        payload: reason,
      });
      expect(await faults(enroll(funnel, [contact.id], { text }))).toEqual({ data: reason });
      expect(await faults(enroll(funnel, [contact.id], 'x'))).toEqual({ data: 'must be an object' });
      expect(
        await faults(world.all.post(`/funnels/${funnel.id}/simulate`).send({ contact_id: contact.id, data: { text } })),
      ).toEqual({ data: reason });
      expect(
        await faults(
          world.all
            .post('/webhooks/funnel-trigger')
            .send({ funnel_id: funnel.id, subscriber_data: { email: contact.email, text } }),
        ),
      ).toEqual({ subscriber_data: reason });
      const track = (data: unknown) =>
        world.all
          .post('/subscribers/track-event')
          .send({ event_key: 'big', title: 'Big', subscriber_id: contact.id, data });
      expect(await faults(track({ text: 'ü'.repeat(8_192) }))).toEqual({ data: 'must be at most 16384 bytes of JSON' });
      expect(await faults(track([]))).toEqual({ data: 'must be an object' });
      await enroll(funnel, [contact.id], { text: most }).expect(200);
      expect(await dataOf(funnel, contact)).toEqual({ text: most });
    });

    it('of tracked events keeps the latest data', async () => {
      const { id } = await world.given.contact();
      const shown = async () =>
        (await world.all.get(`/subscribers/${id}/tracking-events`).expect(200)).body.events.data;
      for (const [data, expected] of [
        [{ a: 1 }, { a: 1 }],
        [{ b: 2 }, { b: 2 }],
        [undefined, { b: 2 }],
        [null, null],
      ] as const) {
        await world.given.trackedEvent(id, { event_key: 'k', title: 'K', data });
        expect(await shown()).toMatchObject([{ event_key: 'k', data: expected }]);
      }
    });

    it('of the webhook is what is no field of the contact; invalid fields are refused', async () => {
      const field = await world.given.customField({ type: 'text' });
      const funnel = await published('custom_hook', [mail('{{ trigger.booking.room }} {{ contact.first_name }}')]);
      const call = (subscriber_data: object) =>
        world.all.post('/webhooks/funnel-trigger').send({ funnel_id: funnel.id, subscriber_data });
      const { body } = await call({
        email: 'hook@example.com',
        first_name: 'Ada',
        [field.slug]: 'red',
        booking: { room: 7 },
      }).expect(200);
      await world.settle();
      expect(await dataOf(funnel, { id: body.subscriber_id })).toEqual({ booking: { room: 7 } });
      expect(await subjects()).toEqual(['7 Ada']);
      const refused = await call({ email: 'hook@example', first_name: ['x'], room: 1 }).expect(400);
      expect(Object.keys(refused.body.data.params).sort()).toEqual([
        'subscriber_data.email',
        'subscriber_data.first_name',
      ]);
    });

    it('of order items is refused by path', async () => {
      const { id: contact_id } = await world.given.contact();
      const send = (item: object) =>
        world.all.post('/commerce/orders').send({
          external_id: 'bad',
          contact_id,
          currency: 'EUR',
          total: 1,
          items: [{ title: 'x', price: 1, ...item }],
        });
      for (const [item, field] of [
        [{ url: 'javascript:alert(1)' }, 'items.0.url'],
        [{ image_url: 'no url' }, 'items.0.image_url'],
        [{ options: 'blue' }, 'items.0.options'],
        [{ total: -1 }, 'items.0.total'],
        [{ more: 'x'.repeat(9_000) }, 'items.0'],
      ] as const)
        expect(Object.keys((await send(item).expect(400)).body.data.params)).toEqual([field]);
      await send({ title: undefined, price: undefined, name: 'Pot', unit_price: 3, options: [] }).expect(200);
    });
  });

  describe('in conditions', () => {
    const DATA = { cart: { total: 59.9, code: 'SPRING', items: ['A', 'B'], plan: '10' } };

    it.each([
      ['cart.total', '=', 59.9, 'yes'],
      ['cart.total', '=', '59.90', 'yes'],
      ['cart.total', '!=', 59.9, 'no'],
      ['cart.total', '>', 9, 'yes'],
      ['cart.total', '>=', 59.9, 'yes'],
      ['cart.total', '<', 100, 'yes'],
      ['cart.total', '<=', 59, 'no'],
      ['cart.plan', '>', 9, 'yes'],
      ['cart.code', 'contains', 'spr', 'yes'],
      ['cart.code', 'not_contains', 'spr', 'no'],
      ['cart.items', 'contains', 'B', 'yes'],
      ['cart.code', 'exists', undefined, 'yes'],
      ['cart.nothing', 'exists', undefined, 'no'],
      ['cart.nothing', 'not_exists', undefined, 'yes'],
      ['cart.nothing', '!=', 'x', 'yes'],
      ['constructor.name', 'exists', undefined, 'no'],
    ])('%s %s %s is %s', async (path, operator, value, branch) => {
      const conditions = [[{ source: ['trigger', path], operator, value }]];
      const funnel = await world.given.publishedFunnel({
        sequences: [{ action_name: 'funnel_condition', settings: { conditions }, children: { yes: [], no: [] } }],
      });
      const contact = await world.given.contact();
      await enroll(funnel, [contact.id], DATA).expect(200);
      await world.settle();
      expect((await detailsOf(funnel, contact)).trace).toMatchObject([{ branch }]);
    });

    it('are combined with rows about the contact, also before steps and their waits', async () => {
      const conditions = [
        [
          { source: ['trigger', 'vip'], operator: '=', value: true },
          { source: ['subscriber', 'country'], operator: '=', value: 'FR' },
        ],
        [{ source: ['trigger', 'total'], operator: '>', value: 100 }],
      ];
      const funnel = await world.given.publishedFunnel({
        sequences: [
          { ...tenDays, conditions },
          { ...note('in'), conditions },
        ],
      });
      const country = async (code: string) => world.given.contact({ country: code });
      const [french, german, rich] = [await country('FR'), await country('DE'), await country('DE')];
      await enroll(funnel, [french.id, german.id], { vip: true }).expect(200);
      await enroll(funnel, [rich.id], { total: 101 }).expect(200);
      await world.settle();
      const steps = async (contact: { id: number }) =>
        (await detailsOf(funnel, contact)).trace.map(({ status }: { status: string }) => status);
      expect(await steps(french)).toEqual(['waiting']);
      expect(await steps(rich)).toEqual(['waiting']);
      expect(await steps(german)).toEqual(['skipped', 'skipped']);
      const shown = await world.all.get(`/funnels/${funnel.id}/sequences`).expect(200);
      expect(shown.body.sequences[0].conditions).toEqual(conditions);
    });

    it('are refused by path', async () => {
      const refused = async (row: object) => {
        const conditions = [[{ source: ['subscriber', 'id'], operator: 'not_null' }, row]];
        const { body } = await world.all
          .post('/funnels')
          .send({ title: 'x', trigger_name: 'custom_x', sequences: [{ ...note('x'), conditions }] })
          .expect(400);
        return Object.keys(body.data.params).map((name) => name.replace('sequences.0.conditions.0.1.', ''));
      };
      const source = ['trigger', 'a.b'];
      expect(await refused({ source, operator: 'starts_with', value: 'x' })).toEqual(['operator']);
      expect(await refused({ source, operator: '=' })).toEqual(['value']);
      expect(await refused({ source, operator: '>', value: true })).toEqual(['value']);
      expect(await refused({ source: ['trigger', 'a b'], operator: 'exists' })).toEqual(['path']);
      const inFilters = { filters: [[{ source, operator: 'exists' }]] };
      await world.all
        .post('/funnels')
        .send({ title: 'x', trigger_name: 'custom_x', conditions: inFilters, sequences: [] })
        .expect(400);
    });
  });

  describe('is frozen', () => {
    it('at entry: a later event changes nothing but `waited`, and a new enrollment has its own', async () => {
      const funnel = await published(
        'event_tracked',
        [purchase, mail('{{ event.data.n }} {{ trigger.waited.event.data.n }}')],
        {
          settings: { event_key: 'started' },
          conditions: { run_multiple: 'yes' },
        },
      );
      const contact = await world.given.contact();
      const track = async (event_key: string, n: number) => {
        await world.given.trackedEvent(contact.id, { event_key, title: 'T', data: { n } });
        await world.settle();
      };
      await track('started', 1);
      await track('started', 2);
      expect(await dataOf(funnel, contact)).toMatchObject({ event: { data: { n: 1 } } });
      await track('paid', 7);
      expect(await subjects()).toEqual(['1 7']);
      expect(await dataOf(funnel, contact)).toMatchObject({
        event: { data: { n: 1 } },
        waited: { event: { key: 'paid', data: { n: 7 } } },
      });
      await track('started', 3);
      expect(await dataOf(funnel, contact)).toMatchObject({ event: { data: { n: 3 } } });
    });

    it('also for waits that begin after their event, and for benchmarks', async () => {
      const list = await world.given.list();
      const funnel = await published('custom_late', [
        note('first'),
        { action_name: 'list_applied', settings: { lists: [list.id] } },
        note('{{ trigger.waited.list.title }} {{ trigger.a }}'),
      ]);
      const before = await world.given.contact({ lists: [list.id] });
      await enroll(funnel, [before.id], { a: 1 }).expect(200);
      await world.settle();
      expect(await notesOf(before)).toContain(`${list.title} 1`);
    });
  });

  describe('is personal', () => {
    it.each(['delete', 'anonymize'])('is in the export, and goes with the erasure: %s', async (mode) => {
      const secret = `Zauberwort-${mode}`;
      const funnel = await published(`custom_${mode}`, [mail('x'), purchase]);
      const contact = await world.given.contact({ email: `${mode}@example.com` });
      await fire(`custom_${mode}`, { contact_id: contact.id, payload: { secret } }).expect(200);
      await world.settle();
      await world.given.trackedEvent(contact.id, { event_key: 'paid', title: 'Paid', data: { secret } });
      await world.given.order({
        contact_id: contact.id,
        items: [{ title: 'Ring', price: 1, options: { engraving: secret }, note: secret }],
      });
      await world.settle();
      const { body } = await world.all.get(`/subscribers/${contact.id}/export`).expect(200);
      expect(body.funnels).toContainEqual(
        expect.objectContaining({
          funnel_id: funnel.id,
          data: { secret, waited: { event: expect.objectContaining({ data: { secret } }) } },
        }),
      );
      await world.all.post(`/subscribers/${contact.id}/erase`).send({ mode }).expect(200);
      await world.settle();
      expect(await traces(world, (text) => text.includes(secret))).toEqual([]);
    });

    it('goes with the retention of its enrollment', async () => {
      const funnel = await published('custom_old', [note('x')]);
      const [old, recent] = [await world.given.contact(), await world.given.contact()];
      await enroll(funnel, [old.id, recent.id], { a: 1 }).expect(200);
      await world.settle();
      await world.db.transaction((tx) =>
        tx.execute(
          `UPDATE funnel_entry_data d JOIN funnel_entries e ON e.id = d.entry_id AND e.completed_at = d.ended_at
              SET d.ended_at = d.ended_at - INTERVAL 91 DAY WHERE e.funnel_id = :id AND e.contact_id = :old`,
          { id: funnel.id, old: old.id },
        ),
      );
      expect(await world.api.get(EnrollmentRemoval, { strict: false }).remove(UNTIL_DONE)).toBe(1);
      expect([await dataOf(funnel, old), await dataOf(funnel, recent)]).toEqual([null, { a: 1 }]);
    });
  });

  describe('in simulations, tests, and lint', () => {
    const conditions = [[{ source: ['trigger', 'vip'], operator: '=', value: true }]];
    const split = { action_name: 'funnel_condition', settings: { conditions }, children: { yes: [], no: [] } };

    it('is given, or that of the latest enrollment, or the example of the trigger', async () => {
      const funnel = await published('custom_simulated', [split]);
      const contact = await world.given.contact();
      const branch = async (data?: object) =>
        (await world.all.post(`/funnels/${funnel.id}/simulate`).send({ contact_id: contact.id, data }).expect(200)).body
          .contacts[0].steps[0].branch;
      expect(await branch()).toBe('no');
      expect(await branch({ vip: true })).toBe('yes');
      await enroll(funnel, [(await world.given.contact()).id], { vip: true }).expect(200);
      expect(await branch()).toBe('yes');
      expect(await dataOf(funnel, contact).catch(() => 'none')).toBe('none');
    });

    it('is given to a test email, or is an example', async () => {
      const { id, sequences } = await published('order_completed', [mail('{{ order.external_id }}'), note('x')]);
      const test = (step: number | undefined, body: object) =>
        world.all
          .post(`/funnels/${id}/sequences/${step}/send-test-email`)
          .send({ emails: ['you@example.com'], ...body });
      const { body } = await test(sequences[0]?.id, { data: { order: { external_id: 'T-9' } } }).expect(200);
      expect(body).toMatchObject({ results: [{ email: 'you@example.com', success: true }] });
      await test(sequences[0]?.id, {}).expect(200);
      expect(await subjects()).toEqual(['[Test] A-1001', '[Test] T-9']);
      await test(sequences[1]?.id, {}).expect(400);
      await test(999_999, {}).expect(404);
    });

    it('is checked: unknown members of the schema, and money that cannot be formatted', async () => {
      const lint = async (trigger_name: string, body: string) => {
        const { id, sequences } = await world.given.funnel({ trigger_name, sequences: [mail('Hello', body)] });
        const { body: report } = await world.all.get(`/funnels/${id}/sequences/${sequences[0]?.id}/lint`).expect(200);
        return report.issues
          .filter(({ code }: { code: string }) => code.endsWith('merge_tag'))
          .map(({ message }: { message: string }) => message.split(';')[0]);
      };
      const loop = '{% for item in order.items %}{{ item.name }}{% endfor %}';
      expect(
        await lint(
          'order_completed',
          `${loop}{{ order.totl }}{{ trigger.order.id }}{{ event.key }}{{ trigger.waited.x }}`,
        ),
      ).toEqual(expect.arrayContaining(['unknown merge tag: order.totl', 'unknown merge tag: event.key']));
      expect(
        await lint(
          'order_completed',
          '{{ trigger.order.id }}{{ order.items[0].name }}{{ order.total | money: order.currency }}',
        ),
      ).toEqual([]);
      expect(await lint('event_tracked', '{{ event.data.plan }}{{ event.kay }}')).toEqual(
        expect.arrayContaining(['unknown merge tag: event.kay']),
      );
      expect(await lint('custom_open', '{% if trigger.a.b %}{{ order.c }}{% endif %}')).toEqual([]);
      expect(await lint('order_completed', '{{ order.total | money: "EURO" }}')).toEqual([
        '{{ order.total | money: "EURO" }} is empty for 1 of 1 contacts',
      ]);
    });
  });
});
