/**
 * A receiver of webhook calls, as a separate process, over TLS with the development authority. It answers 200 at once, but calls of the
 * path `/hang` never.
 *
 * Started by `fork` with the data folder. Sends `{port}`; on `{expect}`, it sends `{latencies, perWebhook}` when that many
 * different deliveries have come; on `{sample: true}`, it sends the last call `{headers, body}`; on `{release: true}`, it closes the
 * connections of unanswered calls and sends their number.
 */
import { createRequire } from 'node:module';
import { createServer } from 'node:https';
import { inProject } from '../project.mjs';

const require = createRequire(inProject('dist', 'main.js'));
require('reflect-metadata');
const { DevelopmentAuthority } = require('./modules/development/webhook-receiver/certificate-authority.js');

const TIMESTAMP = /"timestamp":"([^"]{24})"/;

let expected = 0;
let latencies = [];
let last = null;
const seen = new Set();
const hanging = new Set();

function receive(request, body) {
  last = { headers: request.rawHeaders, body };
  const delivery = request.headers['x-service-delivery'];
  if (expected === 0 || seen.has(delivery)) return;
  seen.add(delivery);
  latencies.push(Date.now() - Date.parse(TIMESTAMP.exec(body)[1]));
  if (latencies.length < expected) return;
  process.send({ latencies });
  expected = 0;
}

const authority = await DevelopmentAuthority.of(process.argv[2]);
const server = createServer(await authority.issue({ hosts: ['localhost', '127.0.0.1'] }), (request, response) => {
  if (request.url === '/hang') {
    hanging.add(response);
    response.once('close', () => hanging.delete(response));
    return;
  }
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    response.end('ok');
    receive(request, Buffer.concat(chunks).toString());
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));

process.on('message', ({ expect, sample, release }) => {
  if (sample) process.send(last);
  if (release) {
    process.send({ released: hanging.size });
    for (const response of hanging) response.destroy();
  }
  if (!expect) return;
  expected = expect;
  latencies = [];
});
process.on('disconnect', () => process.exit());
