import { Injectable } from '@nestjs/common';
import { type ContactColumns, embedded } from '../../contacts/dto/embedded-contact.shapes.js';
import { Database } from '../../../platform/database/database.js';
import { idOfCursor, offsetOf, type Page, type PageRequest, pageOfRows } from '../../../platform/http/page.js';
import type { EnrollmentResponse } from '../dto/enrollment.shapes.js';
import type { EnrollmentStatus } from '../definition/funnel-status.js';
import { FunnelRows } from '../versions/funnel-rows.js';

export interface EnrollmentRow
  extends
    Omit<EnrollmentResponse, 'next_execution_time' | 'entered_at' | 'completed_at' | 'subscriber'>,
    ContactColumns {
  readonly versionId: number;
  readonly arrivedAt: Date;
  readonly dueAt: Date | null;
  readonly enteredAt: Date;
  readonly completedAt: Date | null;
}

export const ENROLLMENT_COLUMNS = `e.id, e.funnel_id, e.contact_id AS subscriber_id, e.status,
  e.last_step_id AS last_sequence_id, e.next_step_id AS next_sequence_id, e.exit_reason,
  e.version_id AS versionId, e.arrived_at AS arrivedAt, e.due_at AS dueAt, e.entered_at AS enteredAt, e.completed_at AS completedAt,
  c.email AS contact_email, c.first_name, c.last_name, c.status AS contact_status`;

export function enrollmentOf(row: EnrollmentRow): EnrollmentResponse {
  const { id, funnel_id, subscriber_id, status, last_sequence_id, next_sequence_id, exit_reason } = row;
  const { dueAt, enteredAt, completedAt } = row;
  return {
    ...{ id, funnel_id, subscriber_id, status, last_sequence_id, next_sequence_id },
    next_execution_time: dueAt?.toISOString() ?? null,
    entered_at: enteredAt.toISOString(),
    completed_at: completedAt?.toISOString() ?? null,
    exit_reason,
    subscriber: embedded(subscriber_id, row),
  };
}

@Injectable()
export class EnrollmentsQueries {
  constructor(
    private readonly db: Database,
    private readonly rows: FunnelRows,
  ) {}

  async list(
    funnelId: number,
    status: EnrollmentStatus | undefined,
    request: PageRequest,
  ): Promise<Page<EnrollmentResponse>> {
    await this.rows.find(funnelId);
    const condition = `funnel_id = :funnelId ${status === undefined ? '' : 'AND status = :status'}`;
    const params = { funnelId, ...(status === undefined ? {} : { status }) };
    const [count] = await this.db.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM funnel_entries WHERE ${condition}`,
      params,
    );
    const before = request.cursor ? idOfCursor(request.cursor) : null;
    const rows = await this.db.query<EnrollmentRow>(
      // The subquery pages within the index, so that earlier rows are never read.
      `SELECT ${ENROLLMENT_COLUMNS}
         FROM (SELECT id FROM funnel_entries WHERE ${condition} ${before === null ? '' : 'AND id < :before'}
                ORDER BY id DESC LIMIT ${request.perPage + 1}
                ${request.cursor === undefined ? `OFFSET ${offsetOf(request)}` : ''}) page
         JOIN funnel_entries e ON e.id = page.id
         LEFT JOIN contacts c ON c.id = e.contact_id
        ORDER BY e.id DESC`,
      { ...params, ...(before === null ? {} : { before }) },
    );
    const page = pageOfRows(rows, count?.total ?? 0, request);
    return { ...page, items: page.items.map(enrollmentOf) };
  }
}
