import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DynamicModule, type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { __resetOutOfContextForTests } from 'nestjs-pino/PinoLogger.js';
import supertest from 'supertest';
import { ulid } from 'ulid';
import { ApiModule } from '../../src/api.module.js';
import { setUpHttp } from '../../src/app.setup.js';
import { ManagersService } from '../../src/modules/auth/managers/managers.service.js';
import type { ManagerRole } from '../../src/modules/auth/managers/manager.entity.js';
import { PERMISSIONS, type Permission } from '../../src/platform/access/permissions.js';
import { SearchBacklogScheduler } from '../../src/modules/contacts/search/search-backlog.scheduler.js';
import { SpooledOptOuts } from '../../src/modules/sending/opt-outs/spooled-opt-outs.service.js';
import { TrackingStream } from '../../src/modules/tracking/tracking-stream.service.js';
import { FunnelStepsScheduler } from '../../src/modules/funnels/engine/funnel-steps.scheduler.js';
import { DatabaseClock } from '../../src/platform/clock/database-clock.js';
import { type AppConfig, parseConfig } from '../../src/platform/config/config.js';
import { Database } from '../../src/platform/database/database.js';
import { OUTBOUND_OVERRIDES, type OutboundOverrides } from '../../src/platform/outbound-http/outbound-http.js';
import { Relay } from '../../src/platform/outbox/relay.js';
import { WorkerModule } from '../../src/worker.module.js';
import { ApiClient } from './api-client.js';
import { Given } from './given.js';
import { storeApiDocument } from './response-check/store-api-document.js';
import { responseCheck } from './response-check/response-check.js';
import { stopAtEnd } from './stop-at-end.js';
import { migratedDatabase, pooledDatabase, type TestDatabase } from './test-database.js';

export interface WorldOptions {
  /** Changes to the configuration, as environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** Without a worker nothing is processed in the background: for tests of single steps. */
  readonly worker?: boolean;
  /** Shorter timeouts for external calls, or name servers of the test. */
  readonly outbound?: OutboundOverrides;
  /** Redirects the product to its database, for example through a proxy that can interrupt it. */
  readonly throughDatabase?: (url: string) => string;
}

const SEARCH_BACKLOG = 'SELECT COUNT(*) AS due FROM contact_search_backlog';

/**
 * Work that must be done before the system is idle; each query returns the amount of due work. A statement sees rows that were
 * committed after its NOW(3), and would take them for work of the future; SYSDATE(3) is never earlier than what the statement sees.
 */
const BUSY = [
  "SELECT COUNT(*) AS due FROM domain_events WHERE state = 'new'",
  'SELECT COUNT(*) AS due FROM late_subscribers l JOIN relay_state s ON l.position < s.last_position',
  'SELECT COUNT(*) AS due FROM membership_cleanups',
  'SELECT COUNT(*) AS due FROM bounce_backlog',
  "SELECT COUNT(*) AS due FROM bulk_jobs WHERE status IN ('queued', 'running')",
  SEARCH_BACKLOG,
  // A working campaign that only waits (for a retry, for the mail server) counts as idle.
  `SELECT COUNT(*) AS due FROM campaigns c
    WHERE c.status = 'working' AND c.deleted_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM sendings s WHERE s.source_type = 'campaign' AND s.source_id = c.id
                         AND s.waiting_until > SYSDATE(3))
      AND (c.snapshot_done = 0 OR NOT EXISTS (
        SELECT 1 FROM email_messages m WHERE m.source_type = 'campaign' AND m.source_id = c.id
           AND m.state IN ('deferred', 'pending') AND m.next_attempt_at > SYSDATE(3) + INTERVAL 3 SECOND)
        OR EXISTS (
        SELECT 1 FROM email_messages m WHERE m.source_type = 'campaign' AND m.source_id = c.id
           AND (m.state = 'sending' OR (m.state = 'pending'
                AND (m.next_attempt_at IS NULL OR m.next_attempt_at <= SYSDATE(3) + INTERVAL 3 SECOND)))))`,
  // Single emails and those of funnels belong to no campaign; their sending runs never end.
  `SELECT COUNT(*) AS due FROM sendings s JOIN email_messages m ON m.source_type = s.source_type AND m.source_id = s.source_id
    WHERE s.source_type IN ('single', 'funnel') AND s.state = 'open' AND (s.waiting_until IS NULL OR s.waiting_until <= SYSDATE(3))
      AND (m.state = 'sending' OR (m.state IN ('pending', 'deferred')
           AND (m.next_attempt_at IS NULL OR m.next_attempt_at <= SYSDATE(3))))`,
  `SELECT COUNT(*) AS due FROM campaign_experiments e JOIN campaigns c ON c.id = e.campaign_id
    WHERE e.state = 'releasing' AND c.status = 'working' AND c.deleted_at IS NULL`,
  'SELECT COUNT(*) AS due FROM campaign_guardrails WHERE tripped IS NOT NULL',
  `SELECT COUNT(*) AS due FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id AND w.status = 'active'
    WHERE d.status = 'pending' AND (d.next_attempt_at <= SYSDATE(3) OR d.lease_owner IS NOT NULL)`,
  `SELECT COUNT(*) AS due FROM webhook_replays r JOIN webhooks w ON w.id = r.webhook_id AND w.status = 'active'
    WHERE r.status = 'running'`,
  `SELECT COUNT(*) AS due FROM webhooks WHERE resuming_at IS NOT NULL AND status = 'active'`,
];

