import { Database, type Tx } from '../../../platform/database/database.js';
import { idsOf } from '../../../platform/ids/ids.js';
import type { Person, PersonalDataStore } from '../../../platform/personal-data/personal-data-store.js';
import { StoresPersonalData } from '../../../platform/personal-data/personal-data-store.js';
import { inBatches, RegistersRetention } from '../../../platform/work/periodic.js';
import type { PeriodicRun, RetentionPolicy } from '../../../platform/work/periodic.js';
import { escapeHtml } from '../../../platform/html/html.js';
import { likeContains } from '../../../platform/sql/like.js';
import { ContentsService } from '../../mail-content/rendering/contents.service.js';
import {
  type EmailSource,
  type EmailState,
  OPEN_STATES,
  STAFF_SOURCES,
  SYSTEM_SOURCES,
} from '../../../events/email-state.js';
import { SendingCounters } from '../../sending/counters/sending-counters.js';
import { inParts } from '../../../platform/values/collections.js';

const ROWS_PER_STATEMENT = 500;
const IS_SOURCE = 'm.source_type = :type AND m.source_id = :id';
const IN_ORDER = 'FORCE INDEX (ix_email_messages_source)';
/** Time for which the result of an email can be looked up. */
const KEPT_HOURS = 24;

const OPEN: ReadonlySet<EmailState> = new Set<EmailState>(OPEN_STATES);

/**
 * Removes notifications and report emails from the ledger, which contain data of contacts: those of an erased contact, sent or
 * not, and all others a day after they were sent.
 */
@RegistersRetention()
@StoresPersonalData()
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
    // Also those in doubt, which nothing resolves.
    const settled = `${IN_ORDER} WHERE ${IS_SOURCE} AND m.state NOT IN (:open)
      AND COALESCE(m.settled_at, m.updated_at) < NOW(3) - INTERVAL ${KEPT_HOURS} HOUR
      ORDER BY m.id LIMIT ${ROWS_PER_STATEMENT} FOR UPDATE SKIP LOCKED`;
    let removed = 0;
    for (const source of STAFF_SOURCES)
      removed += await inBatches(run, ROWS_PER_STATEMENT, () =>
        this.db.transaction((tx) => this.forget(tx, source, settled, { open: OPEN_STATES })),
      );
    return removed;
  }

  async forgetNotices(tx: Tx, keys: readonly string[]): Promise<void> {
    const ofKeys = `WHERE ${IS_SOURCE} AND m.recipient_key IN (:keys) ORDER BY m.id FOR UPDATE`;
    for (const part of inParts(keys, ROWS_PER_STATEMENT))
      await this.forget(tx, SYSTEM_SOURCES.staff, ofKeys, { keys: part });
  }

  /** Removes emails whose text or files contain the address. It reads all emails of the last day: no index holds their texts. */
  async sweep(tx: Tx, { email: words }: Person): Promise<void> {
    const like = (column: string): string =>
      `(${column} LIKE :plain COLLATE utf8mb4_general_ci OR ${column} LIKE :inHtml COLLATE utf8mb4_general_ci)`;
    const about = `${IN_ORDER} JOIN email_contents c ON c.id = m.content_id
      WHERE ${IS_SOURCE} AND (${['c.subject', 'c.html', 'c.text'].map(like).join(' OR ')} OR EXISTS (
        SELECT 1 FROM email_content_attachments f JOIN email_attachments a ON a.id = f.attachment_id
         WHERE f.content_id = c.id AND a.content_type LIKE 'text/%' AND ${like('CONVERT(a.content USING utf8mb4)')}))
      ORDER BY m.id FOR UPDATE`;
    const params = { plain: likeContains(words), inHtml: likeContains(escapeHtml(words)) };
    for (const source of STAFF_SOURCES) await this.forget(tx, source, about, params);
  }

  /** @param which the rest of the statement that finds the emails. @returns how many were removed. */
  private async forget(tx: Tx, source: EmailSource, which: string, params: object): Promise<number> {
    const emails = await tx.query<{ id: number; contentId: number; state: EmailState }>(
      `SELECT m.id, m.content_id AS contentId, m.state FROM email_messages m ${which}`,
      { ...source, ...params },
    );
    if (emails.length === 0) return 0;
    await tx.delete('email_messages', idsOf(emails));
    await this.contents.remove(
      tx,
      emails.map(({ contentId: id }) => ({ id })),
    );
    // Open emails count as enrolled, so they need a final state.
    const open = emails.filter(({ state }) => OPEN.has(state));
    await this.counters.change(tx, source, { cancelled: open.length });
    return emails.length;
  }
}
