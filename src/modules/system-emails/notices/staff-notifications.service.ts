import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import {
  StoresPersonalData,
  type Person,
  type PersonalDataStore,
} from '../../../platform/personal-data/personal-data-store.js';
import { likeContains } from '../../../platform/sql/like.js';
import { ContentsService } from '../../mail-content/rendering/contents.service.js';
import type { EmailSource, EmailState } from '../../../events/email-state.js';
import { SendingCounters } from '../../sending/counters/sending-counters.js';
import { NOTICE_SOURCE, REPORT_SOURCE } from './notice-source.js';
import { inParts } from '../../../platform/values/collections.js';

interface StoredEmail {
  readonly id: number;
  readonly contentId: number;
  readonly state: EmailState;
}

const ROWS_PER_STATEMENT = 500;

/**
 * Removes notifications and report emails that contain data of an erased contact, sent or not; `NoticeRetention` removes the
 * others a day after they were sent.
 */
@StoresPersonalData()
@Injectable()
export class StaffNotifications implements PersonalDataStore {
  readonly section = 'staff_notifications';
  readonly tables = [];

  constructor(
    private readonly contents: ContentsService,
    private readonly counters: SendingCounters,
  ) {}

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
          { ...source, plain: likeContains(words), inHtml: likeContains(inHtml(words)) },
        ),
      );
  }

  private async forget(tx: Tx, source: EmailSource, emails: readonly StoredEmail[]): Promise<void> {
    if (emails.length === 0) return;
    await tx.delete(
      'email_messages',
      emails.map(({ id }) => id),
    );
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

const OPEN: ReadonlySet<EmailState> = new Set<EmailState>(['pending', 'sending', 'deferred']);

const inHtml = (text: string): string =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
