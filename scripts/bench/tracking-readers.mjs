/**
 * Readers for the tracking area: each fetches pixels or links of random emails over one kept connection, the next one after each
 * response.
 *
 * Started by `fork` with the product's environment as JSON. On `{kind, origin, emails, links, inFlight, seconds}` it sends
 * `{times, elapsed, answers}`: milliseconds, and the number of responses per status. `kind` is `open`, `click`, or
 * `empty`: a pixel with an unknown token, for which the route records nothing.
 */
import { Agent, request as httpRequest } from 'node:http';
import { createRequire } from 'node:module';
import { inProject } from '../project.mjs';

const require = createRequire(inProject('dist', 'main.js'));
const { parseConfig } = require('./platform/config/config.js');
const { Keys } = require('./platform/secrets/keys.js');
const { PublicLinks } = require('./modules/mail-content/links/public-links.service.js');

const config = parseConfig(JSON.parse(process.argv[2]));
const links = new PublicLinks(new Keys(config), config);
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const any = ([from, to]) => from + Math.floor(Math.random() * (to - from + 1));

function pathOf({ kind, emails, links: linkIds }) {
  const messageId = any(emails);
  if (kind === 'empty') return `/t/o/${'A'.repeat(40)}.gif`;
  if (kind === 'open') return new URL(links.url('open', { messageId, linkId: 0 })).pathname;
  return new URL(links.url('click', { messageId, linkId: any(linkIds) })).pathname;
}

function get(agent, origin, path) {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const asked = httpRequest({ agent, hostname, port, path, headers: { 'user-agent': AGENT } }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode));
    });
    asked.once('error', () => resolve(0));
    asked.end();
  });
}

async function run(order) {
  const agent = new Agent({ keepAlive: true, maxSockets: order.inFlight });
  const times = [];
  const answers = {};
  const started = performance.now();
  const end = started + order.seconds * 1_000;
  const reader = async () => {
    while (performance.now() < end) {
      const path = pathOf(order);
      const asked = performance.now();
      const status = await get(agent, order.origin, path);
      times.push(performance.now() - asked);
      answers[status] = (answers[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: order.inFlight }, reader));
  const elapsed = performance.now() - started;
  agent.destroy();
  return { times, elapsed, answers };
}

process.on('message', (order) => void run(order).then((result) => process.send(result)));
process.on('disconnect', () => process.exit());
process.send({});
