import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../platform/database/database.js';
import { numberOf } from '../../platform/database/records.js';
import { violatedUniqueIndex } from '../../platform/errors/database-errors.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { ContactsService } from '../contacts/contacts.service.js';
import { contactOfLink } from '../sending/ledger/past-email.entity.js';
import { OptOutService } from '../sending/opt-outs/opt-out.service.js';
import { type BounceReport, type Case, type ComplaintReport, type EmailRow } from './feedback-case.js';
import { isErased, progressOf } from './feedback-case.js';
import { FeedbackEvents } from './feedback-events.js';
import { type BounceType, type FeedbackOutcome, type FeedbackReport, oneLine, statusCode } from './feedback-report.js';
import { SoftBounces } from '../sending/bounces/soft-bounces.js';
import { EMAILS } from '../sending/ledger/message-states.js';

type OptOutReport = Extract<FeedbackReport, { kind: 'unsubscribe' }>;

const MAX_REASON_LENGTH = 190;
/** Limits what the holder of a token can report about one email. */
const MAX_REPORTS_PER_EMAIL = 20;

/** Applies reports exactly once, with all effects. A complaint outranks a bounce; each is announced once per email. */
@Injectable()
export class FeedbackService {
  private readonly reports;

  constructor(
    private readonly db: Database,
    private readonly contacts: ContactsService,
    private readonly optOuts: OptOutService,
    private readonly softBounces: SoftBounces,
    private readonly events: FeedbackEvents,
    metrics: Metrics,
  ) {
    const help = 'Reported bounces, complaints, and opt-outs';
    this.reports = metrics.counter('carillon_feedback_reports_total', help, ['provider', 'kind', 'outcome']);
  }

  async report(report: FeedbackReport): Promise<FeedbackOutcome> {
    const outcome = await this.db.transaction((tx) => this.reportIn(tx, report));
    this.reports.inc({ provider: report.provider, kind: report.kind, outcome });
    return outcome;
  }

  private async reportIn(tx: Tx, report: FeedbackReport): Promise<FeedbackOutcome> {
    const contactId = await contactOfLink(tx, report.emailId);
    if (contactId === undefined) return 'no_effect';
    const counted = 'SELECT COUNT(*) FROM feedback_reports WHERE message_id = :id';
    if ((await numberOf(tx, counted, { id: report.emailId })) >= MAX_REPORTS_PER_EMAIL) return 'no_effect';
    const reportId = await this.remember(tx, report);
    if (reportId === null) return 'known';
    if (await this.apply(tx, report, contactId)) return 'applied';
    await tx.execute(`UPDATE feedback_reports SET outcome = 'no_effect' WHERE id = :reportId`, { reportId });
    return 'no_effect';
  }

  /** @returns null if it was reported before; the unique index prevents races. */
  private async remember(tx: Tx, report: FeedbackReport): Promise<number | null> {
    const { provider, kind, emailId } = report;
    const key = createHash('sha256').update(report.eventKey).digest();
    // Only the code: server replies often contain the address.
    const detail = kind === 'bounce' ? [report.bounceType ?? 'other', statusCode(report.code)].join(' ').trim() : null;
    const sql = `INSERT INTO feedback_reports (provider, event_key, kind, outcome, message_id, detail)
      VALUES (:provider, :key, :kind, 'applied', :emailId, :detail)`;
    try {
      return (await tx.execute(sql, { provider, key, kind, emailId, detail })).insertId;
    } catch (error) {
      if (violatedUniqueIndex(error) === 'ux_feedback_reports_event') return null;
      throw error;
    }
  }

  /** @returns whether anything changed. */
  private async apply(tx: Tx, report: FeedbackReport, contactId: number | null): Promise<boolean> {
    if (report.kind === 'unsubscribe') return this.optOut(tx, report);
    // The contact is locked before the message, as everywhere.
    const lock = 'SELECT id, email FROM contacts WHERE id = :contactId FOR UPDATE';
    const [contact] = contactId === null ? [] : await tx.query<{ id: number; email: string }>(lock, { contactId });
    const sql = `SELECT id, source_type, source_id, recipient_key, contact_id, email, subject, message_id, state, interruptions,
            bounce_type, complained_at, sending_at, NOW(3) AS now
       FROM email_messages WHERE id = :id FOR UPDATE`;
    const [mail] = await tx.query<EmailRow>(sql, { id: report.emailId });
    if (!mail) return false;
    // The contact was merged during the wait for the lock.
    if (mail.contact_id !== null && mail.contact_id !== contactId) return this.apply(tx, report, mail.contact_id);
    const found: Case = {
      mail: this.events.withMessageId(mail),
      contactId: contact?.id ?? null,
      sameAddress: mail.email !== null && contact?.email === mail.email,
      at: momentOf(report, mail),
    };
    return report.kind === 'bounce' ? this.bounce(tx, found, report) : this.complain(tx, found, report);
  }

