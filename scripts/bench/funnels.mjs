/**
 * Measures funnels: enrollments per second, steps per second, the delay of steps when many contacts wait, and the same with a million
 * contacts in the funnel. The floor is the SQL statements of a step.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { child } from './child.mjs';
import { fillContacts, serverSettings } from './dataset.mjs';
import { figuresOf, machineLoop, median, printLines } from './figures.mjs';
import { startSystem } from './system.mjs';

/** Other runs may use the same servers. */
const OWN_NAME = `bench_funnels_${process.pid}`;
const TIMEOUT_MS = 900_000;
const PEOPLE_PER_REQUEST = 1_000;
/** The batch size of the engine. */
const FLOOR_BATCH = 200;

const FULL = { people: 10_000, rounds: 3, waiting: 100_000, perSecond: 300, seconds: 60, big: 1_000_000, judged: true };
const TOY = { people: 400, rounds: 1, waiting: 600, perSecond: 50, seconds: 4, big: 1_000, judged: false };

const hour = { action_name: 'wait_times', settings: unitWait(1, 'hours') };
const month = { action_name: 'wait_times', settings: unitWait(30, 'days') };
const mail = (number) => ({
  action_name: 'send_custom_email',
  settings: {
    email_subject: `Email ${number} for {{ contact.first_name | default: "you" }}`,
    email_body: '<p>Good to see you.</p><p><a href="{{ unsubscribe_url }}">No more emails</a></p>',
  },
});
const subscribed = [[{ source: ['subscriber', 'status'], operator: '=', value: 'subscribed' }]];

/** Every contact waits an hour, takes the steps, and waits a month. */
const KINDS = {
  'a wait, a condition, a split': {
    steps: 3,
    between: () => [
      {
        action_name: 'funnel_condition',
        settings: { conditions: subscribed },
        children: {
          yes: [
            {
              action_name: 'funnel_split',
              settings: {
                branches: [
                  { key: 'a', weight: 50 },
                  { key: 'b', weight: 50 },
                ],
              },
              children: { a: [month], b: [month] },
            },
          ],
          no: [],
        },
      },
    ],
  },
  'a wait, a tag': {
    steps: 2,
    between: ({ tag }) => [{ action_name: 'add_contact_to_tag', settings: { tags: [tag] } }],
  },
  'a wait, an email': { steps: 2, between: () => [mail(1)] },
  'a welcome: wait, email, tag, condition, email': {
    steps: 5,
    between: ({ tag }) => [
      mail(1),
      { action_name: 'add_contact_to_tag', settings: { tags: [tag] } },
      { action_name: 'funnel_condition', settings: { conditions: subscribed }, children: { yes: [mail(2)], no: [] } },
    ],
  },
};
const WELCOME = 'a welcome: wait, email, tag, condition, email';
const FLOW = 'a wait, a condition, a split';

/** @param {{toy: boolean, contacts: number, dataDir: string, databaseUrl: string, redisUrl: string, log: (line: string) => void}} context */
export async function measure(context) {
  const { log } = context;
  const size = context.toy ? TOY : { ...FULL, big: Math.min(FULL.big, context.contacts) };
  const bench = await start(context);
  try {
    const machine = machineLoop();
    log(`writing ${size.big} contacts`);
    await bench.fillContacts(size.big);
    const rows = [];
    const entering = [];
    const rates = {};
    for (const [name, kind] of Object.entries(KINDS)) {
      log(name);
      rates[name] = [];
      for (let round = 0; round < size.rounds; round += 1) {
        const floor = await bench.floor(size.people);
        const funnel = await bench.funnel(kind);
        entering.push(await bench.enter(funnel, size.people));
        rates[name].push({ rate: await bench.takeSteps(funnel, size.people, kind.steps), floor });
        await bench.end(funnel);
      }
      rows.push(stepsRow(name, rates[name], size));
    }
    rows.unshift({ name: 'enrollments over the API', value: `${median(entering).toFixed(0)}/s` });
    log(`${size.waiting} contacts wait, ${size.perSecond} steps become due per second`);
    rows.push(await lateness(bench, size));
    log(`${size.big} contacts in the funnel`);
    rows.push(await withMany(bench, size));
    const title =
      `funnels: ${size.people} people a round, resident ${JSON.stringify(bench.product.memory())} MB, ` +
      `${await bench.serverSettings()}, medians of ${size.rounds}, ${machine()}`;
    printLines(title, rows, { note: 'note' });
    return rows;
  } finally {
    await bench.stop();
  }
}

