import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { ulid } from '../ids/ulid.js';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import { Metrics } from '../metrics/metrics.js';
import { RequestRedis } from '../redis/redis.js';

export interface CacheKey {
  /** What becomes stale together. */
  readonly space: string;
  /** Everything that the value depends on but the space's own data; of any length. */
  readonly name: string;
}

/** How old a value may be. */
export interface Freshness {
  readonly maxAgeSeconds: number;
  /**
   * A value that took longer than this to compute is handed out until it reaches its age although its space has a new
   * version; meanwhile it is computed again. Nobody waits for dear values but the first. Left out: none is.
   */
  readonly dearAfterMs?: number;
}

/** The last value under a name, whatever the version of its space is by now. */
interface Latest<Value> {
  readonly value: Value;
  readonly tookMs: number;
}

export interface Fetched<Value> {
  readonly value: Value;
  readonly hit: boolean;
}

const SPECIAL_IN_PATTERNS = /[*?[\]\\^]/g;

/**
 * Values in Redis under a key that includes the version of their space. A new version makes all of the old ones
 * unreachable at once; they then die of age. Without Redis every value is computed afresh.
 *
 * The version is a random token and no counter: one that was lost and started again would bring old values back.
 */
@Injectable()
export class VersionedCache {
  private readonly computing = new Map<string, Promise<unknown>>();
  /** What is computed again while the old value is handed out, whatever the version is by now. */
  private readonly renewing = new Set<string>();
  private readonly lookups: Counter<'space' | 'outcome'>;

  constructor(
    private readonly redis: RequestRedis,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    metrics: Metrics,
  ) {
    this.lookups = metrics.counter('carillon_cache_lookups_total', 'Cache look-ups by outcome', ['space', 'outcome']);
  }

  /**
   * The stored value, or that of `compute`, which is then stored. It must survive JSON. Those who miss the same value
   * at the same time in this process share one computation.
   */
  async fetch<Value>(key: CacheKey, freshness: Freshness, compute: () => Promise<Value>): Promise<Fetched<Value>> {
    // Read before computing: what is computed from older data must not be stored under a newer version.
    const version = await this.ask(() => this.redis.client.get(this.versionKey(key.space)));
    if (version === undefined) {
      this.lookups.inc({ space: key.space, outcome: 'bypass' });
      return { value: await compute(), hit: false };
    }
    const slot = this.slot(key, version ?? 'first');
    const stored = await this.ask(() => this.redis.client.get(slot));
    if (typeof stored === 'string') {
      this.lookups.inc({ space: key.space, outcome: 'hit' });
      return { value: JSON.parse(stored) as Value, hit: true };
    }
    const computed = (): Promise<Value> => this.computeOnce(key, slot, freshness, compute);
    const latest = await this.latest<Value>(key, freshness);
    if (latest) {
      this.lookups.inc({ space: key.space, outcome: 'stale' });
      this.renew(this.slot(key, 'latest'), computed);
      return { value: latest.value, hit: true };
    }
    this.lookups.inc({ space: key.space, outcome: 'miss' });
    return { value: await computed(), hit: false };
  }

  /** From now on every value of the space is stale. While Redis is away nothing happens: then its values only age. */
  async invalidate(space: string): Promise<void> {
    await this.ask(() => this.redis.client.set(this.versionKey(space), ulid()));
  }

  /**
   * Takes every value of the space away at once, where it must not be kept until it has aged. While Redis is away nothing
   * happens: then they do age.
   */
  async empty(space: string): Promise<void> {
    await this.invalidate(space);
    const version = this.versionKey(space);
    const pattern = version.slice(0, -'version'.length).replace(SPECIAL_IN_PATTERNS, '\\$&');
    await this.ask(async () => {
      for await (const found of this.redis.client.scanStream({ match: `${pattern}*`, count: 1_000 })) {
        const keys = (found as string[]).filter((key) => key !== version);
        if (keys.length > 0) await this.redis.client.unlink(...keys);
      }
    });
  }

  /** Once at a time: a space that changes every second would have a dear value computed many times beside itself. */
  private renew(place: string, computed: () => Promise<unknown>): void {
    if (this.renewing.has(place)) return;
    this.renewing.add(place);
    // Whoever asks next asks again; a fault will be theirs to hear.
    computed()
      .catch(() => undefined)
      .finally(() => this.renewing.delete(place));
  }

  private async latest<Value>(key: CacheKey, { dearAfterMs }: Freshness): Promise<Latest<Value> | undefined> {
    if (dearAfterMs === undefined) return undefined;
    const stored = await this.ask(() => this.redis.client.get(this.slot(key, 'latest')));
    if (typeof stored !== 'string') return undefined;
    const latest = JSON.parse(stored) as Latest<Value>;
    return latest.tookMs >= dearAfterMs ? latest : undefined;
  }

  private async computeOnce<Value>(
    key: CacheKey,
    slot: string,
    { maxAgeSeconds, dearAfterMs }: Freshness,
    compute: () => Promise<Value>,
  ): Promise<Value> {
    const underWay = this.computing.get(slot) as Promise<Value> | undefined;
    if (underWay) return underWay;
    const began = performance.now();
    const task = compute().finally(() => this.computing.delete(slot));
    this.computing.set(slot, task);
    const value = await task;
    await this.ask(() => this.redis.client.set(slot, JSON.stringify(value), 'EX', maxAgeSeconds));
    if (dearAfterMs !== undefined) {
      const latest = JSON.stringify({ value, tookMs: performance.now() - began } satisfies Latest<Value>);
      await this.ask(() => this.redis.client.set(this.slot(key, 'latest'), latest, 'EX', maxAgeSeconds));
    }
    return value;
  }

  /** @returns undefined when Redis did not answer, null when it has nothing. */
  private async ask<Answer>(question: () => Promise<Answer>): Promise<Answer | undefined> {
    if (!this.redis.ready) return undefined;
    try {
      return await question();
    } catch {
      return undefined;
    }
  }

  private versionKey(space: string): string {
    return `{${this.config.redis.prefix}:cache:${space}}:version`;
  }

  private slot({ space, name }: CacheKey, version: string): string {
    const digest = createHash('sha256').update(name).digest('base64url');
    return `{${this.config.redis.prefix}:cache:${space}}:${version}:${digest}`;
  }
}
