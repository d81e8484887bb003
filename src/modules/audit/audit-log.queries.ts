import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { columnsOf } from '../../platform/database/entity-columns.js';
import type { SqlValue } from '../../platform/sql/named-parameters.js';
import { AuditEntry } from './entries/audit-entry.entity.js';

export type LoggedEntry = Omit<AuditEntry, 'contactId'>;

export interface AuditLogPage {
  readonly entries: readonly LoggedEntry[];
  /** The last id of this page; null on the last page. */
  readonly next: number | null;
}

export type AuditFilter = Readonly<Partial<Record<keyof typeof CONDITIONS, SqlValue>>>;

const CONDITIONS = {
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
const COLUMNS = columnsOf(AuditEntry, 'e', ['contactId']);

@Injectable()
export class AuditLogQueries {
  constructor(private readonly db: Database) {}

  /** Returns a page, newest first. @param before the cursor of the previous page. */
  async page(filter: AuditFilter, before: number | null, limit: number): Promise<AuditLogPage> {
    const names = Object.keys(filter) as (keyof AuditFilter)[];
    const conditions = [...names.map((name) => CONDITIONS[name]), ...(before === null ? [] : ['id < :before'])];
    const sql = `SELECT ${COLUMNS} FROM audit_log e ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
      ORDER BY id DESC LIMIT :limit`;
    const rows = await this.db.query<LoggedEntry>(sql, { ...filter, before, limit: limit + 1 });
    const entries = rows.slice(0, limit);
    return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null };
  }
}
