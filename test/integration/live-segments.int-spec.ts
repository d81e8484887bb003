import { setTimeout as sleep } from 'node:timers/promises';
import { Outbox } from '../../src/platform/outbox/outbox.js';
import { contactSnapshots } from '../../src/modules/contacts/contact/contact-locks.js';
import { insertSubscribers } from '../support/builders/audience.js';
import { IS_LONG, note } from '../support/chaos-plan.js';
import { watchStatements } from '../support/executed-sql.js';
import { rowsRead } from '../support/rows-read.js';
import { watchSegments } from '../support/watched-segments.js';
import { World } from '../support/world.js';

const TEST = 'live segments';
const CONTACTS = IS_LONG ? 1_000_000 : 20_000;
const SEGMENTS = IS_LONG ? 100 : 20;
const SECONDS = IS_LONG ? 30 : 2;
/** Changed contacts per tenth of a second. */
const CHANGES = IS_LONG ? 200 : 50;
const CITIES = 50;
/** One changed contact in this number moves to another city. */
const STAYING = 20;

describe(`${SEGMENTS} watched segments of ${CONTACTS} contacts`, () => {
  let world: World;
  let segments: number[];

  beforeAll(async () => {
    world = await World.start();
    const list = await world.given.list();
    for (let part = 0; part < CONTACTS; part += 100_000)
      await insertSubscribers(world.db, list.id, `crowd${part}`, Math.min(CONTACTS - part, 100_000));
    const tag = await world.given.tag();
    const field = await world.given.customField({ type: 'date' });
    await world.db.transaction(async (tx) => {
      const unaudited = { ids: [] };
      await tx.execute(`UPDATE contacts SET city = CONCAT('City ', id % ${CITIES})`, {}, unaudited);
      const some = 'FROM contacts WHERE id % 3 = 0';
      await tx.execute(`INSERT INTO contact_tags (contact_id, tag_id) SELECT id, ${tag.id} ${some}`, {}, unaudited);
      await tx.execute(
        `INSERT INTO contact_custom_values (contact_id, field_id, value)
         SELECT c.id, f.id, DATE_FORMAT(NOW() + INTERVAL c.id % 400 DAY, '%Y-%m-%d')
           FROM contacts c JOIN custom_fields f ON f.slug = :slug WHERE c.id % 3 = 0`,
        { slug: field.slug },
        unaudited,
      );
    });
    for (const table of ['contacts', 'contact_tags', 'contact_custom_values', 'contact_lists'])
      await world.db.query(`ANALYZE TABLE ${table}`);
    const row = (entity: string, name: string, operator: string, value: unknown) => ({
      ...{ source: [entity, name], operator, value },
    });
    segments = [];
    for (let number = 0; number < SEGMENTS; number += 1) {
      const city = row('subscriber', 'city', '=', `City ${number % CITIES}`);
      const kinds = [
        [[city]],
        [[city, row('tags', 'id', 'contains', tag.id)]],
        [[row('lists', 'id', 'contains', list.id), row('tags', 'id', 'not_contains', tag.id), city]],
        [
          [row('custom', field.slug, 'within_next_days', 7 + number), city],
          [row('subscriber', 'city', '=', 'Nowhere')],
        ],
        [[row('events', `key_${number}`, '>', 1)], [row('commerce', 'orders_count', '>', 2)], [city]],
      ];
      const { id } = await world.given.segment({ filters: kinds[number % kinds.length] });
      segments.push(id);
      await world.given.publishedFunnel({ trigger_name: 'segment_left', settings: { segment_id: id } });
    }
    await watchSegments(world);
  });

  const members = async (): Promise<Map<number, number>> => {
    const rows = await world.db.query<{ id: number; n: number }>(
      'SELECT segment_id AS id, COUNT(*) AS n FROM segment_members GROUP BY segment_id',
    );
    return new Map(rows.map(({ id, n }) => [id, n]));
  };
  const expectEqualCounts = async (): Promise<void> => {
    const kept = await members();
    for (const id of segments) {
      const { body } = await world.all.get(`/segments/${id}/count`).expect(200);
      expect([id, kept.get(id) ?? 0]).toEqual([id, body.count]);
    }
  };

  it('have the members that their rules select', expectEqualCounts);

  it('compare marked contacts without reading others', async () => {
    const statements: string[] = [];
    watchStatements((sql) => statements.push(...sql.split(';').filter((one) => one.includes('AS digits'))));
    const marked = 100;
    await world.db.execute(
      `INSERT INTO segment_marks (contact_id) SELECT id FROM contacts ORDER BY id DESC LIMIT ${marked}`,
    );
    await watchSegments(world);
    const sql = statements.find((one) => one.includes(' IN ('));
    const read = await rowsRead(world.db, { sql: sql!, params: {} });
    note(TEST, `${read} rows read for ${marked} contacts`);
    // A few rows for each contact and rule.
    expect(read).toBeLessThan(marked * SEGMENTS * 5);
  });

  it('follow many changes, and a recount finds no difference', async () => {
    const outbox = world.api.get(Outbox, { strict: false });
    const [first] = await world.db.query<{ id: number }>('SELECT MIN(id) AS id FROM contacts');
    const [last] = await world.db.query<{ id: number }>('SELECT COALESCE(MAX(id), 0) AS id FROM domain_events');
    let next = first!.id;
    let events = 0;
    for (let tick = 0; tick < SECONDS * 10; tick += 1) {
      const ids = Array.from({ length: CHANGES }, (_, index) => next + index);
      next += CHANGES;
      await world.db.transaction(async (tx) => {
        await tx.execute(
          `UPDATE contacts SET first_name = CONCAT('Reader ', id + 1),
                  city = CONCAT('City ', IF(id % ${STAYING} = 0, id + 1, id) % ${CITIES}) WHERE id IN (:ids)`,
          { ids },
          { ids: [] },
        );
        const contacts = await contactSnapshots(tx, ids);
        events += contacts.size;
        await outbox.appendAll(
          tx,
          [...contacts.values()].map((contact) => ({
            ...{ type: 'contact.updated' as const, subjectId: contact.id, data: { contact, changes: {} } },
          })),
        );
      });
      await sleep(100);
    }
    await world.settle();
    await expectEqualCounts();
    const lags = await world.db.query<{ ms: number }>(
      `SELECT TIMESTAMPDIFF(MICROSECOND, u.occurred_at, s.occurred_at) / 1000 AS ms
         FROM domain_events s JOIN domain_events u ON u.contact_id = s.contact_id AND u.type = 'contact.updated' AND u.id > :last
        WHERE s.id > :last AND s.type IN ('segment.entered', 'segment.left') ORDER BY ms`,
      { last: last!.id },
    );
    const at = (share: number): string => Number(lags[Math.floor(lags.length * share)]?.ms).toFixed(0);
    const [sent] = await world.db.query<{ seconds: number }>(
      `SELECT TIMESTAMPDIFF(MICROSECOND, MIN(occurred_at), MAX(occurred_at)) / 1000000 AS seconds
         FROM domain_events WHERE id > :last AND type = 'contact.updated'`,
      { last: last!.id },
    );
    note(TEST, `${(events / sent!.seconds).toFixed(0)} events per second`);
    note(TEST, `lag of ${lags.length} events: median ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(0.9999)} ms`);
    expect(lags.length).toBeGreaterThan(events / STAYING / CITIES);
    const [changes] = await world.db.query<{ id: number }>('SELECT COALESCE(MAX(id), 0) AS id FROM domain_events');
    await world.db.execute('UPDATE segment_watches SET next_walk_at = NOW(3) - INTERVAL 1 DAY');
    await watchSegments(world);
    const corrections = await world.db.query(
      `SELECT id FROM domain_events WHERE id > :id AND type IN ('segment.entered', 'segment.left')`,
      changes,
    );
    expect(corrections).toEqual([]);
  });
});
