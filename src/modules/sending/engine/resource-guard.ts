import { getHeapStatistics } from 'node:v8';
import { Logger } from '@nestjs/common';
import type { Gauge } from 'prom-client';
import { Metrics } from '../../../platform/metrics/metrics.js';
import type { SendOutcome } from '../../../platform/smtp/smtp-reply.js';

/** How long nothing starts after the system ran out of file descriptors. */
const WITHOUT_DESCRIPTORS_MS = 5_000;
const FULL_HEAP = 0.95;
const LOG_INTERVAL_MS = 60_000;

/** Detects that this process is short of memory or file descriptors, so that it starts nothing new. */
export class ResourceGuard {
  private readonly logger = new Logger(ResourceGuard.name);
  private readonly short: Gauge<'of'>;
  private descriptorsShortUntil = 0;
  private lastLoggedAt = -Infinity;

  constructor(metrics: Metrics) {
    this.short = metrics.gauge(
      'carillon_sending_short',
      'Whether sending is paused because a resource is short (1) or not',
      ['of'],
    );
  }

  /** @returns whether the outcome was caused by this process, not by a mail server. */
  explains(outcome: SendOutcome): boolean {
    if (outcome.kind !== 'not_sent' || !/\bE[MN]FILE\b/.test(outcome.reason)) return false;
    this.descriptorsShortUntil = performance.now() + WITHOUT_DESCRIPTORS_MS;
    return true;
  }

  /** Returns the resource that is short; null if none is. */
  now(): 'descriptors' | 'memory' | null {
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    const of = {
      descriptors: performance.now() < this.descriptorsShortUntil,
      memory: used > FULL_HEAP * limit,
    };
    for (const [name, isShort] of Object.entries(of)) this.short.set({ of: name }, isShort ? 1 : 0);
    const found = of.descriptors ? 'descriptors' : of.memory ? 'memory' : null;
    if (found !== null) this.warn(found);
    return found;
  }

  private warn(of: string): void {
    if (performance.now() - this.lastLoggedAt < LOG_INTERVAL_MS) return;
    this.lastLoggedAt = performance.now();
    this.logger.warn({ of }, 'Sending paused: resource is short');
  }
}
