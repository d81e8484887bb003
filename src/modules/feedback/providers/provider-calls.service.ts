import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { AppError, invalidParam } from '../../../platform/errors/app-error.js';
import type { FeedbackProvider } from '../feedback-report.js';
import { readGeneric } from './generic.js';
import { isSignedByMailgun, readMailgun } from './mailgun.js';
import { readPostmark } from './postmark.js';
import type { ProviderCall } from './provider-call.js';
import type { ReadItem } from './provider-event.js';
import { isSignedBySendgrid, readSendgrid, sendgridKey } from './sendgrid.js';
import { readSes } from './ses.js';
import { SnsService } from './sns.service.js';
import { momentOf, parsed } from './untrusted-json.js';

const HOUR_MS = 3_600_000;
/**
 * Providers retry for a day. Repeats within that time are recognized by their event; older requests are refused as
 * replays.
 */
const OLDEST_MS = 25 * HOUR_MS;
const CLOCKS_DIFFER_MS = HOUR_MS / 4;

const MAX_GENERIC_EVENTS = 1_000;

/** Verifies the signatures of provider requests and parses their events. */
@Injectable()
export class ProviderCalls {
  private readonly sendgridKey: KeyObject | null;

  constructor(
    private readonly sns: SnsService,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {
    const { sendgridPublicKey } = config.feedback;
    this.sendgridKey = sendgridPublicKey === null ? null : sendgridKey(sendgridPublicKey);
  }

  /** @throws AppError for a request with an invalid signature or without readable events. */
  async read(provider: FeedbackProvider, call: ProviderCall): Promise<readonly ReadItem[]> {
    const items = await this.itemsOf(provider, call);
    if (items.length > 0 && items.every((item) => item === 'unreadable'))
      throw invalidParam('body', `must contain events in the format of ${provider}`);
    return items;
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
    const message = parsed(opened.message);
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
