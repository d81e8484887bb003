import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import { unavailable } from '../errors/app-error.js';
import { loggablePath } from '../logging/logging.js';
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

/** A request that has ended, before its line is written: most are overwritten, and strings that live on cost garbage collections. */
interface EndedRequest {
  readonly atMs: number;
  readonly manager: string;
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly ms: number;
  readonly requestId: string;
}

const KEPT = 1_000;
const INTERVAL_MS = 1_000;

/** The latest calls of managers to all API processes, in Redis. What a process has not written yet is lost if it is killed. */
@Injectable()
export class RecentRequests implements OnApplicationShutdown {
  /** The latest since the last write, from the oldest, beginning at `added` modulo the length. */
  private waiting: EndedRequest[] = [];
  private added = 0;
  /** Not one per request, which would keep the context of that request. */
  private readonly timer = setInterval(() => void this.write(), INTERVAL_MS).unref();
  private readonly key: string;

  constructor(
    private readonly redis: RequestRedis,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    this.key = `${config.redis.prefix}:recent-requests`;
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.write();
  }

  /** Written once per second, so that a request costs no round trip. */
  add(request: EndedRequest): void {
    this.waiting[this.added % KEPT] = request;
    this.added += 1;
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
    const start = this.added % KEPT;
    const requests =
      this.waiting.length < KEPT ? this.waiting : [...this.waiting.slice(start), ...this.waiting.slice(0, start)];
    [this.waiting, this.added] = [[], 0];
    if (requests.length === 0) return;
    const rows = requests.map((request) => JSON.stringify(lineOf(request)));
    const multi = this.redis.client.multi().lpush(this.key, ...rows);
    await multi
      .ltrim(this.key, 0, KEPT - 1)
      .exec()
      .catch(() => undefined);
  }
}

const lineOf = ({ atMs, manager, method, url, status, ms, requestId }: EndedRequest): RecentRequest => ({
  ...{ at: new Date(atMs).toISOString(), manager, method, path: loggablePath(url), status },
  ...{ duration_ms: Math.round(ms), request_id: requestId },
});
