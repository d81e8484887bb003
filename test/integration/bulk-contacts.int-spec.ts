import { BulkContacts } from '../../src/modules/contacts/bulk-writes/bulk-contacts.service.js';
import { BulkUndo } from '../../src/modules/contacts/bulk-writes/bulk-undo.service.js';
import type { BulkOutcome, BulkRow, BulkWriteOptions } from '../../src/modules/contacts/bulk-writes/bulk-write.js';
import { fingerprintOf } from '../../src/modules/contacts/bulk-writes/recorded-changes.js';
import { WHOLE_CONTACT } from '../../src/modules/contacts/contact/contact-fields.js';
import type { Contact } from '../../src/modules/contacts/contact/contact.entity.js';
import { ContactsService } from '../../src/modules/contacts/contacts.service.js';
import { SuppressionsService } from '../../src/modules/contacts/suppression/suppressions.service.js';
import { AppError } from '../../src/platform/errors/app-error.js';
import { countersAndRows } from '../support/label-counts.js';
import { statementRunning } from '../support/running-statement.js';
import { World } from '../support/world.js';

const STATUSES = ['subscribed', 'unsubscribed', 'pending', 'bounced', 'complained'] as const;
/** Single writes, batches of one row, and batches of many rows. User ids are unique, so each mode has its own range. */
const MODES = {
  single: { domain: 'single.example', userIdsFrom: 0 },
  ones: { domain: 'ones.example', userIdsFrom: 1_000 },
  many: { domain: 'many.example', userIdsFrom: 2_000 },
} as const;
type Mode = keyof typeof MODES;

/** Rows per kind of write; the full form writes 10,000 altogether, three times. */
const ROWS = 140;
const ROUNDS = process.env['TEST_DEPTH'] === 'full' ? 12 : 1;

/** A row without the domain of its address. */
interface SampleRow {
  readonly name: string;
  readonly userId: number | null | undefined;
  readonly rest: BulkRow;
}

