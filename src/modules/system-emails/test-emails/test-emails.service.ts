import { Inject, Injectable } from '@nestjs/common';
import { TIMED_OUT, withTimeout } from '../../../platform/values/with-timeout.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { ulid } from '../../../platform/ids/ulid.js';
import { OWN_SENDER } from '../../../platform/smtp/mail-server.js';
import { type SendOutcome, wordsOf } from '../../../platform/smtp/smtp-reply.js';
import type { EmailSource } from '../../../events/email-state.js';
import { ContentPreviewsService } from '../../mail-content/rendering/content-previews.service.js';
import {
  ContentsService,
  type SenderIdentity,
  type WrittenContent,
} from '../../mail-content/rendering/contents.service.js';
import type { TriggerData } from '../../mail-content/trigger-data.js';
import type { TestEmailsResponse } from './dto/test-emails.shapes.js';
import { contentTo } from '../../mail-content/rendering/translations.js';
import { ActiveSenders } from '../../senders/active-senders.js';
import { MessageSubmitter, type PlainOrder } from '../../sending/engine/message-submitter.service.js';

/** Milliseconds; shorter than in RFC 5321, because the HTTP caller waits. */
const TIMEOUT_MS = 30_000;
const TOO_LATE = 'the mail server did not respond in time; the email may still arrive';

export interface TestEmails {
  readonly written: WrittenContent;
  readonly from: SenderIdentity;
  /** Null for the `SMTP_URL` mail server. */
  readonly senderId: number | null;
  readonly source: EmailSource;
  readonly to: readonly string[];
  /** The contact to render for; null for a sample contact. */
  readonly contactId: number | null;
  /** Of an enrollment in a funnel. */
  readonly data?: TriggerData | undefined;
}

/**
 * Sends test emails with the sender, composer, and connections of real emails, but immediately, without a ledger row, and
 * without tracking.
 */
@Injectable()
export class TestEmailsService {
  constructor(
    private readonly contents: ContentsService,
    private readonly previews: ContentPreviewsService,
    private readonly senders: ActiveSenders,
    private readonly submitter: MessageSubmitter,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async send({ written, from, senderId, source, to, contactId, data }: TestEmails): Promise<TestEmailsResponse> {
    const person = await this.previews.recipient(contactId, data);
    const content = contentTo(person, written);
    const compiled = await this.contents.compile({ ...content, subject: `[Test] ${content.subject}` }, from);
    const links = this.previews.linksOf(compiled, person);
    const deadline = performance.now() + TIMEOUT_MS;
    const results: TestEmailsResponse['results'][number][] = [];
    for (const email of new Set(to)) {
      const order: PlainOrder = {
        content: compiled,
        emailId: 0,
        messageId: `<test.${ulid().toLowerCase()}@${new URL(this.config.http.publicUrl).hostname}>`,
        recipient: { ...person, email },
        tracked: false,
        source,
        links,
      };
      const outcome = await this.withTimeout(senderId, order, deadline);
      results.push({ email, success: outcome?.kind === 'accepted', response: outcome ? wordsOf(outcome) : TOO_LATE });
    }
    const sent = results.filter(({ success }) => success).length;
    return { message: `Test email sent to ${sent} of ${results.length} addresses.`, results };
  }

  /** @returns null when the server took too long. */
  private async withTimeout(senderId: number | null, order: PlainOrder, deadline: number): Promise<SendOutcome | null> {
    const timeout = deadline - performance.now();
    if (timeout <= 0)
      return { kind: 'not_sent', reason: 'not sent: the mail server took too long for the previous addresses' };
    const outcome = await withTimeout(timeout, this.submit(senderId, order, deadline));
    return outcome === TIMED_OUT ? null : outcome;
  }

  private async submit(senderId: number | null, order: PlainOrder, deadline: number): Promise<SendOutcome> {
    const sender = await this.senders.get(senderId ?? OWN_SENDER);
    if (!sender) return { kind: 'not_sent', reason: 'the sender does not exist' };
    // A server that is ready only now must not send what the response reports as not sent.
    const isInTime = (): Promise<boolean> => Promise.resolve(performance.now() < deadline);
    return (await this.submitter.send(order, sender, null, isInTime)).outcome;
  }
}