  private async optOut(tx: Tx, { provider, emailId, reason, at }: OptOutReport): Promise<boolean> {
    const sql = 'SELECT sending_at, NOW(3) AS now FROM email_messages WHERE id = :emailId';
    const [mail] = await tx.query<{ sending_at: Date | null; now: Date }>(sql, { emailId });
    return this.optOuts.optOutIn(tx, emailId, provider === 'message' ? 'mailto' : 'provider', {
      reason: reason === null ? null : oneLine(reason, MAX_REASON_LENGTH),
      // A provider that knows of an opt-out refuses all emails to the address.
      all: provider !== 'message',
      // The report may be days old: a later subscription stays valid.
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
    // Failed, but a copy was delivered and bounced: this affects the address only.
    if (progress === 'given_up' && (type === null || (mail.bounce_type !== null && !isStronger))) return false;
    const isFirstReport = progress === 'sent' || progress === 'in_doubt';
    await this.keepBounce(tx, found, type, report, isFirstReport);
    await this.bounceContact(tx, found, type, report);
    if (isFirstReport) await this.events.bounced(tx, found, type, report);
    return true;
  }

  private async keepBounce(
    tx: Tx,
    found: Case,
    type: BounceType,
    { code, diagnostic }: BounceReport,
    isFirstReport: boolean,
  ): Promise<void> {
    const { mail, at } = found;
    await tx.execute(
      `UPDATE email_messages
          SET bounce_type = :type, bounced_at = COALESCE(bounced_at, :at), smtp_code = COALESCE(:code, smtp_code),
              reason = IF(email IS NULL, NULL, COALESCE(:reason, reason)) ${isFirstReport ? `, ${EMAILS.becomes('reportBounce')}, ${ENDED}` : ''}
        WHERE id = :id`,
      {
        id: mail.id,
        messageId: mail.message_id,
        type,
        at,
        code: statusCode(code),
        reason: isErased(found) || diagnostic === null ? null : oneLine(diagnostic, MAX_REASON_LENGTH),
      },
      { ids: mail.id },
    );
  }

  private async bounceContact(
    tx: Tx,
    { contactId, sameAddress }: Case,
    type: BounceType,
    { code }: BounceReport,
  ): Promise<void> {
    if (contactId === null || !sameAddress) return;
    if (type === 'soft') await this.softBounces.evaluate(tx, [contactId]);
    if (type !== 'hard') return;
    const reason = ['hard bounce', statusCode(code)].join(' ').trim();
    await this.contacts.changeStatusIn(tx, contactId, 'bounced', { source: 'bounce', reason });
  }

  private async complain(tx: Tx, found: Case, report: ComplaintReport): Promise<boolean> {
    const { mail, at, contactId } = found;
    const progress = progressOf(mail);
    if (progress === 'never_left' || mail.complained_at !== null) return false;
    const isFirstReport = progress !== 'given_up';
    const sql = `UPDATE email_messages SET complained_at = :at ${isFirstReport ? `, ${EMAILS.becomes('reportComplaint')}, ${ENDED}` : ''} WHERE id = :id`;
    await tx.execute(sql, { id: mail.id, messageId: mail.message_id, at }, { ids: mail.id });
    // Whatever the address was: this person does not want email.
    const cause = { source: 'complaint', reason: 'reported as spam' } as const;
    if (contactId !== null) await this.contacts.changeStatusIn(tx, contactId, 'complained', cause);
    if (isFirstReport) await this.events.complained(tx, found, report);
    return true;
  }
}

/** Ends leases and retries, so that late results are refused. */
const ENDED = `message_id = :messageId, settled_at = COALESCE(settled_at, NOW(3)), next_attempt_at = NULL, lease_owner = NULL, lease_until = NULL,
  fence = fence + 1`;

/** Refusals by policy (x.7.x) are never about the address. */
function typeOf({ bounceType, code }: BounceReport): BounceType {
  return bounceType === 'soft' && /^[45]\.7\./.test(statusCode(code) ?? '') ? null : bounceType;
}

/** Corrects foreign clocks: not before submission and not in the future. */
function momentOf({ at }: Pick<FeedbackReport, 'at'>, { sending_at, now }: Pick<EmailRow, 'sending_at' | 'now'>): Date {
  if (at === null || Number.isNaN(at.getTime()) || at > now) return now;
  return sending_at !== null && at < sending_at ? sending_at : at;
}
