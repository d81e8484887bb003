/**
 * Measures what each layer of the API costs per request: a sampling profiler runs in the API while clients send one kind of request. Each
 * sample counts for the layer of the innermost function whose file names one; native code counts for its caller.
 */
import { contactsDatabase } from './dataset.mjs';
import { machineLoop, printColumns } from './figures.mjs';
import { requestsOf } from './requests.mjs';
import { withLevers } from './system.mjs';
import { storm } from './timing.mjs';

const API = '/api/v2';
const FULL = { seconds: 6, warmUp: 3 };
const TOY = { seconds: 0.3, warmUp: 0.1 };

/** The first pattern that matches names the layer. */
const LAYERS = [
  ['garbage collection', /^\(garbage collector\)/],
  ['audit', /\/dist\/modules\/audit\//],
  ['guard', /\/dist\/modules\/auth\/|passport|\/dist\/platform\/access\//],
  ['limiter', /\/dist\/platform\/rate-limit\//],
  ['events', /\/dist\/platform\/outbox\/|\/dist\/events\/|node_modules\/ulid\//],
  ['SQL text', /\/dist\/platform\/sql\/|sql-escaper|sqlstring/],
  ['driver', /node_modules\/(?:mysql2|lru\.min|denque|iconv-lite)\//],
  ['transaction', /\/dist\/platform\/database\/|node_modules\/typeorm\//],
  ['Redis', /node_modules\/ioredis\/|\/dist\/platform\/redis\//],
  [
    'log and metrics',
    /node_modules\/(?:pino|nestjs-pino|prom-client|thread-stream|sonic-boom)|\/dist\/platform\/(?:logging|metrics|tracing)\//,
  ],
  [
    'validation',
    /class-validator|class-transformer|\/dist\/platform\/http\/(?:validation|dto-fields|json-body|read-body)/,
  ],
  ['response', /\/dist\/platform\/shapes\/|\/dist\/shapes\/|shapes\.js/],
  ['domain', /\/dist\/modules\//],
  [
    'framework',
    /node_modules\/(?:@nestjs|rxjs|router|express|body-parser|compression|raw-body|qs|on-finished)\/|\/dist\//,
  ],
  ['HTTP of Node.js', /node:_http|node:http/],
];

/** @param {{toy: boolean, contacts: number, seed: number, connections: number, log: (line: string) => void}} given */
export async function measure(given) {
  const { seconds, warmUp } = given.toy ? TOY : FULL;
  const contacts = given.toy ? 2_000 : Math.min(given.contacts, 100_000);
  const url = await contactsDatabase({ ...given, contacts, purpose: `layers_${process.pid}` });
  return withLevers(
    given,
    `bench_layers_${process.pid}`,
    async ({ product }) => {
      const machine = machineLoop();
      const rows = [];
      for (const [name, request] of Object.entries(requestsOf(contacts))) {
        given.log(name);
        const send = () => product.send(...request());
        await storm(given.connections, warmUp, send);
        await product.request('POST', `${API}/bench/profile`, { on: true });
        const before = product.cpu().api;
        const { figures } = await storm(given.connections, seconds, send);
        const perRequest = (product.cpu().api - before) / figures.count;
        const { body } = await product.request('POST', `${API}/bench/profile`, { on: false });
        rows.push({ name, perRequest, shares: sharesOf(body.profile) });
      }
      const names = [...LAYERS.map(([layer]) => layer), 'Node.js'];
      const column = (layer) => [layer, ({ perRequest, shares }) => (perRequest * (shares[layer] ?? 0)).toFixed(3)];
      printColumns(
        `layers: milliseconds of processor time of the API per request, with the profiler on, ${machine()}`,
        {
          request: 'name',
          all: ({ perRequest }) => perRequest.toFixed(2),
          ...Object.fromEntries(names.map(column)),
        },
        rows,
      );
      return rows.map(({ name, perRequest }) => ({ name, value: `${perRequest.toFixed(2)} ms of processor time` }));
    },
    url,
  );
}

/** Returns the share of each layer in the time in which the process worked. */
function sharesOf({ nodes, samples, timeDeltas }) {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const known = new Map();
  const layerOf = (id) => {
    if (id === undefined) return 'Node.js';
    if (!known.has(id)) {
      const { functionName, url } = byId.get(id).callFrame;
      const text = url || functionName;
      known.set(id, LAYERS.find(([, pattern]) => pattern.test(text))?.[0] ?? layerOf(parents.get(id)));
    }
    return known.get(id);
  };
  const times = {};
  let total = 0;
  for (const [index, id] of samples.entries()) {
    if (byId.get(id).callFrame.functionName === '(idle)') continue;
    const layer = layerOf(id);
    times[layer] = (times[layer] ?? 0) + timeDeltas[index];
    total += timeDeltas[index];
  }
  return Object.fromEntries(Object.entries(times).map(([layer, time]) => [layer, time / total]));
}