/* ------------------------------------------------------------------------------------------- measurements */

function stepsRow(name, runs, { judged }) {
  const rate = median(runs.map((run) => run.rate));
  const floor = median(runs.map((run) => run.floor));
  return {
    name: `steps: ${name}`,
    value: `${rate.toFixed(0)}/s`,
    floor: `${floor.toFixed(0)}/s`,
    ratio: rate / floor,
    ...(judged && { target: '>= 1,000/s', met: rate >= 1_000 }),
  };
}

async function lateness(bench, { waiting, perSecond, seconds, judged }) {
  const funnel = await bench.funnel(KINDS[WELCOME]);
  await bench.enter(funnel, waiting);
  await bench.comeDue(funnel, perSecond);
  await sleep(seconds * 1_000);
  const figures = figuresOf(await bench.late(funnel));
  await bench.end(funnel);
  return {
    name: `delay of due steps, ${waiting} waiting, ${perSecond}/s`,
    value: `p50 ${figures.p50.toFixed(0)}, p99 ${figures.p99.toFixed(0)} ms of ${figures.count}`,
    ...(judged && {
      target: 'p99 <= 2 s',
      met: figures.p99 <= 2_000 && figures.count >= 0.9 * perSecond * (seconds - 3),
    }),
  };
}

async function withMany(bench, { big, people, rounds, judged }) {
  const funnel = await bench.funnel(KINDS[FLOW]);
  await bench.enter(funnel, people);
  const measure = async () => {
    const rates = [];
    for (let round = 0; round < rounds; round += 1) {
      rates.push(await bench.takeSteps(funnel, people, KINDS[FLOW].steps));
      await bench.backToTheStart(funnel, people);
    }
    return median(rates);
  };
  const alone = await measure();
  await bench.fillUp(funnel, big, people);
  const rate = await measure();
  return {
    name: `steps: ${FLOW}, ${big} contacts in the funnel`,
    value: `${rate.toFixed(0)}/s`,
    ratio: rate / alone,
    note: `ratio to ${alone.toFixed(0)}/s with ${people} contacts`,
    ...(judged && { target: '>= 90 % of that', met: rate >= 0.9 * alone }),
  };
}

function unitWait(amount, unit) {
  return { wait_type: 'unit_wait', wait_time_amount: amount, wait_time_unit: unit };
}

/* ---------------------------------------------------------------------------------------------- processes */

