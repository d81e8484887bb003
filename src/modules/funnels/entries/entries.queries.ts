import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { idOfCursor, offsetOf, type Page, type PageRequest } from '../../../platform/http/page.js';
import type { EntryStatus } from '../funnel-status.js';
import { ENTRY_COLUMNS, type EntryRow } from './entry-row.js';

/** Who is and who was in a funnel. */
@Injectable()
export class EntriesQueries {
  constructor(private readonly db: Database) {}

  /**
   * The newest first.
   * @throws AppError rest_post_invalid_id for a funnel that does not exist.
   */
  async list(funnelId: number, status: EntryStatus | undefined, request: PageRequest): Promise<Page<EntryRow>> {
    await this.requireFunnel(funnelId);
    const condition = `funnel_id = :funnelId ${status === undefined ? '' : 'AND status = :status'}`;
    const params = { funnelId, ...(status === undefined ? {} : { status }) };
    const [count] = await this.db.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM funnel_entries WHERE ${condition}`,
      params,
    );
    const before = request.cursor ? idOfCursor(request.cursor) : null;
    const rows = await this.db.query<EntryRow>(
      // The page is found in the index alone, so that rows before it are never read.
      `SELECT ${ENTRY_COLUMNS}
         FROM (SELECT id FROM funnel_entries WHERE ${condition} ${before === null ? '' : 'AND id < :before'}
                ORDER BY id DESC LIMIT ${request.perPage + 1}
                ${request.cursor === undefined ? `OFFSET ${offsetOf(request)}` : ''}) page
         JOIN funnel_entries e ON e.id = page.id
         LEFT JOIN contacts c ON c.id = e.contact_id
        ORDER BY e.id DESC`,
      { ...params, ...(before === null ? {} : { before }) },
    );
    const items = rows.slice(0, request.perPage);
    const last = items.at(-1);
    const next = rows.length > request.perPage && last ? { value: null, id: last.id } : null;
    return { items, total: count?.total ?? 0, request, next };
  }

  /** @throws AppError rest_post_invalid_id */
  async requireFunnel(id: number): Promise<void> {
    const rows = await this.db.query('SELECT id FROM funnels WHERE id = :id AND deleted_at IS NULL', { id });
    if (rows.length === 0) throw notFound('funnel');
  }
}
