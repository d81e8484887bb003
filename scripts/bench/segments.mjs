/**
 * Measures live segments: 100 segments that funnels watch, while events report changes of contacts, of which one in ten enters a segment.
 * The lag is the time from the event of the change to the event of the segment. At the end, the members are compared with the rules,
 * written a second time in SQL.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import Redis from 'ioredis';
import { waitUntil } from '../processes.mjs';
import { contactsDatabase, insertContactEvents, LISTS, serverSettings, TAGS } from './dataset.mjs';
import { figuresOf, machineLoop, printLines } from './figures.mjs';
import { startSystem } from './system.mjs';
import { nudgeChannel } from './webhooks.mjs';

const OWN_NAME = `bench_segments_${process.pid}`;
const FULL = { segments: 100, perSecond: [500, 1_000, 2_000], seconds: 30, idleMs: 20_000, judged: true };
const TOY = { segments: 10, perSecond: [50], seconds: 2, idleMs: 500, judged: false };
const EVERY_MS = 100;
const TIMEOUT_MS = 1_800_000;
const ENTERS = 10;

const contact = (field, operator, value) => ({ source: ['subscriber', field], operator, value });
const label = (kind, id) => ({ source: [kind, 'id'], operator: 'contains', value: id });
const has = (kind, id) =>
  `EXISTS (SELECT 1 FROM contact_${kind}s m WHERE m.contact_id = c.id AND m.${kind}_id = ${id})`;

/** The rule of segment `number`, and the same in SQL. The first kind has one segment per city, so each entry has one event of this kind. */
const RULES = [
  (number) => ({
    rows: [contact('city', '=', cityOf(number))],
    sql: `c.city = '${cityOf(number)}'`,
  }),
  (number) => ({
    rows: [contact('city', '=', cityOf(number)), label('lists', 1 + (number % LISTS))],
    sql: `c.city = '${cityOf(number)}' AND ${has('list', 1 + (number % LISTS))}`,
  }),
  (number) => ({
    rows: [label('tags', 1 + (number % TAGS)), contact('status', '=', 'subscribed')],
    sql: `${has('tag', 1 + (number % TAGS))} AND c.status = 'subscribed'`,
  }),
  (number) => ({
    rows: [contact('country', 'in', ['DE', 'FR']), label('lists', 1 + (number % LISTS))],
    sql: `c.country IN ('DE', 'FR') AND ${has('list', 1 + (number % LISTS))}`,
  }),
  (number) => ({
    rows: [contact('created_at', 'within_days', 900 + number)],
    sql: `c.created_at >= NOW() - INTERVAL ${900 + number} DAY`,
  }),
];

/** @param {{toy: boolean, contacts: number, dataDir: string, databaseUrl: string, redisUrl: string, log: (line: string) => void}} context */
export async function measure(context) {
  const { toy, log } = context;
  const size = toy ? TOY : FULL;
  const contacts = toy ? 2_000 : context.contacts;
  const bench = await start({ ...context, contacts });
  try {
    const machine = machineLoop();
    const rows = [];
    const before = await bench.statementsPerSecond(size.idleMs);
    log(`${size.segments} segments of ${contacts} contacts`);
    const walked = await bench.watch(size.segments);
    rows.push({ name: 'first walk', value: `${walked.toFixed(1)} s`, note: `${await bench.members()} members` });
    const idle = await bench.statementsPerSecond(size.idleMs);
    const idleRow = { name: 'statements per second without events', value: idle.toFixed(1), floor: before.toFixed(1) };
    rows.push({ ...idleRow, ratio: idle / before, note: 'floor: without watched segments' });
    for (const perSecond of size.perSecond) {
      log(`${perSecond} events per second`);
      rows.push(lagRow(await bench.changes(perSecond, size.seconds), perSecond, size));
    }
    const differences = await bench.recount();
    rows.push({
      name: 'differences between members and rules',
      value: String(differences),
      target: '0',
      met: differences === 0,
    });
    const title = `live segments: ${size.segments} watched, ${contacts} contacts, ${await bench.serverSettings()}, ${machine()}`;
    printLines(title, rows, { note: 'note' });
    return rows;
  } finally {
    await bench.stop();
  }
}

function lagRow({ lags, expected, tookMs }, perSecond, { judged, seconds }) {
  const { p50, p95, p99, count } = figuresOf(lags);
  return {
    name: `lag at ${perSecond} events/s`,
    value: `p50 ${p50.toFixed(0)}, p95 ${p95.toFixed(0)}, p99 ${p99.toFixed(0)} ms`,
    note: `${count} of ${expected} entries; ${((perSecond * seconds * 1_000) / tookMs).toFixed(0)} events/s written`,
    ...(judged && { target: 'p99 <= 1 s', met: p99 <= 1_000 && count === expected }),
  };
}

/** Contacts are in these cities only after a change. */
function cityOf(number) {
  return `Watched ${Math.floor(number / RULES.length)}`;
}

