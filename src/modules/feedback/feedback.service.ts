import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { ChangeSource } from '../../events/contact.events.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { Database, type Tx } from '../../platform/database/database.js';
import { violatedUniqueIndex } from '../../platform/errors/database-errors.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { type NewEvent, Outbox } from '../../platform/outbox/outbox.js';
import { Keys } from '../../platform/secrets/keys.js';
import { ContactsService } from '../contacts/contacts.service.js';
import { sentEvent } from '../sending/email-outcome-events.js';
import { emailSnapshot, type SnapshotRow } from '../sending/email-snapshot.js';
import type { EmailState } from '../../events/email-state.js';
import { EmailKinds } from '../sending/email-kind.js';
import { OptOutService } from '../sending/opt-outs/opt-out.service.js';
import { SendingTallies, type TallyChange } from '../sending/counts/sending-tallies.js';
import { messageIdOf } from '../sending/message-id.js';
import type { FeedbackOutcome, FeedbackReport } from './feedback-report.js';
import { oneLine, statusCode } from './report-words.js';
import { SoftBounces } from '../sending/bounces/soft-bounces.js';

type BounceReport = Extract<FeedbackReport, { kind: 'bounce' }>;
type ComplaintReport = Extract<FeedbackReport, { kind: 'complaint' }>;
type OptOutReport = Extract<FeedbackReport, { kind: 'unsubscribe' }>;

interface MailRow extends SnapshotRow {
  readonly state: EmailState;
  readonly interruptions: number;
  readonly bounce_type: 'hard' | 'soft' | null;
  readonly complained_at: Date | null;
  readonly sending_at: Date | null;
  readonly now: Date;
}

/** A mail and its contact, both locked. */
interface Case {
  readonly mail: MailRow;
  /** Null when it is gone. */
  readonly contactId: number | null;
  /** Whether the contact still has the address that the mail went to. */
  readonly sameAddress: boolean;
  readonly at: Date;
}

/** What a report does to the ledger. */
interface LedgerChange {
  readonly state: EmailState;
  readonly events: readonly NewEvent[];
}

/** How far a mail had come: what is told about it means something else at each point. */
type Progress = 'never_left' | 'in_doubt' | 'sent' | 'bounced' | 'complained' | 'given_up';

const LONGEST_REASON = 190;
const LONGEST_DIAGNOSTIC = 500;
/** Whoever holds a token may tell a hundred stories about one mail; no true one has more chapters than this. */
const MOST_REPORTS_PER_MAIL = 20;

/**
 * What others tell about mails that we handed over: once however often it is told, in one transaction with everything that
 * follows from it. A complaint outranks a bounce, for the mail as for the contact; each is announced once per mail.
 */
@Injectable()
export class FeedbackService {
  private readonly reports;

