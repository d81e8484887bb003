import { Injectable } from '@nestjs/common';
import { sqlTimestamp } from '../../platform/clock/timestamps.js';
import { Database } from '../../platform/database/database.js';
import { encodeCursor } from '../../platform/http/page.js';
import type { SqlValue } from '../../platform/sql/named-parameters.js';
import type { AuditFilter } from './entries/audit-entry.entity.js';
import type { AuditEntryResponse, AuditLogResponse } from './dto/audit-log.shapes.js';

interface AuditRow extends Pick<
  AuditEntryResponse,
  'id' | 'source' | 'method' | 'route' | 'request_id' | 'client_request_id' | 'action' | 'records'
> {
  readonly created_at: Date;
  readonly manager_id: number | null;
  readonly manager: string | null;
  readonly record_type: string | null;
  readonly record_id: number | null;
  readonly changes: string | null;
}

const CONDITIONS: Readonly<Record<keyof AuditFilter, string>> = {
  manager: 'manager = :manager',
  source: 'source = :source',
  action: 'action = :action',
  record_type: 'record_type = :record_type',
  record_id: 'record_id = :record_id',
  route: 'route = :route',
  request_id: 'request_id = :request_id',
  client_request_id: 'client_request_id = :client_request_id',
  from: 'created_at >= :from',
  to: 'created_at < :to',
};

@Injectable()
export class AuditLogQueries {
  constructor(private readonly db: Database) {}

  /**
   * Returns a page, newest first.
   * @param before the cursor of the previous page.
   */
  async page(filter: AuditFilter, before: number | null, limit: number): Promise<AuditLogResponse> {
    const given = Object.entries(filter).filter(([, value]) => value !== undefined) as [keyof AuditFilter, SqlValue][];
    const conditions = [...given.map(([name]) => CONDITIONS[name]), ...(before === null ? [] : ['id < :before'])];
    const rows = await this.db.query<AuditRow>(
      `SELECT id, source, manager_id, manager, method, route, request_id, client_request_id, action, record_type,
              record_id, records, changes, created_at
         FROM audit_log ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
        ORDER BY id DESC LIMIT :limit`,
      { ...Object.fromEntries(given), before, limit: limit + 1 },
    );
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    return { audit_log: shown.map(entryOf), next_cursor: last ? encodeCursor({ value: null, id: last.id }) : null };
  }
}

function entryOf(row: AuditRow): AuditEntryResponse {
  const { id, source, method, route, request_id, client_request_id, action, records } = row;
  return {
    id,
    created_at: sqlTimestamp(row.created_at),
    source,
    manager: row.manager_id === null || row.manager === null ? null : { id: row.manager_id, username: row.manager },
    ...{ method, route, request_id, client_request_id, action },
    record: row.record_type === null ? null : { type: row.record_type, id: row.record_id },
    records,
    changes: row.changes === null ? null : (JSON.parse(row.changes) as unknown),
  };
}
