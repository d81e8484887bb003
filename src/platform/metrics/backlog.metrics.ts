import { Inject, Injectable } from '@nestjs/common';
import type { Gauge } from 'prom-client';
import { succeedsWithin } from '../values/with-timeout.js';
import { Database } from '../database/database.js';
import { PROCESS_KINDS, SEEN_WITHIN_SECONDS } from '../health/process-heartbeat.js';
import { BACKLOG_QUERIES, type BacklogQuery, readBacklog } from './backlog.js';
import { Metrics } from './metrics.js';

/** Concurrent scrapes share one result for this time. */
const GOOD_FOR_MS = 5_000;
const ANSWER_WITHIN_MS = 3_000;

/** Metrics of the whole installation, the same in every API process. While the database is away they are absent, not stale. */
@Injectable()
export class BacklogMetrics {
  private readonly reachable: Gauge;
  private readonly depth: Gauge<'queue'>;
  private readonly oldest: Gauge<'queue'>;
  private readonly processes: Gauge<'kind'>;
  private readAt = -Infinity;
  private reading: Promise<void> | null = null;

  constructor(
    private readonly db: Database,
    @Inject(BACKLOG_QUERIES) private readonly queries: readonly BacklogQuery[],
    metrics: Metrics,
  ) {
    const gauge = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]): Gauge<Label> =>
      metrics.measured({ name, help, labelNames, aggregator: 'max' }, () => this.read());
    this.reachable = gauge('carillon_database_reachable', 'Whether the database answers (1) or not');
    this.depth = gauge('carillon_backlog', 'Due work of the whole installation', 'queue');
    this.oldest = gauge('carillon_backlog_oldest_seconds', 'How long the oldest due work has been due', 'queue');
    this.processes = gauge('carillon_processes', 'Processes with a recent heartbeat', 'kind');
  }

  private async read(): Promise<void> {
    if (performance.now() - this.readAt < GOOD_FOR_MS) return;
    this.reading ??= this.readAfresh().finally(() => {
      this.readAt = performance.now();
      this.reading = null;
    });
    await this.reading;
  }

  private async readAfresh(): Promise<void> {
    // Scrapes have a timeout. A database that needs longer for all backlogs is not away.
    const [isReachable, isRead] = await Promise.all([
      succeedsWithin(ANSWER_WITHIN_MS, this.db.query('SELECT 1')),
      succeedsWithin(ANSWER_WITHIN_MS, Promise.all([this.readBacklogs(), this.readProcesses()])),
    ]);
    this.reachable.set(isReachable ? 1 : 0);
    if (!isRead) for (const gauge of [this.depth, this.oldest, this.processes]) gauge.reset();
  }

  private async readBacklogs(): Promise<void> {
    for (const query of this.queries) {
      const { depth, seconds } = await readBacklog(this.db, query);
      this.depth.set({ queue: query.queue }, depth);
      this.oldest.set({ queue: query.queue }, Math.max(0, seconds));
    }
  }

  private async readProcesses(): Promise<void> {
    const sql = `SELECT kind, COUNT(*) AS alive FROM process_beats
      WHERE seen_at > NOW(3) - INTERVAL ${SEEN_WITHIN_SECONDS} SECOND GROUP BY kind`;
    const rows = await this.db.query<{ kind: string; alive: number }>(sql);
    for (const kind of PROCESS_KINDS) this.processes.set({ kind }, rows.find((row) => row.kind === kind)?.alive ?? 0);
  }
}
