import { Injectable, Logger } from '@nestjs/common';
import { type ProviderFault, SenderHealth } from '../senders/health/sender-health.js';
import type { SendOutcome } from '../../platform/smtp/smtp-reply.js';

interface Streak {
  faults: number;
  /** On this process's monotonic clock. */
  brokenAt: number;
}

export interface WatchedMail {
  readonly senderId: number;
  /** Whether it was to find out if the mail server is well again. */
  readonly isProbe: boolean;
  /** On this process's monotonic clock. */
  readonly claimedAt: number;
}

const FAULTS_UNTIL_BREAK = 5;

/** Five faults of a line or a provider in a row: everybody waits. After a break the first fault is enough. */
@Injectable()
export class FaultWatch {
  private readonly logger = new Logger(FaultWatch.name);
  private readonly streaks = new Map<number, Streak>();

  constructor(private readonly health: SenderHealth) {}

  /** It never throws: the mail's own result is still to be stored, and that matters more. */
  async see({ senderId, isProbe, claimedAt }: WatchedMail, outcome: SendOutcome): Promise<void> {
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
      // Mails that were under way when it broke say nothing new.
      if (claimedAt < streak.brokenAt) return;
      streak.faults += 1;
      if (!isProbe && streak.faults < FAULTS_UNTIL_BREAK) return;
      streak.faults = 0;
      streak.brokenAt = performance.now();
      await this.health.open(senderId, fault, isProbe);
    } catch (error) {
      this.logger.warn(
        { err: error, sender: senderId },
        'What a mail says about its mail server could not be noted down',
      );
    }
  }

  /** The mail that was to find out did not come that far; somebody else's may. */
  async probedNothing(senderId: number): Promise<void> {
    try {
      await this.health.releaseProbe(senderId);
    } catch (error) {
      this.logger.warn({ err: error, sender: senderId }, 'A mail server will be tried again only later');
    }
  }
}

/** What an outcome says against the line or the provider; null when it says nothing. */
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
