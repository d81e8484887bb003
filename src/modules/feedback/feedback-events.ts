import { Inject, Injectable } from '@nestjs/common';
import { type EmailState, isAnnounced } from '../../events/email-state.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import type { Tx } from '../../platform/database/database.js';
import { type NewEvent, Outbox } from '../../platform/outbox/outbox.js';
import { Keys } from '../../platform/secrets/keys.js';
import { SendingCounters } from '../sending/counters/sending-counters.js';
import { emailSnapshot, firstMessageOf, sentEvent, type SnapshotRow } from '../sending/ledger/email-snapshot.js';
import { messageIdOf } from '../sending/ledger/message-id.js';
import { type BounceReport, type Case, type ComplaintReport, isErased, progressOf } from './feedback-case.js';
import { type BounceType, type FeedbackReport, oneLine, statusCode } from './feedback-report.js';
import { PolicyBounces } from './policy-bounces.js';

const MAX_DIAGNOSTIC_LENGTH = 500;
const COUNTED: ReadonlySet<EmailState> = new Set<EmailState>(['sent', 'bounced', 'complained', 'unknown']);

/** Publishes bounces, complaints, and replies, and counts the first two. Call it last in a transaction, because it takes counter locks. */
@Injectable()
export class FeedbackEvents {
  constructor(
    private readonly outbox: Outbox,
    private readonly counters: SendingCounters,
    private readonly keys: Keys,
    private readonly policyBounces: PolicyBounces,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async bounced(tx: Tx, found: Case, type: BounceType, report: BounceReport): Promise<void> {
    await this.policyBounces.take(tx, found, type, report);
    const { code, diagnostic } = report;
    const bounce = {
      bounced_at: found.at.toISOString(),
      // Webhooks know two types; a bounce that is not about the address may not repeat, so it is soft.
      bounce_type: type ?? ('soft' as const),
      code: statusCode(code),
      diagnostic: isErased(found) || diagnostic === null ? null : oneLine(diagnostic, MAX_DIAGNOSTIC_LENGTH),
      reported_by: reporterOf(report),
    };
    const data = { email: { ...emailSnapshot(found.mail), ...bounce } };
    await this.announce(tx, found, 'bounced', { type: 'email.bounced', subjectId: found.mail.id, data });
  }

  async complained(tx: Tx, found: Case, report: ComplaintReport): Promise<void> {
    const complaint = { complained_at: found.at.toISOString(), reported_by: reporterOf(report) };
    const data = { email: { ...emailSnapshot(found.mail), ...complaint } };
    await this.announce(tx, found, 'complained', { type: 'email.spam_complaint', subjectId: found.mail.id, data });
  }

  async replied(tx: Tx, mail: SnapshotRow, at: Date): Promise<void> {
    const data = { email: { ...emailSnapshot(this.withMessageId(mail)), replied_at: at.toISOString() } };
    await this.outbox.append(tx, 'email.replied', mail.id, data);
  }

  /** A message that was in doubt was sent after all. */
  private async announce(tx: Tx, { mail, at }: Case, state: 'bounced' | 'complained', event: NewEvent): Promise<void> {
    const source = { type: mail.source_type, id: mail.source_id };
    const wasInDoubt = progressOf(mail) === 'in_doubt';
    if (isAnnounced(source))
      await this.outbox.appendAll(tx, [...(wasInDoubt ? [sentEvent(mail, mail.sending_at ?? at)] : []), event]);
    await this.counters.change(tx, source, { ...(COUNTED.has(mail.state) ? { [mail.state]: -1 } : {}), [state]: 1 });
  }

  /** An email in doubt has no stored Message-ID. */
  withMessageId<Row extends SnapshotRow>(mail: Row): Row {
    const own = (): string => messageIdOf(this.keys, firstMessageOf(mail), this.config.http.publicUrl);
    return { ...mail, message_id: mail.message_id ?? own() };
  }
}

function reporterOf({ provider, kind }: FeedbackReport): string {
  if (provider !== 'message') return provider;
  return kind === 'complaint' ? 'arf' : 'dsn';
}
