import type { Response } from 'supertest';
import { NestFactory } from '@nestjs/core';
import { CliModule } from '../../../src/cli.module.js';
import { RebuildSearchIndexCommand } from '../../../src/modules/contacts/search/search.commands.js';
import { SearchBacklogProcessor } from '../../../src/modules/contacts/search/search-backlog-processor.service.js';
import { SearchIndex } from '../../../src/modules/contacts/search/search-index.service.js';
import { UNTIL_DONE } from '../../../src/platform/work/periodic.js';
import { plainSpelling } from '../../../src/platform/text/slug.js';
import { World } from '../../support/world.js';

/** Similar parts of names and addresses, with letters that are hard to fold. */
const PARTS = [
  'ann',
  'anna',
  'hannah',
  'Łukasz',
  'lu',
  'Weiß',
  'weis',
  'o',
  'Ørsted',
  '王伟',
  'x-ray',
  'Жанна',
  "O'Neil",
  '小明',
  '太郎',
  '김민수',
  'สมชาย',
  'O’Neil',
];
const SEARCHES = [
  ...[
    'ann',
    'anna',
    'nna',
    'an',
    'a',
    'lukasz',
    'ŁUK',
    'weiss',
    'wei',
    'o',
    'ors',
    '王',
    '王伟',
    'x-ray',
    '-ray',
    'zhanna',
  ],
  ...[
    "o'n",
    'oneil',
    'o’neil',
    'neil',
    '伟',
    '明',
    '小明太郎',
    '明太',
    '민수',
    '김민',
    'ชา',
    'มช',
    'ann weis',
    'nna com',
    'example.',
    '.com',
    'ann@',
    '@',
    'b@',
    'a.b',
    'le.com',
    '% _',
    'unknown',
    'lu o ex',
  ],
];

