import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { numberOf } from '../../../platform/database/records.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import type { FeedbackOutcome, FeedbackReport } from '../feedback-report.js';
import { FeedbackService } from '../feedback.service.js';
import { EmailIdentity } from '../email-identity.js';
import { type InboundKind, type InboundEmail, readInboundEmail, type Traces } from './inbound-email.js';
import { UnreadableEmail } from './mime-part.js';
import { Replies } from './replies.service.js';

/** `ignored` needs no action; `unrecognised` identifies no email; `quarantined` was not parsed and is kept. */
export type InboundOutcome = FeedbackOutcome | 'ignored' | 'unrecognised' | 'quarantined';

export interface InboundResult {
  readonly outcome: InboundOutcome;
  readonly kind: InboundKind | 'unreadable';
  /** Null if nothing identifies the email, and for messages written by people. */
  readonly emailId: number | null;
}

/** The email that a message is about. */
interface Recognised {
  readonly emailId: number;
  /** Sent to the opt-out address. */
  readonly toUnsubscribe: boolean;
}

const MAX_UNREADABLE_LENGTH = 64 * 1024;
/** Unreadable messages beyond this number are only counted. */
const MAX_STORED_PER_DAY = 1_000;
const MAX_DETAIL_LENGTH = 190;
/** Each token costs an HMAC. */
const MAX_TOKENS = 50;

const TOKENS_IN_TEXT =
  /\b[0-9a-z]{1,11}\.[0-9a-f]{24}@[\w.-]{1,255}|\bb\+[a-z2-7]{40,60}@[\w.-]{1,255}|https?:\/\/[^\s<>"/]{1,255}\/t\/u\/[\w-]{40}/gi;

/** Processes inbound emails: applies bounces, complaints, and opt-outs by `FeedbackService`, and records replies. */
@Injectable()
export class InboundMessages {
  private readonly messages;

  constructor(
    private readonly db: Database,
    private readonly identity: EmailIdentity,
    private readonly feedback: FeedbackService,
    private readonly replies: Replies,
    metrics: Metrics,
  ) {
    this.messages = metrics.counter('carillon_feedback_messages_total', 'Inbound feedback emails', ['kind', 'outcome']);
  }

  /** @param raw the full message (RFC 5322). @param recipient the envelope recipient, if known. */
  async take(raw: Buffer, recipient?: string): Promise<InboundResult> {
    const result = await this.read(raw, recipient);
    this.messages.inc({ kind: result.kind, outcome: result.outcome });
    return result;
  }

  private async read(raw: Buffer, recipient: string | undefined): Promise<InboundResult> {
    let mail: InboundEmail;
    try {
      mail = readInboundEmail(raw);
    } catch (error) {
      if (!(error instanceof UnreadableEmail)) throw error;
      await this.quarantine(raw, error.message);
      return { outcome: 'quarantined', kind: 'unreadable', emailId: null };
    }
    const known = this.recognise(mail.traces, recipient);
    const answered = first(mail.repliesTo, (id) => this.identity.fromMessageId(id));
    if (answered !== null && known?.toUnsubscribe !== true) {
      const outcome = await this.replies.record(answered, eventKeyOf(mail, 'reply', answered, raw), mail.date);
      return { outcome, kind: 'reply', emailId: answered };
    }
    if (known === null) return { outcome: 'unrecognised', kind: mail.kind, emailId: null };
    const { emailId } = known;
    const kind = known.toUnsubscribe && mail.canOptOut ? 'unsubscribe' : mail.kind;
    // A message by a person to a return path needs a person.
    if (kind === 'other') return { outcome: 'unrecognised', kind, emailId: null };
    const report = reportOf(mail, kind, known, eventKeyOf(mail, kind, emailId, raw));
    return { outcome: report === null ? 'ignored' : await this.feedback.report(report), kind, emailId };
  }

  /** The envelope comes first because it is unambiguous; then the returned email. */
  private recognise({ recipients, returned, quoted }: Traces, recipient: string | undefined): Recognised | null {
    for (const address of [...(recipient === undefined ? [] : [recipient]), ...recipients]) {
      const found = this.identity.fromAddress(address);
      if (found && found.messageId > 0)
        return { emailId: found.messageId, toUnsubscribe: found.kind === 'unsubscribe' };
    }
    for (const head of returned) {
      const emailId =
        first(
          ['return-path', 'original-mail-from', 'cfbl-address', 'cfbl-feedback-id'].flatMap((name) => head.all(name)),
          (path) => this.identity.fromReturnPath(path.replace(/^<|>$|;.*/g, '')),
        ) ??
        first(head.all('message-id'), (id) => this.identity.fromMessageId(id)) ??
        first(head.all('list-unsubscribe'), (header) => this.identity.fromListUnsubscribe(header));
      if (emailId !== null) return { emailId, toUnsubscribe: false };
    }
    const tokens = (quoted.match(TOKENS_IN_TEXT) ?? []).slice(0, MAX_TOKENS);
    const emailId = first(tokens, (token) => this.fromToken(token));
    return emailId === null ? null : { emailId, toUnsubscribe: false };
  }

  private fromToken(token: string): number | null {
    if (token.includes('/t/u/')) return this.identity.fromListUnsubscribe(`<${token}>`);
    return token.includes('+') ? this.identity.fromReturnPath(token) : this.identity.fromMessageId(token);
  }

  private async quarantine(raw: Buffer, reason: string): Promise<void> {
    const today = `SELECT COUNT(*)
      FROM (SELECT 1 FROM feedback_reports WHERE received_at > NOW(3) - INTERVAL 1 DAY AND raw IS NOT NULL
             LIMIT ${MAX_STORED_PER_DAY}) today`;
    const sql = `INSERT INTO feedback_reports (provider, event_key, kind, outcome, detail, raw)
      VALUES ('message', :key, 'unreadable', 'quarantined', :reason, :raw)
      ON DUPLICATE KEY UPDATE detail = VALUES(detail)`;
    const row = { key: createHash('sha256').update(raw).digest(), reason: reason.slice(0, MAX_DETAIL_LENGTH) };
    await this.db.transaction(async (tx) => {
      const isKept = (await numberOf(tx, today)) < MAX_STORED_PER_DAY;
      await tx.execute(sql, { ...row, raw: isKept ? raw.subarray(0, MAX_UNREADABLE_LENGTH) : null });
    });
  }
}

/** @returns null if no action is needed. */
function reportOf(
  { verdict, date }: InboundEmail,
  kind: InboundKind,
  { emailId, toUnsubscribe }: Recognised,
  eventKey: string,
): FeedbackReport | null {
  const about = { provider: 'message', eventKey, emailId, at: date } as const;
  if (kind === 'unsubscribe') return { ...about, kind, reason: null };
  // Servers do not send bounces to the opt-out address, nor providers complaints.
  if (toUnsubscribe) return null;
  if (kind === 'complaint') return { ...about, kind };
  return kind === 'bounce' && verdict ? { ...about, kind, ...verdict } : null;
}

/** Copies of a message on different paths have different `Received` headers, but the same Message-ID. */
function eventKeyOf({ messageId }: InboundEmail, kind: InboundKind, emailId: number, raw: Buffer): string {
  const name = messageId ?? createHash('sha256').update(raw).digest('hex');
  return `${emailId} ${kind} ${name}`;
}

function first<Item>(items: readonly Item[], find: (item: Item) => number | null): number | null {
  for (const item of items) {
    const found = find(item);
    // Emails outside of the ledger (test emails) have the id 0.
    if (found !== null && found > 0) return found;
  }
  return null;
}
