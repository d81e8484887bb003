/**
 * The floor for webhooks: an undici client with the product's guarded connector that posts the same bytes to
 * the same receiver. It stores nothing, signs nothing, and does not retry.
 *
 * Started by `fork` with the data folder. On `{call, url, posts, inFlight}`, it posts as fast as that many callers can;
 * on `{call, url, posts, everyMs}`, one by one at that pace. Sends `{times, elapsed}` in milliseconds.
 */
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { inProject } from '../project.mjs';

const require = createRequire(inProject('dist', 'main.js'));
const { guardedConnector, resolveBySystem } = require('./platform/outbound-http/guarded-connector.js');
const { DevelopmentTrust } = require('./platform/outbound-http/development-trust.js');

const agent = new Agent({
  connect: guardedConnector({
    allowPrivateNetworks: true,
    resolve: resolveBySystem,
    timeoutMs: 30_000,
    secureContext: new DevelopmentTrust(process.argv[2]).context(),
  }),
  pipelining: 1,
  allowH2: false,
});

/** Headers that each client sets itself. */
const OF_THE_CONNECTION = ['host', 'connection', 'content-length'];

function headersOf(raw) {
  const pairs = raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1]]] : []));
  return Object.fromEntries(pairs.filter(([name]) => !OF_THE_CONNECTION.includes(name.toLowerCase())));
}

async function post(origin, path, { headers, body }) {
  const started = performance.now();
  const answer = await agent.request({ origin, path, method: 'POST', headers, body });
  await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`the receiver answered ${answer.statusCode}`);
  return performance.now() - started;
}

async function run({ call, url, posts, inFlight, everyMs }) {
  const { origin, pathname } = new URL(url);
  const same = { headers: headersOf(call.headers), body: call.body };
  const times = [];
  const started = performance.now();
  const one = async () => times.push(await post(origin, pathname, same));
  if (everyMs) {
    const pending = [];
    for (let index = 0; index < posts; index += 1) {
      await sleep(Math.max(0, started + index * everyMs - performance.now()));
      pending.push(one());
    }
    await Promise.all(pending);
  } else {
    let begun = 0;
    const caller = async () => {
      for (; begun < posts;) {
        begun += 1;
        await one();
      }
    };
    await Promise.all(Array.from({ length: inFlight }, caller));
  }
  return { times, elapsed: performance.now() - started };
}

process.on('message', (order) => void run(order).then((result) => process.send(result)));
process.on('disconnect', () => process.exit());
process.send({ ready: true });
