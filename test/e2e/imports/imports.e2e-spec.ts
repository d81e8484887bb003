import { AddressHashes } from '../../../src/modules/jobs/address-hash.service.js';
import { JobFailed } from '../../../src/modules/jobs/bulk-work.js';
import { BulkJobsService } from '../../../src/modules/jobs/bulk-jobs.service.js';
import { ImportWork } from '../../../src/modules/imports/import-work.service.js';
import { Downloads } from '../../support/downloads.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { World } from '../../support/world.js';

type Options = Readonly<Record<string, string | number | readonly number[]>>;

describe('imports', () => {
  let world: World;
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({
      env: { SMTP_URL: sink.url, MAIL_FROM: 'Carillon Shop <news@carillon.example>', BUSINESS_NAME: 'Carillon Shop' },
    });
  });

  async function upload(content: string | Buffer, options: Options = {}): Promise<number> {
    let request = world.all.post('/imports');
    for (const [name, value] of Object.entries(options))
      for (const item of [value].flat())
        request = request.field(Array.isArray(value) ? `${name}[]` : name, String(item));
    const { body } = await request.attach('file', Buffer.from(content), 'contacts.csv').expect(202);
    expect(body).toEqual({ import: { id: expect.any(Number), status: 'queued' } });
    return body.import.id;
  }

  const importOf = async (id: number) => (await world.all.get(`/imports/${id}`).expect(200)).body.import;

  /** The finished import with its main counts. */
  async function imported(content: string | Buffer, options: Options = {}) {
    const id = await upload(content, options);
    await world.settle();
    const { created, updated, skipped, invalid, kept_status: kept, ...others } = await importOf(id);
    const counts: number[] = [created, updated, skipped, invalid];
    expect([others.total, others.processed]).toEqual(Array(2).fill(counts.reduce((sum, count) => sum + count, 0)));
    return { id, counts: [...counts, kept], ...others };
  }

  const contactOf = async (email: string) =>
    (await world.all.get(`/subscribers/0?get_by_email=${email}&with[]=subscriber.custom_values`)).body.subscriber ??
    null;
  const reasonsOf = async (id: number): Promise<(string | null)[]> =>
    (await world.all.get(`/imports/${id}/rows?outcome=invalid`).expect(200)).body.rows.map(
      (row: { reason: string | null }) => row.reason,
    );
  const ids = (labels: readonly { id: number }[]): number[] => labels.map(({ id }) => id).sort((a, b) => a - b);

  describe('of new contacts', () => {
    it('fills every field of a contact', async () => {
      const tag = await world.given.tag({ title: 'Music' });
      const list = await world.given.list({ title: 'Weekly, short' });
      await world.given.customField({ type: 'checkbox', label: 'Likes', slug: 'likes', options: ['a', 'b, c', 'd'] });
      await world.given.customField({ type: 'number', label: 'Shoe', slug: 'shoe' });
      const header =
        'E-Mail;First Name;Last_Name;Phone Number;Street;Zip;Town;Country;Birthday;Status;Contact Type;Tags;Lists;likes;Shoe;Remark';
      const row =
        'Full@Example.com;Ada;Lovelace;+49 30;Lane 1;12345;Berlin;germany;1990-12-10;PENDING;Customer;music;"Weekly, short";d, b, c;42.5;x';
      const done = await imported(`${header}\n${row}\n`);
      expect(done).toMatchObject({ status: 'done', counts: [1, 0, 0, 0, 0], ignored_columns: ['Remark'] });
      expect(done.options.map).toMatchObject({
        'E-Mail': 'email',
        Zip: 'postal_code',
        likes: 'custom.likes',
        Remark: null,
      });
      expect(done.options).toMatchObject({ delimiter: ';', encoding: 'utf-8', format: 'csv' });
      const contact = await contactOf('full@example.com');
      expect(contact).toMatchObject({
        first_name: 'Ada',
        last_name: 'Lovelace',
        phone: '+49 30',
        address_line_1: 'Lane 1',
        postal_code: '12345',
        city: 'Berlin',
        country: 'DE',
        date_of_birth: '1990-12-10',
        status: 'pending',
        contact_type: 'customer',
        custom_values: { likes: ['b, c', 'd'], shoe: '42.5' },
      });
      expect([ids(contact.tags), ids(contact.lists)]).toEqual([[tag.id], [list.id]]);
    });

    it('reads the mapped columns and the email address only', async () => {
      const map = JSON.stringify({ ' vorname ': 'first_name', Ort: 'city', Rest: '-', Weg: null });
      const content = 'Email,Vorname,Ort,last_name,Rest,Weg\nmapped@example.com,Ada,London,Lovelace,x,y\n';
      const done = await imported(content, { map });
      expect(done.ignored_columns).toEqual(['last_name', 'Rest', 'Weg']);
      expect(await contactOf('mapped@example.com')).toMatchObject({
        first_name: 'Ada',
        city: 'London',
        last_name: null,
      });
      await imported('Name,Kontakt\nAda Maria Lovelace,mapped-2@example.com\n', {
        map: JSON.stringify({ Kontakt: 'email', Name: 'full_name' }),
      });
      expect(await contactOf('mapped-2@example.com')).toMatchObject({ first_name: 'Ada', last_name: 'Maria Lovelace' });
    });

    it('adds the tags and lists of the options to those of each row', async () => {
      const [first, second] = [await world.given.tag(), await world.given.tag({ title: 'Second' })];
      const list = await world.given.list();
      await imported(`email,tags\nlabels-1@example.com,\nlabels-2@example.com,Second; ${first.id}\n`, {
        tags: [first.id],
        lists: [list.id],
      });
      const [one, two] = [await contactOf('labels-1@example.com'), await contactOf('labels-2@example.com')];
      expect([ids(one.tags), ids(one.lists)]).toEqual([[first.id], [list.id]]);
      expect([ids(two.tags), ids(two.lists)]).toEqual([[first.id, second.id], [list.id]]);
    });

    it('refuses rows with unknown tags unless they are to be created', async () => {
      const content = 'email,tags\nmade-1@example.com,"Brand new, Other"\nmade-2@example.com,brand NEW\n';
      const refused = await imported(content);
      expect(refused.counts).toEqual([0, 0, 0, 2, 0]);
      expect(await reasonsOf(refused.id)).toEqual(['tags unknown: Brand new, Other', 'tags unknown: brand NEW']);
      expect((await imported(content, { create_labels: 'yes', dry_run: 'yes' })).counts).toEqual([2, 0, 0, 0, 0]);
      const { body: before } = await world.all.get('/tags?search=brand').expect(200);
      expect(before.tags).toHaveLength(0);
      expect((await imported(content, { create_labels: 'yes' })).counts).toEqual([2, 0, 0, 0, 0]);
      const { body: after } = await world.all.get('/tags?search=brand').expect(200);
      expect(after.tags).toHaveLength(1);
      expect((await contactOf('made-1@example.com')).tags).toHaveLength(2);
      expect(ids((await contactOf('made-2@example.com')).tags)).toEqual(ids(after.tags));
    });

    it('sets the requested status, or that of the row', async () => {
      const content = 'email,status\nstatus-1@example.com,\nstatus-2@example.com, Bounced \nstatus-3@example.com,new\n';
      const done = await imported(content, { new_status: 'Unsubscribed' });
      expect(done.counts).toEqual([2, 0, 0, 1, 0]);
      expect((await contactOf('status-1@example.com')).status).toBe('unsubscribed');
      expect((await contactOf('status-2@example.com')).status).toBe('bounced');
      expect(await reasonsOf(done.id)).toEqual([expect.stringMatching(/^status must be one of: subscribed, /)]);
    });

    it('leaves out an unknown country and reports it in the row', async () => {
      const content =
        'email,country,date_of_birth\nlost@example.com,Atlantis,1990-01-02 00:00:00\nfound@example.com,Holland,0000-00-00\n';
      const done = await imported(content);
      expect(done.counts).toEqual([2, 0, 0, 0, 0]);
      expect(await contactOf('lost@example.com')).toMatchObject({ country: null, date_of_birth: '1990-01-02' });
      expect(await contactOf('found@example.com')).toMatchObject({ country: 'NL', date_of_birth: null });
      const { body } = await world.all.get(`/imports/${done.id}/rows`).expect(200);
      expect(body.rows.map(({ warnings }: { warnings: string[] }) => warnings)).toEqual([
        ['country was left out: it must be a country code or the name of a country'],
        [],
      ]);
    });

    describe('with unreadable cells', () => {
      beforeAll(async () => {
        await world.given.customField({ type: 'date', label: 'Since', slug: 'since' });
        await world.given.customField({ type: 'number', label: 'Score', slug: 'score' });
        await world.given.customField({
          type: 'select-one',
          label: 'Size',
          slug: 'size',
          options: ['Small', 'LARGE', 'large'],
        });
        await world.given.customField({ type: 'checkbox', label: 'Topics', slug: 'topics', options: ['News', 'R, D'] });
        await world.given.customField({ type: 'url', label: 'Page', slug: 'page' });
        await world.given.customField({ type: 'email', label: 'Other mail', slug: 'other_mail' });
      });
      const rowsOf = async (id: number): Promise<{ outcome: string; warnings: string[] }[]> =>
        (await world.all.get(`/imports/${id}/rows`).expect(200)).body.rows;

      it('leaves the cells out and reports them, in a dry run, too', async () => {
        const cells = {
          date_of_birth: '2999-01-01',
          country: 'Atlantis',
          photo: 'a picture',
          user_id: 'seven',
          contact_type: 'friend',
          paused_until: 'soon',
          city: 'x'.repeat(191),
          'consent.ip': 'here',
          since: '31.02.2020',
          score: '7 points',
          size: 'Medium',
          topics: '"News, Sports"',
          page: 'example',
          other_mail: 'nobody',
        };
        const content = (email: string): string =>
          `email,first_name,${Object.keys(cells).join()}\n${email},Ada,${Object.values(cells).join()}\n`;
        const dry = await imported(content('cells@example.com'), { dry_run: 'yes' });
        const done = await imported(content('cells@example.com'));
        expect([dry.counts, done.counts]).toEqual(Array(2).fill([1, 0, 0, 0, 0]));
        const [[before], [row]] = [await rowsOf(dry.id), await rowsOf(done.id)];
        expect(before?.warnings).toEqual(row?.warnings);
        const names = row?.warnings.map((warning) => /^(?:custom_values\.)?(\S+) was left out: it /.exec(warning)?.[1]);
        expect(names?.sort()).toEqual(Object.keys(cells).sort());
        expect(await contactOf('cells@example.com')).toMatchObject({
          ...{ first_name: 'Ada', country: null, date_of_birth: null, city: null, user_id: null, custom_values: {} },
        });
        const strict = await imported(content('strict@example.com'), { on_bad_cell: 'skip_row' });
        expect([strict.counts, strict.options.on_bad_cell]).toEqual([[0, 0, 0, 1, 0], 'skip_row']);
        expect(await reasonsOf(strict.id)).toEqual([
          expect.stringContaining('date_of_birth must be a date in the past'),
        ]);
      });

      it('still refuses rows without a usable address, status, or label', async () => {
        const content = `email,status,tags,score\nnobody,,,x\nkeeps@example.com,maybe,,x\nlabel@example.com,,Nowhere,x\n`;
        const done = await imported(content);
        expect(done.counts).toEqual([0, 0, 0, 3, 0]);
        expect((await reasonsOf(done.id)).map((reason) => reason?.split(' ')[0])).toEqual(['email', 'status', 'tags']);
      });

      it('reads the formats of whole columns, and changes nothing for empty cells', async () => {
        await world.given.contact({ email: 'f5@example.com', date_of_birth: '1980-01-01' });
        const content = [
          'email;birthday;since;score;size;topics',
          'f1@example.com;01/02/1990;01/02/2020;7,5;SMALL;r, d',
          'f2@example.com;13/02/1990;02/13/2020;1.234,50;large;NEWS;',
          'f3@example.com;31.12.1990;2020-1-5;1.234;LARGE;-',
          'f4@example.com;33238;1/1/2020 12:00:00 AM;;-;',
          'f5@example.com;0/0/00;-;-;;',
          'f6@example.com;0000-00-00 00:00:00;;+2;;',
        ].join('\n');
        const dry = await imported(content, { update: 'yes', dry_run: 'yes' });
        const done = await imported(content, { update: 'yes' });
        expect([dry.counts, done.counts]).toEqual([
          [5, 0, 1, 0, 0],
          [5, 0, 1, 0, 0],
        ]);
        const formats = { birthday: 'dd/mm/yyyy', since: 'mm/dd/yyyy', score: '1.234,5' };
        expect([dry.options.formats, done.options.formats]).toEqual([formats, formats]);
        expect((await rowsOf(done.id)).flatMap(({ warnings }) => warnings)).toEqual([]);
        const read = [];
        for (const name of ['f1', 'f2', 'f3', 'f4', 'f5', 'f6']) {
          const { date_of_birth: day, custom_values: values } = await contactOf(`${name}@example.com`);
          read.push([day, values.since, values.score, values.size, values.topics]);
        }
        expect(read).toEqual([
          ['1990-02-01', '2020-01-02', '7.5', 'Small', ['R, D']],
          ['1990-02-13', '2020-02-13', '1234.50', 'large', ['News']],
          ['1990-12-31', '2020-01-05', '1234', 'LARGE', undefined],
          ['1990-12-31', '2020-01-01', undefined, undefined, undefined],
          ['1980-01-01', undefined, undefined, undefined, undefined],
          [null, undefined, '+2', undefined, undefined],
        ]);
      });

      it('needs date_format if a column allows both readings', async () => {
        const content = 'email,birthday,score\nboth@example.com,01/02/1990,"1,234"\n';
        const unknown = await imported(content, { dry_run: 'yes' });
        expect(await rowsOf(unknown.id)).toMatchObject([
          {
            outcome: 'created',
            warnings: [
              expect.stringMatching(/^date_of_birth was left out: it can be read .* date_format$/),
              'custom_values.score was left out: it must be a number',
            ],
          },
        ]);
        await imported(content, { date_format: 'MM/DD/YYYY' });
        expect(await contactOf('both@example.com')).toMatchObject({ date_of_birth: '1990-01-02' });
        await imported(content, { date_format: 'dd/mm/yyyy', update: 'yes' });
        expect(await contactOf('both@example.com')).toMatchObject({ date_of_birth: '1990-02-01' });
      });

      it('reads the cells of JSON rows in the same way', async () => {
        const rows = [
          { email: 'j1@example.com', birthday: '12/31/1990', custom_values: { score: '7,5', topics: ['news'] } },
          { email: 'j2@example.com', birthday: '01/02/1990', custom_values: { score: 2.5, size: 'none' } },
        ];
        const { body } = await world.all.post('/imports').send({ rows }).expect(202);
        await world.settle();
        expect((await rowsOf(body.import.id)).map(({ warnings }) => warnings.length)).toEqual([0, 1]);
        const values = { date_of_birth: '1990-12-31', custom_values: { score: '7.5', topics: ['News'] } };
        expect(await contactOf('j1@example.com')).toMatchObject(values);
        expect(await contactOf('j2@example.com')).toMatchObject({
          date_of_birth: '1990-01-02',
          custom_values: { score: '2.5' },
        });
      });

      it('reports as many warnings of a row as can be stored', async () => {
        const slugs = Array.from({ length: 90 }, (_, at) => `number_${at}`);
        for (const slug of slugs) await world.given.customField({ type: 'number', label: slug, slug });
        const done = await imported(`email,${slugs.join()}\nmany@example.com,${slugs.map(() => 'x').join()}\n`);
        const [row] = await rowsOf(done.id);
        expect(row).toMatchObject({ outcome: 'created' });
        expect(row?.warnings.length).toBeGreaterThan(50);
        expect(row?.warnings.at(-1)).toMatch(/^\d+ more$/);
      });
    });

    it('reports all errors of a row and returns the row', async () => {
      const content =
        'email,country,date_of_birth,remark\nnobody,Atlantis,1990-02-30,=1+1\n,DE,,\nx@example.com,DE,,\nY <y@example.com>,DE,,\n';
      const done = await imported(content);
      expect(done.counts).toEqual([1, 0, 0, 3, 0]);
      expect(await reasonsOf(done.id)).toEqual([
        expect.stringMatching(
          /^email must be one email address; country must be .*; date_of_birth is not a day that exists/,
        ),
        'email is required',
        'email must be one email address',
      ]);
      const file = await new Downloads(world).get(`/imports/${done.id}/rejected`);
      expect(file.headers.get('content-disposition')).toBe(`attachment; filename="import-${done.id}-rejected.csv"`);
      const lines = file.text.split('\r\n');
      expect(lines[0]).toBe('\ufeffemail,country,date_of_birth,remark,row,reason');
      expect(lines[1]).toMatch(/^nobody,Atlantis,1990-02-30,'=1\+1,1,"?email must be one/);
      expect(lines[2]).toBe(',DE,,,2,email is required');
      const stored = await world.db.query<{ address_hash: Buffer | null }>(
        `SELECT address_hash FROM bulk_job_rows WHERE job_id = :id AND outcome = 'invalid'`,
        { id: done.id },
      );
      // So that an erasure of the contact finds the row.
      const hash = world.api.get(AddressHashes, { strict: false }).of('y@example.com');
      expect(stored.map(({ address_hash: found }) => found)).toEqual([null, null, hash]);
    });

    it('writes the evidence to the consent log', async () => {
      await imported('email,consent.ip\nagreed-1@example.com,203.0.113.9\nagreed-2@example.com,\n', {
        consent: 'fair 2026',
      });
      for (const [email, ip] of [
        ['agreed-1@example.com', '203.0.113.9'],
        ['agreed-2@example.com', null],
      ]) {
        const { id } = await contactOf(email!);
        const { body } = await world.all.get(`/subscribers/${id}/consents`).expect(200);
        expect(body.consents.data[0]).toMatchObject({ text_version: 'fair 2026', ip, source: 'import' });
      }
    });
  });

  describe('of existing contacts', () => {
    it('skips them, or updates them from their row', async () => {
      await world.given.contact({ email: 'old@example.com', first_name: 'Ada', city: 'Paris' });
      const content = 'email,first_name,city\nOLD@example.com,Augusta,\n';
      expect((await imported(content)).counts).toEqual([0, 0, 1, 0, 0]);
      expect(await contactOf('old@example.com')).toMatchObject({ first_name: 'Ada' });
      expect((await imported(content, { update: 'yes' })).counts).toEqual([0, 1, 0, 0, 0]);
      // An empty cell changes nothing.
      expect(await contactOf('old@example.com')).toMatchObject({ first_name: 'Augusta', city: 'Paris' });
      expect((await imported(content, { update: 'yes' })).counts).toEqual([0, 0, 1, 0, 0]);
    });

    it.each([
      ['subscribed', 'unsubscribed', 'no', 'unsubscribed', 0],
      ['unsubscribed', 'subscribed', 'no', 'unsubscribed', 1],
      ['bounced', 'subscribed', 'no', 'bounced', 1],
      ['complained', 'unsubscribed', 'no', 'complained', 1],
      ['unsubscribed', 'subscribed', 'yes', 'subscribed', 0],
      ['complained', 'subscribed', 'yes', 'subscribed', 0],
    ])('from %s to %s, forced: %s, they are %s', async (from, to, forced, after, kept) => {
      const email = `${from}-${to}-${forced}@example.com`;
      await world.given.contact({ email, status: from });
      const { counts, id } = await imported(`email,status,first_name\n${email},${to},Ada\n`, {
        update: 'yes',
        force_update_status: forced,
      });
      expect(counts).toEqual([0, 1, 0, 0, kept]);
      expect(await contactOf(email)).toMatchObject({ status: after, first_name: 'Ada' });
      const { body } = await world.all.get(`/imports/${id}/rows?outcome=kept_status`).expect(200);
      expect(body.rows).toHaveLength(kept);
    });

    it.each([{}, { new_status: 'unsubscribed' }])(
      'keeps the status if the row has none, also when statuses are forced: %j',
      async (options) => {
        const statuses = ['subscribed', 'unsubscribed', 'complained'] as const;
        const people = statuses.map((status) => ({
          email: `silent-${status}-${Object.keys(options).length}@example.com`,
          status,
        }));
        for (const { email, status } of people) await world.given.contact({ email, status });
        const content = `email,first_name\n${people.map(({ email }) => `${email},Ada\n`).join('')}`;
        const { counts } = await imported(content, { ...options, update: 'yes', force_update_status: 'yes' });
        expect(counts).toEqual([0, 3, 0, 0, 0]);
        for (const { email, status } of people)
          expect(await contactOf(email)).toMatchObject({ first_name: 'Ada', status });
      },
    );
  });

  describe('as a dry run', () => {
    it('report what would happen, also for addresses that recur in later batches, and change nothing', async () => {
      await world.given.contact({ email: 'dry-old@example.com', first_name: 'Ada' });
      const others = Array.from({ length: 1_100 }, (_, row) => `dry-${row}@example.com,Ann\n`).join('');
      const content = `email,first_name\ndry-old@example.com,Augusta\n${others}dry-0@example.com,Bob\nnobody,x\n`;
      const [counted] = await world.db.query<{ count: number }>('SELECT COUNT(*) AS count FROM contacts');
      expect((await imported(content, { dry_run: 'yes', update: 'yes' })).counts).toEqual([1_100, 2, 0, 1, 0]);
      const done = await imported(content, { dry_run: 'yes' });
      expect(done).toMatchObject({ dry_run: true, counts: [1_100, 0, 2, 1, 0] });
      expect(await world.db.query('SELECT COUNT(*) AS count FROM contacts')).toEqual([counted]);
      expect(await contactOf('dry-old@example.com')).toMatchObject({ first_name: 'Ada' });
      const { body } = await world.all.post(`/imports/${done.id}/undo`).expect(400);
      expect(body.message).toMatch(/dry run/);
      // The same without dry_run.
      expect((await imported(content, { update: 'yes' })).counts).toEqual([1_100, 2, 0, 1, 0]);
    });
  });

  describe('and side effects', () => {
    it('send confirmation emails with double_optin', async () => {
      await world.given.contact({ email: 'asked-old@example.com', status: 'subscribed' });
      const content = 'email\nasked-1@example.com\nasked-2@example.com\nasked-old@example.com\n';
      expect((await imported(content, { double_optin: 'yes', update: 'yes' })).counts).toEqual([2, 0, 1, 0, 0]);
      expect(sink.messages.map(({ envelope }) => envelope.to[0]).sort()).toEqual([
        'asked-1@example.com',
        'asked-2@example.com',
      ]);
      expect(await contactOf('asked-1@example.com')).toMatchObject({ status: 'pending' });
      expect(await contactOf('asked-old@example.com')).toMatchObject({ status: 'subscribed' });
    });

    it('notify webhooks and funnels of each contact unless silent; figures include both', async () => {
      const receiver = await WebhookReceiver.start(world.config.dataDir);
      await world.given.webhook({ url: receiver.url, events: ['contact.created'] });
      const funnel = await world.given.publishedFunnel({
        trigger_name: 'contact_created',
        sequences: [
          {
            action_name: 'wait_times',
            settings: { wait_type: 'unit_wait', wait_time_amount: 10, wait_time_unit: 'days' },
          },
        ],
      });
      const entered = async (): Promise<number> =>
        (await world.db.query('SELECT id FROM funnel_entries WHERE funnel_id = :funnelId', { funnelId: funnel.id }))
          .length;
      const came = async (): Promise<number> => {
        const { body } = await world.all.get('/reports/subscriber-growth?date_range=today').expect(200);
        return body.totals.new;
      };
      const before = await came();
      await imported('email\nloud@example.com\n');
      const sentTo = (): string[] => receiver.requests.map(({ rawBody }) => JSON.parse(rawBody).data.contact.email);
      expect(sentTo()).toEqual(['loud@example.com']);
      expect(JSON.parse(receiver.requests[0]!.rawBody).data.source).toBe('import');
      expect(await entered()).toBe(1);
      await imported('email\nsilent@example.com\n', { silent: 'yes' });
      expect(sentTo()).toEqual(['loud@example.com']);
      expect(await entered()).toBe(1);
      expect(await came()).toBe(before + 2);
      await receiver.stop();
    });

    it('read exported files', async () => {
      await imported(
        `email,first_name,last_name,phone,city,tags\nround@example.com,"=cmd, ""x""",'tis,+49 30,"a\nb",Music\n`,
        { create_labels: 'yes' },
      );
      const contact = await contactOf('round@example.com');
      expect(contact).toMatchObject({ first_name: '=cmd, "x"', last_name: "'tis", phone: '+49 30', city: 'a\nb' });
      const file = await new Downloads(world).get('/reports/subscribers/export?search=round&custom_fields=true');
      expect(file.status).toBe(200);
      const done = await imported(file.bytes, { update: 'yes' });
      expect(done).toMatchObject({ counts: [0, 0, 1, 0, 0] });
      expect(done.ignored_columns).toEqual(['id', 'hash', 'created_at', 'updated_at']);
      await world.all.delete(`/subscribers/${contact.id}`).expect(200);
      expect((await imported(file.bytes)).counts).toEqual([1, 0, 0, 0, 0]);
      const again = await contactOf('round@example.com');
      const { id, hash, created_at: createdAt, updated_at: updatedAt } = contact;
      Object.assign(again, { id, hash, created_at: createdAt, updated_at: updatedAt });
      expect(again).toEqual(contact);
    });
  });

  describe('in the API', () => {
    it('are listed, newest first, and their rows are paged', async () => {
      const done = await imported('email\nlisted-1@example.com\nlisted-2@example.com\nnobody\n');
      const { body: page } = await world.all.get('/imports?per_page=1').expect(200);
      expect(page.imports).toMatchObject({ per_page: 1, current_page: 1, total: expect.any(Number) });
      expect(page.imports.data).toEqual([await importOf(done.id)]);
      const { body: first } = await world.all.get(`/imports/${done.id}/rows?per_page=2`).expect(200);
      expect(first.rows.map(({ row, outcome }: { row: number; outcome: string }) => [row, outcome])).toEqual([
        [1, 'created'],
        [2, 'created'],
      ]);
      const { body: rest } = await world.all
        .get(`/imports/${done.id}/rows?per_page=2&cursor=${first.next_cursor}`)
        .expect(200);
      expect(rest).toMatchObject({ rows: [{ row: 3, outcome: 'invalid', contact_id: null }], next_cursor: null });
      const { text } = await new Downloads(world).get(`/imports/${done.id}/events`);
      expect(text).toMatch(/event: end\ndata: {"id":\d+,"status":"done"/);
    });

    it('can be undone after the end, but not cancelled', async () => {
      const done = await imported('email,first_name\nundone@example.com,Ada\n');
      const { body: refused } = await world.all.post(`/imports/${done.id}/cancel`).expect(400);
      expect(refused.message).toMatch(/cannot be cancelled/);
      await world.all.post(`/imports/${done.id}/undo`).expect(202);
      await world.settle();
      expect(await importOf(done.id)).toMatchObject({ status: 'undone', undone: 1, conflicts: 0 });
      expect(await contactOf('undone@example.com')).toBeNull();
    });

    it('need permissions', async () => {
      const done = await imported('email\nmay@example.com\n');
      const reader = await world.as('view_contacts');
      for (const path of ['', `/${done.id}`, `/${done.id}/rows`, `/${done.id}/rejected`])
        await reader.get(`/imports${path}`).expect(200);
      await reader.post('/imports').attach('file', Buffer.from('email\n'), 'x.csv').expect(403);
      await reader
        .post('/imports')
        .send({ rows: [{ email: 'x@example.com' }] })
        .expect(403);
      for (const action of ['cancel', 'undo']) await reader.post(`/imports/${done.id}/${action}`).expect(403);
      const other = await world.as('view_reports');
      await other.get(`/imports/${done.id}`).expect(403);
      for (const path of ['', '/rows', '/rejected', '/events'])
        await world.all.get(`/imports/999999${path}`).expect(404);
    });
  });

  it('fail as a whole if a tag or list of the options is deleted', async () => {
    const tag = await world.given.tag();
    const { id } = await imported('email\ngone@example.com\n', { tags: [tag.id] });
    await world.all.delete(`/tags/${tag.id}`).expect(200);
    const job = await world.api.get(BulkJobsService, { strict: false }).get('import', id);
    const work = await world.api.get(ImportWork, { strict: false }).open(job);
    const failed = new JobFailed(`Tags or lists of this import have been deleted: tag ${tag.id}.`);
    await expect(work.count()).rejects.toEqual(failed);
    await work.close();
    // In the middle, the job fails too: otherwise all remaining rows would be refused.
    await world.db.transaction((tx) =>
      tx.execute('INSERT INTO bulk_job_files VALUES (:id, 1, :content)', { id, content: 'email\na@example.com\n' }),
    );
    const goingOn = await world.api.get(ImportWork, { strict: false }).open({ ...job, position: 0 });
    await expect(goingOn.next()).rejects.toEqual(failed);
    await goingOn.close();
    await world.db.transaction((tx) => tx.execute('DELETE FROM bulk_job_files WHERE job_id = :id', { id }));
  });
});
