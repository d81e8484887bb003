import { join } from 'node:path';
import { type CommandOutput, Terminal } from '../../support/terminal.js';
import { World } from '../../support/world.js';

const EXPORTS = join(__dirname, '../../support/foreign-exports');
const MAILCHIMP = ['unsubscribed', 'cleaned', 'nonsubscribed', 'subscribed'].map((kind) =>
  join(EXPORTS, `${kind}_email_audience_export_4f1c2d.csv`),
);

interface Person {
  readonly [member: string]: unknown;
}

describe('contacts:migrate', () => {
  let world: World;
  let terminal: Terminal;

  beforeAll(async () => {
    world = await World.start();
    terminal = await Terminal.of(world);
  });

  const migrate = (...args: readonly string[]): Promise<CommandOutput> =>
    terminal.run(['contacts:migrate', '--from', ...args]);

  async function person(email: string): Promise<Person> {
    const [row] = await world.db.query<{ id: number }>('SELECT id FROM contacts WHERE email = :email', { email });
    const { body } = await world.all
      .get(`/subscribers/${row?.id ?? 0}`)
      .query({ with: ['subscriber.custom_values'] })
      .expect(200);
    return body.subscriber as Person;
  }

  const titles = (labels: unknown): string[] => (labels as { title: string }[]).map(({ title }) => title).sort();

  async function consents(email: string): Promise<Person[]> {
    const { id } = await person(email);
    const { body } = await world.all.get(`/subscribers/${String(id)}/consents`).expect(200);
    return body.consents.data as Person[];
  }

  async function everything(): Promise<unknown> {
    const tables = ['contacts', 'tags', 'lists', 'custom_fields', 'bulk_jobs', 'suppressions', 'contact_consents'];
    const counts: Record<string, number> = {};
    for (const table of tables)
      counts[table] = (await world.db.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))[0]?.n ?? 0;
    return counts;
  }

  describe('mailchimp', () => {
    it('shows the plan and does nothing in a dry run or without confirmation', async () => {
      const before = await everything();
      const dry = await migrate('mailchimp', ...MAILCHIMP, '--list', 'Newsletter', '--dry-run');
      expect(dry.exitCode).toBe(0);
      expect(dry.err).toContain('From Mailchimp: 9 people');
      expect(dry.err).toMatch(/subscribed: 5\n {2}pending: 1\n {2}unsubscribed: 1\n {2}bounced: 2\n/);
      expect(dry.err).toContain('New tags (3): VIP, Berlin, Mitte, Lapsed');
      expect(dry.err).toContain('For every contact: list Newsletter (new)');
      expect(dry.err).toContain('Favourite tea (text): 2');
      expect(dry.err).toContain('NOTES (textarea): 1');
      expect(dry.err).toMatch(/Ignored columns: MEMBER_RATING, LATITUDE/);
      expect(dry.err).toMatch(/\nDry run: nothing was written\. Would import \d+ contacts\.\n$/);
      const asked = await migrate('mailchimp', ...MAILCHIMP);
      expect(asked.exitCode).toBe(1);
      expect(asked.err).toContain('Nothing was imported. Use --yes to import without confirmation.');
      expect(await everything()).toEqual(before);
    });

    it('imports contacts with statuses, tags, values, and consent evidence', async () => {
      const unsubscribedBefore = await world.given.contact({
        email: 'grace@example.com',
        status: 'unsubscribed',
        first_name: 'G',
      });
      const said = await migrate('mailchimp', ...MAILCHIMP, '--list', 'Newsletter', '--yes', '--json');
      const job = JSON.parse(said.out) as { id: number; [figure: string]: unknown };
      expect(job).toMatchObject({ status: 'done', total: 9, created: 6, updated: 2, invalid: 1, kept_status: 1 });
      expect(said.exitCode).toBe(2);
      await world.settle();

      const ada = await person('ada.lovelace@example.com');
      expect(ada).toMatchObject({
        status: 'subscribed',
        first_name: 'Ada',
        last_name: 'Lovelace',
        phone: '+44 20 7946 0000',
        address_line_1: '12 St James Square',
        address_line_2: 'Flat 2',
        city: 'London',
        state: 'Greater London',
        postal_code: 'SW1Y 4LB',
        country: 'GB',
        custom_values: {
          birthday: '12/10',
          favourite_tea: 'Assam',
          newsletters: 'Weekly, Offers',
          notes: 'Met in Turin.\nLikes to be called.',
        },
      });
      expect(titles(ada['tags'])).toEqual(['Berlin, Mitte', 'VIP']);
      expect(titles(ada['lists'])).toEqual(['Newsletter']);
      const [granted] = await consents('ada.lovelace@example.com');
      expect(granted).toMatchObject({ new_status: 'subscribed', source: 'import', ip: '203.0.113.6' });
      expect(JSON.parse(String(granted?.['proof']))).toEqual({
        system: 'Mailchimp',
        optin_time: '2019-05-01 12:00:00',
        optin_ip: '203.0.113.5',
        confirm_time: '2019-05-01 12:03:09',
        confirm_ip: '203.0.113.6',
      });

      const statuses: Record<string, unknown> = {};
      for (const name of ['zoe', 'gone', 'dead', 'twice', 'buyer', 'grace'])
        statuses[name] = (await person(`${name}@example.com`))['status'];
      expect(statuses).toEqual({
        zoe: 'subscribed',
        gone: 'unsubscribed',
        dead: 'bounced',
        // Subscribed in one audience, cleaned in another.
        twice: 'bounced',
        buyer: 'pending',
        // Has unsubscribed here, whatever Mailchimp says.
        grace: 'unsubscribed',
      });
      expect(await person('grace@example.com')).toMatchObject({
        id: unsubscribedBefore.id,
        first_name: 'Grace',
        country: 'US',
      });
      expect((await person('zoe@example.com'))['address_line_1']).toBe('somewhere in Zürich');
      const [withdrawn] = await consents('gone@example.com');
      expect(withdrawn).toMatchObject({ new_status: 'unsubscribed', ip: null });
      expect(String(withdrawn?.['proof'])).toContain('Too many mails');
    });

    it('changes nothing when repeated, and can be undone', async () => {
      const again = await migrate('mailchimp', ...MAILCHIMP, '--list', 'Newsletter', '--yes', '--json');
      expect(JSON.parse(again.out)).toMatchObject({ status: 'done', created: 0, updated: 0, skipped: 8, invalid: 1 });
      expect(again.err).not.toMatch(/^New |\(new\)/m);
      const { body } = await world.all.get('/imports').expect(200);
      const [, first] = body.imports.data as { id: number; file_name: string }[];
      expect(first?.file_name).toContain('Mailchimp: subscribed_email_audience_export');
      await world.all.post(`/imports/${first?.id ?? 0}/undo`).expect(202);
      await world.settle();
      const left = await world.db.query('SELECT email, first_name, status FROM contacts');
      expect(left).toEqual([{ email: 'grace@example.com', first_name: 'G', status: 'unsubscribed' }]);
    });
  });

  it('listmonk: imports attributes and suppresses blocklisted addresses', async () => {
    const path = join(EXPORTS, 'listmonk-subscribers.csv');
    const said = await migrate('listmonk', path, '--list', 'Developers', '--tag', 'Moved', '--yes');
    expect(said.err).toContain('Blocklisted (also suppressed): 1');
    expect(said.err).toContain('Invalid for country (left out): 1 value');
    expect(said.exitCode).toBe(0);
    const kailash = await person('kailash@example.com');
    expect(kailash).toMatchObject({
      status: 'subscribed',
      first_name: 'Kailash',
      last_name: 'Nadh',
      city: 'Bengaluru',
      custom_values: { likes_tea: 'true', projects: '3', stack_languages: 'go, python' },
    });
    expect([titles(kailash['lists']), titles(kailash['tags'])]).toEqual([['Developers'], ['Moved']]);
    expect((await person('off@example.com'))['status']).toBe('unsubscribed');
    expect(await person('never@example.com')).toMatchObject({
      status: 'unsubscribed',
      country: null,
      custom_values: { note: 'line one\nline two' },
    });
    const { body } = await world.all.get('/suppressions').query({ value: 'never@example.com' }).expect(200);
    expect(body.suppressions.data).toEqual([
      expect.objectContaining({ value: 'never@example.com', reason: 'manual', note: 'Blocklisted in listmonk' }),
    ]);
  });

  it('fluentcrm: imports lists, tags, and custom fields, and ignores columns on request', async () => {
    const path = join(EXPORTS, 'fluentcrm-contacts.csv');
    const said = await migrate('fluentcrm', path, '--map', 'Timezone=-', '--yes', '--json');
    expect(JSON.parse(said.out)).toMatchObject({ created: 4, invalid: 0 });
    // The same in the plan and in the import.
    expect(said.err).toContain(
      'Invalid for contact_type (left out): 1 value\nInvalid for country (left out): 1 value\n',
    );
    const { body: rows } = await world.all.get(`/imports/${JSON.parse(said.out).id}/rows`).expect(200);
    expect(rows.rows.map(({ warnings }: { warnings: string[] }) => warnings.length)).toEqual([0, 0, 2, 0]);
    expect((await person('irene@example.com'))['date_of_birth']).toBe('1990-12-31');
    const marie = await person('marie@example.com');
    expect(marie).toMatchObject({
      status: 'subscribed',
      contact_type: 'customer',
      country: 'FR',
      date_of_birth: '1867-11-07',
      custom_values: { title: 'Dr.', t_shirt_size: 'M' },
    });
    expect([titles(marie['lists']), titles(marie['tags'])]).toEqual([['Events', 'News'], ['VIP']]);
    expect((await consents('marie@example.com'))[0]).toMatchObject({ ip: '203.0.113.44' });
    const statuses: unknown[] = [];
    for (const name of ['pierre', 'irene', 'spam']) statuses.push((await person(`${name}@example.com`))['status']);
    expect(statuses).toEqual(['unsubscribed', 'pending', 'complained']);
    const { body } = await world.all.get('/custom-fields/contacts').expect(200);
    expect(JSON.stringify(body)).not.toContain('Timezone');
  });

  it('refuses unreadable input and writes nothing', async () => {
    const before = await everything();
    const listmonk = join(EXPORTS, 'listmonk-subscribers.csv');
    const refusals: readonly (readonly [args: readonly string[], fault: Record<string, unknown>])[] = [
      [['sendmail', listmonk], { from: 'must be one of: mailchimp, listmonk, fluentcrm' }],
      [['listmonk', join(EXPORTS, 'missing.csv')], { file: expect.stringContaining('ENOENT') }],
      [['mailchimp', listmonk], { status: expect.stringContaining('listmonk-subscribers.csv') }],
      [['listmonk', ...MAILCHIMP], { map: expect.stringContaining('its columns are: Email Address, First Name') }],
      [['listmonk', listmonk, '--status', 'keen'], { status: expect.stringContaining('pending') }],
      [['listmonk', listmonk, '--map', 'email=hash'], { map: expect.stringContaining('has an unknown field hash') }],
    ];
    for (const [args, fault] of refusals) expect([args, (await migrate(...args)).faults]).toEqual([args, fault]);
    expect(await everything()).toEqual(before);
  });
});