describe('the search for contacts', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });

  interface Person {
    readonly id: number;
    readonly email: string;
    readonly first_name: string | null;
    readonly last_name: string | null;
  }

  const found = async (query: object): Promise<number[]> => {
    const { body } = await world.all
      .get('/subscribers')
      .query({ per_page: 1000, ...query })
      .expect(200);
    expect(body.total).toBe(body.data.length);
    return body.data.map(({ id }: { id: number }) => id);
  };

  const allContacts = () =>
    world.db.query<Person>('SELECT id, email, first_name, last_name FROM contacts ORDER BY id DESC');

  /**
   * The documented rule, without an index: every word occurs in a field, short ones at the start of a word; without apostrophes, and
   * anywhere in scripts without spaces, where the family name and the first name are one word.
   */
  function matches({ email, first_name, last_name }: Person, search: string): boolean {
    const spelling = (text: string): string => plainSpelling(text.replace(/['’]/g, ''));
    const isDense = (text: string | null): boolean =>
      /[\p{sc=Han}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]/u.test(spelling(text ?? ''));
    const names = isDense(first_name) && isDense(last_name) ? [`${last_name}${first_name}`] : [first_name, last_name];
    const text = ` ${spelling([email, ...names.map((name) => name ?? '')].join(' '))}`;
    return spelling(search)
      .split(/\s+/)
      .every((word) => {
        const short = /^[\p{L}\p{N}]{1,2}$/u.test(word) && !isDense(word);
        return short ? text.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word)) : text.includes(word);
      });
  }

  async function expectDocumentedMatches(): Promise<void> {
    const people = await allContacts();
    for (const search of SEARCHES)
      expect({ search, ids: await found({ search }) }).toEqual({
        search,
        ids: people.filter((person) => matches(person, search)).map(({ id }) => id),
      });
  }

  const pick = (number: number): string => PARTS[number % PARTS.length] ?? '';

  it('matches the documented rule after creates, updates, and deletes', async () => {
    const ids: number[] = [];
    for (let index = 0; index < 60; index += 1) {
      const { id } = await world.given.contact({
        email: `${plainSpelling(pick(index * 7)).replace(/[^a-z]/g, '') || 'b'}.b${index}@example.com`,
        first_name: pick(index),
        last_name: pick(index * 5 + 3),
      });
      ids.push(id);
    }
    await expectDocumentedMatches();
    for (const [index, id] of ids.entries()) {
      if (index % 3 === 0) await world.all.delete(`/subscribers/${id}`).expect(200);
      if (index % 3 === 1)
        await world.all
          .put(`/subscribers/${id}`)
          .send({ first_name: pick(index + 4), last_name: null })
          .expect(200);
    }
    await expectDocumentedMatches();
    const words = await world.db.query(
      'SELECT 1 FROM contact_words w LEFT JOIN contacts c ON c.id = w.contact_id WHERE c.id IS NULL',
    );
    expect(words).toEqual([]);
  });

  it('combines with other filters', async () => {
    const tag = await world.given.tag();
    const { id } = await world.given.contact({ first_name: 'Zacharias', tags: [tag.id], status: 'pending' });
    await world.given.contact({ first_name: 'Zacharias' });
    expect(await found({ search: 'zach', tags: [tag.id] })).toEqual([id]);
    expect(await found({ search: 'zach', statuses: ['pending'] })).toEqual([id]);
    expect(await found({ search: 'zach', statuses: ['bounced'] })).toEqual([]);
    expect(await found({ search: 'zach', order_by: 'email', order_type: 'ASC' })).toHaveLength(2);
  });

  it('supports cursors', async () => {
    for (let index = 0; index < 5; index += 1) await world.given.contact({ first_name: 'Walker' });
    const seen: number[] = [];
    let cursor: string | null = '*';
    while (cursor !== null) {
      const answer: Response = await world.all
        .get('/subscribers')
        .query({ search: 'walk', per_page: 2, cursor })
        .expect(200);
      const { body } = answer;
      expect(body.total).toBe(5);
      seen.push(...body.data.map(({ id }: { id: number }) => id));
      cursor = body.next_cursor;
    }
    expect(seen).toEqual(await found({ search: 'walker' }));
  });

  describe('after bulk writes', () => {
    const rename = (id: number, name: string) =>
      world.db.transaction(async (tx) => {
        await tx.execute(
          `INSERT IGNORE INTO contact_search_backlog (contact_id, indexed_text) SELECT id, search_text FROM contacts WHERE id = :id`,
          { id },
        );
        await tx.execute('UPDATE contacts SET first_name = :name WHERE id = :id', { id, name });
      });

    it('is updated by the worker', async () => {
      const { id } = await world.given.contact({ first_name: 'Bartholomew' });
      await rename(id, 'Ignatius');
      await world.settle();
      expect(await found({ search: 'ignat' })).toEqual([id]);
      expect(await found({ search: 'bartholo' })).toEqual([]);
    });

    it('does not find contacts that were deleted or changed meanwhile', async () => {
      const [gone, changed] = [await world.given.contact(), await world.given.contact()];
      await rename(gone.id, 'Leopoldine');
      await world.all.delete(`/subscribers/${gone.id}`).expect(200);
      await rename(changed.id, 'Leopoldine');
      await world.all.put(`/subscribers/${changed.id}`).send({ first_name: 'Wilhelmine' }).expect(200);
      await world.settle();
      expect(await found({ search: 'leopold' })).toEqual([]);
      expect(await found({ search: 'wilhelm' })).toEqual([changed.id]);
    });

    it('leaves a locked contact for the next run', async () => {
      const { id } = await world.given.contact();
      const backlog = world.api.get(SearchBacklogProcessor, { strict: false });
      await world.db.transaction(async (tx) => {
        await tx.query('SELECT id FROM contacts WHERE id = :id FOR UPDATE', { id });
        await world.db.transaction((other) =>
          other.execute(`INSERT INTO contact_search_backlog (contact_id, indexed_text) VALUES (:id, '')`, { id }),
        );
        await backlog.clear();
        expect(await world.db.query('SELECT contact_id FROM contact_search_backlog')).toEqual([{ contact_id: id }]);
      });
      await world.settle();
      expect(await world.db.query('SELECT contact_id FROM contact_search_backlog')).toEqual([]);
    });
  });

  it('supports concurrent writers of the same new words', async () => {
    const names = Array.from({ length: 40 }, (_, index) => ({
      first_name: `Storm Zebra${index % 4}`,
      last_name: 'Quux',
    }));
    const created = await Promise.all(names.map((name) => world.given.contact(name)));
    expect((await found({ search: 'storm zebra1 quux' })).sort()).toEqual(
      created
        .filter((_, index) => index % 4 === 1)
        .map(({ id }) => id)
        .sort(),
    );
  });
});

