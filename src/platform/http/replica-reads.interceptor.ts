import { type CallHandler, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { firstValueFrom, from, type Observable } from 'rxjs';
import type { AppConfig } from '../config/config.js';
import type { Database } from '../database/database.js';
import type { SelectiveInterceptor } from '../patches/selective-interceptors.js';
import type { RequestRedis } from '../redis/redis.js';
import { type AppRequest, isRead } from './request.js';

const READS_REPLICA = 'carillon:reads-replica';

/** Declares a read that may be answered by a replica, which lags up to `REPLICA_MAX_LAG`. Managers still read their own writes. */
export const ReadsReplica = (): MethodDecorator => SetMetadata(READS_REPLICA, true);

/** A write of a manager is read from the primary for the permitted lag, and for the time between two measurements of it. */
const MARGIN_MS = 1_000;

/** Runs reads on replicas, except those of managers that have just written, in this or another process. Concerns nothing without replicas. */
export class ReplicaReads implements SelectiveInterceptor {
  /** Times until which a manager reads the primary, if Redis does not know them. */
  private readonly ownWrites = new Map<number, number>();
  private readonly hasReplicas: boolean;
  private readonly keptMs: number;

  constructor(
    private readonly db: Database,
    private readonly redis: RequestRedis,
    private readonly config: AppConfig,
  ) {
    this.hasReplicas = config.database.replicas.urls.length > 0;
    this.keptMs = config.database.replicas.maxLagMs + MARGIN_MS;
  }

  concerns(request: AppRequest, handler: object): boolean {
    if (!this.hasReplicas || request.principal === undefined) return false;
    return !isRead(request) || Reflect.getMetadata(READS_REPLICA, handler) === true;
  }

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<AppRequest>();
    const id = request.principal?.managerId ?? 0;
    const run = (): Promise<unknown> => firstValueFrom(next.handle(), { defaultValue: undefined });
    return from(isRead(request) ? this.read(id, run) : this.write(id, run));
  }

  private async write(id: number, run: () => Promise<unknown>): Promise<unknown> {
    try {
      return await run();
    } finally {
      // Also after a failure, because the outcome may not be known.
      await this.remember(id);
    }
  }

  private async read(id: number, run: () => Promise<unknown>): Promise<unknown> {
    return (await this.hasWritten(id)) ? run() : this.db.onReplica(run);
  }

  private async remember(id: number): Promise<void> {
    this.ownWrites.delete(id);
    this.ownWrites.set(id, performance.now() + this.keptMs);
    for (const [manager, until] of this.ownWrites) {
      if (until > performance.now()) break;
      this.ownWrites.delete(manager);
    }
    await this.redis.client.set(this.key(id), 1, 'PX', this.keptMs).catch(() => undefined);
  }

  private async hasWritten(id: number): Promise<boolean> {
    if ((this.ownWrites.get(id) ?? 0) > performance.now()) return true;
    // Without Redis, writes in other processes are not known.
    return (await this.redis.client.exists(this.key(id)).catch(() => 1)) === 1;
  }

  private key(id: number): string {
    return `${this.config.redis.prefix}:own-write:${id}`;
  }
}
