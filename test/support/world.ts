import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DynamicModule, type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Pool, PoolConnection } from 'mysql2';
import supertest from 'supertest';
import { DataSource } from 'typeorm';
import { ulid } from 'ulid';
import { __resetOutOfContextForTests } from '../../node_modules/nestjs-pino/dist/cjs/PinoLogger.js';
import { ApiModule } from '../../src/api.module.js';
import { ALL_BACKLOGS } from '../../src/operations/backlog-queries.js';
import { setUpHttp } from '../../src/app.setup.js';
import { ManagersService } from '../../src/modules/auth/managers/managers.service.js';
import type { ManagerRole } from '../../src/modules/auth/managers/manager.entity.js';
import { PERMISSIONS, type Permission } from '../../src/platform/access/permissions.js';
import { SearchBacklogScheduler } from '../../src/modules/contacts/search/search-backlog-processor.service.js';
import { SpooledOptOuts } from '../../src/modules/sending/opt-outs/spooled-opt-outs.service.js';
import { trackingKeys } from '../../src/modules/tracking/tracking-event.js';
import { FunnelStepsScheduler } from '../../src/modules/funnels/engine/funnel-steps.scheduler.js';
import { DatabaseClock } from '../../src/platform/clock/clock.js';
import { type AppConfig, parseConfig, APP_CONFIG } from '../../src/platform/config/config.js';
import { Database } from '../../src/platform/database/database.js';
import { OUTBOUND_OVERRIDES, type OutboundOverrides } from '../../src/platform/outbound-http/outbound-http.js';
import { unfinishedQueues } from '../../src/platform/metrics/backlog.js';
import { Relay } from '../../src/platform/outbox/relay.js';
import { RequestRedis } from '../../src/platform/redis/redis.js';
import { WorkerModule } from '../../src/worker.module.js';
import { ApiClient } from './api-client.js';
import { CEILING_MS } from './ceiling.js';
import { Given } from './given.js';
import { storeApiDocument } from './response-check/store-api-document.js';
import { responseCheck } from './response-check/response-check.js';
import { stopAtEnd } from './stop-at-end.js';
import { migratedDatabase, pooledDatabase, type TestDatabase } from './test-database.js';
import { waitUntil } from './wait-until.js';

// The package exports only its index.

export interface WorldOptions {
  /** Changes to the configuration, as environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** Without a worker nothing is processed in the background: for tests of single steps. */
  readonly worker?: boolean;
  /** Shorter timeouts for external calls, or name servers of the test. */
  readonly outbound?: OutboundOverrides;
  /** Redirects the product to its database, for example through a proxy that can interrupt it. */
  readonly throughDatabase?: (url: string) => string;
  /** Writes to the new database before API and worker start. */
  readonly prepare?: (config: AppConfig) => Promise<void>;
}

/** The time of DatabaseClock, read at :readAt, when the statement sees the rows. */
const MOVED_TIME = '(:now + INTERVAL TIMESTAMPDIFF(MICROSECOND, :readAt, SYSDATE(3)) MICROSECOND)';

/**
 * Whether work is due or in progress, by queue. A statement sees rows that were committed after its NOW(3), and would take them for work of
 * the future; SYSDATE(3) is never earlier than what the statement sees.
 */
const UNFINISHED = unfinishedQueues(ALL_BACKLOGS, ({ byDatabaseClock }) =>
  byDatabaseClock
    ? { now: MOVED_TIME, soon: MOVED_TIME }
    : { now: 'SYSDATE(3)', soon: 'SYSDATE(3) + INTERVAL 3 SECOND' },
);
const BY_MOVED_CLOCK = new Set(ALL_BACKLOGS.flatMap(({ queue, byDatabaseClock }) => (byDatabaseClock ? [queue] : [])));

