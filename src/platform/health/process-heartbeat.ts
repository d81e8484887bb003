import { hostname } from 'node:os';
import { type DynamicModule, Inject, Injectable, Logger, Module } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isDatabaseUnavailable, lacksTable } from '../errors/database-errors.js';
import { ulid } from '../ids/ulid.js';

export const PROCESS_KINDS = ['api', 'worker'] as const;
type ProcessKind = (typeof PROCESS_KINDS)[number];

const PROCESS_KIND = Symbol('PROCESS_KIND');

const EVERY_MS = 10_000;
/** A process counts as dead after three missed heartbeats plus a margin. */
export const SEEN_WITHIN_SECONDS = 35;
/** Rows of dead processes are deleted after this time. */
const FORGOTTEN_AFTER_DAYS = 1;
/** Maximum length of the column. */
const MAX_AHEAD_MS = 2_147_483_647;

/** Writes a heartbeat with the clock offset of this process, for the doctor and the metrics. Work does not depend on it. */
@Injectable()
export class ProcessHeartbeat implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ProcessHeartbeat.name);
  private readonly id = ulid();
  private timer: NodeJS.Timeout | null = null;
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly dataSource: DataSource,
    @Inject(PROCESS_KIND) private readonly kind: ProcessKind,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.beat();
    await this.quietly(() =>
      this.dataSource.query(`DELETE FROM process_beats WHERE seen_at < NOW(3) - INTERVAL ${FORGOTTEN_AFTER_DAYS} DAY`),
    );
    this.timer = setInterval(() => {
      this.last = this.beat();
    }, EVERY_MS);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.last;
    await this.quietly(() => this.dataSource.query('DELETE FROM process_beats WHERE process_id = ?', [this.id]));
  }

  private async beat(): Promise<void> {
    await this.quietly(() =>
      this.dataSource.query(
        `INSERT INTO process_beats (process_id, kind, host, pid, clock_ahead_ms)
         VALUES (?, ?, ?, ?, GREATEST(-${MAX_AHEAD_MS}, LEAST(${MAX_AHEAD_MS}, TIMESTAMPDIFF(MICROSECOND, NOW(3), ?) DIV 1000)))
         ON DUPLICATE KEY UPDATE seen_at = NOW(3), clock_ahead_ms = VALUES(clock_ahead_ms)`,
        [this.id, this.kind, hostname().slice(0, 190), process.pid, new Date()],
      ),
    );
  }

  private async quietly(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      // Before the migration that creates the table there are no readers.
      if (!lacksTable(error) && !isDatabaseUnavailable(error))
        this.logger.error({ err: error }, 'Process heartbeat failed');
    }
  }
}

/** For long-running processes: the API and the worker. */
@Module({})
export class ProcessHeartbeatModule {
  static of(kind: ProcessKind): DynamicModule {
    return { module: ProcessHeartbeatModule, providers: [{ provide: PROCESS_KIND, useValue: kind }, ProcessHeartbeat] };
  }
}