async function start(context) {
  const { contacts } = context;
  const url = await contactsDatabase({ ...context, searchable: false, purpose: OWN_NAME });
  const { database, ask, stop } = await startSystem(context, OWN_NAME, { url });
  const redis = new Redis(context.redisUrl);
  const rules = new Map();
  let changed = 0;

  const number = async (sql, values) => Number(Object.values((await database.query(sql, values))[0][0])[0]);
  const until = async (condition, what) => {
    if (!(await waitUntil(condition, TIMEOUT_MS, 100))) throw new Error(`${what} did not end`);
  };
  const isSettled = async () =>
    (await number(
      `SELECT EXISTS (SELECT 1 FROM domain_events WHERE state = 'new') + EXISTS (SELECT 1 FROM segment_marks)`,
    )) === 0;

  /** Writes events of the next contacts, and moves one in ten to the city of a segment. */
  async function change(count) {
    const ids = Array.from({ length: count }, (_, index) => 1 + (((changed + index) * 7_919) % contacts));
    const cities = rules.size / RULES.length;
    await database.query('START TRANSACTION');
    const entering = ids.filter((_, index) => (changed + index) % ENTERS === 0);
    const move = `UPDATE contacts SET city = CONCAT('Watched ', id % ?) WHERE id IN (?)`;
    if (entering.length > 0) await database.query(move, [cities, entering]);
    const changes = `'changes', JSON_OBJECT('city', JSON_OBJECT('old', 'Berlin', 'new', c.city))`;
    await database.query(`${insertContactEvents('contact.updated', changes)} WHERE c.id IN (?)`, [ids]);
    await database.query('COMMIT');
    redis.publish(nudgeChannel(OWN_NAME), '');
    changed += count;
  }

  return {
    serverSettings: () => serverSettings(database),
    members: () => number('SELECT COUNT(*) FROM segment_members'),

    async statementsPerSecond(ms) {
      const questions = async () => Number((await database.query("SHOW GLOBAL STATUS LIKE 'Questions'"))[0][0].Value);
      await sleep(ms / 4);
      const first = await questions();
      await sleep(ms);
      return ((await questions()) - first) / (ms / 1_000);
    },

    /** Publishes a funnel per segment. @returns the seconds until all members are stored. */
    async watch(count) {
      for (let index = 0; index < count; index += 1) {
        const { rows, sql } = RULES[index % RULES.length](index);
        const { segment } = await ask('POST', '/segments', { title: `Segment ${index}`, filters: [rows] });
        rules.set(segment.id, sql);
        const trigger = { trigger_name: 'segment_entered', settings: { segment_id: segment.id } };
        const { funnel } = await ask('POST', '/funnels', { title: `Funnel ${index}`, ...trigger, sequences: [] });
        await ask('PUT', `/funnels/${funnel.id}/status`, { status: 'published' });
      }
      const started = performance.now();
      await until(
        async () => (await number('SELECT COUNT(*) FROM segment_watches WHERE baseline = 1')) === count,
        'the first walk',
      );
      return (performance.now() - started) / 1_000;
    },

    /** @returns the milliseconds from each change to the entry into the segment of the city. */
    async changes(perSecond, seconds) {
      const last = await number('SELECT COALESCE(MAX(id), 0) FROM domain_events');
      const started = performance.now();
      for (let due = 0; due < seconds * 1_000; due += EVERY_MS) {
        await sleep(Math.max(0, started + due - performance.now()));
        await change((perSecond * EVERY_MS) / 1_000);
      }
      const tookMs = performance.now() - started;
      await until(isSettled, 'comparing');
      const [rows] = await database.query(
        `SELECT TIMESTAMPDIFF(MICROSECOND, u.occurred_at, e.occurred_at) / 1000 AS lag
           FROM domain_events u
           JOIN domain_events e ON e.contact_id = u.contact_id AND e.type = 'segment.entered' AND e.id > u.id AND e.subject_id IN (?)
          WHERE u.id > ? AND u.type = 'contact.updated'`,
        [[...rules.keys()].filter((_, index) => index % RULES.length === 0), last],
      );
      return { lags: rows.map(({ lag }) => Number(lag)), expected: (perSecond * seconds) / ENTERS, tookMs };
    },

    /** @returns the number of members that the rules do not name, and of contacts whom they name and who are no members. */
    async recount() {
      let differences = 0;
      for (const [id, sql] of rules)
        differences += await number(
          `SELECT (SELECT COUNT(*) FROM contacts c WHERE (${sql}) AND NOT EXISTS
                     (SELECT 1 FROM segment_members s WHERE s.segment_id = ? AND s.contact_id = c.id))
                + (SELECT COUNT(*) FROM segment_members s LEFT JOIN contacts c ON c.id = s.contact_id
                    WHERE s.segment_id = ? AND (c.id IS NULL OR NOT (${sql})))`,
          [id, id],
        );
      return differences;
    },

    async stop() {
      await stop();
      redis.disconnect();
    },
  };
}
