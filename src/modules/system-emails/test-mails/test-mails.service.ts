import { Inject, Injectable } from '@nestjs/common';
import { LATE, within } from '../../../platform/clock/within.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { ulid } from '../../../platform/ids/ulid.js';
import { wordsOf } from '../../../platform/smtp/smtp-reply.js';
import type { EmailSource } from '../../../events/email-state.js';
import { ContentPreviewsService } from '../../mail-content/rendering/content-previews.service.js';
import {
  ContentsService,
  type SenderIdentity,
  type WrittenContent,
} from '../../mail-content/rendering/contents.service.js';
import { DirectMailService, type PlainOrder, type SendOutcome } from '../../sending/direct-mail.service.js';

/** Somebody waits for the answer, so a server that does not speak is not waited for as long as RFC 5321 would. */
const TIMEOUT_MS = 30_000;
const TOO_LATE = 'the mail server did not answer in time; the mail may still arrive';

export interface TestMails {
  readonly written: WrittenContent;
  readonly from: SenderIdentity;
  /** Null for the installation's own mail server. */
  readonly senderId: number | null;
  readonly source: EmailSource;
  readonly to: readonly string[];
  /** Whose values to fill in; null for those of a made-up person. */
  readonly contactId: number | null;
}

export interface TestMailResult {
  readonly email: string;
  readonly success: boolean;
  /** The server's words, or why it was not asked. */
  readonly response: string;
}

/**
 * Sends a mail to people who want to see it before others get it: through the sender, composer and connection of real
 * mails, but now, without a row in the ledger, and with nothing followed or counted.
 */
@Injectable()
export class TestMailsService {
  constructor(
    private readonly contents: ContentsService,
    private readonly previews: ContentPreviewsService,
    private readonly mails: DirectMailService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @throws AppError rest_invalid_param for a content that does not parse and for a contact that is not there. */
  async send({ written, from, senderId, source, to, contactId }: TestMails): Promise<TestMailResult[]> {
    const mail = await this.contents.compile({ ...written, subject: `[Test] ${written.subject}` }, from);
    const person = await this.previews.recipient(contactId);
    const links = this.previews.linksOf(mail, person);
    const deadline = performance.now() + TIMEOUT_MS;
    const results: TestMailResult[] = [];
    for (const email of new Set(to)) {
      const order: PlainOrder = {
        content: mail.content,
        emailId: 0,
        messageId: `<test.${ulid().toLowerCase()}@${new URL(this.config.http.publicUrl).hostname}>`,
        recipient: { ...person, email },
        source,
        links,
      };
      const outcome = await this.withTimeout(senderId, order, deadline);
      results.push({ email, success: outcome?.kind === 'accepted', response: outcome ? wordsOf(outcome) : TOO_LATE });
    }
    return results;
  }

  /** @returns null when the server took too long. */
  private async withTimeout(senderId: number | null, order: PlainOrder, deadline: number): Promise<SendOutcome | null> {
    const timeout = deadline - performance.now();
    if (timeout <= 0) return { kind: 'not_sent', reason: 'not tried: the mail server took too long for the others' };
    const outcome = await within(
      timeout,
      // A server that is ready only now must not send what the answer has given up.
      this.mails.send(senderId, order, () => performance.now() < deadline),
    );
    return outcome === LATE ? null : outcome;
  }
}
