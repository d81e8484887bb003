import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import { unavailable } from '../errors/app-error.js';
import { RequestRedis } from '../redis/redis.js';

export interface RecentRequest {
  readonly at: string;
  readonly manager: string;
  readonly method: string;
  /** Without the query, which may hold addresses. */
  readonly path: string;
  readonly status: number;
  readonly duration_ms: number;
  readonly request_id: string;
}

const KEPT = 1_000;
const INTERVAL_MS = 1_000;

/** The latest calls of managers to all API processes, in Redis. What a process has not written yet is lost if it is killed. */
@Injectable()
export class RecentRequests {
  private waiting: string[] = [];
  private readonly key: string;

  constructor(
    private readonly redis: RequestRedis,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    this.key = `${config.redis.prefix}:recent-requests`;
  }

  /** Written once per second, so that a request costs no round trip. */
  add(request: RecentRequest): void {
    if (this.waiting.length === 0) setTimeout(() => void this.write(), INTERVAL_MS).unref();
    if (this.waiting.length < KEPT) this.waiting.push(JSON.stringify(request));
  }

  /** Returns them from the newest. @throws AppError service_unavailable without Redis. */
  async list(): Promise<RecentRequest[]> {
    await this.write();
    const all = await this.redis.client.lrange(this.key, 0, KEPT - 1).catch(() => {
      throw unavailable('The service is temporarily unavailable.');
    });
    return all.map((each) => JSON.parse(each) as RecentRequest);
  }

  private async write(): Promise<void> {
    const rows = this.waiting.splice(0);
    if (rows.length === 0) return;
    const multi = this.redis.client.multi().lpush(this.key, ...rows);
    await multi
      .ltrim(this.key, 0, KEPT - 1)
      .exec()
      .catch(() => undefined);
  }
}
