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

/** As it ended: most requests of a busy second are never written, so their texts are not formatted. */
interface EndedRequest extends Omit<RecentRequest, 'at' | 'path'> {
  readonly atMs: number;
  readonly url: string;
}

const KEPT = 1_000;
const INTERVAL_MS = 1_000;

/** The latest calls of managers to all API processes, in Redis. What a process has not written yet is lost if it is killed. */
@Injectable()
export class RecentRequests implements OnApplicationShutdown {
  private readonly waiting: EndedRequest[] = [];
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
    this.waiting.push(request);
    if (this.waiting.length === 2 * KEPT) this.waiting.splice(0, KEPT);
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
    const requests = this.waiting.splice(0).slice(-KEPT);
    if (requests.length === 0) return;
    const rows = requests.map((request) => JSON.stringify(lineOf(request)));
    const multi = this.redis.client.multi();
    multi.lpush(this.key, ...rows).ltrim(this.key, 0, KEPT - 1);
    await multi.exec().catch(() => undefined);
  }
}

const lineOf = ({ atMs, manager, method, url, ...rest }: EndedRequest): RecentRequest => ({
  ...{ at: new Date(atMs).toISOString(), manager, method, path: loggablePath(url) },
  ...rest,
});
