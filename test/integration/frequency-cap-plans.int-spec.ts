import type { Tx } from '../../src/platform/database/database.js';
import { FrequencyCap } from '../../src/modules/sending/ledger/frequency-cap.service.js';
import { insertSubscribers } from '../support/builders/audience.js';
import { IS_LONG, note } from '../support/chaos-plan.js';
import { explain } from '../support/explain.js';
import { World } from '../support/world.js';

const PEOPLE = 20;
/** Emails that each contact received before the window; a million rows in the long form. */
const EARLIER = IS_LONG ? 50_000 : 2_000;
const RECENT = 3;
const AT_ONCE = 20_000;

describe('counting the emails of contacts under a frequency cap', () => {
  let world: World;
  let emails: { id: null; contact_id: number }[];
  let now: Date;

  beforeAll(async () => {
    world = await World.start({ worker: false, env: { FREQUENCY_CAP: '3/7d' } });
    const list = await world.given.list();
    await insertSubscribers(world.db, list.id, 'capped', PEOPLE);
    const contacts = await world.db.query<{ id: number }>('SELECT id FROM contacts ORDER BY id');
    emails = contacts.map(({ id }) => ({ id: null, contact_id: id }));
    now = new Date();
    const rows = contacts.flatMap(({ id }) =>
      Array.from({ length: EARLIER + RECENT }, (_, number) => {
        // Three are in the window, the others are 10 days old or older.
        const ageMs = number < RECENT ? (number + 1) * 3_600_000 : (10 * 24 + number) * 3_600_000;
        const at = new Date(now.getTime() - ageMs);
        return ['campaign', number + 1, String(id), 1, id, 'sent', at, at];
      }),
    );
    const columns = ['source_type', 'source_id', 'recipient_key', 'content_id', 'contact_id', 'state'];
    for (let start = 0; start < rows.length; start += AT_ONCE)
      await world.db.transaction((tx) =>
        tx.insertRows('email_messages', [...columns, 'sending_at', 'settled_at'], rows.slice(start, start + AT_ONCE)),
      );
    await world.db.query('ANALYZE TABLE email_messages');
  });

  const capOf = (): FrequencyCap => world.api.get(FrequencyCap, { strict: false });

  async function handlerReads(tx: Tx): Promise<number> {
    const rows = await tx.query<{ Value: string }>(`SHOW SESSION STATUS LIKE 'Handler_read%'`);
    return rows.reduce((sum, { Value }) => sum + Number(Value), 0);
  }

  it('reads the emails of the window alone, in two statements for all contacts of a batch', async () => {
    const { reads, statements, explained } = await world.db.transaction(async (tx) => {
      const query = jest.spyOn(tx, 'query');
      const before = await handlerReads(tx);
      query.mockClear();
      const holds = await capOf().holdsOf(tx, emails, now);
      const sent = query.mock.calls.map(([sql, params]) => ({ sql, params: params ?? {} }));
      expect(holds.size).toBe(PEOPLE);
      const [count] = sent.slice(1);
      return {
        reads: (await handlerReads(tx)) - before,
        statements: sent.length,
        explained: await explain(tx, count!.sql, count!.params),
      };
    });
    note('frequency cap', `${PEOPLE} contacts of ${EARLIER} emails each: ${reads} reads`);
    note('frequency cap', JSON.stringify(explained));
    expect(statements).toBe(2);
    expect(explained).toMatchObject([{ type: 'range', key: 'ix_email_messages_places' }]);
    // Two statements look up each contact; reading the status reads some rows as well.
    expect(reads).toBeLessThan(PEOPLE * (RECENT + 10) + 100);
  });

  it('holds each contact until the third last email leaves the window', async () => {
    const holds = await world.db.transaction((tx) => capOf().holdsOf(tx, emails.slice(0, 1), now));
    const [hold] = holds.values();
    expect(hold).toEqual({ until: new Date(now.getTime() + 7 * 86_400_000 - RECENT * 3_600_000), isOver: true });
    const later = new Date(now.getTime() + 7 * 86_400_000 - RECENT * 3_600_000);
    expect(await world.db.transaction((tx) => capOf().holdsOf(tx, emails, later))).toEqual(new Map());
  });

  it('gives two emails of one batch to the same contact different places', async () => {
    const [email] = emails;
    const later = new Date(now.getTime() + 7 * 86_400_000 - RECENT * 3_600_000);
    const [one, other] = [{ ...email! }, { ...email! }];
    const holds = await world.db.transaction((tx) => capOf().holdsOf(tx, [one, other], later));
    expect([...holds.keys()]).toEqual([other]);
  });

  it('counts an email of the batch once that has its place already', async () => {
    const list = await world.given.list();
    await insertSubscribers(world.db, list.id, 'reserved', 1);
    const [contact] = await world.db.query<{ id: number }>('SELECT MAX(id) AS id FROM contacts');
    const contactId = contact!.id;
    await world.db.transaction((tx) =>
      tx.insertRows(
        'email_messages',
        ['source_type', 'source_id', 'recipient_key', 'content_id', 'contact_id', 'sending_at'],
        [1, 2, 3].map((step) => ['funnel', 1, `1:${step}`, 1, contactId, now]),
      ),
    );
    const reserved = await world.db.query<{ id: number | null; contact_id: number }>(
      `SELECT id, contact_id FROM email_messages WHERE source_type = 'funnel' ORDER BY id`,
    );
    const another = { id: null, contact_id: contactId };
    const holds = await world.db.transaction((tx) => capOf().holdsOf(tx, [...reserved, another], now));
    expect(reserved).toHaveLength(3);
    expect([...holds.keys()]).toEqual([another]);
  });

  it('sends no statement without a cap', async () => {
    const none = new FrequencyCap({ mail: { frequencyCap: [] } } as never);
    await world.db.transaction(async (tx) => {
      const query = jest.spyOn(tx, 'query');
      expect(await none.holdsOf(tx, emails, now)).toEqual(new Map());
      expect(query).not.toHaveBeenCalled();
    });
  });
});
