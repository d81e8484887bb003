import type { KeyObject } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { AppError, invalidParam } from '../../../platform/errors/app-error.js';
import { parseJson } from '../../../platform/http/json-body.js';
import { readBody } from '../../../platform/http/read-body.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { fromJson } from '../../../platform/values/json.js';
import { EmailIdentity } from '../email-identity.js';
import type { FeedbackProvider, FeedbackReport } from '../feedback-report.js';
import { FeedbackService } from '../feedback.service.js';
import { formFields } from './form-fields.js';
import { readGeneric } from './generic.js';
import { isSignedByMailgun, readMailgun } from './mailgun.js';
import { readPostmark } from './postmark.js';
import type { EmailReferences, ReadItem } from './provider-event.js';
import { isSignedBySendgrid, readSendgrid, sendgridKey } from './sendgrid.js';
import { readSes } from './ses.js';
import { SnsService } from './sns.service.js';
import { momentOf } from './untrusted-json.js';

interface ProviderCall {
  /** The parsed JSON, or the text fields of a form by name. */
  readonly body: unknown;
  /** The raw body, for signatures. */
  readonly bytes: Buffer;
  /** Returns a request header; empty if missing. */
  readonly header: (name: string) => string;
}

const LIMIT_BYTES = 1024 * 1024;
/** The provider waits for the response, and the connection pool is shared. */
const AT_ONCE = 4;
const HOUR_MS = 3_600_000;
/** Providers retry for a day, and repeats are recognized by their event; older requests are refused as replays. */
const OLDEST_MS = 25 * HOUR_MS;
const CLOCKS_DIFFER_MS = HOUR_MS / 4;

const MAX_GENERIC_EVENTS = 1_000;

/** Verifies and applies the events of email providers. A failing event does not affect the others. */
@Injectable()
export class ProviderFeedbackService {
  private readonly logger = new Logger(ProviderFeedbackService.name);
  private readonly events;
  private readonly sendgridKey: KeyObject | null;

  constructor(
    private readonly sns: SnsService,
    private readonly identity: EmailIdentity,
    private readonly feedback: FeedbackService,
    private readonly clock: Clock,
    metrics: Metrics,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {
    const { sendgridPublicKey } = config.feedback;
    this.sendgridKey = sendgridPublicKey === null ? null : sendgridKey(sendgridPublicKey);
    const help = 'Events reported by email providers';
    this.events = metrics.counter('carillon_provider_events_total', help, ['provider', 'result']);
  }

  /** @throws AppError also if an event could not be stored: the provider repeats all; known ones have no effect. */
  async take(provider: FeedbackProvider, request: AppRequest) {
    const items = await this.itemsOf(provider, await readCall(request));
    if (items.length > 0 && items.every((item) => item === 'unreadable'))
      throw invalidParam('body', `must contain events in the format of ${provider}`);
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
      // All recipients of a single email have one Message-ID, but each has a return path of its own.
      read(returnPaths, (address) => this.identity.fromReturnPath(address)) ??
      read(messageIds, (text) => this.identity.fromMessageId(text)) ??
      read(optOutHeaders, (header) => this.identity.fromListUnsubscribe(header))
    );
  }

  private async itemsOf(provider: FeedbackProvider, call: ProviderCall): Promise<readonly ReadItem[]> {
    switch (provider) {
      case 'ses':
        return this.readSes(call);
      case 'mailgun':
        this.checkMailgun(call);
        return [readMailgun(call.body)];
      case 'sendgrid':
        this.checkSendgrid(call);
        return batchOf(call.body).map(readSendgrid);
      case 'postmark':
        return [readPostmark(call.body)];
      case 'generic':
        return upTo(MAX_GENERIC_EVENTS, batchOf(call.body)).map(readGeneric);
    }
  }

  private async readSes({ body }: ProviderCall): Promise<ReadItem[]> {
    const opened = await this.sns.open(body);
    if (!opened) return ['ignored'];
    const message = fromJson(opened.message, null);
    // "Successfully validated SNS topic" and manually published messages are plain text.
    return [message === null ? 'ignored' : readSes(message, opened.messageId)];
  }

  private checkMailgun({ body }: ProviderCall): void {
    const key = this.config.feedback.mailgunSigningKey;
    if (key !== null && !isSignedByMailgun(body, key, this.period())) throw unsigned();
  }

  private checkSendgrid({ bytes, header }: ProviderCall): void {
    if (this.sendgridKey === null) return;
    const timestamp = header('x-twilio-email-event-webhook-timestamp');
    const signature = header('x-twilio-email-event-webhook-signature');
    const at = momentOf(timestamp);
    const { notBefore, notAfter } = this.period();
    const timely = at !== null && at >= notBefore && at <= notAfter;
    if (!timely || !isSignedBySendgrid(this.sendgridKey, timestamp, signature, bytes)) throw unsigned();
  }

  private period(): { notBefore: Date; notAfter: Date } {
    const now = this.clock.now().getTime();
    return { notBefore: new Date(now - OLDEST_MS), notAfter: new Date(now + CLOCKS_DIFFER_MS) };
  }
}

const unsigned = (): AppError => new AppError('rest_forbidden', 'The signature is not valid.');

const batchOf = (body: unknown): readonly unknown[] => (Array.isArray(body) ? (body as unknown[]) : [body]);

function upTo(most: number, batch: readonly unknown[]): readonly unknown[] {
  if (batch.length > most) throw invalidParam('body', `must contain at most ${most} events`);
  return batch;
}

/** Amazon SNS sends JSON as plain text; old webhooks of Mailgun are forms. @throws AppError for other bodies. */
async function readCall(request: AppRequest): Promise<ProviderCall> {
  const header = (name: string): string => request.get(name) ?? '';
  const bytes = await readBody(request, LIMIT_BYTES);
  const body = bytes.length === 0 ? {} : (formFields(bytes, header('content-type')) ?? parseJson(bytes));
  return { body, bytes, header };
}