  constructor(
    private readonly db: Database,
    private readonly contacts: ContactsService,
    private readonly optOuts: OptOutService,
    private readonly softBounces: SoftBounces,
    private readonly outbox: Outbox,
    private readonly tallies: SendingTallies,
    private readonly kinds: EmailKinds,
    private readonly keys: Keys,
    metrics: Metrics,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {
    this.reports = metrics.counter(
      'carillon_feedback_reports_total',
      'Bounces, complaints and opt-outs that were told',
      ['provider', 'kind', 'outcome'],
    );
  }

  async report(report: FeedbackReport): Promise<FeedbackOutcome> {
    const outcome = await this.db.transaction((tx) => this.reportIn(tx, report));
    this.reports.inc({ provider: report.provider, kind: report.kind, outcome });
    return outcome;
  }

  private async reportIn(tx: Tx, report: FeedbackReport): Promise<FeedbackOutcome> {
    const [mail] = await tx.query<{ contact_id: number | null }>(
      'SELECT contact_id FROM email_messages WHERE id = :id',
      { id: report.emailId },
    );
    if (!mail) return 'no_effect';
    const [told] = await tx.query<{ times: number }>(
      'SELECT COUNT(*) AS times FROM feedback_reports WHERE message_id = :id',
      { id: report.emailId },
    );
    if ((told?.times ?? 0) >= MOST_REPORTS_PER_MAIL) return 'no_effect';
    const reportId = await this.remember(tx, report);
    if (reportId === null) return 'known';
    if (await this.apply(tx, report, mail.contact_id)) return 'applied';
    await tx.execute(`UPDATE feedback_reports SET outcome = 'no_effect' WHERE id = :reportId`, { reportId });
    return 'no_effect';
  }

  /** @returns null when it was told before: the unique index decides, so two who are told at once cannot both be first. */
  private async remember(tx: Tx, report: FeedbackReport): Promise<number | null> {
    const { provider, kind, emailId } = report;
    try {
      const { insertId } = await tx.execute(
        `INSERT INTO feedback_reports (provider, event_key, kind, outcome, message_id, detail)
         VALUES (:provider, :key, :kind, 'applied', :emailId, :detail)`,
        {
          provider,
          key: createHash('sha256').update(report.eventKey).digest(),
          kind,
          emailId,
          // The code alone: the words of servers like to repeat the address.
          detail: kind === 'bounce' ? [report.bounceType ?? 'other', statusCode(report.code)].join(' ').trim() : null,
        },
      );
      return insertId;
    } catch (error) {
      if (violatedUniqueIndex(error) === 'ux_feedback_reports_event') return null;
      throw error;
    }
  }

  /** @returns whether anything changed. */
  private async apply(tx: Tx, report: FeedbackReport, contactId: number | null): Promise<boolean> {
    if (report.kind === 'unsubscribe') return this.optOut(tx, report);
    // The contact is locked before the message, as everywhere else.
    const [contact] =
      contactId === null
        ? []
        : await tx.query<{ id: number; email: string }>(
            'SELECT id, email FROM contacts WHERE id = :contactId FOR UPDATE',
            {
              contactId,
            },
          );
    const [mail] = await tx.query<MailRow>(
      `SELECT id, source_type, source_id, recipient_key, contact_id, email, subject, message_id, state, interruptions,
              bounce_type, complained_at, sending_at, NOW(3) AS now
         FROM email_messages WHERE id = :id FOR UPDATE`,
      { id: report.emailId },
    );
    if (!mail) return false;
    // Its reader became part of another contact while we waited for him.
    if (mail.contact_id !== null && mail.contact_id !== contactId) return this.apply(tx, report, mail.contact_id);
    const found: Case = {
      mail: { ...mail, message_id: mail.message_id ?? messageIdOf(this.keys, mail.id, this.config.http.publicUrl) },
      contactId: contact?.id ?? null,
      sameAddress: mail.email !== null && contact?.email === mail.email,
      at: momentOf(report, mail),
    };
    return report.kind === 'bounce' ? this.bounce(tx, found, report) : this.complain(tx, found, report);
  }

  private async optOut(tx: Tx, { provider, emailId, reason, at }: OptOutReport): Promise<boolean> {
    const [mail] = await tx.query<{ sending_at: Date | null; now: Date }>(
      'SELECT sending_at, NOW(3) AS now FROM email_messages WHERE id = :emailId',
      { emailId },
    );
    return this.optOuts.optOutIn(tx, emailId, provider === 'message' ? 'mailto' : 'provider', {
      reason: reason === null ? null : oneLine(reason, LONGEST_REASON),
      // A mailbox may be read days later: whoever has subscribed again meanwhile did so knowingly.
      ...(mail && { at: momentOf({ at }, mail) }),
    });
  }

  private async bounce(tx: Tx, found: Case, report: BounceReport): Promise<boolean> {
    const { mail } = found;
    const progress = progressOf(mail);
    const type = typeOf(report);
    const isStronger = mail.bounce_type !== 'hard' && type === 'hard';
    if (progress === 'never_left' || progress === 'complained') return false;
    if (progress === 'bounced' && !isStronger) return false;
    // Given up as failed, and yet a copy of it came somewhere and back: that says something about the address only.
    if (progress === 'given_up' && (type === null || (mail.bounce_type !== null && !isStronger))) return false;
    const isNews = progress === 'sent' || progress === 'in_doubt';
    await this.keepBounce(tx, found, type, report, isNews);
    await this.bounceContact(tx, found, type, report);
    if (!isNews) return true;
    await this.announce(tx, found, { state: 'bounced', events: [bouncedEvent(found, type, report)] });
    return true;
  }

  private async keepBounce(
    tx: Tx,
    found: Case,
    type: 'hard' | 'soft' | null,
    { code, diagnostic }: BounceReport,
    isNews: boolean,
  ): Promise<void> {
    const { mail, at } = found;
    await tx.execute(
      `UPDATE email_messages
          SET bounce_type = :type, bounced_at = COALESCE(bounced_at, :at), smtp_code = COALESCE(:code, smtp_code),
              reason = IF(email IS NULL, NULL, COALESCE(:reason, reason)) ${isNews ? `, state = 'bounced', ${ENDED}` : ''}
        WHERE id = :id`,
      {
        id: mail.id,
        type,
        at,
        code: statusCode(code),
        reason: isForgotten(found) || diagnostic === null ? null : oneLine(diagnostic, LONGEST_REASON),
      },
    );
  }

  private async bounceContact(
    tx: Tx,
    { contactId, sameAddress }: Case,
    type: 'hard' | 'soft' | null,
    { code }: BounceReport,
  ): Promise<void> {
    if (contactId === null || !sameAddress) return;
    if (type === 'soft') await this.softBounces.judge(tx, [contactId]);
    if (type !== 'hard') return;
    const reason = ['hard bounce', statusCode(code)].join(' ').trim();
    await this.contacts.changeStatusIn(tx, contactId, 'bounced', { source: 'bounce', reason });
  }

  private async complain(tx: Tx, found: Case, report: ComplaintReport): Promise<boolean> {
    const { mail, at, contactId } = found;
    const progress = progressOf(mail);
    if (progress === 'never_left' || mail.complained_at !== null) return false;
    const isNews = progress !== 'given_up';
    await tx.execute(
      `UPDATE email_messages SET complained_at = :at ${isNews ? `, state = 'complained', ${ENDED}` : ''} WHERE id = :id`,
      { id: mail.id, at },
    );
    // Whatever address it went to: it is the person who does not want to hear from us.
    const source: ChangeSource = 'complaint';
    if (contactId !== null)
      await this.contacts.changeStatusIn(tx, contactId, 'complained', { source, reason: 'reported as spam' });
    if (isNews)
      await this.announce(tx, found, { state: 'complained', events: [complaintEvent(found, sourceOf(report))] });
    return true;
  }

  /** Events and counts, which come last in a transaction. A mail that was in doubt was sent after all. */
  private async announce(tx: Tx, { mail, at }: Case, { state, events }: LedgerChange): Promise<void> {
    const wasInDoubt = progressOf(mail) === 'in_doubt';
    const source = { type: mail.source_type, id: mail.source_id };
    if (this.kinds.isAnnounced(source))
      await this.outbox.appendAll(tx, [...(wasInDoubt ? [sentEvent(mail, mail.sending_at ?? at)] : []), ...events]);
    const change: TallyChange = {
      ...(COUNTED.has(mail.state) ? { [mail.state]: -1 } : {}),
      [state]: 1,
    };
    await this.tallies.change(tx, source, change);
  }
}

/** No worker may go on with it, and a result that is still on its way comes too late. */
const ENDED = `settled_at = COALESCE(settled_at, NOW(3)), next_attempt_at = NULL, lease_owner = NULL, lease_until = NULL,
  fence = fence + 1`;

const COUNTED: ReadonlySet<EmailState> = new Set<EmailState>(['sent', 'bounced', 'complained', 'unknown']);

/**
 * Nobody can know a mail that has not left. One whose end nobody had learnt (`unknown`, or to be repeated) has left, as we
 * now hear; one that was given up has, too, but its figures are written.
 */
function progressOf({ state, sending_at, interruptions }: MailRow): Progress {
  switch (state) {
    case 'sent':
    case 'bounced':
    case 'complained':
      return state;
    case 'unknown':
    case 'sending':
      return 'in_doubt';
    case 'deferred':
      return sending_at === null ? 'never_left' : 'in_doubt';
    case 'pending':
      return interruptions > 0 ? 'in_doubt' : 'never_left';
    case 'failed':
    case 'cancelled':
      return sending_at === null ? 'never_left' : 'given_up';
    case 'skipped':
      return 'never_left';
  }
}

/** Deleted, or erased since: servers like to repeat the address in what they say. */
const isForgotten = ({ contactId, mail }: Case): boolean => contactId === null || mail.email === null;

/** What is said about us (policies, block lists: x.7.x) never speaks against an address, whoever calls it soft. */
function typeOf({ bounceType, code }: BounceReport): 'hard' | 'soft' | null {
  return bounceType === 'soft' && /^[45]\.7\./.test(statusCode(code) ?? '') ? null : bounceType;
}

/** The clocks of others are wrong: nothing happens to a mail before it was sent, nor tomorrow. */
function momentOf({ at }: Pick<FeedbackReport, 'at'>, { sending_at, now }: Pick<MailRow, 'sending_at' | 'now'>): Date {
  if (at === null || Number.isNaN(at.getTime()) || at > now) return now;
  return sending_at !== null && at < sending_at ? sending_at : at;
}

/** How events name where something was learnt. */
function sourceOf({ provider, kind }: FeedbackReport): string {
  if (provider !== 'message') return provider;
  return kind === 'complaint' ? 'arf' : 'dsn';
}

function bouncedEvent(found: Case, type: 'hard' | 'soft' | null, report: BounceReport): NewEvent {
  const { mail, at } = found;
  const { code, diagnostic } = report;
  const bounce = {
    bounced_at: at.toISOString(),
    // Receivers know two kinds; what is not about the address may go well the next time.
    bounce_type: type ?? ('soft' as const),
    code: statusCode(code),
    diagnostic: isForgotten(found) || diagnostic === null ? null : oneLine(diagnostic, LONGEST_DIAGNOSTIC),
    source: sourceOf(report),
  };
  return { type: 'email.bounced', subjectId: mail.id, data: { email: { ...emailSnapshot(mail), ...bounce } } };
}

function complaintEvent({ mail, at }: Case, source: string): NewEvent {
  const complaint = { complained_at: at.toISOString(), source };
  return {
    type: 'email.spam_complaint',
    subjectId: mail.id,
    data: { email: { ...emailSnapshot(mail), ...complaint } },
  };
}
