import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { RequestRedis } from '../../../platform/redis/redis.js';
import type { EmailSource } from '../../../events/email-state.js';

/** Messages of one source that a process took for sending. */
export interface ClaimedKeys {
  readonly source: EmailSource;
  readonly keys: readonly string[];
}

/** From when on no claim is missing, on this run of this Redis server. */
interface Extent {
  readonly server: string;
  readonly since: number;
}

/** What a replica may be behind for its loss to be bounded. */
const KEPT_MS = 300_000;
/** A claim reads the time before it commits. */
const CLAIM_TAKES_MS = 10_000;
const MOST_UNWRITTEN = 1_000;

/**
 * Which messages were taken for sending in the last minutes, in Redis: a database that lost its last seconds does not know
 * it any more. All times are the database's.
 *
 * When a process dies: it wrote each claim before the first byte left, unless Redis was away too. A Redis that was restarted
 * may have lost some, so what it remembers counts from then on.
 */
@Injectable()
export class ClaimMemory {
  private unwritten: { readonly at: number; readonly member: string }[] = [];

  constructor(
    private readonly redis: RequestRedis,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Never fails: what cannot be written now is written with the next claim or beat. */
  async add({ source, keys }: ClaimedKeys, at: Date): Promise<void> {
    this.unwritten.push({ at: at.getTime(), member: JSON.stringify({ source, keys }) });
    await this.write().catch(() => undefined);
  }

  /** With every beat: notes from when on no claim is missing, and forgets what is too old. */
  async keep(now: Date): Promise<void> {
    try {
      const server = await this.server();
      const extent = await this.extent();
      const isComplete = extent?.server === server && this.unwritten.length < MOST_UNWRITTEN;
      const since = isComplete ? Math.max(extent.since, now.getTime() - KEPT_MS) : now.getTime();
      if (!isComplete) this.unwritten = [];
      await this.write();
      await this.redis.client.zremrangebyscore(this.key, '-inf', since - CLAIM_TAKES_MS);
      await this.redis.client.set(`${this.key}:extent`, JSON.stringify({ server, since } satisfies Extent));
    } catch {
      // Without Redis there is nothing to keep.
    }
  }

  /** @returns all that was claimed since then; null when it is not known for sure. */
  async since(at: Date): Promise<readonly ClaimedKeys[] | null> {
    try {
      const extent = await this.extent();
      if (extent?.server !== (await this.server()) || extent.since > at.getTime()) return null;
      const members = await this.redis.client.zrangebyscore(this.key, at.getTime() - CLAIM_TAKES_MS, '+inf');
      return members.map((member) => JSON.parse(member) as ClaimedKeys);
    } catch {
      return null;
    }
  }

  private get key(): string {
    return `${this.config.redis.prefix}:sending-claims`;
  }

  private async write(): Promise<void> {
    const batch = this.unwritten.slice(-MOST_UNWRITTEN);
    if (batch.length === 0) return;
    await this.redis.client.zadd(this.key, ...batch.flatMap(({ at, member }) => [at, member]));
    this.unwritten = this.unwritten.filter((one) => !batch.includes(one));
  }

  private async extent(): Promise<Extent | null> {
    const text = await this.redis.client.get(`${this.key}:extent`);
    return text === null ? null : (JSON.parse(text) as Extent);
  }

  /** Another one after each start, and another one for each replica. */
  private async server(): Promise<string> {
    return /^run_id:(\w+)/m.exec(await this.redis.client.info('server'))?.[1] ?? '';
  }
}