async function start(context) {
  const sink = await child('smtp-sink.mjs', { timeoutMs: TIMEOUT_MS });
  const { product, database, ask, stop } = await startSystem(context, OWN_NAME, {
    env: {
      SMTP_URL: `smtp://127.0.0.1:${sink.hello.port}`,
      MAIL_FROM: 'Bench <news@bench.example>',
      BODY_LIMIT: '10mb',
    },
  });
  let funnels = 0;
  let tag = null;

  const number = async (sql, values) => Number(Object.values((await database.query(sql, values))[0][0])[0]);
  const due = (funnel) =>
    number('SELECT COUNT(*) FROM funnel_entries WHERE funnel_id = ? AND due_at <= NOW(3) + INTERVAL 1 MINUTE', [
      funnel,
    ]);

  /** Waits until no step is due. */
  async function untilQuiet(funnel) {
    const deadline = performance.now() + TIMEOUT_MS;
    while ((await due(funnel)) > 0) {
      if (performance.now() > deadline) throw new Error('steps were due and never taken');
      await sleep(20);
    }
  }

  return {
    product,
    serverSettings: () => serverSettings(database),

    fillContacts: (total) => fillContacts(database, total),

    /** Creates and publishes a funnel. @returns its id. */
    async funnel({ between }) {
      tag ??= (await ask('POST', '/tags', { title: 'Bench' })).tags.id;
      funnels += 1;
      const { funnel } = await ask('POST', '/funnels', {
        title: `Bench ${funnels}`,
        trigger_name: `custom_bench_${funnels}`,
        sequences: [hour, ...between({ tag }), month],
      });
      await ask('PUT', `/funnels/${funnel.id}/status`, { status: 'published' });
      await database.query('DELETE FROM contact_tags WHERE tag_id = ?', [tag]);
      await database.query('UPDATE tags SET total_count = 0, subscribed_count = 0 WHERE id = ?', [tag]);
      return funnel.id;
    },

    /** @returns the enrollments per second. */
    async enter(funnel, people) {
      const started = performance.now();
      for (let first = 1; first <= people; first += PEOPLE_PER_REQUEST) {
        const count = Math.min(PEOPLE_PER_REQUEST, people - first + 1);
        const subscribers = Array.from({ length: count }, (_, index) => first + index);
        await ask('POST', `/funnels/${funnel}/subscribers`, { subscribers });
      }
      return people / ((performance.now() - started) / 1_000);
    },

    /** Makes all steps due at once. @returns the steps per second until the last contact waits again. */
    async takeSteps(funnel, people, steps) {
      const before = await number('SELECT COUNT(*) FROM funnel_step_runs');
      await database.query('UPDATE funnel_entries SET due_at = NOW(3) WHERE funnel_id = ? AND contact_id <= ?', [
        funnel,
        people,
      ]);
      const started = performance.now();
      await untilQuiet(funnel);
      const elapsed = performance.now() - started;
      const taken = (await number('SELECT COUNT(*) FROM funnel_step_runs')) - before;
      if (taken !== people * steps) throw new Error(`${taken} steps were taken, and not ${people * steps}`);
      return taken / (elapsed / 1_000);
    },

    /** Resets the contacts to the first step. */
    async backToTheStart(funnel, people) {
      const [[{ first }]] = await database.query(
        `SELECT MIN(r.step_id) AS first FROM funnel_step_runs r JOIN funnel_entries e ON e.id = r.entry_id WHERE e.funnel_id = ?`,
        [funnel],
      );
      await database.query(
        `DELETE r FROM funnel_step_runs r JOIN funnel_entries e ON e.id = r.entry_id WHERE e.funnel_id = ? AND e.contact_id <= ?`,
        [funnel, people],
      );
      await database.query(
        `UPDATE funnel_entries SET next_step_id = ?, last_step_id = NULL, due_at = NOW(3) + INTERVAL 1 HOUR WHERE funnel_id = ? AND contact_id <= ?`,
        [first, funnel, people],
      );
    },

    /** Makes this number of steps due per second from now on. */
    async comeDue(funnel, perSecond) {
      await database.query(
        'CREATE TABLE bench_due (entry_id BIGINT UNSIGNED PRIMARY KEY, due_at DATETIME(3) NOT NULL)',
      );
      await database.query(
        `INSERT INTO bench_due
         SELECT id, NOW(3) + INTERVAL 2000000 + FLOOR((ROW_NUMBER() OVER (ORDER BY id)) * 1000000 / ?) MICROSECOND
           FROM funnel_entries WHERE funnel_id = ?`,
        [perSecond, funnel],
      );
      await database.query('UPDATE funnel_entries e JOIN bench_due d ON d.entry_id = e.id SET e.due_at = d.due_at');
      // Enrollments that became due during the setup say nothing about the engine.
      await database.query('DELETE FROM bench_due WHERE due_at <= NOW(3)');
    },

    /** @returns the delay of each due first step in milliseconds, up to now for steps that have not run. */
    async late(funnel) {
      const [rows] = await database.query(
        `SELECT TIMESTAMPDIFF(MICROSECOND, d.due_at, COALESCE(r.ran_at, NOW(3))) / 1000 AS late
           FROM bench_due d
           LEFT JOIN funnel_step_runs r ON r.entry_id = d.entry_id
                 AND r.step_id = (SELECT MIN(id) FROM funnel_steps WHERE funnel_id = ?)
          WHERE d.due_at <= NOW(3)`,
        [funnel],
      );
      await database.query('DROP TABLE bench_due');
      return rows.map(({ late }) => Number(late));
    },

    /** Inserts enrollments that wait for a month directly into the table. */
    async fillUp(funnel, upTo, from) {
      const [[entry]] = await database.query(
        'SELECT version_id, next_step_id FROM funnel_entries WHERE funnel_id = ? LIMIT 1',
        [funnel],
      );
      for (let first = from + 1; first <= upTo; first += 50_000)
        await database.query(
          `INSERT INTO funnel_entries (funnel_id, contact_id, active_contact_id, version_id, next_step_id, arrived_at, due_at, entered_at)
           SELECT ?, id, id, ?, ?, NOW(3), NOW(3) + INTERVAL 30 DAY + INTERVAL id SECOND, NOW(3) FROM contacts WHERE id BETWEEN ? AND ?`,
          [funnel, entry.version_id, entry.next_step_id, first, Math.min(upTo, first + 49_999)],
        );
      await database.query('ANALYZE TABLE funnel_entries');
    },

    /** Waits until the funnel is empty and its events are delivered. */
    async end(funnel) {
      await ask('PUT', `/funnels/${funnel}/status`, { status: 'paused' });
      const deadline = performance.now() + TIMEOUT_MS;
      await ask('DELETE', `/funnels/${funnel}`);
      while ((await number('SELECT COUNT(*) FROM funnel_entries WHERE funnel_id = ?', [funnel])) > 0) {
        if (performance.now() > deadline) throw new Error('the entries of a deleted funnel stayed');
        await sleep(200);
      }
      // The work of the relay would be measured in the next round.
      while ((await number(`SELECT COUNT(*) FROM domain_events WHERE state = 'new'`)) > 0) await sleep(100);
    },

    /** Runs the SQL statements of a step. @returns steps per second. */
    async floor(people) {
      await database.query(
        `CREATE TABLE bench_floor_entries (id BIGINT UNSIGNED PRIMARY KEY, funnel_id INT UNSIGNED NOT NULL, due_at DATETIME(3) NULL,
           step INT UNSIGNED NOT NULL DEFAULT 0, INDEX (funnel_id, due_at))`,
      );
      await database.query(
        'CREATE TABLE bench_floor_runs (entry_id BIGINT UNSIGNED, step_id INT UNSIGNED, ran_at DATETIME(3), PRIMARY KEY (entry_id, step_id))',
      );
      await database.query('CREATE TABLE bench_floor_events LIKE domain_events');
      await database.query(
        'INSERT INTO bench_floor_entries (id, funnel_id, due_at) SELECT id, 1, NOW(3) FROM contacts WHERE id <= ?',
        [people],
      );
      const data = 'x'.repeat(500);
      const started = performance.now();
      for (let done = 0; done < people; done += FLOOR_BATCH) {
        await database.query('START TRANSACTION');
        const [rows] = await database.query(
          `SELECT id FROM bench_floor_entries WHERE funnel_id = 1 AND due_at <= NOW(3) ORDER BY due_at LIMIT ${FLOOR_BATCH} FOR UPDATE SKIP LOCKED`,
        );
        const now = new Date();
        const ids = rows.map(({ id }) => id);
        await database.query('INSERT INTO bench_floor_runs VALUES ?', [ids.map((id) => [id, 1, now])]);
        await database.query('INSERT INTO bench_floor_events (uid, type, subject_type, subject_id, data) VALUES ?', [
          ids.map((id) => [`${done}-${id}`.padStart(26, '0'), 'funnel.sequence_completed', 'funnel', 1, data]),
        ]);
        await database.query(
          'UPDATE bench_floor_entries SET due_at = NOW(3) + INTERVAL 1 DAY, step = step + 1 WHERE id IN (?)',
          [ids],
        );
        await database.query('COMMIT');
      }
      const perSecond = people / ((performance.now() - started) / 1_000);
      await database.query('DROP TABLE bench_floor_entries, bench_floor_runs, bench_floor_events');
      return perSecond;
    },

    async stop() {
      await stop();
      sink.end();
    },
  };
}
