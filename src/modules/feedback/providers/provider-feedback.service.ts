import { Injectable, Logger } from '@nestjs/common';
import { Metrics } from '../../../platform/metrics/metrics.js';
import type { FeedbackProvider, FeedbackReport } from '../feedback-report.js';
import { FeedbackService } from '../feedback.service.js';
import { EmailIdentity } from '../email-identity.js';
import type { ProviderFeedbackResponse } from './dto/provider-feedback.shapes.js';
import type { ProviderCall } from './provider-call.js';
import { ProviderCalls } from './provider-calls.service.js';
import type { EmailReferences, ReadItem } from './provider-event.js';

/** The provider waits for the response, and the connection pool is shared. */
const AT_ONCE = 4;

/** Applies the events of email providers. A failing event does not affect the others. */
@Injectable()
export class ProviderFeedbackService {
  private readonly logger = new Logger(ProviderFeedbackService.name);
  private readonly events;

  constructor(
    private readonly calls: ProviderCalls,
    private readonly identity: EmailIdentity,
    private readonly feedback: FeedbackService,
    metrics: Metrics,
  ) {
    this.events = metrics.counter('carillon_provider_events_total', 'Events reported by email providers', [
      'provider',
      'result',
    ]);
  }

  /**
   * @throws AppError for an invalid request, and if an event could not be stored: the provider then repeats all of
   * them, and known ones have no further effect.
   */
  async take(provider: FeedbackProvider, call: ProviderCall): Promise<ProviderFeedbackResponse> {
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
      this.logger.warn({ provider, failed: failures.length, of: items.length }, 'Provider events not stored');
      throw failures[0];
    }
    return { message: 'Thank you.', received: items.length, applied };
  }

  /** Returns null for events without effect and for emails without a valid token. */
  private reportOf(provider: FeedbackProvider, item: ReadItem): FeedbackReport | null {
    if (typeof item === 'string') return this.passOver(provider, item);
    const emailId = this.emailIdOf(item.references);
    if (emailId === null) return this.passOver(provider, 'unrecognised');
    this.events.inc({ provider, result: 'told' });
    const { key, at, occurred } = item;
    return { provider, eventKey: key, emailId, at, ...occurred };
  }

  private passOver(provider: FeedbackProvider, result: 'ignored' | 'unreadable' | 'unrecognised'): null {
    this.events.inc({ provider, result });
    return null;
  }

  private emailIdOf({ messageIds = [], returnPaths = [], optOutHeaders = [] }: EmailReferences): number | null {
    const read = (
      references: readonly (string | null)[],
      reader: (reference: string) => number | null,
    ): number | null => {
      for (const reference of references) {
        const found = reference === null ? null : reader(reference);
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
