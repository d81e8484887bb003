import { note } from '../support/chaos-plan.js';
import { freePort } from '../support/free-port.js';
import { Product } from '../support/product.js';
import { RawSmtpSink, SmtpGate } from '../support/raw-smtp-sink.js';
import { waitUntil } from '../support/wait-until.js';
import { createAndSend, emailsByState, statusOf, waitUntilSent } from './big-campaign.js';
import { audit, cleanUp, endLeases, expectedAudit } from './ledger-audit.js';

const RECIPIENTS = 400;
const CONCURRENCY = 10;
const MEASURED_RECIPIENTS = 3_000;
const ENV = {
  ...{ SEND_CONCURRENCY: String(CONCURRENCY), SEND_LEASE_SECONDS: '3600' },
  METRICS_TOKEN: 'a token for metrics, long enough',
  // As `npm start` and the deployment files set it.
  NODE_OPTIONS: '--max-semi-space-size=32',
};

describe('API and worker in one process', () => {
  let product: Product;
  let sink: RawSmtpSink;

  beforeAll(async () => {
    sink = await RawSmtpSink.start();
    const env = { ...ENV, SMTP_URL: sink.url };
    product = await Product.start({ name: 'single-process', env, workers: 0, program: 'all.js' });
  });
  beforeEach(async () => {
    await cleanUp(product);
    sink.reset();
  });

  it('loses no recipient when it is killed while it sends, and continues after a restart', async () => {
    let isAnswered = false;
    let left = RECIPIENTS / 4;
    sink.script = async ({ recipient }) => {
      if (recipient !== null) left -= 1;
      if (recipient === null || left > 0) return undefined;
      await waitUntil('the request to send is answered', () => isAnswered);
      await product.api.kill();
      return undefined;
    };
    const id = await createAndSend(product, 'killed', RECIPIENTS);
    isAnswered = true;
    await waitUntil('the process is killed', () => product.api.pid === undefined);
    const inDoubt = (await emailsByState(product.db, id))['sending'] ?? 0;
    expect(inDoubt).toBeGreaterThan(0);
    expect(inDoubt).toBeLessThanOrEqual(CONCURRENCY);
    sink.script = () => undefined;
    await endLeases(product);
    product.api.start();
    await product.ready();
    await waitUntilSent(product, id);
    expect(await emailsByState(product.db, id)).toEqual({ sent: RECIPIENTS });
    const comparison = await audit(product, [id], sink);
    expect(comparison).toEqual(expectedAudit(RECIPIENTS, null));
    expect(comparison.repeats).toBeLessThanOrEqual(CONCURRENCY);
  });

  it('has the health, heartbeats, and metrics of both', async () => {
    expect(await product.health()).toMatchObject({ database: 'ok', redis: 'ok' });
    const beats = await product.db.query<{ kind: string; pid: number }>(
      'SELECT kind, pid FROM process_beats WHERE seen_at > NOW(3) - INTERVAL 15 SECOND AND pid = :pid ORDER BY kind',
      { pid: product.api.pid ?? 0 },
    );
    expect(beats.map(({ kind }) => kind)).toEqual(['api', 'worker']);
    const headers = { authorization: `Bearer ${ENV.METRICS_TOKEN}` };
    const metrics = await (await fetch(`${product.origin}/metrics`, { headers })).text();
    for (const name of ['carillon_http_request_seconds_count', 'carillon_events_carried_total', 'carillon_backlog{'])
      expect(metrics).toContain(name);
    // A killed process counts until its heartbeat is old.
    expect(metrics).toMatch(/carillon_processes\{kind="worker"\} [12]\b/);
  });

  it('stops in order: not ready at once, and after the emails under way', async () => {
    const gate = new SmtpGate(({ moment }) => moment === 'dot');
    sink.script = gate.script;
    const id = await createAndSend(product, 'stopped', RECIPIENTS);
    await waitUntil('emails are under way', () => gate.reached > 0);
    const pid = product.api.pid ?? 0;
    const ended = product.api.terminate();
    await waitUntil('it is not ready', async () => (await product.health()) === null);
    expect(product.api.pid).toBeDefined();
    gate.open();
    await ended;
    expect((await emailsByState(product.db, id))['sending']).toBeUndefined();
    expect(await product.db.query('SELECT kind FROM process_beats WHERE pid = :pid', { pid })).toEqual([]);
    product.api.start();
    await product.ready();
    await waitUntilSent(product, id);
    expect(await audit(product, [id], sink)).toEqual(expectedAudit(RECIPIENTS));
  });

  it('needs less memory than two processes, after the start and while it sends', async () => {
    const ports = { single: String(await freePort()), both: String(await freePort()) };
    const env = { ...ENV, SMTP_URL: sink.url };
    const single = await Product.start({
      ...{ name: 'memory-single', workers: 0, program: 'all.js' },
      env: { ...env, WORKER_METRICS_PORT: ports.single },
    });
    const ofSingle = await memoryOf(single, [single.origin]);
    // The worker's port serves the same process.
    expect((await sampleOf([`http://127.0.0.1:${ports.single}`])).heap).toBeGreaterThan(0);
    await single.api.terminate();
    const both = await Product.start({ name: 'memory-both', env: { ...env, WORKER_METRICS_PORT: ports.both } });
    const ofBoth = await memoryOf(both, [both.origin, `http://127.0.0.1:${ports.both}`]);
    note('memory', `MB of one process ${JSON.stringify(ofSingle)}, of API and worker ${JSON.stringify(ofBoth)}`);
    expect(ofSingle.started.resident).toBeLessThan(ofBoth.started.resident);
    expect(ofSingle.sending.resident).toBeLessThan(ofBoth.sending.resident);
  });

  interface Memory {
    readonly resident: number;
    readonly heap: number;
  }

  /** Adds up the memory of processes, in MB. */
  async function sampleOf(origins: readonly string[]): Promise<Memory> {
    let [resident, heap] = [0, 0];
    for (const origin of origins) {
      const headers = { authorization: `Bearer ${ENV.METRICS_TOKEN}` };
      const text = await (await fetch(`${origin}/metrics`, { headers })).text();
      const read = (name: string): number => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]) / 1e6;
      resident += read('process_resident_memory_bytes');
      heap += read('nodejs_heap_size_used_bytes');
    }
    return { resident: Math.round(resident), heap: Math.round(heap) };
  }

  /** The memory after the start, and the largest while a campaign is sent. */
  async function memoryOf(
    measured: Product,
    origins: readonly string[],
  ): Promise<{ started: Memory; sending: Memory }> {
    await waitUntil('the processes have metrics', () =>
      sampleOf(origins).then(
        ({ heap }) => heap > 0,
        () => false,
      ),
    );
    const started = await sampleOf(origins);
    const id = await createAndSend(measured, 'measured', MEASURED_RECIPIENTS);
    let sending = started;
    await waitUntil('the campaign is sent', async () => {
      const sample = await sampleOf(origins);
      sending = {
        resident: Math.max(sending.resident, sample.resident),
        heap: Math.max(sending.heap, sample.heap),
      };
      return (await statusOf(measured, id)) === 'sent';
    });
    return { started, sending };
  }

  it('stops in order if its port is in use', async () => {
    const second = product.another('all.js', { SHUTDOWN_GRACE: '0s' });
    second.start();
    const pid = second.pid ?? 0;
    await waitUntil('it has ended', () => second.pid === undefined);
    expect(second.said).toContain('EADDRINUSE');
    expect(await product.db.query('SELECT kind FROM process_beats WHERE pid = :pid', { pid })).toEqual([]);
  });

  it('refuses API_PROCESSES', async () => {
    const process = product.another('all.js', { API_PROCESSES: '2' });
    process.start();
    await waitUntil('it has ended', () => process.pid === undefined);
    expect(process.said).toContain('API_PROCESSES must be 1');
  });
});