/** Returns the same numbers for the same seed, so that a failure is reproducible. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

describe('many contacts in one write', () => {
  let world: World;
  let bulk: BulkContacts;
  const lists: number[] = [];
  const tags: number[] = [];
  const OPTIONS: BulkWriteOptions = {
    update: true,
    forceStatus: false,
    statusOfNew: 'subscribed',
    doubleOptIn: false,
    cause: { source: 'import', reason: 'import 7' },
    silent: false,
    recordChanges: true,
  };

  beforeAll(async () => {
    world = await World.start({ worker: false });
    bulk = world.api.get(BulkContacts, { strict: false });
    // Created one after the other, so that their ids ascend.
    while (lists.length < 3) lists.push((await world.given.list()).id);
    while (tags.length < 2) tags.push((await world.given.tag()).id);
    await world.given.customField({ label: 'Color', slug: 'color', type: 'select-one', options: ['red', 'blue'] });
    await world.given.customField({ label: 'Sizes', slug: 'sizes', type: 'checkbox', options: ['s', 'm', 'l'] });
    await world.given.customField({ label: 'Motto', slug: 'motto' });
  });
  afterEach(async () => {
    const { maintained, counted } = await countersAndRows(world.db);
    expect(maintained).toEqual(counted);
  });

  const write = (rows: readonly BulkRow[], options: Partial<BulkWriteOptions> = {}): Promise<BulkOutcome[]> =>
    world.db.racingTransaction(
      5,
      (error) => bulk.isRace(error),
      (tx) => bulk.write(tx, rows, { ...OPTIONS, ...options }),
    );

  describe('has the same result as batches of one row and as single writes', () => {
    function sampleRows(seed: number, count: number): SampleRow[] {
      const next = numbers(seed);
      const sometimes = <Value>(odds: number, value: () => Value): Value | undefined =>
        next(100) < odds ? value() : undefined;
      const oneOf = <Value>(values: readonly Value[]): Value => values[next(values.length)] as Value;
      const defined = (members: Record<string, unknown>): BulkRow =>
        Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
      return Array.from({ length: count }, () => ({
        name: oneOf(['Ada', 'BOB', ' cyd ', 'dan', 'eve', 'fay', 'gus', 'hal', 'ivy', 'not an address', 'kim', 'lea']),
        userId: sometimes(15, () => oneOf([1, 2, 3, null])),
        rest: defined({
          status: sometimes(60, () => oneOf([...STATUSES, ...STATUSES, 'unknown'])),
          first_name: sometimes(50, () => oneOf(['Ada', 'Björn', 'O\'Hara \\ "x"', '', null])),
          last_name: sometimes(30, () => oneOf(['Ng', 'ZoË', 'x'.repeat(191)])),
          full_name: sometimes(10, () => 'Ada Maria Lovelace'),
          phone: sometimes(20, () => oneOf(['123', '+49 1', 7])),
          country: sometimes(20, () => oneOf(['Germany', 'gbr', 'Narnia'])),
          contact_type: sometimes(10, () => oneOf(['lead', 'customer'])),
          date_of_birth: sometimes(10, () => oneOf(['1990-12-10', null])),
          paused_until: sometimes(10, () => oneOf(['2031-01-01 00:00:00', '2031-01-01T02:00:00+02:00', null])),
          tags: sometimes(30, () => oneOf([[tags[0]], tags, [], [9_999]])),
          lists: sometimes(30, () => oneOf([[lists[0]], [lists[1], lists[2]], lists])),
          attach_lists: sometimes(10, () => [lists[2]]),
          detach_lists: sometimes(20, () => oneOf([[lists[0]], [lists[1], lists[2]]])),
          detach_tags: sometimes(10, () => [tags[1]]),
          custom_values: sometimes(40, () =>
            oneOf([
              { color: 'red' },
              { color: 'blue', motto: 'ad astra' },
              { color: null, sizes: ['l', 's'] },
              { sizes: '' },
              { color: 'green' },
              { smell: 'none' },
            ]),
          ),
          consent: sometimes(10, () => ({ ip: '203.0.113.7', text_version: 'v3', proof: 'form' })),
        }),
      }));
    }

    const rowOf = (mode: Mode, { name, userId, rest }: SampleRow): BulkRow => ({
      ...rest,
      email: `${name}@${MODES[mode].domain}`,
      ...(userId === undefined ? {} : { user_id: userId === null ? null : userId + MODES[mode].userIdsFrom }),
    });

    /** Does a single write. @returns its outcome in the form of `plain`. */
    async function writeSingly(row: BulkRow, { update, ...options }: BulkWriteOptions): Promise<unknown> {
      const contacts = world.api.get(ContactsService, { strict: false });
      const { statusOfNew, doubleOptIn, cause } = options;
      try {
        const { action, changed, keptStatus } = await contacts.whileRaced((tx) =>
          contacts.createOrUpdateIn(tx, row, {
            forceUpdate: update,
            doubleOptIn,
            cause,
            ...(statusOfNew === null ? {} : { statusOfNew }),
          }),
        );
        if (action === 'created') return 'created';
        return { kind: changed ? 'updated' : 'unchanged', keptStatus };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return error.options.data?.['params'] ?? 'exists';
      }
    }

    function plain(outcome: BulkOutcome): unknown {
      if (outcome.kind === 'created') return 'created';
      if (outcome.kind === 'invalid') return outcome.reasons;
      if (outcome.kind === 'updated') return { kind: 'updated', keptStatus: outcome.keptStatus };
      return outcome.why === 'exists' ? 'exists' : { kind: 'unchanged', keptStatus: outcome.keptStatus };
    }

    /** Returns all stored data of the contacts of one mode, without ids and times. */
    async function stored(mode: Mode): Promise<unknown> {
      const query = (sql: string): Promise<Record<string, unknown>[]> =>
        world.db.query(sql, { mine: `%@${MODES[mode].domain}` });
      const of = 'FROM contacts c JOIN';
      const rows = {
        contacts: await query(
          `SELECT email, first_name, last_name, status, contact_type, phone, country, date_of_birth, paused_until,
                  REPLACE(search_text, CHAR(1), '') AS text, user_id - ${MODES[mode].userIdsFrom} AS user_id, LENGTH(hash) AS hash
             FROM contacts c WHERE email LIKE :mine ORDER BY email`,
        ),
        lists: await query(
          `SELECT email, list_id ${of} contact_lists m ON m.contact_id = c.id WHERE email LIKE :mine ORDER BY 1, 2`,
        ),
        tags: await query(
          `SELECT email, tag_id ${of} contact_tags m ON m.contact_id = c.id WHERE email LIKE :mine ORDER BY 1, 2`,
        ),
        values: await query(
          `SELECT email, field_id, value ${of} contact_custom_values v ON v.contact_id = c.id
            WHERE email LIKE :mine ORDER BY 1, 2`,
        ),
        consents: await query(
          `SELECT email, action, old_status, new_status, source, reason, text_version, ip, proof
             ${of} contact_consents l ON l.contact_id = c.id WHERE email LIKE :mine ORDER BY email, l.id`,
        ),
        optIns: await query(
          `SELECT email, source ${of} contact_optins o ON o.contact_id = c.id AND o.state = 'requested'
            WHERE email LIKE :mine ORDER BY 1`,
        ),
        events: await query(
          `SELECT email, c.id, e.type, e.subject_type, e.data, e.silent
             ${of} domain_events e ON e.subject_type = 'contact' AND e.subject_id = c.id
            WHERE email LIKE :mine AND e.type <> 'contact.optin_requested' ORDER BY email, e.id`,
        ),
      };
      const events = rows.events.map(({ id, ...event }) => ({
        ...event,
        data: String(event['data'])
          .replaceAll(`"id":${String(id)},"email"`, '"id":0,"email"')
          .replace(/"created_at":"[^"]+"/g, '"created_at":""')
          .replace(/"user_id":\{"old":(\w+),"new":(\w+)\}/g, (_, old: string, now: string) =>
            JSON.stringify({ old: userId(mode, old), now: userId(mode, now) }),
          ),
      }));
      return JSON.parse(JSON.stringify({ ...rows, events }).replaceAll(MODES[mode].domain, 'example')) as unknown;
    }

    const userId = (mode: Mode, text: string): number | null =>
      text === 'null' ? null : Number(text) - MODES[mode].userIdsFrom;

    /** Batches of different sizes, one of them of a single row. */
    function batches(seed: number, count: number): [from: number, to: number][] {
      const next = numbers(seed);
      const cuts = [0, 20, 21, 22 + next(60), count];
      return cuts.slice(1).map((to, index) => [cuts[index] ?? 0, to]);
    }

    async function deleteContacts(): Promise<void> {
      await world.db.transaction(async (tx) => {
        for (const table of ['contact_lists', 'contact_tags', 'contact_custom_values', 'contact_consents', 'contacts'])
          await tx.execute(`DELETE FROM ${table}`);
        for (const table of ['lists', 'tags'])
          await tx.execute(`UPDATE ${table} SET total_count = 0, subscribed_count = 0`);
        await tx.execute('UPDATE contact_counters SET total = 0');
      });
    }

    it.each([
      ['an import that updates', 1, {}],
      ['an import that updates, with other rows', 5, {}],
      ['an import that skips existing contacts', 2, { update: false }],
      ['a write with forced statuses', 3, { forceStatus: true, statusOfNew: null, cause: { source: 'api' } }],
      [
        'a write with forced statuses and double opt-in',
        4,
        { forceStatus: true, statusOfNew: null, cause: { source: 'api' }, doubleOptIn: true },
      ],
      [
        'a write with forced statuses and double opt-in, with other rows',
        6,
        { forceStatus: true, statusOfNew: null, cause: { source: 'api' }, doubleOptIn: true },
      ],
    ] as const)('for %s', async (_, seed, changes) => {
      const options: BulkWriteOptions = { ...OPTIONS, ...changes };
      for (let round = 0; round < ROUNDS; round += 1) await compare(seed + 10 * round, options);
    });

    async function compare(seed: number, options: BulkWriteOptions): Promise<void> {
      await deleteContacts();
      const samples = sampleRows(seed, ROWS);
      const single: unknown[] = [];
      for (const row of samples) single.push(await writeSingly(rowOf('single', row), options));
      const byOne: unknown[] = [];
      for (const row of samples) byOne.push(...(await write([rowOf('ones', row)], options)).map(plain));
      const together: unknown[] = [];
      const predicted: unknown[] = [];
      for (const [from, to] of batches(seed, samples.length)) {
        const rows = samples.slice(from, to).map((row) => rowOf('many', row));
        predicted.push(...(await bulk.preview(world.db, rows, options)).map(plain));
        together.push(...(await write(rows, options)).map(plain));
      }
      expect(byOne).toEqual(single);
      expect(together).toEqual(single);
      expect(predicted).toEqual(single);
      const kinds = new Set(single.map((outcome) => JSON.stringify(outcome)));
      expect(kinds.size).toBeGreaterThan(5);
      const storedSingly = await stored('single');
      expect(await stored('ones')).toEqual(storedSingly);
      expect(await stored('many')).toEqual(storedSingly);
    }

    /** Returns what an undo restores. Logs, events, and requests of double opt-in stay. */
    async function restorable(): Promise<unknown> {
      const { contacts, lists: onLists, tags: tagged, values } = (await stored('many')) as Record<string, unknown>;
      const suppressed = await world.db.query('SELECT HEX(value_hash) AS hash, reason FROM suppressions ORDER BY 1');
      return { contacts, onLists, tagged, values, suppressed };
    }

    it.each([
      ['an import that updates', 31, {}],
      ['an import with forced statuses', 62, { forceStatus: true }],
      ['an import that skips existing contacts', 13, { update: false }],
    ] as const)('is undone completely, for %s', async (_, first, changes) => {
      const undo = world.api.get(BulkUndo, { strict: false });
      for (let seed = first; seed < first + 10 * ROUNDS; seed += 10) {
        await deleteContacts();
        const imported = sampleRows(seed + 1_000, ROWS);
        // The other half of the contacts is created by the import.
        const existing = sampleRows(seed, ROWS).filter(({ name }) => name < 'fay');
        await write(existing.map((row) => rowOf('many', row)));
        const before = await restorable();
        const outcomes: BulkOutcome[] = [];
        for (const [from, to] of batches(seed, ROWS)) {
          const rows = imported.slice(from, to).map((row) => rowOf('many', row));
          outcomes.push(...(await write(rows, changes)));
        }
        expect(await restorable()).not.toEqual(before);
        const rows = outcomes.map((outcome, rowNo) => ({
          rowNo,
          contactId: 'contactId' in outcome ? outcome.contactId : null,
          changes: 'changes' in outcome ? outcome.changes : null,
        }));
        const undone = await world.db.transaction((tx) =>
          undo.undo(tx, rows.reverse(), { jobId: 7, cause: { source: 'import', reason: 'undo of 7' }, silent: false }),
        );
        expect(undone.filter(({ conflict }) => conflict !== null)).toEqual([]);
        expect(await restorable()).toEqual(before);
      }
    });
  });

  describe('changes statuses', () => {
    const SIGNALS: Readonly<Record<string, readonly string[]>> = {
      pending: ['unsubscribed', 'bounced', 'complained'],
      subscribed: ['unsubscribed', 'bounced', 'complained'],
      unsubscribed: ['bounced', 'complained'],
      bounced: ['complained'],
      complained: [],
    };
    const pairs = STATUSES.flatMap((from) =>
      STATUSES.map((to) => ({ from, to, email: `${from}-${to}@moves.example` })),
    );
    const given = async (prefix: string): Promise<{ from: string; to: string; email: string }[]> => {
      const contacts = pairs.map((pair) => ({ ...pair, email: `${prefix}-${pair.email}` }));
      await write(
        contacts.map(({ from, email }) => ({ email, status: from })),
        { statusOfNew: null },
      );
      return contacts;
    };
    const statusOf = async (email: string): Promise<string | undefined> => {
      const [row] = await world.db.query<{ status: string }>('SELECT status FROM contacts WHERE email = :email', {
        email,
      });
      return row?.status;
    };

    it('only to stricter ones without force, and reports the kept statuses', async () => {
      const contacts = await given('signal');
      const outcomes = await write(contacts.map(({ to, email }) => ({ email, status: to })));
      for (const [index, { from, to, email }] of contacts.entries()) {
        const moves = SIGNALS[from]?.includes(to) === true;
        expect([email, await statusOf(email)]).toEqual([email, moves ? to : from]);
        const outcome = outcomes[index];
        if (moves)
          expect(outcome).toMatchObject({
            kind: 'updated',
            keptStatus: false,
            changes: { fields: { status: [from, to] } },
          });
        else expect(outcome).toMatchObject({ kind: 'skipped', why: 'unchanged', keptStatus: from !== to });
      }
    });

    it('to any other with force', async () => {
      const contacts = await given('word');
      await write(
        contacts.map(({ to, email }) => ({ email, status: to })),
        { forceStatus: true },
      );
      for (const { to, email } of contacts) expect([email, await statusOf(email)]).toEqual([email, to]);
    });

    it('not for rows without a status, with any status for new contacts, with and without force', async () => {
      const contacts = await given('all');
      const rows = contacts.map(({ email }) => ({ email }));
      for (const forceStatus of [false, true]) await write(rows, { statusOfNew: 'unsubscribed', forceStatus });
      for (const { from, email } of contacts) expect([email, await statusOf(email)]).toEqual([email, from]);
    });

    it('and removes the suppression of a contact that is subscribed again, and records it', async () => {
      const email = 'back@moves.example';
      const suppressions = world.api.get(SuppressionsService, { strict: false });
      await write([{ email, status: 'bounced' }]);
      await world.db.transaction((tx) => suppressions.suppress(tx, email, 'bounced'));
      const isSuppressed = async (): Promise<boolean> =>
        (await suppressions.isSuppressed(world.db, [email])).has(email);
      await write([{ email, status: 'subscribed' }]);
      expect(await isSuppressed()).toBe(true);
      const [outcome] = await write([{ email, status: 'subscribed' }], { forceStatus: true });
      expect(outcome).toMatchObject({
        kind: 'updated',
        changes: { fields: { status: ['bounced', 'subscribed'] }, suppression: 'bounced' },
      });
      expect(await isSuppressed()).toBe(false);
    });
  });

  describe('with double opt-in', () => {
    const requestsOf = (domain: string): Promise<{ email: string; requests: number; silent: number }[]> =>
      world.db.query(
        `SELECT c.email, COUNT(*) AS requests, MAX(e.silent) AS silent
           FROM contacts c JOIN contact_optins o ON o.contact_id = c.id
           JOIN domain_events e ON e.type = 'contact.optin_requested'
                               AND e.data LIKE CONCAT('{"optin_id":', o.id, ',%')
          WHERE c.email LIKE :mine GROUP BY c.email ORDER BY c.email`,
        { mine: `%@${domain}` },
      );

    it('requests one confirmation for repeated rows, also in a silent write', async () => {
      const domain = 'asks.example';
      await write(
        [
          { email: `new@${domain}` },
          { email: `new@${domain}`, status: 'subscribed' },
          { email: `gone@${domain}`, status: 'unsubscribed' },
          { email: `left@${domain}` },
          { email: `left@${domain}`, status: 'unsubscribed' },
        ],
        { doubleOptIn: true, silent: true },
      );
      expect(await requestsOf(domain)).toEqual([{ email: `new@${domain}`, requests: 1, silent: 0 }]);
    });

    it('requests no confirmation of a contact whose status it may not change', async () => {
      const domain = 'kept.example';
      await write([{ email: `out@${domain}`, status: 'unsubscribed' }]);
      const again = [{ email: `out@${domain}`, status: 'subscribed' }];
      expect(await write(again, { doubleOptIn: true })).toMatchObject([{ kind: 'skipped', keptStatus: true }]);
      expect(await requestsOf(domain)).toEqual([]);
      expect(await write(again, { doubleOptIn: true, forceStatus: true })).toMatchObject([
        { kind: 'updated', keptStatus: false, changes: { fields: { status: ['unsubscribed', 'pending'] } } },
      ]);
      expect(await requestsOf(domain)).toHaveLength(1);
    });
  });

  it('records exactly the changes, and a fingerprint of each created contact', async () => {
    const email = 'recorded@changes.example';
    const created = {
      email,
      first_name: 'Ada',
      paused_until: '2031-01-01 00:00:00',
      date_of_birth: '1990-12-10',
      user_id: 77,
      lists: [lists[1], lists[0]],
      tags,
      custom_values: { motto: 'ad astra', sizes: ['l', 's'] },
    };
    const [first, second] = await write([created, { email, country: 'gb' }]);
    if (first?.kind !== 'created' || second?.kind !== 'updated') throw new Error('expected: created, then updated');
    expect(second.changes).toEqual({ fields: { country: [null, 'GB'] } });
    await write([{ email, country: null }]);
    expect(first.changes).toEqual({
      created: await fingerprintOfStored(first.contactId),
      lists: { added: [lists[0], lists[1]], removed: [] },
      tags: { added: tags, removed: [] },
    });

    const [third] = await write([
      {
        email,
        first_name: 'Augusta',
        last_name: 'King',
        paused_until: null,
        user_id: null,
        date_of_birth: '1990-12-10',
        attach_lists: [lists[2], lists[1]],
        detach_lists: [lists[0]],
        detach_tags: [tags[1]],
        custom_values: { motto: '', sizes: ['s', 'l'], color: 'red' },
      },
    ]);
    const fields = await world.db.query<{ id: number; slug: string }>('SELECT id, slug FROM custom_fields');
    const idOf = (slug: string): number => fields.find((field) => field.slug === slug)?.id ?? 0;
    expect(third).toMatchObject({ kind: 'updated', contactId: first.contactId });
    expect(third?.kind === 'updated' && third.changes).toEqual({
      fields: {
        first_name: ['Ada', 'Augusta'],
        last_name: [null, 'King'],
        paused_until: ['2031-01-01 00:00:00', null],
        user_id: [77, null],
      },
      values: { [idOf('motto')]: ['ad astra', null], [idOf('color')]: [null, 'red'] },
      lists: { added: [lists[2]], removed: [lists[0]] },
      tags: { added: [], removed: [tags[1]] },
    });
    expect(await fingerprintOfStored(first.contactId)).not.toBe(first.changes?.created);
    expect(await write([{ email, first_name: ' Augusta ', country: '' }])).toEqual([
      { kind: 'skipped', contactId: first.contactId, why: 'unchanged', keptStatus: false },
    ]);
  });

  async function fingerprintOfStored(id: number): Promise<string> {
    const [contact] = await world.db.query<Contact>(`SELECT ${WHOLE_CONTACT} FROM contacts c WHERE c.id = :id`, { id });
    if (!contact) throw new Error('the contact does not exist');
    const ids = async (table: string, column: string): Promise<number[]> =>
      (await world.db.query<{ id: number }>(`SELECT ${column} AS id FROM ${table} WHERE contact_id = :id`, { id })).map(
        (row) => row.id,
      );
    const values = await world.db.query<{ fieldId: number; value: string }>(
      'SELECT field_id AS fieldId, value FROM contact_custom_values WHERE contact_id = :id',
      { id },
    );
    return fingerprintOf({
      contact,
      lists: await ids('contact_lists', 'list_id'),
      tags: await ids('contact_tags', 'tag_id'),
      values: new Map(values.map(({ fieldId, value }) => [fieldId, value])),
    });
  }

  it('marks the events of a silent write as silent', async () => {
    const email = 'quiet@silent.example';
    await write([{ email, lists: [lists[0]] }], { silent: true });
    await write([{ email, first_name: 'Ada', status: 'unsubscribed' }], { silent: true });
    const events = await world.db.query<{ type: string; silent: number }>(
      `SELECT e.type, e.silent FROM domain_events e JOIN contacts c ON c.id = e.subject_id
        WHERE c.email = :email AND e.subject_type = 'contact' ORDER BY e.id`,
      { email },
    );
    expect(events).toEqual([
      { type: 'contact.created', silent: 1 },
      { type: 'contact.list_added', silent: 1 },
      { type: 'contact.updated', silent: 1 },
      { type: 'contact.status_changed', silent: 1 },
    ]);
  });

  it('lets two contacts swap their user ids within a batch', async () => {
    const [one, other] = ['one@swap.example', 'other@swap.example'];
    await write([
      { email: one, user_id: 501 },
      { email: other, user_id: 502 },
    ]);
    const outcomes = await write([
      { email: one, user_id: 502 },
      { email: one, user_id: null },
      { email: other, user_id: 501 },
      { email: one, user_id: 502 },
      { email: 'third@swap.example', user_id: 501 },
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['invalid', 'updated', 'updated', 'updated', 'invalid']);
    expect(
      await world.db.query(`SELECT email, user_id FROM contacts WHERE email LIKE '%@swap.example' ORDER BY email`),
    ).toEqual([
      { email: one, user_id: 502 },
      { email: other, user_id: 501 },
    ]);
  });

  it('writes thousands of rows at once, new and existing, in any order', async () => {
    const row = (index: number): BulkRow => ({ email: `n${index}@many.example`, lists: [lists[index % 3]] });
    const first = await write(Array.from({ length: 1_200 }, (_, index) => row(index * 2)));
    expect(first.every(({ kind }) => kind === 'created')).toBe(true);
    const second = await write(Array.from({ length: 2_600 }, (_, index) => ({ ...row(2_599 - index), city: 'Rome' })));
    const counts = { created: 0, updated: 0, skipped: 0, invalid: 0 };
    for (const { kind } of second) counts[kind] += 1;
    expect(counts).toEqual({ created: 1_400, updated: 1_200, skipped: 0, invalid: 0 });
    const [{ total } = { total: 0 }] = await world.db.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM contacts WHERE email LIKE '%@many.example' AND city = 'Rome'`,
    );
    expect(total).toBe(2_600);
    const ids = new Map<number, number>();
    for (const outcome of second) if (outcome.kind !== 'invalid') ids.set(outcome.contactId, 1);
    expect(ids.size).toBe(2_600);
  });

  it('creates one contact per address, with correct counters, in concurrent writes', async () => {
    const addresses = Array.from({ length: 90 }, (_, index) => `rush${index}@rush.example`);
    const part = (from: number, to: number, reversed: boolean): BulkRow[] => {
      const rows = addresses.slice(from, to).map((email) => ({ email, lists: [lists[0]], first_name: `${from}` }));
      return reversed ? rows.reverse() : rows;
    };
    const answers = await Promise.all([
      write(part(0, 60, false)),
      write(part(30, 90, true)),
      write(part(0, 90, false), { update: false }),
      write(part(15, 75, true), { forceStatus: true, statusOfNew: 'unsubscribed' }),
    ]);
    const created = answers.flat().filter(({ kind }) => kind === 'created');
    expect(created).toHaveLength(90);
    const [{ events } = { events: 0 }] = await world.db.query<{ events: number }>(
      `SELECT COUNT(*) AS events FROM domain_events e JOIN contacts c ON c.id = e.subject_id
        WHERE e.type = 'contact.created' AND c.email LIKE '%@rush.example'`,
    );
    expect(events).toBe(90);
  });

  it('rejects a row whose list is deleted during the write', async () => {
    const deleted = await world.given.list();
    let written: Promise<BulkOutcome[]> | undefined;
    await world.db.transaction(async (tx) => {
      await tx.execute('DELETE FROM lists WHERE id = :id', { id: deleted.id });
      written = write([
        { email: 'deleted@race.example', lists: [deleted.id] },
        { email: 'fine@race.example', lists: [lists[0]] },
      ]);
      await statementRunning(world.db, 'UPDATE lists');
    });
    expect(await written).toMatchObject([
      { kind: 'invalid', reasons: { lists: `unknown: ${deleted.id}` } },
      { kind: 'created' },
    ]);
  });
});
