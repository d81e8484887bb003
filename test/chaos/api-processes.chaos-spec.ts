import { readFileSync } from 'node:fs';
import { CEILING_MS } from '../support/ceiling.js';
import { Product } from '../support/product.js';
import { waitUntil } from '../support/wait-until.js';

const PROCESSES = 2;
const METRICS_TOKEN = 'a token of the monitoring';
/** Connections during a restart: one at a time would rarely meet the moment at which a process ends. */
const CLIENTS = 8;

describe('several API processes behind one port', () => {
  let product: Product;
  beforeAll(async () => {
    product = await Product.start({
      name: 'api-processes',
      workers: 0,
      // No load balancer has to notice the end of a process.
      env: { API_PROCESSES: String(PROCESSES), SHUTDOWN_GRACE: '200ms', METRICS_TOKEN },
    });
    await waitForRequests();
  });

  function pids(): number[] {
    const { pid = 0 } = product.api;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return children.split(' ').filter(Boolean).map(Number);
  }

  async function get(path: string, authorization = product.authorization): Promise<Response> {
    const headers = { authorization, connection: 'close' };
    return fetch(`${product.origin}${path}`, { headers, signal: AbortSignal.timeout(CEILING_MS) });
  }

  /** Waits until all processes run, and every one of them has answered. */
  async function waitForRequests(): Promise<void> {
    const earlier = product.api.said.length;
    await waitUntil('every process answers', async () => {
      await get('/api/v2/lists');
      const lines = product.api.said.slice(earlier).split('\n');
      const answered = lines.filter((line) => line.includes('request completed'));
      const running = pids();
      return (
        running.length === PROCESSES && running.every((pid) => answered.some((line) => line.includes(`"pid":${pid},`)))
      );
    });
  }

  it('all answer, and report their metrics as one', async () => {
    const answered = async (): Promise<number> => {
      const metrics = await (await get('/metrics', `Bearer ${METRICS_TOKEN}`)).text();
      return Number(
        /carillon_http_request_seconds_count\{method="GET",route="\/api\/v2\/lists",status="200"\} (\d+)/.exec(
          metrics,
        )?.[1],
      );
    };
    const before = await answered();
    expect(before).toBeGreaterThan(0);
    for (let request = 0; request < 10; request += 1) expect((await get('/api/v2/lists')).status).toBe(200);
    expect(await answered()).toBe(before + 10);
    const backlog = await (await get('/metrics', `Bearer ${METRICS_TOKEN}`)).text();
    expect(backlog).toContain('carillon_database_reachable 1\n');
  });

  it('are restarted one by one on SIGHUP without a failed request', async () => {
    const before = pids();
    const statuses = new Set<number | string>();
    const until = { replaced: false };
    const requests = Array.from({ length: CLIENTS }, async () => {
      while (!until.replaced)
        statuses.add(
          await get('/api/v2/lists').then(
            ({ status }) => status,
            (error: unknown) => String(error),
          ),
        );
    });
    try {
      process.kill(product.api.pid ?? 0, 'SIGHUP');
      await waitUntil(
        'all are replaced',
        () => pids().length === PROCESSES && pids().every((pid) => !before.includes(pid)),
      );
    } finally {
      until.replaced = true;
      await Promise.all(requests);
    }
    expect([...statuses]).toEqual([200]);
  });

  it('are replaced after a crash, while the others answer', async () => {
    const [killed = 0] = pids();
    process.kill(killed, 'SIGKILL');
    await waitUntil('it is gone', () => !pids().includes(killed));
    for (let request = 0; request < 10; request += 1) expect((await get('/api/v2/lists')).status).toBe(200);
    await waitForRequests();
  });

  it('stop together on SIGTERM', async () => {
    const before = pids();
    await product.api.terminate();
    for (const pid of before) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});