/** The time of the clock of funnels, read at :readAt, when the statement sees the rows. */
const FUNNEL_TIME = ':now + INTERVAL TIMESTAMPDIFF(MICROSECOND, :readAt, SYSDATE(3)) MICROSECOND';

const DUE_IN_FUNNELS = `SELECT
    (SELECT COUNT(*) FROM funnel_entries e JOIN funnels f ON f.id = e.funnel_id AND f.status = 'published'
      WHERE e.due_at <= ${FUNNEL_TIME} AND f.deleted_at IS NULL)
  + (SELECT COUNT(*) FROM funnels WHERE migrating <> 0 AND deleted_at IS NULL)
  + (SELECT COUNT(*) FROM funnel_entries e JOIN funnels f ON f.id = e.funnel_id AND f.deleted_at IS NOT NULL)
  + (SELECT COUNT(*) FROM funnel_http_calls
      WHERE state = 'calling' OR (state = 'pending' AND next_attempt_at <= ${FUNNEL_TIME}))`;

const SETTLE_TIMEOUT_MS = 30_000;

/** The whole product for one test file: API and worker in this process, with its own database and key prefix. */
export class World {
  readonly given: Given;
  private readonly clients = new Map<string, ApiClient>();

  private constructor(
    readonly config: AppConfig,
    readonly env: Readonly<Record<string, string>>,
    readonly api: NestExpressApplication,
    readonly worker: INestApplicationContext | null,
    private readonly database: TestDatabase,
    private readonly everything: ApiClient,
  ) {
    this.given = new Given(this.everything);
  }

  static async start(options: WorldOptions = {}): Promise<World> {
    // A statement that a proxy cut off may still run after the end of the test.
    const database = options.throughDatabase ? await migratedDatabase() : await pooledDatabase();
    const env = environmentOf(database, options);
    const config = parseConfig(env);
    const started: INestApplicationContext[] = [];
    try {
      // The library keeps the first logger of a process, but a process has one world after another.
      __resetOutOfContextForTests();
      const api = await NestFactory.create<NestExpressApplication>(within(ApiModule.with(config), options), {
        bodyParser: false,
        ...QUIET,
      });
      started.push(api);
      responseCheck.watch(api, config);
      setUpHttp(api, config);
      storeApiDocument(api, config);
      await api.listen(0, '127.0.0.1');
      const worker =
        options.worker === false
          ? null
          : await NestFactory.createApplicationContext(within(WorkerModule.with(config), options), QUIET);
      if (worker) started.push(worker);
      const everything = await clientOf(api, config, PERMISSIONS, 'manager');
      return stopAtEnd(new World(config, env, api, worker, database, everything));
    } catch (error) {
      // An open handle prevents jest from exiting.
      for (const application of started) await application.close();
      await database.stop();
      throw error;
    }
  }

  get db(): Database {
    return this.api.get(Database, { strict: false });
  }

  /** The address of the API, for tests without an API client. */
  get origin(): string {
    const { port } = this.api.getHttpServer().address() as { port: number };
    return `http://127.0.0.1:${port}`;
  }

  /** A client with exactly these permissions; `all` has every one. */
  async as(...permissions: readonly Permission[]): Promise<ApiClient> {
    const key = [...permissions].sort().join();
    const known = this.clients.get(key);
    if (known) return known;
    const client = await clientOf(this.api, this.config, permissions, 'manager');
    this.clients.set(key, client);
    return client;
  }

  get all(): ApiClient {
    return this.everything;
  }

  get anonymous(): ApiClient {
    return new ApiClient(this.api, this.config, null);
  }

  async administrator(): Promise<ApiClient> {
    return clientOf(this.api, this.config, PERMISSIONS, 'administrator');
  }

  /** Requests outside the API prefix: tracking links, health, documentation. */
  get http(): ReturnType<typeof supertest> {
    return supertest(this.api.getHttpServer());
  }

  /** Runs relay, queues, and senders until no due work is left. */
  async settle(): Promise<void> {
    let deadline = Date.now() + SETTLE_TIMEOUT_MS;
    let before = '';
    for (;;) {
      const optOuts = await this.waitingOptOuts();
      await this.worker?.get(Relay, { strict: false }).drain();
      // Before the events that they raise. Without a worker, tracking events are not processed.
      const hits = this.worker ? await this.gatheredHits() : 0;
      const due = [...(await this.dueInDatabase()), hits, optOuts];
      if (due.every((count) => count === 0)) {
        // What the relay does after it delivered the events, such as invalidating cached reports, may still be under way.
        await this.worker?.get(Relay, { strict: false }).idle();
        return;
      }
      // While there is progress, there may be a lot of work.
      if (due.join() !== before) deadline = Date.now() + SETTLE_TIMEOUT_MS;
      before = due.join();
      if (Date.now() > deadline)
        throw new Error(
          `the world did not settle: ${JSON.stringify(due)} left of ${BUSY.join(' | ')} | ${DUE_IN_FUNNELS}, hits, opt-outs`,
        );
      await sleep(20);
    }
  }

