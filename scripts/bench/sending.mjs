/**
 * Measures campaigns from the request to the mail server, compared with the SMTP library alone: its pool sends fixed bytes of the same
 * size to the same server in the same run. Product, server, and floor are separate processes; product and floor alternate.
 */
import { generateKeyPairSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../processes.mjs';
import { child } from './child.mjs';
import { fillContacts, serverSettings } from './dataset.mjs';
import { figuresOf, machineLoop, median, printLines } from './figures.mjs';
import { seeded } from './random.mjs';
import { startSystem } from './system.mjs';

/** Old campaigns would count, and other runs may use the same servers. */
const OWN_NAME = `bench_sending_${process.pid}`;
const DOMAIN = 'news.bench.example';
const TIMEOUT_MS = 600_000;
/** Both the product and the floor use this number of connections. */
const CONNECTIONS = 40;
const CONCURRENCY = 60;
/** Emails per second of the sender `limited`. */
export const LIMITED_RATE = 40;
/** `steady` records the moment of every tenth email. */
const EVERY = 10;

const FULL = { recipients: 10_000, floorEmails: 3_000, rounds: 3, big: 1_000_000, bigEmails: 20_000, judged: true };
const TOY = { recipients: 300, floorEmails: 100, rounds: 1, big: 1_000, bigEmails: 200, judged: false };

/** @param {{toy: boolean, contacts: number, dataDir: string, databaseUrl: string, redisUrl: string, log: (line: string) => void}} context */
export async function measure(context) {
  const { log } = context;
  const size = context.toy ? TOY : { ...FULL, big: Math.min(FULL.big, context.contacts) };
  const bench = await start(context);
  try {
    const machine = machineLoop();
    log(`writing ${size.big} contacts`);
    await bench.fillContacts(size.big, size.recipients);
    const signed = { product: [], floor: [] };
    const plain = { product: [], floor: [] };
    await bench.campaign({ sign: true, recipients: Math.min(1_000, size.recipients), warmUp: true });
    for (let round = 1; round <= size.rounds; round += 1) {
      log(`round ${round} of ${size.rounds}`);
      signed.floor.push(await bench.floor({ emails: size.floorEmails, sign: true }));
      signed.product.push(await bench.campaign({ sign: true, recipients: size.recipients, pause: true }));
      plain.floor.push(await bench.floor({ emails: size.floorEmails, sign: false }));
      plain.product.push(await bench.campaign({ sign: false, recipients: size.recipients }));
    }
    log(`one campaign to ${size.big}`);
    const big = await bench.bigCampaign(size);
    const title =
      `sending: ${bench.bytesPerEmail()} bytes per email, ${CONNECTIONS} connections, SEND_CONCURRENCY ${CONCURRENCY}, ` +
      `resident ${JSON.stringify(bench.product.memory())} MB, ${await bench.serverSettings()}, ` +
      `medians of ${size.rounds}, ${machine()}`;
    const rows = rowsOf(signed, plain, big, size);
    printLines(title, rows, { 'CPU ms per email': 'cpu' });
    return rows;
  } finally {
    await bench.stop();
  }
}

/* ------------------------------------------------------------------------------------------- measurements */

function rowsOf(signed, plain, big, { recipients, big: bigSize, judged }) {
  const rateOf = (runs) => median(runs.map(({ perSecond }) => perSecond));
  const cpuOf = (runs, name) => median(runs.map(({ cpuMsPerEmail }) => cpuMsPerEmail[name]));
  const line = (name, value, [target, met] = [], more = {}) => ({
    ...{ name, value, target, met: judged ? met : undefined, ...more },
  });
  const rate = rateOf(signed.product);
  const sendingLine = (name, { product, floor }, verdict) =>
    line(name, `${rateOf(product).toFixed(0)}/s`, verdict, {
      floor: `${rateOf(floor).toFixed(0)}/s`,
      ratio: rateOf(product) / rateOf(floor),
      cpu: `worker ${cpuOf(product, 'worker').toFixed(2)}, api ${cpuOf(product, 'api').toFixed(2)}, library ${median(floor.map(({ cpuMsPerEmail }) => cpuMsPerEmail)).toFixed(2)}`,
    });
  const statusLine = (name, { p50, p95 }) =>
    line(name, `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)} ms`, ['p95 <= 30 ms', p95 <= 30]);
  const pauses = signed.product.flatMap(({ pausedAfterMs }) => (pausedAfterMs === null ? [] : [pausedAfterMs]));
  const pause = Math.max(...pauses);
  const first = median(signed.product.map(({ firstMailMs }) => firstMailMs));
  const aboveFloor = rate >= rateOf(signed.floor) && rate >= 500;
  const plainTarget = ['>= 70 % of floor', rateOf(plain.product) >= 0.7 * rateOf(plain.floor)];
  const atTheEnd = ['>= 90 % of 10,000', big.atTheEnd >= 0.9 * rate];
  return [
    sendingLine(`DKIM, ${recipients} recipients`, signed, ['>= 100 % of floor, >= 500/s', aboveFloor]),
    sendingLine(`without DKIM, ${recipients}`, plain, plainTarget),
    line(`send to first email, ${recipients}`, `${first.toFixed(0)} ms`),
    line(`send to first email, ${bigSize}`, `${big.firstMailMs.toFixed(0)} ms`, ['<= 3 s', big.firstMailMs <= 3_000]),
    line(`rate while ${bigSize} are being enrolled`, `${big.whileEnrolling.toFixed(0)}/s`, [], {
      ratio: big.whileEnrolling / rate,
    }),
    line(`enrolling ${bigSize} meanwhile`, `${big.enrolledPerSecond.toFixed(0)}/s`),
    line(`rate at ${bigSize}, the last ${big.lastEmails}`, `${big.atTheEnd.toFixed(0)}/s`, atTheEnd, {
      ratio: big.atTheEnd / rate,
    }),
    statusLine('status while sending', figuresOf(signed.product.flatMap(({ statusTimes }) => statusTimes))),
    statusLine(`status while sending, ${bigSize}`, big.status),
    ...(pauses.length === 0
      ? []
      : [line('pause to the last email started', `${pause.toFixed(0)} ms`, ['<= 1 s', pause <= 1_000])]),
  ];
}

/* ---------------------------------------------------------------------------------------------- processes */

/** @param {{url?: string, name?: string}} [options] a database to use and keep instead of an empty one, and the name of its keys in Redis */
export async function start(context, { url, name = OWN_NAME } = {}) {
  const sink = await child('smtp-sink.mjs', { timeoutMs: TIMEOUT_MS });
  const floor = await child('smtp-floor.mjs', { timeoutMs: TIMEOUT_MS });
  const { port } = sink.hello;
  const { product, database, ask, stop } = await startSystem(context, name, {
    url,
    keep: url !== undefined,
    env: {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: `Bench <news@${DOMAIN}>`,
      SEND_CONCURRENCY: String(CONCURRENCY),
    },
  });
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const dkim = { domainName: DOMAIN, keySelector: 'bench', privateKey: pem };
  const body = htmlBody();
  let sample = '';
  let bytes = 0;
  let campaigns = 0;
  const senders = {};

  async function createSenders() {
    const settings = {
      signed: { dkim: { domain: DOMAIN, selector: 'bench', private_key: pem } },
      plain: {},
      limited: { rate: LIMITED_RATE },
    };
    for (const [name, more] of Object.entries(settings)) {
      const { sender } = await ask('POST', '/senders', {
        name: `${name} ${process.pid}`,
        from_email: `${name}@${DOMAIN}`,
        from_name: 'Bench',
        host: '127.0.0.1',
        port,
        secure: false,
        pool_size: CONNECTIONS,
        ...more,
      });
      senders[name] = sender.id;
    }
  }

  /** Creates a draft to all contacts on a list. @returns its id. */
  async function draft(list, sender) {
    if (Object.keys(senders).length === 0) await createSenders();
    campaigns += 1;
    const { campaign } = await ask('POST', '/campaigns', {
      title: `Bench ${process.pid} ${campaigns}`,
      email_subject: 'News for {{ contact.first_name | default: "you" }}',
      email_body: body,
      lists: [list],
      settings: { mailer_settings: { sender_id: senders[sender], from_email: `${sender}@${DOMAIN}` } },
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
    // The caller awaits this later; until then a failure must not end the process.
    done.catch(() => undefined);
    return async () => {
      watching = false;
      await done;
      return times;
    };
  }

  async function waitForStatus(id, wanted) {
    const deadline = performance.now() + TIMEOUT_MS;
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
    database,
    draft,

    bytesPerEmail: () => bytes,

    /** Creates contacts, and lists with some, all, and few of them. */
    async fillContacts(total, some) {
      await database.query(
        `INSERT INTO lists (id, title, title_key, slug) VALUES (1, 'Some', 'some', 'some'), (2, 'All', 'all', 'all'), (3, 'Few', 'few', 'few')`,
      );
      await fillContacts(database, total);
      for (const [list, size] of [some, total, Math.min(1_000, some)].entries())
        await database.query(
          'INSERT INTO contact_lists (contact_id, list_id) SELECT id, ? FROM contacts WHERE id <= ?',
          [list + 1, size],
        );
      await database.query('ANALYZE TABLE contacts, contact_lists');
    },

    /** Sends one campaign. The rate is measured between the first and the last email. */
    async campaign({ sign, recipients, warmUp = false, pause = false }) {
      const id = await draft(warmUp ? 3 : 1, sign ? 'signed' : 'plain');
      await sink.ask({ reset: true });
      const cpu = product.cpu();
      const arrived = sink.ask({ expect: recipients });
      const asked = performance.timeOrigin + performance.now();
      await ask('POST', `/campaigns/${id}/send`);
      const stopWatching = watch(id);
      let pausedAfterMs = null;
      // A few emails are sent before a pause is possible.
      if (pause && recipients > 1_000) {
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
        // Pauses do not count.
        perSecond: pause ? busyRate(result.moments) : ((result.emails - 1) * 1_000) / (result.last - result.first),
        firstMailMs: result.first - asked,
        cpuMsPerEmail: Object.fromEntries(
          Object.keys(after).map((name) => [name, (after[name] - cpu[name]) / recipients]),
        ),
        statusTimes,
        pausedAfterMs,
      };
    },

    /**
     * Sends a campaign until the server has accepted nine tenths of the emails, and cancels it.
     * @param {{list: number, sender: string, emails: number, delayMs?: number, refuse?: {ending: string, reply: string}}} order `emails` are
     *   the recipients that are not refused; see smtp-sink.mjs.
     * @returns emails per second without the first and the last tenth
     */
    async steady({ list, sender, emails, ...behavior }) {
      const id = await draft(list, sender);
      await sink.ask({ reset: true, every: EVERY, ...behavior });
      const arrived = sink.ask({ expect: Math.floor(0.9 * emails) });
      await ask('POST', `/campaigns/${id}/send`);
      const { moments } = await arrived;
      // A small campaign may have ended by now.
      await product.request('POST', `/api/v2/campaigns/${id}/cancel`);
      const over = async () => {
        const [[{ some }]] = await database.query(
          `SELECT EXISTS (SELECT 1 FROM email_messages WHERE source_type = 'campaign' AND source_id = ? AND state = 'sending') AS some`,
          [id],
        );
        return some === 0;
      };
      if (!(await waitUntil(over, TIMEOUT_MS))) throw new Error(`campaign ${id} has emails in transmission`);
      const counted = moments.slice(Math.floor(moments.length / 9));
      return ((counted.length - 1) * EVERY * 1_000) / (counted.at(-1) - counted[0]);
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
     * Sends the first and the last emails of a campaign to all contacts. The emails between them are only marked as sent, so that the
     * ledger has its full size.
     */
    async bigCampaign({ big, bigEmails }) {
      const id = await draft(2, 'signed');
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
      const { status } = await product.request('POST', `/api/v2/campaigns/${id}/pause`);
      let end = { moments: beginning.moments };
      let left = 0;
      // A small campaign may have ended by now.
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
      await stop();
      sink.end();
      floor.end();
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

/** Returns about 60 KB of HTML like a newsletter: tables, styles, ten links, merge tags. */
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
