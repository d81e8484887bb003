import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import { Metrics } from '../metrics/metrics.js';
import { RequestRedis } from '../redis/redis.js';

export type RateLimitClass = keyof AppConfig['rateLimits'];

export interface RateLimitVerdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

interface Window {
  /** The minute since the epoch. */
  readonly minute: number;
  /** Tokens leased from Redis and not used yet. */
  leased: number;
  /** Free tokens at the last lease. */
  untaken: number;
  /** One lease request at a time per window. */
  leasing: Promise<void> | null;
}

const WINDOW_MS = 60_000;
/** Fraction of the limit per block: small limits stay exact, large ones rarely need a round trip. */
const BLOCKS_PER_WINDOW = 50;

/** Takes up to ARGV[1] tokens of ARGV[2]; returns the granted and the remaining number. */
const LEASE = `
local taken = tonumber(redis.call('GET', KEYS[1]) or '0')
local granted = math.max(0, math.min(tonumber(ARGV[1]), tonumber(ARGV[2]) - taken))
if granted > 0 then
  redis.call('INCRBY', KEYS[1], granted)
  redis.call('EXPIRE', KEYS[1], 120)
end
return {granted, tonumber(ARGV[2]) - taken - granted}`;

/**
 * A fixed window of one minute per credential and class, shared by all processes. Tokens are leased in blocks, so most requests need no
 * round trip. Without Redis, requests pass and a metric counts them.
 */
@Injectable()
export class RateLimiter {
  private readonly windows = new Map<string, Window>();

  constructor(
    private readonly redis: RequestRedis,
    private readonly metrics: Metrics,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @returns null if the class is not limited or Redis is unavailable; no promise if that is known already. */
  take(kind: RateLimitClass, credentialId: number): RateLimitVerdict | null | Promise<RateLimitVerdict | null> {
    const limit = this.config.rateLimits[kind];
    if (limit === 0) return null;
    const slot = `${kind}:${credentialId}`;
    const now = Date.now();
    const window = this.windowOf(slot, Math.floor(now / WINDOW_MS), limit);
    return needsLease(window) ? this.takeLeased(window, { slot, limit, now }) : spend(window, limit, now);
  }

  private async takeLeased(
    window: Window,
    { slot, limit, now }: { readonly slot: string; readonly limit: number; readonly now: number },
  ): Promise<RateLimitVerdict | null> {
    // A lease is shared by all waiting requests and may be used up before the last one.
    while (needsLease(window)) {
      window.leasing ??= this.lease(window, slot, limit).finally(() => {
        window.leasing = null;
      });
      try {
        await window.leasing;
      } catch {
        this.metrics.rateLimiterOpen.inc();
        return null;
      }
    }
    return spend(window, limit, now);
  }

  private windowOf(slot: string, minute: number, limit: number): Window {
    const current = this.windows.get(slot);
    if (current?.minute === minute) return current;
    const fresh: Window = { minute, leased: 0, untaken: limit, leasing: null };
    this.windows.set(slot, fresh);
    return fresh;
  }

  private async lease(window: Window, slot: string, limit: number): Promise<void> {
    const key = `{${this.config.redis.prefix}:limits}:${slot}:${window.minute}`;
    const block = Math.max(1, Math.floor(limit / BLOCKS_PER_WINDOW));
    const [granted, untaken] = (await this.redis.client.eval(LEASE, 1, key, block, limit)) as [number, number];
    window.leased += granted;
    window.untaken = untaken;
  }
}

const needsLease = ({ leased, untaken }: Window): boolean => leased === 0 && untaken > 0;

function spend(window: Window, limit: number, now: number): RateLimitVerdict {
  const allowed = window.leased > 0;
  if (allowed) window.leased -= 1;
  return {
    allowed,
    limit,
    remaining: window.leased + window.untaken,
    resetSeconds: Math.ceil(((window.minute + 1) * WINDOW_MS - now) / 1_000),
  };
}
