import { Get, HttpStatus, Res } from '@nestjs/common';
import { ApiOkResponse, ApiServiceUnavailableResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import { Resource } from '../http/resource.js';
import { Public, Answers } from '../access/operation.js';
import { BEAT } from '../database/replicas.js';
import { RequestRedis } from '../redis/redis.js';
import { TIMED_OUT, withTimeout } from '../values/with-timeout.js';
import { Draining } from './draining.js';
import { HealthNotices } from './health-notices.js';
import * as s from '../../shapes/shape.js';

export const livenessShape = s.component('LivenessResponse', { status: s.oneOf(['ok']) });

const ready = (statuses: readonly string[], example: object): object => ({
  type: 'object',
  required: ['status', 'checks'],
  properties: {
    status: { type: 'string', enum: statuses, description: '`draining`: the process is shutting down' },
    checks: {
      type: 'object',
      required: ['database', 'migrations', 'redis'],
      description: 'State of each dependency',
      properties: {
        database: { type: 'string', enum: ['ok', 'away', 'read_only'], description: '`read_only` refuses writes' },
        migrations: {
          type: 'string',
          enum: ['ok', 'away', 'pending'],
          description: '`away` when the database is away',
        },
        redis: { type: 'string', enum: ['ok', 'away'], description: 'The service works without Redis, only slower' },
      },
      additionalProperties: { type: 'string', description: 'Further conditions that an operator should know' },
    },
  },
  example,
});

/** Members of `checks` beside the fixed ones; only a schema can express them. */
export const READY = ready(['ok'], {
  status: 'ok',
  checks: { database: 'ok', migrations: 'ok', redis: 'ok' },
});
export const NOT_READY = ready(['unavailable', 'draining'], {
  status: 'unavailable',
  checks: { database: 'away', migrations: 'away', redis: 'ok' },
});

type CheckResult = 'ok' | 'away' | 'pending' | 'read_only';

const DATABASE_ANSWERS_WITHIN_MS = 2_000;
/** Minimum interval between write checks, regardless of the request rate. */
const WRITE_TRIED_EVERY_MS = 1_000;

@Resource('health', 'Health')
export class HealthController {
  private lastWrite: { readonly triedAt: number; readonly result: Promise<boolean> } | null = null;

  constructor(
    private readonly dataSource: DataSource,
    private readonly redis: RequestRedis,
    private readonly draining: Draining,
    private readonly notices: HealthNotices,
  ) {}

  @Get('live')
  @Public({
    summary: 'Check whether the process is alive',
    description: 'Checks no dependency, so that an outage of the database restarts no process.',
  })
  @Answers(livenessShape, 'The process is alive')
  checkLiveness() {
    return { status: 'ok' as const };
  }

  /** Redis does not affect readiness: the service works without it, only slower. */
  @Get('ready')
  @Public({
    summary: 'Check whether the process can serve requests',
    description:
      'Checks that the database answers, accepts writes, and has all migrations. Redis is reported but does not affect readiness.',
  })
  @ApiOkResponse({ description: 'Ready', schema: READY })
  @ApiServiceUnavailableResponse({ description: 'Not ready, or shutting down', schema: NOT_READY })
  async checkReadiness(@Res({ passthrough: true }) response: Response): Promise<unknown> {
    const database = await this.checkDatabase();
    const ready = database.server === 'ok' && database.migrations === 'ok' && !this.draining.isDraining;
    response.status(ready ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE);
    return {
      status: ready ? 'ok' : this.draining.isDraining ? 'draining' : 'unavailable',
      checks: {
        database: database.server,
        migrations: database.migrations,
        redis: this.redis.ready ? 'ok' : 'away',
        ...(ready ? await this.notices.read() : {}),
      },
    };
  }

  private async checkDatabase(): Promise<{ server: CheckResult; migrations: CheckResult }> {
    const found = await withTimeout(DATABASE_ANSWERS_WITHIN_MS, this.examineDatabase()).catch(() => null);
    return found === null || found === TIMED_OUT ? { server: 'away', migrations: 'away' } : found;
  }

  private async examineDatabase(): Promise<{ server: CheckResult; migrations: CheckResult }> {
    if ((await this.pendingMigrations()) !== 0) return { server: 'ok', migrations: 'pending' };
    return { server: (await this.takesWrites()) ? 'ok' : 'read_only', migrations: 'ok' };
  }

  /** A database with a full disk, or a read-only one, still answers reads. */
  private takesWrites(): Promise<boolean> {
    const now = performance.now();
    if (this.lastWrite === null || now - this.lastWrite.triedAt > WRITE_TRIED_EVERY_MS) {
      const result = this.dataSource
        .query(BEAT)
        .then(() => true)
        .catch(() => false);
      this.lastWrite = { triedAt: now, result };
    }
    return this.lastWrite.result;
  }

  /** Compares names: during a rolling deploy the database may have migrations of a newer version. */
  private async pendingMigrations(): Promise<number> {
    const rows = await this.dataSource.query<{ name: string }[]>('SELECT name FROM schema_migrations');
    const applied = new Set(rows.map(({ name }) => name));
    return this.dataSource.migrations.filter(({ name, constructor }) => !applied.has(name ?? constructor.name)).length;
  }
}
