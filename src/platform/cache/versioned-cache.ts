import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { decodeTime } from 'ulid';
import { ulid } from '../ids/ulid.js';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import { Metrics } from '../metrics/metrics.js';
import { primariesOf } from '../redis/address/redis-address.js';
import { RequestRedis } from '../redis/redis.js';

export interface CacheKey {
  /** The group of values that is invalidated together. */
  readonly space: string;
  /** What the value depends on besides the data of the space; any length. */
  readonly name: string;
}

interface Freshness {
  readonly maxAgeSeconds: number;
  /** Values that take longer to compute are served stale while they are recomputed in the background. Unset: never. */
  readonly slowThresholdMs?: number;
  /** The time up to which the data that will be read is complete; null or unset: now. */
  readonly completeUntil?: () => Date | null;
}

/** The latest value of a key, whatever the version of its space. */
interface Latest<Value> {
  readonly value: Value;
  readonly tookMs: number;
}

/** Clocks of processes differ by less, or the doctor warns. */
const CLOCK_MARGIN_MS = 2_000;

/** Whether data that is complete until then includes what a ULID marks. */
const includes = (completeUntil: number, mark: string): boolean => completeUntil - CLOCK_MARGIN_MS >= decodeTime(mark);

/** Where a value of the current version is stored. */
interface Slot {
  readonly name: string;
  readonly version: string;
}

const FIRST_VERSION = 'first';
/** No value is kept for longer. */
const DAY_SECONDS = 86_400;
const SPECIAL_IN_PATTERNS = /[*?[\]\\^]/g;

/**
 * Caches values in Redis under keys with the version of their space: a new version invalidates them at once. Without Redis every value is
 * computed. The version is a random token: a counter that restarts after data loss would bring old values back.
 */
@Injectable()
export class VersionedCache {
  private readonly computing = new Map<string, Promise<unknown>>();
  /** Keys being recomputed while the stale value is served. */
  private readonly renewing = new Set<string>();
  private readonly lookups: Counter<'space' | 'outcome'>;

  constructor(
    private readonly redis: RequestRedis,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    metrics: Metrics,
  ) {
    this.lookups = metrics.counter('carillon_cache_lookups_total', 'Cache lookups by outcome', ['space', 'outcome']);
  }

