import { getHeapStatistics } from 'node:v8';
import { Injectable, Logger } from '@nestjs/common';
import type { Gauge } from 'prom-client';
import { Metrics } from '../../platform/metrics/metrics.js';
import type { SendOutcome } from '../../platform/smtp/smtp-reply.js';

/** So long nothing new is begun after the system had no file descriptor left for us. */
const WITHOUT_DESCRIPTORS_MS = 5_000;
const FULL_HEAP = 0.95;
const SAID_AGAIN_AFTER_MS = 60_000;

/** Notices that this process runs out of something. It then finishes what it has and takes nothing new, rather than die. */
@Injectable()
export class ResourceGuard {
  private readonly logger = new Logger(ResourceGuard.name);
  private readonly short: Gauge<'of'>;
  private descriptorsShortUntil = 0;
  private lastSaid = -Infinity;

  constructor(metrics: Metrics) {
    this.short = metrics.gauge(
      'carillon_sending_short',
      'Whether sending holds back for want of something (1) or not',
      ['of'],
    );
  }

  /** @returns whether the outcome is about us, and says nothing about a mail server. */
  explains(outcome: SendOutcome): boolean {
    if (outcome.kind !== 'not_sent' || !/\bE[MN]FILE\b/.test(outcome.reason)) return false;
    this.descriptorsShortUntil = performance.now() + WITHOUT_DESCRIPTORS_MS;
    return true;
  }

  /** What there is too little of to begin anything; null when there is enough of everything. */
  now(): 'descriptors' | 'memory' | null {
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    const of = {
      descriptors: performance.now() < this.descriptorsShortUntil,
      memory: used > FULL_HEAP * limit,
    };
    for (const [name, isShort] of Object.entries(of)) this.short.set({ of: name }, isShort ? 1 : 0);
    const found = of.descriptors ? 'descriptors' : of.memory ? 'memory' : null;
    if (found !== null) this.say(found);
    return found;
  }

  private say(of: string): void {
    if (performance.now() - this.lastSaid < SAID_AGAIN_AFTER_MS) return;
    this.lastSaid = performance.now();
    this.logger.warn({ of }, 'No new mails are begun: this process runs out of something');
  }
}
