import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import { idsOf } from '../../../platform/ids/ids.js';
import {
  StoresPersonalData,
  type Person,
  type PersonalDataStore,
} from '../../../platform/personal-data/personal-data-store.js';
import {
  type PeriodicRun,
  inBatches,
  RegistersRetention,
  type RetentionPolicy,
} from '../../../platform/work/periodic.js';
import { escapeHtml } from '../../../platform/html/html.js';
import { likeContains } from '../../../platform/sql/like.js';
import { ContentsService } from '../../mail-content/rendering/contents.service.js';
import { EMAIL_STATES, type EmailSource, type EmailState, OPEN_STATES } from '../../../events/email-state.js';
import { SendingCounters } from '../../sending/counters/sending-counters.js';
import { NOTICE_SOURCE, REPORT_SOURCE } from './notices.service.js';
import { inParts } from '../../../platform/values/collections.js';

interface StoredEmail {
  readonly id: number;
  readonly contentId: number;
  readonly state: EmailState;
}

const ROWS_PER_STATEMENT = 500;
/** Time for which the result of an email can be looked up. */
const KEPT_HOURS = 24;

const OPEN: ReadonlySet<EmailState> = new Set<EmailState>(OPEN_STATES);
/** Includes `unknown`, because staff notifications in doubt are never resolved. */
const SETTLED = EMAIL_STATES.filter((state) => !OPEN.has(state));

/**
 * Removes notifications and report emails from the ledger, which contain data of contacts: those of an erased contact, sent or
 * not, and all others a day after they were sent.
 */
@RegistersRetention()
@StoresPersonalData()
@Injectable()
export class StaffNotifications implements PersonalDataStore, RetentionPolicy {
  readonly subject = 'notifications and report emails';
  readonly section = 'staff_notifications';
  readonly tables = [];

  constructor(
    private readonly db: Database,
    private readonly contents: ContentsService,
    private readonly counters: SendingCounters,
  ) {}

  async remove(run: PeriodicRun): Promise<number> {
    let removed = 0;
    for (const source of [NOTICE_SOURCE, REPORT_SOURCE])
      removed += await inBatches(run, ROWS_PER_STATEMENT, () =>
        this.db.transaction((tx) => this.forgetSettled(tx, source)),
      );
    return removed;
  }

  private async forgetSettled(tx: Tx, source: EmailSource): Promise<number> {
    const emails = await tx.query<StoredEmail>(
      `SELECT id, content_id AS contentId, state FROM email_messages FORCE INDEX (ix_email_messages_source)
        WHERE source_type = :type AND source_id = :id AND state IN (:settled)
          AND COALESCE(settled_at, updated_at) < NOW(3) - INTERVAL ${KEPT_HOURS} HOUR
        ORDER BY id LIMIT ${ROWS_PER_STATEMENT} FOR UPDATE SKIP LOCKED`,
      { ...source, settled: SETTLED },
    );
    await this.forget(tx, source, emails);
    return emails.length;
  }

  async forgetNotices(tx: Tx, keys: readonly string[]): Promise<void> {
    for (const part of inParts(keys, ROWS_PER_STATEMENT))
      await this.forget(
        tx,
        NOTICE_SOURCE,
        await tx.query<StoredEmail>(
          `SELECT id, content_id AS contentId, state FROM email_messages
            WHERE source_type = :type AND source_id = :id AND recipient_key IN (:keys) ORDER BY id FOR UPDATE`,
          { ...NOTICE_SOURCE, keys: part },
        ),
      );
  }

  /** Removes emails whose text or files contain the address. It reads all emails of the last day: no index holds their texts. */
  async sweep(tx: Tx, { email: words }: Person): Promise<void> {
    const like = (column: string): string =>
      `(${column} LIKE :plain COLLATE utf8mb4_general_ci OR ${column} LIKE :inHtml COLLATE utf8mb4_general_ci)`;
    for (const source of [NOTICE_SOURCE, REPORT_SOURCE])
      await this.forget(
        tx,
        source,
        await tx.query<StoredEmail>(
          `SELECT m.id, m.content_id AS contentId, m.state
             FROM email_messages m FORCE INDEX (ix_email_messages_source)
             JOIN email_contents c ON c.id = m.content_id
            WHERE m.source_type = :type AND m.source_id = :id
              AND (${['c.subject', 'c.html', 'c.text'].map(like).join(' OR ')} OR EXISTS (
                SELECT 1 FROM email_content_attachments f JOIN email_attachments a ON a.id = f.attachment_id
                 WHERE f.content_id = c.id AND a.content_type LIKE 'text/%'
                   AND ${like('CONVERT(a.content USING utf8mb4)')}))
            ORDER BY m.id FOR UPDATE`,
          { ...source, plain: likeContains(words), inHtml: likeContains(escapeHtml(words)) },
        ),
      );
  }

  private async forget(tx: Tx, source: EmailSource, emails: readonly StoredEmail[]): Promise<void> {
    if (emails.length === 0) return;
    await tx.delete('email_messages', idsOf(emails));
    const contents = emails.map(({ contentId: id }) => ({ id }));
    await this.contents.remove(tx, contents);
    // Open emails count as enrolled, so they need a final state.
    const open = emails.filter(({ state }) => OPEN.has(state));
    await this.counters.settle(
      tx,
      open.map(() => ({ source, state: 'cancelled' })),
    );
  }
}
