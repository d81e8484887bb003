import { Injectable, Logger } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { type ProviderFault, SenderHealth } from '../../senders/health/sender-health.js';
import { destinationSignalOf } from '../../../platform/smtp/destination-signal.js';
import type { SendOutcome } from '../../../platform/smtp/smtp-reply.js';
import { ResourceGuard } from './resource-guard.js';

interface Streak {
  faults: number;
  /** Mailbox providers that refused by policy. */
  readonly refusedBy: Set<string>;
  /** On this process's monotonic clock. */
  brokenAt: number;
}

export interface WatchedEmail {
  readonly senderId: number;
  readonly provider: string;
  /** Whether it tests if the mail server works again. */
  readonly isProbe: boolean;
  /** On this process's monotonic clock. */
  readonly claimedAt: number;
}

const FAULTS_UNTIL_BREAK = 5;
/** As many providers, and no other that accepts: then the refusals are not about one of them. */
const REFUSING_PROVIDERS = 3;

/** Five faults of a sender's mail server in a row open its circuit breaker; after a break, one is enough. */
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
  async record(email: WatchedEmail, outcome: SendOutcome): Promise<void> {
    const { senderId, isProbe } = email;
    this.outcomes.inc({ sender: String(senderId), outcome: outcome.kind });
    if (this.guard.explains(outcome)) return;
    if (outcome.kind === 'given_back') {
      if (isProbe) await this.probedNothing(senderId);
      return;
    }
    try {
      await this.evaluate(email, outcome);
    } catch (error) {
      this.logger.warn({ err: error, sender: senderId }, 'Circuit breaker not updated');
    }
  }

  private async evaluate(email: WatchedEmail, outcome: SendOutcome): Promise<void> {
    const { senderId, provider, isProbe } = email;
    const fault = faultOf(outcome);
    const refusal = refusalOf(outcome);
    if (fault === null && refusal === null) {
      this.streaks.delete(senderId);
      if (isProbe) await this.health.close(senderId);
      return;
    }
    const streak = this.streaks.get(senderId) ?? { faults: 0, refusedBy: new Set(), brokenAt: 0 };
    this.streaks.set(senderId, streak);
    if (refusal) streak.refusedBy.add(provider);
    const isWide = isProbe || streak.refusedBy.size >= REFUSING_PROVIDERS;
    const counted = fault ?? (isWide ? refusal : null);
    if (counted) await this.countFault(streak, counted, email);
  }

  private async countFault(
    streak: Streak,
    fault: ProviderFault,
    { senderId, isProbe, claimedAt }: WatchedEmail,
  ): Promise<void> {
    // Messages that were in progress when the breaker opened are ignored.
    if (claimedAt < streak.brokenAt) return;
    streak.faults += 1;
    if (!isProbe && streak.faults < FAULTS_UNTIL_BREAK) return;
    streak.faults = 0;
    streak.brokenAt = performance.now();
    await this.health.open(senderId, fault, isProbe);
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

/** Returns the refusal by a mailbox provider's policy; null if it is none. */
function refusalOf(outcome: SendOutcome): ProviderFault | null {
  if (destinationSignalOf(outcome) !== 'policy' || !('code' in outcome)) return null;
  return { reason: `mailbox providers refuse the emails (${outcome.code})`, kind: 'policy' };
}

/** Returns the fault of the connection or the mail server; null if it is none, or about a mailbox provider. */
export function faultOf(outcome: SendOutcome): ProviderFault | null {
  switch (outcome.kind) {
    case 'provider_fault':
      if (outcome.stage === 'message') return null;
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