  /** On a busy machine they are spooled to files first, as with a busy database. */
  private async waitingOptOuts(): Promise<number> {
    const folder = join(this.config.dataDir, 'spool', 'opt-outs');
    await this.api.get(SpooledOptOuts, { strict: false }).carry();
    return existsSync(folder) ? readdirSync(folder).length : 0;
  }

  /** In one statement, which sees one moment: work that moves from one queue to another between queries would be missed. */
  private async dueInDatabase(): Promise<number[]> {
    const times = this.worker ? await this.timesOfFunnels(this.worker) : undefined;
    const queries = [...BUSY, ...(times ? [DUE_IN_FUNNELS] : [])];
    const [counts] = await this.db.query<Record<string, number>>(
      `SELECT ${queries.map((sql, index) => `(${sql}) AS due${index}`).join(', ')}`,
      { ...times },
    );
    const due = queries.map((_sql, index) => counts?.[`due${index}`] ?? 0);
    // Its own interval is seconds.
    if ((due[BUSY.indexOf(SEARCH_BACKLOG)] ?? 0) > 0)
      void this.worker?.get(SearchBacklogScheduler, { strict: false }).tick();
    if ((due[BUSY.length] ?? 0) > 0) await this.worker?.get(FunnelStepsScheduler, { strict: false }).sweep();
    return due;
  }

  /** The clock of funnels, which a test may have moved, and when it was read, which no test moves. Without a worker no step runs. */
  private async timesOfFunnels(worker: INestApplicationContext): Promise<Readonly<Record<'now' | 'readAt', Date>>> {
    const [read] = await this.db.query<{ at: Date }>('SELECT SYSDATE(3) AS at');
    const now = await worker.get(DatabaseClock, { strict: false }).now(this.db);
    return { now, readAt: read!.at };
  }

  /** Opens and clicks that are not processed yet. */
  async gatheredHits(): Promise<number> {
    const [inbox] = await this.db.query<{ due: number }>('SELECT COUNT(*) AS due FROM email_hit_inbox');
    // A request waits 50 ms for Redis; on a busy machine it is retried.
    const stream = await this.api
      .get(TrackingStream, { strict: false })
      .length()
      .catch(() => 1);
    return (inbox?.due ?? 0) + stream;
  }

  async stop(): Promise<void> {
    await this.worker?.close();
    await this.api.close();
    await this.database.stop();
    rmSync(this.config.dataDir, { recursive: true, force: true });
  }
}

@Module({})
class Overridden {}

/** The module with the overrides of the test for external systems. */
function within(module: DynamicModule, { outbound }: WorldOptions): DynamicModule {
  if (!outbound) return module;
  const providers = [{ provide: OUTBOUND_OVERRIDES, useValue: outbound }];
  return { module: Overridden, global: true, imports: [module], providers, exports: [OUTBOUND_OVERRIDES] };
}

const QUIET = { bufferLogs: true, abortOnError: false } as const;

const unchanged = (url: string): string => url;

function environmentOf(
  database: TestDatabase,
  { env = {}, throughDatabase = unchanged }: WorldOptions,
): Record<string, string> {
  return {
    NODE_ENV: 'test',
    DATABASE_URL: throughDatabase(database.url),
    DATABASE_POOL_SIZE: '10',
    REDIS_URL: process.env['TEST_REDIS_URL'] ?? '',
    REDIS_PREFIX: `t${ulid().toLowerCase()}`,
    APP_SECRET: 'a secret for tests only, 32 characters and more',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'carillon-world-')),
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
    RATE_LIMIT_PER_MINUTE: '0',
    RATE_LIMIT_REPORTS_PER_MINUTE: '0',
    RATE_LIMIT_LIVE_PER_MINUTE: '0',
    RATE_LIMIT_EXPORTS_PER_MINUTE: '0',
    // However slow the machine is, tests must see recent changes.
    REPORT_SLOW_THRESHOLD: '1h',
    PUBLIC_URL: 'http://carillon.test',
    HIT_HOLD: '0s',
    ...env,
  };
}

async function clientOf(
  api: NestExpressApplication,
  config: AppConfig,
  permissions: readonly Permission[],
  role: ManagerRole,
): Promise<ApiClient> {
  const issued = await api
    .get(ManagersService, { strict: false })
    .create({ username: `manager-${ulid().toLowerCase()}`, email: null, role, permissions });
  return new ApiClient(api, config, { username: issued.username, password: issued.application_password });
}