  /** Returns the stored value, or computes and stores it. Values must survive JSON. Concurrent misses share one computation. */
  async fetch<Value>(
    key: CacheKey,
    freshness: Freshness,
    compute: () => Promise<Value>,
  ): Promise<{ readonly value: Value; readonly hit: boolean }> {
    // Read before computing: a value of older data must not be stored under a newer version.
    const slot = await this.currentSlot(key);
    if (slot === undefined) {
      this.lookups.inc({ space: key.space, outcome: 'bypass' });
      return { value: await compute(), hit: false };
    }
    const stored = await this.ask(() => this.redis.client.get(slot.name));
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

  async stored<Value>(key: CacheKey): Promise<Value | undefined> {
    const slot = await this.currentSlot(key);
    const text = slot === undefined ? undefined : await this.ask(() => this.redis.client.get(slot.name));
    return typeof text === 'string' ? (JSON.parse(text) as Value) : undefined;
  }

  /** Computes and stores the value, even if one is stored. */
  async refresh<Value>(key: CacheKey, freshness: Freshness, compute: () => Promise<Value>): Promise<Value> {
    const slot = await this.currentSlot(key);
    return slot === undefined ? compute() : this.computeOnce(key, slot, freshness, compute);
  }

  /** Invalidates all values of the space. Without Redis, values only expire. */
  async invalidate(space: string): Promise<void> {
    await this.ask(() => this.redis.client.set(this.spaceKey(space, 'version'), ulid()));
  }

  /** Deletes all values of the space at once, for data that must not stay until it expires. Without Redis, values only expire. */
  async empty(space: string): Promise<void> {
    const kept = ['version', 'emptied'].map((name) => this.spaceKey(space, name));
    const pattern = this.spaceKey(space, '').replace(SPECIAL_IN_PATTERNS, '\\$&');
    await this.ask(() => this.redis.client.set(this.spaceKey(space, 'emptied'), ulid(), 'EX', DAY_SECONDS));
    await this.invalidate(space);
    await this.ask(async () => {
      for (const server of primariesOf(this.redis.client))
        for await (const found of server.scanStream({ match: `${pattern}*`, count: 1_000 })) {
          const keys = (found as string[]).filter((key) => !kept.includes(key));
          // One by one, because a cluster refuses a command with keys of several slots.
          await Promise.all(keys.map((key) => server.unlink(key)));
        }
    });
  }

  /** At most once at a time: a space that changes every second would recompute expensive values in parallel. */
  private renew(place: string, computed: () => Promise<unknown>): void {
    if (this.renewing.has(place)) return;
    this.renewing.add(place);
    // The next request computes again and reports the error.
    computed()
      .catch(() => undefined)
      .finally(() => this.renewing.delete(place));
  }

  private async latest<Value>(key: CacheKey, { slowThresholdMs }: Freshness): Promise<Latest<Value> | undefined> {
    if (slowThresholdMs === undefined) return undefined;
    const stored = await this.ask(() => this.redis.client.get(this.slot(key, 'latest')));
    if (typeof stored !== 'string') return undefined;
    const latest = JSON.parse(stored) as Latest<Value>;
    return latest.tookMs >= slowThresholdMs ? latest : undefined;
  }

  private async computeOnce<Value>(
    key: CacheKey,
    slot: Slot,
    { maxAgeSeconds, slowThresholdMs, completeUntil }: Freshness,
    compute: () => Promise<Value>,
  ): Promise<Value> {
    const underWay = this.computing.get(slot.name) as Promise<Value> | undefined;
    if (underWay) return underWay;
    const began = performance.now();
    const until = completeUntil?.()?.getTime() ?? null;
    const task = compute().finally(() => this.computing.delete(slot.name));
    this.computing.set(slot.name, task);
    const value = await task;
    const tookMs = performance.now() - began;
    // A replica may lag behind the version.
    if (until === null || slot.version === FIRST_VERSION || includes(until, slot.version))
      await this.ask(() => this.redis.client.set(slot.name, JSON.stringify(value), 'EX', maxAgeSeconds));
    if (slowThresholdMs !== undefined && (await this.isAfterEmptying(key.space, until ?? Date.now() - tookMs))) {
      const latest = JSON.stringify({ value, tookMs } satisfies Latest<Value>);
      await this.ask(() => this.redis.client.set(this.slot(key, 'latest'), latest, 'EX', maxAgeSeconds));
    }
    return value;
  }

  /** @returns undefined if Redis did not answer, null if the key does not exist. */
  private async ask<Answer>(question: () => Promise<Answer>): Promise<Answer | undefined> {
    if (!this.redis.ready) return undefined;
    try {
      return await question();
    } catch {
      return undefined;
    }
  }

  /** Returns undefined if Redis did not answer. */
  private async currentSlot(key: CacheKey): Promise<Slot | undefined> {
    const found = await this.ask(() => this.redis.client.get(this.spaceKey(key.space, 'version')));
    const version = found ?? FIRST_VERSION;
    return found === undefined ? undefined : { name: this.slot(key, version), version };
  }

  private async isAfterEmptying(space: string, completeUntil: number): Promise<boolean> {
    const emptied = await this.ask(() => this.redis.client.get(this.spaceKey(space, 'emptied')));
    return emptied === null || (emptied !== undefined && includes(completeUntil, emptied));
  }

  private spaceKey(space: string, name: string): string {
    return `{${this.config.redis.prefix}:cache:${space}}:${name}`;
  }

  private slot({ space, name }: CacheKey, version: string): string {
    const digest = createHash('sha256').update(name).digest('base64url');
    return this.spaceKey(space, `${version}:${digest}`);
  }
}
