import { Injectable, Logger } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { Metrics } from '../../platform/metrics/metrics.js';
import { type ProviderFault, SenderHealth } from '../senders/health/sender-health.js';
import type { SendOutcome } from '../../platform/smtp/smtp-reply.js';
import { ResourceGuard } from './resource-guard.js';

interface Streak {
  faults: number;
  /** On this process's monotonic clock. */
  brokenAt: number;
}

export interface WatchedEmail {
  readonly senderId: number;
  /** Whether it tests if the mail server works again. */
  readonly isProbe: boolean;
  /** On this process's monotonic clock. */
  readonly claimedAt: number;
}

const FAULTS_UNTIL_BREAK = 5;

/**
 * Counts the outcomes of each sender. Five connection or provider faults in a row open its circuit breaker; after a
 * break, one fault is enough.
 */
@Injectable()
export class FailureMonitor {
  private readonly logger = new Logger(FailureMonitor.name);
  private readonly streaks = new Map<number, Streak>();

  private readonly guard: ResourceGuard;
  private readonly outcomes: Counter<'sender' | 'outcome'>;

  constructor(
    private readonly health: SenderHealth,
    metrics: Metrics,
  ) {
    this.guard = new ResourceGuard(metrics);
    this.outcomes = metrics.counter('carillon_mails_total', 'Email attempts by sender and outcome', [
      'sender',
      'outcome',
    ]);
  }

  /** Returns the resource of this process that is short; null if none is. */
  shortage(): string | null {
    return this.guard.now();
  }

  /** Never throws, because the message's own result must still be stored. */
  async record({ senderId, isProbe, claimedAt }: WatchedEmail, outcome: SendOutcome): Promise<void> {
    this.outcomes.inc({ sender: String(senderId), outcome: outcome.kind });
    if (this.guard.explains(outcome)) return;
    if (outcome.kind === 'given_back') {
      if (isProbe) await this.probedNothing(senderId);
      return;
    }
    const fault = faultOf(outcome);
    try {
      if (fault === null) {
        this.streaks.delete(senderId);
        if (isProbe) await this.health.close(senderId);
        return;
      }
      const streak = this.streaks.get(senderId) ?? { faults: 0, brokenAt: 0 };
      this.streaks.set(senderId, streak);
      // Messages that were in progress when the breaker opened are ignored.
      if (claimedAt < streak.brokenAt) return;
      streak.faults += 1;
      if (!isProbe && streak.faults < FAULTS_UNTIL_BREAK) return;
      streak.faults = 0;
      streak.brokenAt = performance.now();
      await this.health.open(senderId, fault, isProbe);
    } catch (error) {
      this.logger.warn({ err: error, sender: senderId }, 'Circuit breaker not updated');
    }
  }

  /** The probe was not submitted; another message becomes the probe. */
  async probedNothing(senderId: number): Promise<void> {
    try {
      await this.health.releaseProbe(senderId);
    } catch (error) {
      this.logger.warn({ err: error, sender: senderId }, 'Circuit breaker probe not released');
    }
  }
}

/** Returns the connection or provider fault of an outcome; null if it is none. */
export function faultOf(outcome: SendOutcome): ProviderFault | null {
  switch (outcome.kind) {
    case 'provider_fault':
      if (outcome.stage === 'login' && outcome.code.startsWith('5'))
        return { reason: `mail server refused the login (${outcome.code})`, kind: 'login' };
      return {
        reason: `mail server answered ${outcome.code}`,
        kind: outcome.code.startsWith('5') ? 'policy' : 'line',
      };
    case 'not_sent':
      return { reason: `mail server unreachable (${outcome.reason})`, kind: 'line' };
    case 'unknown':
      return { reason: `mail server broke off (${outcome.reason})`, kind: 'line' };
    default:
      return null;
  }
}
