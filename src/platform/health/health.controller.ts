import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import { Public } from '../access/require-permission.js';
import { RequestRedis } from '../redis/redis.js';

type CheckResult = 'ok' | 'away' | 'pending';

const DATABASE_ANSWERS_WITHIN_MS = 2_000;

@ApiTags('Health')
@Controller('health')
export class HealthController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly redis: RequestRedis,
  ) {}

  @Get('live')
  @Public({ summary: 'Is the process alive?' })
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Redis away is reported but does not make us unready: everything goes on without it, only slower. */
  @Get('ready')
  @Public({ summary: 'Can the process serve? Checks database, migrations and Redis' })
  async ready(@Res({ passthrough: true }) response: Response): Promise<unknown> {
    const database = await this.checkDatabase();
    const ready = database.server === 'ok' && database.migrations === 'ok';
    response.status(ready ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE);
    return {
      status: ready ? 'ok' : 'unavailable',
      checks: { database: database.server, migrations: database.migrations, redis: this.redis.ready ? 'ok' : 'away' },
    };
  }

  private async checkDatabase(): Promise<{ server: CheckResult; migrations: CheckResult }> {
    const timeout = new Promise<never>((_resolve, reject) => {
      setTimeout(() => {
        reject(new Error('no answer'));
      }, DATABASE_ANSWERS_WITHIN_MS).unref();
    });
    try {
      const pending = await Promise.race([this.pendingMigrations(), timeout]);
      return { server: 'ok', migrations: pending === 0 ? 'ok' : 'pending' };
    } catch {
      return { server: 'away', migrations: 'away' };
    }
  }

  private async pendingMigrations(): Promise<number> {
    const [row] = await this.dataSource.query<{ applied: number }[]>(
      'SELECT COUNT(*) AS applied FROM schema_migrations',
    );
    return this.dataSource.migrations.length - (row?.applied ?? 0);
  }
}
