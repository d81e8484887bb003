import { Inject } from '@nestjs/common';
import { type EmailSource, OPEN_STATES } from '../../../events/email-state.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { idsOf } from '../../../platform/ids/ids.js';
import { type PeriodicRun, RegistersRetention, type RetentionPolicy } from '../../../platform/work/periodic.js';

const CHUNK = 500;
const CUT = 'NOW(3) - INTERVAL :days DAY';
const IS_SOURCE = 'source_type = :type AND source_id = :id';
/** Its recipients are final. Funnels and single emails have no end, and use no key twice. */
const IS_ENDED = `(source_type <> 'campaign' OR state = 'closed')`;

type Range = EmailSource & { readonly after: number };

interface Row {
  readonly id: number;
  readonly isYoung: 0 | 1;
  readonly isOver: 0 | 1;
}

const isOver = (row: Row): boolean => row.isOver === 1;

/**
 * Moves old emails from the ledger to `past_emails`, and removes their opens and clicks. What orders and later clicks refer to stays. The
 * ledger of a source is read once, in the order of ids.
 */
@RegistersRetention()
export class LedgerRetention implements RetentionPolicy {
  readonly subject = 'old emails with their opens and clicks';

  constructor(
    private readonly db: Database,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async remove(run: PeriodicRun): Promise<number> {
    const { emailRetentionDays: days } = this.config;
    if (days === 0) return 0;
    const sources = await this.db.query<Range>(
      `SELECT source_type AS type, source_id AS id, thinned_to AS after FROM sendings s
        WHERE created_at < ${CUT} AND ${IS_ENDED}
          AND (SELECT m.created_at FROM email_messages m FORCE INDEX (ix_email_messages_source) WHERE m.source_type = s.source_type
                  AND m.source_id = s.source_id AND m.id > s.thinned_to ORDER BY m.id LIMIT 1) < ${CUT}
        ORDER BY id`,
      { days },
    );
    let removed = 0;
    for (const source of sources)
      for (let { after } = source, isMore = true; isMore && !run.isStopping;) {
        const range = { ...source, after, days };
        const rows = await this.db.transaction((tx) => this.removeSome(tx, range));
        removed += rows.filter(isOver).length;
        after = rows.at(-1)?.id ?? after;
        isMore = rows.length === CHUNK;
      }
    return removed;
  }

  /** @returns the emails that were read, fewer than `CHUNK` if the next one is young or there is none. */
  private async removeSome(tx: Tx, range: Range & { readonly days: number }): Promise<readonly Row[]> {
    const read = await tx.query<Row>(
      `SELECT m.id, m.created_at >= ${CUT} AS isYoung,
              m.state NOT IN (:open) AND m.settled_at < ${CUT}
                AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.email_id = m.id)
                AND NOT EXISTS (SELECT 1 FROM email_hits h WHERE h.message_id = m.id AND h.occurred_at >= ${CUT}) AS isOver
         FROM email_messages m FORCE INDEX (ix_email_messages_source)
        WHERE ${IS_SOURCE} AND m.id > :after ORDER BY m.id LIMIT ${CHUNK} FOR UPDATE`,
      { ...range, open: [...OPEN_STATES, 'unknown'] },
    );
    const young = read.findIndex(({ isYoung }) => isYoung === 1);
    const rows = young < 0 ? read : read.slice(0, young);
    const last = rows.at(-1);
    if (!last) return [];
    const { affectedRows } = await tx.execute(
      `UPDATE sendings SET thinned_to = :last WHERE ${IS_SOURCE} AND thinned_to = :after AND ${IS_ENDED}`,
      { ...range, last: last.id },
    );
    if (affectedRows === 0) return [];
    await this.moveOut(tx, idsOf(rows.filter(isOver)));
    return rows;
  }

  private async moveOut(tx: Tx, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await tx.execute(
      `UPDATE email_links l
         JOIN (SELECT link_id, SUM(is_machine = 0) AS people, COUNT(DISTINCT IF(is_machine = 0, message_id, NULL)) AS readers,
                      SUM(is_machine = 1) AS machines
                 FROM email_hits WHERE message_id IN (:ids) AND link_id IS NOT NULL GROUP BY link_id) h ON h.link_id = l.id
          SET l.past_clicks = l.past_clicks + h.people, l.past_readers = l.past_readers + h.readers,
              l.past_machine_clicks = l.past_machine_clicks + h.machines`,
      { ids },
      { ids: [] },
    );
    await tx.execute('DELETE FROM email_hits WHERE message_id IN (:ids)', { ids });
    await tx.execute(
      `INSERT INTO past_emails (id, source_type, source_id, contact_id, list_id, language, state, opened, clicked, settled_at,
                                unsubscribed_at)
       SELECT id, source_type, source_id, contact_id, list_id, language, state, first_human_open_at IS NOT NULL,
              first_human_click_at IS NOT NULL, settled_at, unsubscribed_at
         FROM email_messages WHERE id IN (:ids) AND state NOT IN ('cancelled', 'skipped')`,
      { ids },
    );
    await tx.delete('email_messages', ids);
  }
}
