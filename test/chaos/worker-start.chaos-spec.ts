import { freePort } from '../support/free-port.js';
import { Product } from '../support/product.js';
import { StatementProxy } from '../support/statement-proxy.js';
import { waitUntil } from '../support/wait-until.js';

describe('a worker that is stopped while it starts', () => {
  it.each([
    ['SIGTERM', 'worker.js'],
    ['SIGINT', 'worker.js'],
    ['SIGTERM', 'all.js'],
  ] as const)('finishes what it has started before it ends by %s: %s', async (signal, program) => {
    const proxy = await StatementProxy.before(process.env['TEST_DATABASE_URL'] ?? '');
    const product = await Product.start({
      ...{ name: `stopped-${program}-${signal.toLowerCase()}`, workers: 0 },
      databaseThrough: (url) => proxy.through(url),
    });
    const kinds: string[] = [];
    proxy.watch = ({ moment, sql }) => {
      const kind = /INSERT INTO process_beats .*'(worker)'/s.exec(sql)?.[1];
      if (moment !== 'asked' || kind === undefined) return;
      kinds.push(kind);
      process.kill(worker.pid ?? 0, signal);
    };
    const worker = product.another(program, { PORT: String(await freePort()) });
    worker.start();
    await waitUntil('the worker has ended', () => worker.pid === undefined);
    expect(kinds).toEqual(['worker']);
    // A worker that stops in order removes its heartbeat.
    expect(await product.db.query("SELECT pid FROM process_beats WHERE kind = 'worker'")).toEqual([]);
  });
});