type Acquire = (callback: (error: NodeJS.ErrnoException | null, connection: PoolConnection) => void) => void;

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
      await options.prepare?.(config);
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
      for (const application of started) waitForServers(application, options);
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
    let due: string[] = [];
    await waitUntil(
      () => `nothing is due, but ${due.join(', ')}`,
      async () => {
        const optOuts = await this.waitingOptOuts();
        await this.worker?.get(Relay, { strict: false }).drain();
        // Before the events that they raise. Without a worker, tracking events are not processed.
        const hits = this.worker ? await this.gatheredHits() : 0;
        due = await this.dueInDatabase();
        if (hits > 0) due.push('tracking events');
        if (optOuts > 0) due.push('opt-outs');
        return due.length === 0;
      },
    );
    // What the relay does after it delivered the events, such as invalidating cached reports, may still be under way.
    await this.worker?.get(Relay, { strict: false }).idle();
  }

  /** On a busy machine they are spooled to files first, as with a busy database. */
  private async waitingOptOuts(): Promise<number> {
    const folder = join(this.config.dataDir, 'spool', 'opt-outs');
    await this.api.get(SpooledOptOuts, { strict: false }).carry();
    return existsSync(folder) ? readdirSync(folder).length : 0;
  }

  /** Returns the queues with due work. */
  private async dueInDatabase(): Promise<string[]> {
    const [row] = await this.db.query<Record<string, number>>(UNFINISHED, { ...(await this.movedTime()) });
    const due = Object.entries(row ?? {}).flatMap(([queue, isDue]) => (isDue === 1 ? [queue] : []));
    // Its own interval is seconds.
    if (due.includes('contact_search')) void this.worker?.get(SearchBacklogScheduler, { strict: false }).tick();
    if (due.some((queue) => BY_MOVED_CLOCK.has(queue)))
      await this.worker?.get(FunnelStepsScheduler, { strict: false }).sweep();
    // Without a worker no step runs.
    return this.worker ? due : due.filter((queue) => !BY_MOVED_CLOCK.has(queue));
  }

  /** DatabaseClock, which a test may have moved, and when it was read, which no test moves. */
  private async movedTime(): Promise<Readonly<Record<'now' | 'readAt', Date>>> {
    const [read] = await this.db.query<{ at: Date }>('SELECT SYSDATE(3) AS at');
    const now = await (this.worker ?? this.api).get(DatabaseClock, { strict: false }).now(this.db);
    return { now, readAt: read!.at };
  }

  /** Opens and clicks that are not processed yet. */
  async gatheredHits(): Promise<number> {
    const [inbox] = await this.db.query<{ due: number }>('SELECT COUNT(*) AS due FROM email_hit_inbox');
    // A request waits 50 ms for Redis; on a busy machine it is retried.
    const redis = this.api.get(RequestRedis, { strict: false });
    const { stream } = trackingKeys(this.api.get<AppConfig>(APP_CONFIG, { strict: false }));
    return (inbox?.due ?? 0) + (redis.ready ? await redis.client.xlen(stream).catch(() => 1) : 0);
  }

  async stop(): Promise<void> {
    await this.worker?.close();
    await this.api.close();
    await this.database.stop();
    rmSync(this.config.dataDir, { recursive: true, force: true });
  }
}

/** A slow machine must not count as a Redis or a database pool that does not answer. Tests that interrupt them need the timeouts. */
function waitForServers(application: INestApplicationContext, { env, throughDatabase }: WorldOptions): void {
  if (env?.['REDIS_URL'] === undefined)
    application.get(RequestRedis, { strict: false }).client.options.commandTimeout = CEILING_MS;
  if (throughDatabase) return;
  const { pool } = application.get(DataSource, { strict: false }).driver as unknown as { readonly pool: Pool };
  const acquire = pool.getConnection.bind(pool) as Acquire;
  const acquireUntilServed: Acquire = (callback) => {
    acquire((error, connection) => {
      if (error?.code === 'POOL_ACQUIRE_TIMEOUT') acquireUntilServed(callback);
      else callback(error, connection);
    });
  };
  pool.getConnection = acquireUntilServed as never;
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
