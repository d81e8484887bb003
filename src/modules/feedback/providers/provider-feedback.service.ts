import { Injectable, Logger } from '@nestjs/common';
import { Metrics } from '../../../platform/metrics/metrics.js';
import type { FeedbackProvider, FeedbackReport } from '../feedback-report.js';
import { FeedbackService } from '../feedback.service.js';
import { MailIdentity } from '../mail-identity.js';
import type { ProviderCall } from './provider-call.js';
import { ProviderCalls } from './provider-calls.service.js';
import type { MailClues, ProviderEvent, ReadItem } from './provider-event.js';

/** What came of one call. */
export interface TakenCall {
  /** Events in it, those that are not about mails of ours included. */
  readonly received: number;
  /** Those that changed something. */
  readonly applied: number;
}

/** Somebody waits for the answer, and the pool of connections is for everybody. */
const AT_ONCE = 4;

/** Reports of services that send for us. Each event stands for itself: what is wrong with one keeps no other. */
@Injectable()
export class ProviderFeedbackService {
  private readonly logger = new Logger(ProviderFeedbackService.name);
  private readonly events;

  constructor(
    private readonly calls: ProviderCalls,
    private readonly identity: MailIdentity,
    private readonly feedback: FeedbackService,
    metrics: Metrics,
  ) {
    this.events = metrics.counter('carillon_provider_events_total', 'Events that services told about mails', [
      'provider',
      'result',
    ]);
  }

  /**
   * @throws AppError for a call as a whole, and whatever kept an event from being stored: then the service tells all of it
   * again, and what is known by then changes nothing.
   */
  async take(provider: FeedbackProvider, call: ProviderCall): Promise<TakenCall> {
    const items = await this.calls.read(provider, call);
    const reports = items.flatMap((item) => this.reportOf(provider, item) ?? []);
    const failures: unknown[] = [];
    let applied = 0;
    const next = reports.values();
    const work = async (): Promise<void> => {
      for (const report of next)
        try {
          if ((await this.feedback.report(report)) === 'applied') applied += 1;
        } catch (error) {
          failures.push(error);
        }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (failures.length > 0) {
      this.logger.warn({ provider, failed: failures.length, of: items.length }, 'Events of a service were not stored');
      throw failures[0];
    }
    return { received: items.length, applied };
  }

  /** Null for what changes nothing, and for mails that are not recognised by a token that only we can make. */
  private reportOf(provider: FeedbackProvider, item: ReadItem): FeedbackReport | null {
    if (typeof item === 'string') return this.passOver(provider, item);
    const emailId = this.emailIdOf(item.clues);
    if (emailId === null) return this.passOver(provider, 'unrecognised');
    this.events.inc({ provider, result: 'told' });
    return toReport(provider, emailId, item);
  }

  private passOver(provider: FeedbackProvider, result: 'ignored' | 'unreadable' | 'unrecognised'): null {
    this.events.inc({ provider, result });
    return null;
  }

  private emailIdOf({ messageIds, returnPaths, optOutHeaders }: MailClues): number | null {
    const read = (clues: readonly (string | null)[], reader: (clue: string) => number | null): number | null => {
      for (const clue of clues) {
        const found = clue === null ? null : reader(clue);
        if (found !== null) return found;
      }
      return null;
    };
    return (
      read(messageIds, (text) => this.identity.fromMessageId(text)) ??
      read(returnPaths, (address) => this.identity.fromReturnPath(address)) ??
      read(optOutHeaders, (header) => this.identity.fromListUnsubscribe(header))
    );
  }
}

function toReport(provider: FeedbackProvider, emailId: number, { key, at, happening }: ProviderEvent): FeedbackReport {
  return { provider, eventKey: key, emailId, at, ...happening };
}