describe('the search in many contacts', () => {
  const CONTACTS = 24_000;
  let world: World;
  beforeAll(async () => {
    world = await World.start({ worker: false });
    const rows = Array.from({ length: CONTACTS }, (_, index) => [
      index + 1,
      index.toString(16).padStart(32, '0'),
      `person${index}@${index % 2 === 0 ? 'even' : 'odd'}.example.com`,
      index % 4 === 0 ? 'Quarter' : 'Other',
      'subscribed',
      'lead',
    ]);
    await world.db.transaction(async (tx) => {
      await tx.insertRows(
        'contacts',
        ['id', 'hash', 'email', 'first_name', 'status', 'contact_type', 'created_at', 'updated_at'],
        rows.map((row) => [...row, new Date(), new Date()]),
      );
      await tx.execute(`UPDATE contact_counters SET total = ${CONTACTS} WHERE status = 'subscribed' AND shard = 0`);
    });
    const cli = await NestFactory.createApplicationContext(CliModule.with(world.config), {
      logger: false,
      abortOnError: false,
    });
    const said = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    await cli.get(RebuildSearchIndexCommand).run();
    expect(said.mock.calls.at(-1)?.[0]).toMatch(/^24000 contacts indexed in /);
    said.mockRestore();
    await cli.close();
  });

  const search = async (text: string, query: object = {}) =>
    (
      await world.all
        .get('/subscribers')
        .query({ search: text, per_page: 3, ...query })
        .expect(200)
    ).body;

  it('counts up to 10,000 matches and marks estimates above', async () => {
    const quarter = await search('quarter');
    expect(quarter).toMatchObject({ total: 6_000 });
    expect(quarter).not.toHaveProperty('total_is_estimate');
    const even = await search('even');
    expect(even.total_is_estimate).toBe(true);
    expect(even.total).toBeGreaterThan(11_000);
    expect(even.total).toBeLessThan(13_000);
  });

  it.each([
    ['even', [23_999, 23_997, 23_995]],
    ['example.com', [24_000, 23_999, 23_998]],
    ['person', [24_000, 23_999, 23_998]],
    ['@', [24_000, 23_999, 23_998]],
    ['even quarter', [23_997, 23_993, 23_989]],
    ['even other person', [23_999, 23_995, 23_991]],
    ['p', [24_000, 23_999, 23_998]],
  ])('paginates the matches of "%s" in order', async (text, expected) => {
    expect((await search(text)).data.map(({ id }: { id: number }) => id)).toEqual(expected);
    expect((await search(text, { cursor: '*' })).data.map(({ id }: { id: number }) => id)).toEqual(expected);
    expect((await search(text, { order_type: 'ASC' })).data[0].id).toBeLessThan(5);
  });

  it('counts exactly with other filters', async () => {
    expect(await search('even', { statuses: ['subscribed'] })).toMatchObject({ total_is_estimate: true });
    expect(await search('even', { statuses: ['pending'] })).toMatchObject({ total: 0, data: [] });
  });

  describe('with an asynchronous index', () => {
    const clearing = (): SearchBacklogProcessor => world.api.get(SearchBacklogProcessor, { strict: false });
    const rowsOf = async (table: string): Promise<number> =>
      Number((await world.db.query<{ size: number }>(`SELECT COUNT(*) AS size FROM ${table}`))[0]?.size);

    it('is correct after alternating bulk and single writes', async () => {
      const email = 'turns@taken.example';
      const { id } = await world.given.contact({ email, first_name: 'Xenia' });
      const bulk = (first_name: string) =>
        world.all
          .post('/subscribers/bulk-add-update')
          .send({ contacts: [{ email, first_name }], force_update: 'yes' })
          .expect(200);
      const single = (first_name: string) => world.all.put(`/subscribers/${id}`).send({ first_name }).expect(200);
      const ids = async (text: string): Promise<number[]> =>
        (await search(text)).data.map((contact: { id: number }) => contact.id);

      await bulk('Xenia Yolanda');
      await single('Yolanda');
      await bulk('Xenia Yolanda');
      await clearing().clear();
      expect([await ids('xenia'), await ids('yolanda')]).toEqual([[id], [id]]);

      await bulk('Zuleika');
      await single('Quirina');
      await bulk('Walpurga');
      await clearing().clear();
      expect([await ids('zuleika'), await ids('quirina'), await ids('xenia'), await ids('walpurga')]).toEqual([
        [],
        [],
        [],
        [id],
      ]);
      expect(await rowsOf('contact_search_backlog')).toBe(0);
    });

    it('is built once by several processes', async () => {
      const before = await rowsOf('contact_words');
      await clearing().reset();
      expect(await rowsOf('contact_words')).toBe(0);
      let done = 0;
      const count = (some: number): boolean => {
        done += some;
        return true;
      };
      await Promise.all([clearing().clear(count, 2), clearing().clear(count, 2)]);
      // Contacts locked by another process are skipped, and remain if it fails.
      await clearing().clear(count);
      expect(await rowsOf('contact_search_backlog')).toBe(0);
      expect(await rowsOf('contact_words')).toBe(before);
      expect(done).toBe(await rowsOf('contacts'));
    });

    it('is completed for texts that an earlier version stored', async () => {
      const stored = async (id: number, text: string): Promise<void> =>
        world.db.transaction(async (tx) => {
          const [row] = await tx.query<{ text: string }>('SELECT search_text AS text FROM contacts WHERE id = :id', {
            id,
          });
          const index = world.api.get(SearchIndex, { strict: false });
          await index.write(tx, [{ contactId: id, before: row?.text ?? '', after: text }]);
          await tx.execute('UPDATE contacts SET search_text = :text WHERE id = :id', { id, text });
          await tx.execute(
            `DELETE FROM search_keys WHERE CHAR_LENGTH(search_key) < 3 AND search_key NOT LIKE '\u0001%'`,
          );
          index.forget();
        });
      const old = (text: string): string => text.replaceAll('^', '\u0001');
      const people = [
        await world.given.contact({ email: 'e1@earlier.example', first_name: '王小明' }),
        await world.given.contact({ email: 'e2@earlier.example', first_name: "D'Arcy", last_name: 'Ny王' }),
        await world.given.contact({ email: 'e3@übung.example' }),
        await world.given.contact({ email: 'e4@earlier.example', first_name: '小', last_name: '田' }),
        await world.given.contact({ email: 'e5@earlier.example', first_name: 'Łucja' }),
      ] as const;
      const texts = [
        '^e1@^earlier.^example ^王小明',
        "^e2@^earlier.^example ^d'^arcy ^ny王",
        '^e3@^xn--^bung-^zra.^example',
        '^e4@^earlier.^example ^小 ^田',
      ];
      for (const [at, text] of texts.entries()) await stored(people[at]?.id ?? 0, old(text));
      const ids = async (text: string): Promise<number[]> =>
        (await search(text)).data.map((contact: { id: number }) => contact.id);
      expect(await ids('e1@ 小明')).toEqual([]);
      const clearAll = async (): Promise<number> => {
        await clearing().addEarlier(UNTIL_DONE);
        const waiting = await rowsOf('contact_search_backlog');
        await clearing().clear();
        return waiting;
      };
      await clearing().clear();
      expect(await clearAll()).toBe(4);
      for (const [at, text] of ['e1@ 小明', 'e2@ darcy y王', 'e3@übung', 'e4@ 田小'].entries())
        expect({ text, ids: await ids(text) }).toEqual({ text, ids: [people[at]?.id] });
      expect(await clearAll()).toBe(0);
      const left = await world.db.query(
        'SELECT search_key FROM search_keys k JOIN contact_words w ON w.word = k.word WHERE search_key = :key',
        { key: '\u0001arcy' },
      );
      expect(left).toEqual([]);
    });

    it('stops at once when asked, and can continue', async () => {
      await clearing().reset();
      await clearing().clear(() => false);
      const left = await rowsOf('contact_search_backlog');
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThan(CONTACTS);
      await clearing().clear();
      expect(await rowsOf('contact_search_backlog')).toBe(0);
      expect((await search('quarter')).total).toBe(6_000);
    });
  });
});
