import { Injectable } from '@nestjs/common';
import { sqlTimestamp, sqlTimestampOrNull } from '../../../platform/clock/timestamps.js';
import type { Tx } from '../../../platform/database/database.js';
import type { Reader } from '../../../platform/database/reader.js';
import {
  type ErasureMode,
  HoldsPersonalData,
  type Person,
  type PersonalDataHolder,
} from '../../../platform/personal-data/personal-data-holder.js';
import { type EmailSource, type EmailState, wireStatus } from '../../../events/email-state.js';
import { SendingTallies } from '../counts/sending-tallies.js';
import { MovedMails } from './moved-mails.js';

interface MailRow {
  readonly id: number;
  readonly sourceType: EmailSource['type'];
  readonly sourceId: number;
  readonly email: string | null;
  readonly subject: string;
  readonly state: EmailState;
  readonly messageId: string | null;
  readonly createdAt: Date;
  readonly settledAt: Date | null;
  readonly openedAt: Date | null;
  readonly clickedAt: Date | null;
  readonly unsubscribedAt: Date | null;
  readonly unsubscribeMethod: string | null;
  readonly unsubscribeReason: string | null;
  readonly bounceType: string | null;
  readonly bouncedAt: Date | null;
  readonly complainedAt: Date | null;
  readonly reason: string | null;
}

interface HitRow {
  readonly mailId: number;
  readonly kind: 'open' | 'click';
  readonly isMachine: number;
  readonly userAgent: string | null;
  readonly url: string | null;
  readonly at: Date;
}

interface WaitingRow {
  readonly id: number;
  readonly type: EmailSource['type'];
  readonly sourceId: number;
}

const ROWS_PER_STATEMENT = 1_000;

/**
 * The mails of a person. A row of the ledger stays when its reader goes, because figures are made of it; it only says no
 * longer who that was. That it knows no address any more is also how whatever comes later (the result of a mail on its way, a
 * bounce) sees that the reader has been forgotten.
 */
@HoldsPersonalData()
@Injectable()
export class MailRecords implements PersonalDataHolder {
  readonly section = 'emails';
  readonly tables = ['email_messages', 'email_hits', 'email_hit_inbox', 'email_contents', 'feedback_reports'];

  constructor(
    private readonly tallies: SendingTallies,
    private readonly moved: MovedMails,
  ) {}

  async exportOf(reader: Reader, { contactId }: Person): Promise<unknown> {
    const mails = await reader.query<MailRow>(
      `SELECT m.id, m.source_type AS sourceType, m.source_id AS sourceId, m.email, COALESCE(m.subject, c.subject) AS subject,
              m.state, m.message_id AS messageId, m.created_at AS createdAt, m.settled_at AS settledAt,
              m.first_human_open_at AS openedAt, m.first_human_click_at AS clickedAt, m.unsubscribed_at AS unsubscribedAt,
              m.unsubscribe_method AS unsubscribeMethod, m.unsubscribe_reason AS unsubscribeReason,
              m.bounce_type AS bounceType, m.bounced_at AS bouncedAt, m.complained_at AS complainedAt, m.reason
         FROM email_messages m LEFT JOIN email_contents c ON c.id = m.content_id
        WHERE m.contact_id = :contactId ORDER BY m.id`,
      { contactId },
    );
    const hits = await this.hitsOf(reader, mails);
    return mails.map((mail) => ({ ...presented(mail), hits: hits.get(mail.id) ?? [] }));
  }

  async erase(tx: Tx, { contactId }: Person, mode: ErasureMode): Promise<void> {
    await this.cancelWaiting(tx, contactId);
    await tx.execute(
      `UPDATE email_hits h JOIN email_messages m ON m.id = h.message_id
          SET h.user_agent = NULL, h.client = NULL
        WHERE m.contact_id = :contactId`,
      { contactId },
    );
    await tx.execute(
      // A reason that came with an SMTP code or a bounce is a server's answer, and servers like to repeat the address.
      `UPDATE email_messages
          SET email = NULL, subject = NULL, unsubscribe_reason = NULL,
              reason = IF(smtp_code IS NULL AND bounced_at IS NULL, reason, NULL)
              ${mode === 'delete' ? ', contact_id = NULL' : ''}
        WHERE contact_id = :contactId`,
      { contactId },
    );
  }

