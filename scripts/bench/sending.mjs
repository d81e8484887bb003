/**
 * Campaigns from the request to the mail server, compared with the SMTP library alone: its pool sends fixed bytes of the same size
 * to the same server in the same run. Product, server and floor are processes of their own and take turns.
 */
import { generateKeyPairSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { child } from './child.mjs';
import { freshDatabase, serverSettings } from './dataset.mjs';
import { figuresOf, machineSpeed, median, printColumns, verdictOf } from './figures.mjs';
import { startProduct } from './product.mjs';
import { seeded } from './random.mjs';

const API = '/api/v2';
/** Old campaigns would count, and others may measure on the same servers. */
const OWN_NAME = `bench_sending_${process.pid}`;
const DOMAIN = 'news.bench.example';
const GIVE_UP_MS = 600_000;
const ROWS_PER_STATEMENT = 2_000;
/** As many connections for both. */
const CONNECTIONS = 40;
const CONCURRENCY = 60;

const FULL = { recipients: 10_000, floorEmails: 3_000, rounds: 3, big: 1_000_000, bigEmails: 20_000, judged: true };
const TOY = { recipients: 300, floorEmails: 100, rounds: 1, big: 1_000, bigEmails: 200, judged: false };

/** @param {{toy: number, contacts: number, dataDir: string, databaseUrl: string, redisUrl: string, log: (line: string) => void}} context */
export async function measure(context) {
  const { log } = context;
  const size = context.toy ? TOY : { ...FULL, big: Math.min(FULL.big, context.contacts) };
  const bench = await start(context);
  try {
    const before = machineSpeed();
    log(`writing ${size.big} contacts`);
    await bench.fillContacts(size.big, size.recipients);
    const signed = { product: [], floor: [] };
    const plain = { product: [], floor: [] };
    await bench.campaign({ sign: true, recipients: Math.min(1_000, size.recipients), warmUp: true });
    for (let round = 1; round <= size.rounds; round += 1) {
      log(`round ${round} of ${size.rounds}`);
      signed.floor.push(await bench.floor({ emails: size.floorEmails, sign: true }));
      signed.product.push(await bench.campaign({ sign: true, recipients: size.recipients }));
      plain.floor.push(await bench.floor({ emails: size.floorEmails, sign: false }));
      plain.product.push(await bench.campaign({ sign: false, recipients: size.recipients }));
    }
    log(`one campaign to ${size.big}`);
    const big = await bench.bigCampaign(size);
    const after = machineSpeed();
    const title =
      `sending: ${bench.bytesPerEmail()} bytes per email, ${CONNECTIONS} connections, SEND_CONCURRENCY ${CONCURRENCY}, ` +
      `resident ${JSON.stringify(bench.product.memory())} MB, ${await bench.serverSettings()}, ` +
      `medians of ${size.rounds}, machine loop ${before.toFixed(0)} ms before and ${after.toFixed(0)} ms after`;
    const rows = rowsOf(signed, plain, big, size);
    print(title, rows);
    return rows;
  } finally {
    await bench.stop();
  }
}

/* ------------------------------------------------------------------------------------------------- the figures */

function rowsOf(signed, plain, big, { recipients, big: bigSize, judged }) {
  const rateOf = (runs) => median(runs.map(({ perSecond }) => perSecond));
  const cpuOf = (runs, name) => median(runs.map(({ cpuMsPerEmail }) => cpuMsPerEmail[name]));
  const verdict = (met) => (judged ? met : undefined);
  const rate = rateOf(signed.product);
  const sendingRow = (name, { product, floor }, target, met) => ({
    name,
    value: `${rateOf(product).toFixed(0)}/s`,
    floor: `${rateOf(floor).toFixed(0)}/s`,
    ratio: rateOf(product) / rateOf(floor),
    cpu: `worker ${cpuOf(product, 'worker').toFixed(2)}, api ${cpuOf(product, 'api').toFixed(2)}, library ${median(floor.map(({ cpuMsPerEmail }) => cpuMsPerEmail)).toFixed(2)}`,
    target,
    met: verdict(met),
  });
  const statusFigures = figuresOf(signed.product.flatMap(({ statusTimes }) => statusTimes));
  const pauses = signed.product.flatMap(({ pausedAfterMs }) => (pausedAfterMs === null ? [] : [pausedAfterMs]));
  const first = median(signed.product.map(({ firstMailMs }) => firstMailMs));
  return [
    sendingRow(
      `DKIM, ${recipients} recipients`,
      signed,
      '>= 100 % of floor, >= 500/s',
      rate >= rateOf(signed.floor) && rate >= 500,
    ),
    sendingRow(
      `without DKIM, ${recipients}`,
      plain,
      '>= 70 % of floor',
      rateOf(plain.product) >= 0.7 * rateOf(plain.floor),
    ),
    { name: `send to first email, ${recipients}`, value: `${first.toFixed(0)} ms` },
    {
      name: `send to first email, ${bigSize}`,
      value: `${big.firstMailMs.toFixed(0)} ms`,
      target: '<= 3 s',
      met: verdict(big.firstMailMs <= 3_000),
    },
    {
      name: `rate while ${bigSize} are being enrolled`,
      value: `${big.whileEnrolling.toFixed(0)}/s`,
      ratio: big.whileEnrolling / rate,
    },
    { name: `enrolling ${bigSize} meanwhile`, value: `${big.enrolledPerSecond.toFixed(0)}/s` },
    {
      name: `rate at ${bigSize}, the last ${big.lastEmails}`,
      value: `${big.atTheEnd.toFixed(0)}/s`,
      ratio: big.atTheEnd / rate,
      target: '>= 90 % of 10,000',
      met: verdict(big.atTheEnd >= 0.9 * rate),
    },
    {
      name: 'status while sending',
      value: `p50 ${statusFigures.p50.toFixed(1)}, p95 ${statusFigures.p95.toFixed(1)} ms`,
      target: 'p95 <= 30 ms',
      met: verdict(statusFigures.p95 <= 30),
    },
    {
      name: `status while sending, ${bigSize}`,
      value: `p50 ${big.status.p50.toFixed(1)}, p95 ${big.status.p95.toFixed(1)} ms`,
      target: 'p95 <= 30 ms',
      met: verdict(big.status.p95 <= 30),
    },
    ...(pauses.length === 0
      ? []
      : [
          {
            name: 'pause to the last email started',
            value: `${Math.max(...pauses).toFixed(0)} ms`,
            target: '<= 1 s',
            met: verdict(Math.max(...pauses) <= 1_000),
          },
        ]),
  ];
}

function print(title, rows) {
  const head = ['figure', 'value', 'floor', 'ratio', 'CPU ms per email', 'target', 'verdict'];
  const body = rows.map(({ name, value, floor, ratio, cpu, target, met }) => [
    name,
    value,
    floor ?? '',
    ratio === undefined ? '' : ratio.toFixed(2),
    cpu ?? '',
    target ?? '',
    verdictOf(met),
  ]);
  printColumns(title, head, body);
}

/* ---------------------------------------------------------------------------------------------- the processes */

async function start(context) {
  const databaseUrl = await freshDatabase(context, OWN_NAME);
  const sink = await child('smtp-sink.mjs', { giveUpMs: GIVE_UP_MS });
  const floor = await child('smtp-floor.mjs', { giveUpMs: GIVE_UP_MS });
  const { port } = sink.hello;
  const product = await startProduct({
    ...context,
    databaseUrl,
    env: {
      REDIS_PREFIX: OWN_NAME,
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: `Bench <news@${DOMAIN}>`,
      SEND_CONCURRENCY: String(CONCURRENCY),
    },
  });
  const database = await createConnection(databaseUrl);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const dkim = { domainName: DOMAIN, keySelector: 'bench', privateKey: pem };
  const body = htmlBody();
  let sample = '';
  let bytes = 0;
  let campaigns = 0;
  const senders = {};

  const ask = async (method, path, payload) => expectOk(await product.request(method, `${API}${path}`, payload));

  async function createSenders() {
    for (const sign of [true, false]) {
      const { sender } = await ask('POST', '/senders', {
        name: sign ? 'signed' : 'plain',
        from_email: `${sign ? 'signed' : 'plain'}@${DOMAIN}`,
        from_name: 'Bench',
        host: '127.0.0.1',
        port,
        secure: false,
        pool_size: CONNECTIONS,
        ...(sign ? { dkim: { domain: DOMAIN, selector: 'bench', private_key: pem } } : {}),
      });
      senders[sign] = sender.id;
    }
  }

  /** A draft to everybody on a list. @returns its id. */
  async function draft(list, sign) {
    if (Object.keys(senders).length === 0) await createSenders();
    campaigns += 1;
    const { campaign } = await ask('POST', '/campaigns', {
      title: `Bench ${campaigns}`,
      email_subject: 'News for {{ contact.first_name | default: "you" }}',
      email_body: body,
      lists: [list],
      settings: { mailer_settings: { sender_id: senders[sign], from_email: `${sign ? 'signed' : 'plain'}@${DOMAIN}` } },
    });
    return campaign.id;
  }

  /** Polls the status of the campaign until stopped. */
  function watch(id) {
    const times = [];
    let watching = true;
    const done = (async () => {
      while (watching) {
        const started = performance.now();
        await ask('GET', `/campaigns/${id}/status`);
        times.push(performance.now() - started);
        await sleep(100);
      }
    })();
    // Asked for when it is over; until then its failure must not end the process before the reason is known.
    done.catch(() => undefined);
    return async () => {
      watching = false;
      await done;
      return times;
    };
  }

  async function waitForStatus(id, wanted) {
    const deadline = performance.now() + GIVE_UP_MS;
    for (;;) {
      const { campaign } = await ask('GET', `/campaigns/${id}/status`);
      if (campaign.status === wanted) return;
      if (performance.now() > deadline) throw new Error(`campaign ${id} is ${campaign.status} and not ${wanted}`);
      await sleep(50);
    }
  }

  async function expectLedger(id, recipients) {
    const [[row]] = await database.query(
      `SELECT COUNT(*) AS total, SUM(state = 'sent') AS sent FROM email_messages WHERE source_type = 'campaign' AND source_id = ?`,
      [id],
    );
    if (row.total !== recipients || Number(row.sent) !== recipients)
      throw new Error(`${row.sent} of ${row.total} emails are sent, and not ${recipients}`);
  }

  return {
    product,

    bytesPerEmail: () => bytes,

    /** Contacts with two lists: one for each round, and one with everybody. */
    async fillContacts(total, some) {
      await database.query(
        `INSERT INTO lists (id, title, title_key, slug) VALUES (1, 'Some', 'some', 'some'), (2, 'All', 'all', 'all'), (3, 'Few', 'few', 'few')`,
      );
      for (let first = 1; first <= total; first += ROWS_PER_STATEMENT) {
        const last = Math.min(total, first + ROWS_PER_STATEMENT - 1);
        const ids = Array.from({ length: last - first + 1 }, (_, index) => first + index);
        const made = new Date();
        await database.query(
          'INSERT INTO contacts (id, hash, email, first_name, last_name, city, status, created_at, updated_at) VALUES ?',
          [
            ids.map((id) => [
              id,
              String(id).padStart(32, '0'),
              `reader-${id}@bench${id % 50}.example`,
              `Ada ${id}`,
              'Lovelace',
              'Berlin',
              'subscribed',
              made,
              made,
            ]),
          ],
        );
        const members = ids.flatMap((id) => [
          [id, 2],
          ...(id <= some ? [[id, 1]] : []),
          ...(id <= Math.min(1_000, some) ? [[id, 3]] : []),
        ]);
        await database.query('INSERT INTO contact_lists (contact_id, list_id) VALUES ?', [members]);
      }
      await database.query('ANALYZE TABLE contacts, contact_lists');
    },

    /** One campaign from `send` to the end. The rate is measured between the first and the last email. */
    async campaign({ sign, recipients, warmUp = false }) {
      const id = await draft(warmUp ? 3 : 1, sign);
      await sink.ask({ reset: true });
      const cpu = product.cpu();
      const arrived = sink.ask({ expect: recipients });
      const asked = performance.timeOrigin + performance.now();
      await ask('POST', `/campaigns/${id}/send`);
      const stopWatching = watch(id);
      let pausedAfterMs = null;
      // A few emails are sent before a pause is possible.
      if (sign && recipients > 1_000) {
        await sleep(1_500);
        const paused = performance.timeOrigin + performance.now();
        await ask('POST', `/campaigns/${id}/pause`);
        await sleep(1_200);
        const [[{ last }]] = await database.query(
          `SELECT UNIX_TIMESTAMP(MAX(sending_at)) * 1000 AS last FROM email_messages WHERE source_type = 'campaign' AND source_id = ?`,
          [id],
        );
        pausedAfterMs = Math.max(0, Number(last) - paused);
        await ask('POST', `/campaigns/${id}/resume`);
      }
      const result = await arrived;
      const statusTimes = await stopWatching();
      await waitForStatus(id, 'sent');
      await expectLedger(id, recipients);
      if (result.repeats > 0) throw new Error(`${result.repeats} emails were sent twice`);
      if (sign !== result.sample.includes('DKIM-Signature:')) throw new Error('the signature is not what it should be');
      const after = product.cpu();
      ({ sample } = result);
      bytes = Math.round(result.bytes / result.emails);
      return {
        perSecond: busyRate(result.moments),
        firstMailMs: result.first - asked,
        cpuMsPerEmail: Object.fromEntries(
          Object.keys(after).map((name) => [name, (after[name] - cpu[name]) / recipients]),
        ),
        statusTimes,
        pausedAfterMs,
      };
    },

    async floor({ emails, sign }) {
      await sink.ask({ reset: true });
      return floor.ask({
        port,
        emails,
        connections: CONNECTIONS,
        raw: sample.replace(/^DKIM-Signature:.*\r\n(?:[ \t].*\r\n)*/m, ''),
        from: `floor@${DOMAIN}`,
        ...(sign ? { dkim } : {}),
      });
    },

    /**
     * The beginning of a campaign to everybody, and its end: what lies between is written down as sent, so that the ledger is
     * as long as it would be.
     */
    async bigCampaign({ big, bigEmails }) {
      const id = await draft(2, true);
      await sink.ask({ reset: true });
      const first = sink.ask({ expect: bigEmails });
      const asked = performance.timeOrigin + performance.now();
      await ask('POST', `/campaigns/${id}/send`);
      const begun = performance.now();
      const stopWatching = watch(id);
      const beginning = await first;
      const [[early]] = await database.query('SELECT recipients_count AS enrolled FROM campaigns WHERE id = ?', [id]);
      const enrolledPerSecond = early.enrolled / ((performance.now() - begun) / 1_000);
      for (;;) {
        const [[row]] = await database.query('SELECT snapshot_done AS done FROM campaigns WHERE id = ?', [id]);
        if (row.done === 1) break;
        await sleep(200);
      }
      const times = await stopWatching();
      const { status } = await product.request('POST', `${API}/campaigns/${id}/pause`);
      let end = { moments: beginning.moments };
      let left = 0;
      // A small one may be through by now.
      if (status === 200) {
        await sleep(2_000);
        left = await skipTo(database, id, bigEmails);
        await sink.ask({ reset: true });
        const last = sink.ask({ expect: left });
        await ask('POST', `/campaigns/${id}/resume`);
        const stopAgain = watch(id);
        end = await last;
        times.push(...(await stopAgain()));
      }
      await waitForStatus(id, 'sent');
      await expectLedger(id, big);
      return {
        firstMailMs: beginning.first - asked,
        whileEnrolling: busyRate(beginning.moments),
        enrolledPerSecond,
        atTheEnd: busyRate(end.moments),
        lastEmails: left,
        status: figuresOf(times),
      };
    },

    serverSettings: () => serverSettings(database),

    async stop() {
      await product.stop();
      sink.end();
      floor.end();
      await database.query(`DROP DATABASE carillon_${OWN_NAME}`);
      await database.end();
    },
  };
}

/** Marks waiting emails as sent, except the last ones. @returns the number left. */
async function skipTo(database, id, left) {
  const of = `source_type = 'campaign' AND source_id = ${id}`;
  const [rows] = await database.query(
    `SELECT id FROM email_messages WHERE ${of} AND state = 'pending' ORDER BY id DESC LIMIT 1 OFFSET ${left}`,
  );
  if (rows.length > 0) {
    const [{ affectedRows }] = await database.query(
      `UPDATE email_messages SET state = 'sent', settled_at = NOW(3) WHERE ${of} AND state = 'pending' AND id <= ${rows[0].id}`,
    );
    await database.query(`UPDATE sending_tallies SET sent = sent + ${affectedRows} WHERE ${of} ORDER BY shard LIMIT 1`);
  }
  const [[{ waiting }]] = await database.query(
    `SELECT COUNT(*) AS waiting FROM email_messages WHERE ${of} AND state IN ('pending', 'sending', 'deferred')`,
  );
  return waiting;
}

/**
 * Emails per second from the moments of every hundredth email. Pauses are not sending: gaps of more than a second
 * are left out.
 */
function busyRate(moments) {
  let emails = 0;
  let ms = 0;
  for (let index = 1; index < moments.length; index += 1) {
    const gap = moments[index] - moments[index - 1];
    if (gap > 1_000) continue;
    emails += 100;
    ms += gap;
  }
  return ms === 0 ? 0 : (emails * 1_000) / ms;
}

/** Some 60 KB as newsletters have them: tables, styles, ten links, a few names. */
function htmlBody() {
  const random = seeded(1);
  const words = 'spring garden letter river morning coffee paper window music travel story winter market bread'.split(
    ' ',
  );
  const sentence = () => `${Array.from({ length: 12 }, () => random.pick(words)).join(' ')}.`;
  const paragraph = () =>
    `<tr><td style="padding:12px 24px;font:16px/1.6 Helvetica,Arial,sans-serif;color:#1f2328"><p style="margin:0 0 12px">${Array.from({ length: 8 }, sentence).join(' ')}</p></td></tr>\n`;
  const links = Array.from(
    { length: 10 },
    (_, index) =>
      `<tr><td><a href="https://shop.bench.example/article/${index}?ref=mail">${sentence()}</a></td></tr>\n`,
  );
  const blocks = Array.from(
    { length: 72 },
    (_, index) => paragraph() + (index % 7 === 0 ? (links[index / 7] ?? '') : ''),
  );
  return (
    `<table role="presentation" width="600"><tr><td><h1>Hello {{ contact.first_name | default: "you" }}</h1>` +
    `<p>{{ contact.first_name }} {{ contact.last_name }} in {{ contact.city }}, written to {{ contact.email }}.</p></td></tr>\n` +
    `${blocks.join('')}</table><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>`
  );
}

function expectOk({ status, body }) {
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
