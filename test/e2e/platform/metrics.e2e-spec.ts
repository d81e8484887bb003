import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ALL_BACKLOGS } from '../../../src/operations/backlog-queries.js';
import { ProcessHeartbeat } from '../../../src/platform/health/process-heartbeat.js';
import { Metrics } from '../../../src/platform/metrics/metrics.js';
import { WorkerMetricsServer } from '../../../src/platform/metrics/worker-metrics.server.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { standingClock } from '../../support/standing-clock.js';
import { TcpProxy } from '../../support/tcp-proxy.js';
import { waitUntil } from '../../support/wait-until.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { World } from '../../support/world.js';

const DOCKER = resolve(__dirname, '../../../docker');
const BODY = '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';
/** Names of Prometheus itself, and labels that rules add. */
const NAME = /\b(?:carillon|nodejs|process)_[a-z0-9_]+/g;

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string }[];
}

describe('metrics', () => {
  let world: World;
  let sink: SmtpSink;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url, WORKER_METRICS_PORT: '0', METRICS_TOKEN: 'let me in' } });
    receiver = await WebhookReceiver.start(world.config.dataDir);
  });

  const ofApi = async (): Promise<string> =>
    (await world.http.get('/metrics').set('Authorization', 'Bearer let me in').expect(200)).text;
  const workerUrl = (): string =>
    `http://127.0.0.1:${world.worker!.get(WorkerMetricsServer, { strict: false }).port ?? 0}`;
  const ofWorker = async (): Promise<string> =>
    (await fetch(`${workerUrl()}/metrics`, { headers: { authorization: 'Bearer let me in' } })).text();
  const valueOf = (text: string, sample: string): number | undefined => {
    const line = text.split('\n').find((one) => one.startsWith(`${sample} `));
    return line === undefined ? undefined : Number(line.slice(sample.length + 1));
  };

  /** All published names; a histogram has three. */
  const namesIn = (text: string): Set<string> =>
    new Set(
      [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    );

  describe('of requests', () => {
    it('are labeled by declared route, never by the requested path', async () => {
      const { id } = await world.given.contact({ email: 'watched@example.com' });
      await world.all.get(`/subscribers/${id}`).expect(200);
      await world.all.get('/subscribers/987654321').expect(404);
      await world.all.get('/subscribers?search=watched%40example.com').expect(200);
      await world.all.get('/no-such-thing-as-this').expect(404);
      await world.anonymous.get('/lists').expect(401);
      await world.all.post('/lists').set('Content-Type', 'application/json').send('{"a":').expect(400);
      const text = await ofApi();
      const name = 'carillon_http_request_seconds_count';
      expect(valueOf(text, `${name}{method="GET",route="/api/v2/subscribers/:id",status="200"}`)).toBe(1);
      expect(valueOf(text, `${name}{method="GET",route="/api/v2/subscribers/:id",status="404"}`)).toBe(1);
      expect(valueOf(text, `${name}{method="GET",route="/api/v2/lists",status="401"}`)).toBe(1);
      expect(valueOf(text, `${name}{method="GET",route="none",status="404"}`)).toBeGreaterThanOrEqual(1);
      expect(valueOf(text, `${name}{method="POST",route="/api/v2/lists",status="400"}`)).toBe(1);
      expect(text).not.toMatch(/watched|987654321|no-such-thing|@/);
    });
  });

  describe('of backlogs', () => {
    it('count due work and its age for every kind of work', async () => {
      await world.settle();
      const { registry } = world.api.get(Metrics, { strict: false });
      const depths = async (): Promise<Record<string, number | undefined>> => {
        const text = await registry.metrics();
        return Object.fromEntries(
          ALL_BACKLOGS.map(({ queue }) => [queue, valueOf(text, `carillon_backlog{queue="${queue}"}`)]),
        );
      };
      const nothing = Object.fromEntries(ALL_BACKLOGS.map(({ queue }) => [queue, 0]));
      // Results of an earlier test are cached for some seconds.
      await waitUntil('nothing is due', async () => isDeepStrictEqual(await depths(), nothing));
    });
  });

  describe('of the worker', () => {
    it('are served on the configured port with the token', async () => {
      expect((await fetch(`${workerUrl()}/metrics`)).status).toBe(401);
      expect((await fetch(`${workerUrl()}/metrics`, { headers: { authorization: 'Bearer guessed' } })).status).toBe(
        401,
      );
      const live = await fetch(`${workerUrl()}/health/live`);
      expect([live.status, await live.json()]).toEqual([200, { status: 'ok' }]);
      expect((await fetch(`${workerUrl()}/api/v2/lists`)).status).toBe(404);
      expect((await fetch(`${workerUrl()}/metrics`, { method: 'POST' })).status).toBe(404);
    });

    it('count emails, events, webhook calls, and import rows by outcome', async () => {
      await world.given.webhook({ url: receiver.url, events: ['contact.created'] });
      const { body } = await world.all
        .post('/imports')
        .send({ rows: [{ email: 'one@example.com' }, { email: 'no address' }], map: { email: 'email' } })
        .expect(202);
      await world.settle();
      const list = await world.given.list();
      await world.given.contact({ lists: [list.id] });
      const { id } = await world.given.campaign({ email_subject: 'Hello', email_body: BODY, lists: [list.id] });
      await world.all.post(`/campaigns/${id}/send`).expect(200);
      await world.settle();
      const text = await ofWorker();
      expect(body.import.id).toBeGreaterThan(0);
      expect(valueOf(text, 'carillon_bulk_rows_total{outcome="created"}')).toBe(1);
      expect(valueOf(text, 'carillon_bulk_rows_total{outcome="invalid"}')).toBe(1);
      expect(valueOf(text, 'carillon_mails_total{sender="0",outcome="accepted"}')).toBe(1);
      expect(valueOf(text, 'carillon_webhook_attempts_total{outcome="success"}')).toBeGreaterThanOrEqual(1);
      expect(valueOf(text, 'carillon_events_carried_total')).toBeGreaterThanOrEqual(3);
      expect(text).not.toContain('@');
    });
  });

  describe('used for monitoring', () => {
    const publishedNames = async (): Promise<Set<string>> =>
      new Set([...namesIn(await ofApi()), ...namesIn(await ofWorker())]);
    const dashboard = (): { title: string; uid: string; panels: readonly Panel[] } =>
      JSON.parse(readFileSync(join(DOCKER, 'grafana/carillon.json'), 'utf8'));
    const expressions = (): string[] =>
      dashboard().panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    const alerts = (): string => readFileSync(join(DOCKER, 'prometheus/alerts.yml'), 'utf8');
    const unknownIn = (text: string, names: ReadonlySet<string>): string[] =>
      [...new Set(text.match(NAME) ?? [])].filter((name) => !names.has(name));

    it('on the dashboard are all published by the API or a worker', async () => {
      expect(expressions().length).toBeGreaterThan(30);
      expect(unknownIn(expressions().join('\n'), await publishedNames())).toEqual([]);
    });

    it('in the rules are all published by the API or a worker', async () => {
      expect(alerts().match(/- alert: /g)!.length).toBeGreaterThan(12);
      const rules = [...alerts().matchAll(/expr:([\s\S]+?)(?=\n {8}(?:for|labels|annotations):)/g)].map(
        ([, expr]) => expr,
      );
      expect(rules).toHaveLength(alerts().match(/- alert: /g)!.length);
      expect(unknownIn(rules.join('\n'), await publishedNames())).toEqual([]);
    });

    it('are missed by these tests if they do not exist', async () => {
      expect(unknownIn('rate(carillon_no_such_thing_total[5m])', await publishedNames())).toEqual([
        'carillon_no_such_thing_total',
      ]);
    });

    it('name existing queues', () => {
      const known = ALL_BACKLOGS.map(({ queue }) => queue);
      const asked = [...`${expressions().join('\n')}\n${alerts()}`.matchAll(/carillon_backlog\w*\{queue="(\w+)"\}/g)];
      expect(asked.length).toBeGreaterThan(8);
      expect(asked.map(([, queue]) => queue).filter((queue) => !known.includes(queue ?? ''))).toEqual([]);
    });

    it('are all on the dashboard', async () => {
      const own = [...(await publishedNames())].filter(
        (name) => name.startsWith('carillon_') && !/_(bucket|sum|count)$/.test(name),
      );
      const shown = expressions().join('\n');
      expect(own.filter((name) => !shown.includes(name))).toEqual([]);
    });

    it('are on a dashboard that Grafana accepts, without overlapping panels', () => {
      const { title, uid, panels } = dashboard();
      expect([title, uid]).toEqual(['Carillon', 'carillon']);
      for (const { x, w } of panels.map(({ gridPos }) => gridPos)) expect(x + w).toBeLessThanOrEqual(24);
      const overlaps = panels.flatMap((a, index) =>
        panels
          .slice(index + 1)
          .filter(
            ({ gridPos: b }) =>
              a.gridPos.x < b.x + b.w &&
              b.x < a.gridPos.x + a.gridPos.w &&
              a.gridPos.y < b.y + b.h &&
              b.y < a.gridPos.y + a.gridPos.h,
          )
          .map((b) => `${a.title} / ${b.title}`),
      );
      expect(overlaps).toEqual([]);
    });
  });

  // Passport keeps strategies globally: the latest environment in a process authenticates all requests, so the one above
  // gets none after these tests.
  describe('in a separate environment', () => {
    it('report work without a worker', async () => {
      const alone = await World.start({ worker: false });
      try {
        await alone.given.contact();
        const webhook = await alone.given.webhook({ url: 'https://127.0.0.1:9443/hook' });
        const list = await alone.given.list();
        await alone.given.contact({ lists: [list.id] });
        const { id } = await alone.given.campaign({ email_subject: 'Hi', email_body: BODY, lists: [list.id] });
        await alone.db.transaction(async (tx) => {
          await tx.execute(
            `INSERT INTO webhook_deliveries (webhook_id, event, next_attempt_at) VALUES (:id, 'contact.created', NOW(3) - INTERVAL 90 SECOND)`,
            { id: webhook.id },
          );
          await tx.execute(
            `INSERT INTO sendings (source_type, source_id, state) VALUES ('campaign', :id, 'open'), ('funnel', 7, 'open')`,
            { id },
          );
          await tx.execute(
            `INSERT INTO email_messages (source_type, source_id, recipient_key, content_id, state, next_attempt_at, created_at)
             VALUES ('campaign', :id, 'a', 1, 'pending', NULL, NOW(3) - INTERVAL 30 SECOND),
                    ('funnel', 7, 'b', 1, 'deferred', NOW(3) - INTERVAL 200 SECOND, NOW(3) - INTERVAL 1 DAY),
                    ('funnel', 7, 'c', 1, 'pending', NOW(3) + INTERVAL 1 HOUR, NOW(3) - INTERVAL 1 DAY)`,
            { id },
          );
          await tx.execute(
            `INSERT INTO sending_tallies (source_type, source_id, shard, enrolled, sent) VALUES ('campaign', :id, 0, 5, 4), ('funnel', 7, 1, 2, 0)`,
            { id },
          );
          await tx.execute(`INSERT INTO bulk_jobs (kind, status, options) VALUES ('import', 'queued', '{}')`);
          await tx.execute(`INSERT INTO email_hit_inbox (entry) VALUES ('{}')`);
          await tx.execute(`INSERT INTO parked_events (event_id, subscriber, error) VALUES (1, 'x', 'y')`);
          await tx.execute(
            `INSERT INTO scheduled_report_runs (report_id, period_key, state, from_day, to_day, due_at)
             VALUES (1, 'a', 'waiting', '2026-01-01', '2026-01-01', NOW(3) - INTERVAL 70 SECOND),
                    (1, 'b', 'waiting', '2026-01-02', '2026-01-02', NOW(3) + INTERVAL 1 HOUR)`,
          );
        });
        const text = (await alone.http.get('/metrics').expect(200)).text;
        const depth = (queue: string) => valueOf(text, `carillon_backlog{queue="${queue}"}`);
        const oldest = (queue: string) => valueOf(text, `carillon_backlog_oldest_seconds{queue="${queue}"}`);
        expect(depth('events')).toBeGreaterThanOrEqual(2);
        expect(depth('parked_events')).toBe(1);
        expect(depth('mails')).toBe(3);
        expect(oldest('mails')).toBeGreaterThanOrEqual(200);
        expect(oldest('mails')).toBeLessThan(86_400);
        expect(depth('webhook_deliveries')).toBe(1);
        expect(oldest('webhook_deliveries')).toBeGreaterThanOrEqual(90);
        expect(depth('bulk_jobs')).toBe(1);
        expect(depth('hits')).toBe(1);
        expect(depth('scheduled_reports')).toBe(1);
        expect(oldest('scheduled_reports')).toBeGreaterThanOrEqual(70);
        expect(valueOf(text, 'carillon_processes{kind="api"}')).toBe(1);
        expect(valueOf(text, 'carillon_processes{kind="worker"}')).toBe(0);
        expect(valueOf(text, 'carillon_database_connections{state="waited_for"}')).toBe(0);
        expect(valueOf(text, 'carillon_database_connections{state="idle"}')).toBeGreaterThanOrEqual(1);
      } finally {
        await alone.stop();
      }
    });

    it('count enrollments whose next step is due', async () => {
      const alone = await World.start({ worker: false });
      try {
        await alone.db.transaction(async (tx) => {
          await tx.execute(
            `INSERT INTO funnels (id, title, trigger_name, status, conditions, settings)
             VALUES (7, 'f', 'list_applied', 'published', '{}', '{}')`,
          );
          await tx.execute(
            `INSERT INTO funnel_entries (funnel_id, contact_id, version_id, arrived_at, due_at, entered_at)
             VALUES (7, 1, 1, NOW(3), NOW(3) - INTERVAL 50 SECOND, NOW(3)), (7, 2, 1, NOW(3), NOW(3) + INTERVAL 1 HOUR, NOW(3))`,
          );
        });
        const text = (await alone.http.get('/metrics').expect(200)).text;
        expect(valueOf(text, 'carillon_backlog{queue="funnel_steps"}')).toBe(1);
      } finally {
        await alone.stop();
      }
    });

    it('report that the database is unavailable, and no stale values', async () => {
      const proxy = await TcpProxy.before(process.env['TEST_DATABASE_URL'] ?? '');
      const behind = await World.start({ worker: false, throughDatabase: (url) => proxy.through(url) });
      const clock = standingClock();
      try {
        const scrape = async (): Promise<string> => {
          // Results are cached for some seconds.
          clock.forward(10_000);
          return (await behind.http.get('/metrics').expect(200)).text;
        };
        await waitUntil('the database answers in time', async () =>
          (await scrape()).includes('carillon_database_reachable 1'),
        );
        await proxy.cut();
        const during = await scrape();
        expect(valueOf(during, 'carillon_database_reachable')).toBe(0);
        expect(during).not.toContain('carillon_backlog{');
        expect(during).not.toContain('carillon_processes{');
        await proxy.restore();
      } finally {
        await behind.stop();
      }
    });

    it('are not served by a worker by default, and a port in use does not stop the worker', async () => {
      const quiet = await World.start();
      expect(quiet.worker!.get(WorkerMetricsServer, { strict: false }).port).toBeNull();
      await quiet.stop();
      const taken = new URL(workerUrl()).port;
      const second = await World.start({ env: { WORKER_METRICS_PORT: taken } });
      await second.given.contact();
      await second.settle();
      await second.stop();
    });

    it('remove processes that stop at once, and killed ones after a while', async () => {
      const alive = async (target: World): Promise<string[]> =>
        (await target.db.query<{ kind: string }>('SELECT kind FROM process_beats ORDER BY kind')).map(
          ({ kind }) => kind,
        );
      const other = await World.start();
      expect(await alive(other)).toEqual(['api', 'worker']);
      await other.worker!.close();
      expect(await alive(other)).toEqual(['api']);
      await other.db.transaction((tx) =>
        tx.execute(
          `INSERT INTO process_beats (process_id, kind, host, pid, seen_at) VALUES ('killed', 'worker', 'h', 1, NOW(3) - INTERVAL 40 SECOND)`,
        ),
      );
      const text = (await other.http.get('/metrics').expect(200)).text;
      expect(valueOf(text, 'carillon_processes{kind="worker"}')).toBe(0);
      await other.db.transaction((tx) =>
        tx.execute(`UPDATE process_beats SET seen_at = NOW(3) - INTERVAL 2 DAY WHERE process_id = 'killed'`),
      );
      await other.api.get(ProcessHeartbeat, { strict: false }).onApplicationBootstrap();
      expect(await alive(other)).not.toContain('worker');
      await other.stop();
    });
  });
});