  /** What was written while the person was erased, and what is known by the address alone. */
  async sweep(tx: Tx, person: Person): Promise<void> {
    await this.erase(tx, person, 'anonymize');
    await tx.execute(
      // The beginnings of messages that could not be read, of the last days only: few, and kept in no charset.
      `UPDATE feedback_reports SET raw = NULL
        WHERE raw IS NOT NULL AND LOCATE(:email, LOWER(CONVERT(raw USING utf8mb4))) > 0`,
      { email: person.email },
    );
  }

  async merge(tx: Tx, keep: Person, merged: readonly Person[]): Promise<void> {
    await this.moved.move(
      tx,
      keep.contactId,
      merged.map(({ contactId }) => contactId),
    );
  }

  /** Mails that have not left do not leave any more. One that is on its way arrives. */
  private async cancelWaiting(tx: Tx, contactId: number): Promise<void> {
    const waiting = await tx.query<WaitingRow>(
      `SELECT id, source_type AS type, source_id AS sourceId FROM email_messages
        WHERE contact_id = :contactId AND state IN ('pending', 'deferred') ORDER BY id FOR UPDATE`,
      { contactId },
    );
    if (waiting.length === 0) return;
    await tx.execute(
      `UPDATE email_messages SET state = 'cancelled', next_attempt_at = NULL, settled_at = NOW(3) WHERE id IN (:ids)`,
      { ids: waiting.map(({ id }) => id) },
    );
    await this.tallies.settle(
      tx,
      waiting.map(({ type, sourceId }) => ({ source: { type, id: sourceId }, state: 'cancelled' })),
    );
  }

  private async hitsOf(reader: Reader, mails: readonly MailRow[]): Promise<ReadonlyMap<number, readonly object[]>> {
    const found = new Map<number, object[]>();
    for (let start = 0; start < mails.length; start += ROWS_PER_STATEMENT) {
      const rows = await reader.query<HitRow>(
        `SELECT h.message_id AS mailId, h.kind, h.is_machine AS isMachine, h.user_agent AS userAgent, l.url,
                h.occurred_at AS at
           FROM email_hits h LEFT JOIN email_links l ON l.id = h.link_id
          WHERE h.message_id IN (:ids) ORDER BY h.message_id, h.id`,
        { ids: mails.slice(start, start + ROWS_PER_STATEMENT).map(({ id }) => id) },
      );
      for (const { mailId, kind, isMachine, userAgent, url, at } of rows) {
        const hit = { kind, at: sqlTimestamp(at), url, is_machine: isMachine === 1, user_agent: userAgent };
        found.set(mailId, [...(found.get(mailId) ?? []), hit]);
      }
    }
    return found;
  }
}

function presented(mail: MailRow): object {
  const { sourceType, sourceId } = mail;
  return {
    id: mail.id,
    campaign_id: sourceType === 'campaign' ? sourceId : null,
    funnel_id: sourceType === 'funnel' ? sourceId : null,
    to: mail.email,
    subject: mail.subject,
    status: wireStatus(mail.state),
    reason: mail.reason,
    message_id: mail.messageId,
    created_at: sqlTimestamp(mail.createdAt),
    settled_at: sqlTimestampOrNull(mail.settledAt),
    opened_at: sqlTimestampOrNull(mail.openedAt),
    clicked_at: sqlTimestampOrNull(mail.clickedAt),
    bounced_at: sqlTimestampOrNull(mail.bouncedAt),
    bounce_type: mail.bounceType,
    complained_at: sqlTimestampOrNull(mail.complainedAt),
    unsubscribed_at: sqlTimestampOrNull(mail.unsubscribedAt),
    unsubscribe_method: mail.unsubscribeMethod,
    unsubscribe_reason: mail.unsubscribeReason,
  };
}
