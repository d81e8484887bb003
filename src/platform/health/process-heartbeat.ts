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
const BEATS_PER_COUNT = 3;
/** Rows of dead processes are deleted after this time. */
const FORGOTTEN_AFTER_DAYS = 1;
/** Maximum length of the column. */
const MAX_AHEAD_MS = 2_147_483_647;

/** Writes a heartbeat with the clock offset of this process, for the doctor, the metrics, and the turns of workers at periodic tasks. */
@Injectable()
export class ProcessHeartbeat implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ProcessHeartbeat.name);
  private readonly id = ulid();
  private beats = 0;
  /** Which of the living workers this one is, from 0, and how many there are. */
  place = { index: 0, of: 1 };
  private timer: NodeJS.Timeout | null = null;
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly dataSource: DataSource,
    @Inject(PROCESS_KIND) readonly kind: ProcessKind,
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
    this.beats += 1;
    if (this.kind === 'worker' && this.beats % BEATS_PER_COUNT === 1) await this.quietly(() => this.findPlace());
  }

  private async findPlace(): Promise<void> {
    const [row] = await this.dataSource.query<Record<'before' | 'all', number>[]>(
      `SELECT COALESCE(SUM(process_id < ?), 0) AS \`before\`, COUNT(*) AS \`all\` FROM process_beats
        WHERE kind = 'worker' AND seen_at > NOW(3) - INTERVAL ${SEEN_WITHIN_SECONDS} SECOND`,
      [this.id],
    );
    this.place = { index: Number(row?.before), of: Math.max(1, Number(row?.all)) };
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
