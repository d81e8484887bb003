import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { AuditAction, AuditSource } from './audit-entry.entity.js';

export interface AuditFilter {
  readonly manager?: string;
  readonly source?: AuditSource;
  readonly action?: AuditAction;
  readonly recordType?: string;
  readonly recordId?: number;
  readonly route?: string;
  readonly requestId?: string;
  readonly clientRequestId?: string;
  readonly from?: Date;
  readonly to?: Date;
}

export interface AuditRow {
  readonly id: number;
  readonly source: AuditSource;
  readonly manager_id: number | null;
  readonly manager: string | null;
  readonly method: string | null;
  readonly route: string;
  readonly request_id: string | null;
  readonly client_request_id: string | null;
  readonly action: AuditAction;
  readonly record_type: string | null;
  readonly record_id: number | null;
  readonly records: number;
  readonly changes: string | null;
  readonly created_at: Date;
}

export interface AuditPage {
  readonly entries: readonly AuditRow[];
  /** Null at the end. */
  readonly nextCursor: number | null;
}

const CONDITIONS: Readonly<Record<keyof AuditFilter, string>> = {
  manager: 'manager = :manager',
  source: 'source = :source',
  action: 'action = :action',
  recordType: 'record_type = :recordType',
  recordId: 'record_id = :recordId',
  route: 'route = :route',
  requestId: 'request_id = :requestId',
  clientRequestId: 'client_request_id = :clientRequestId',
  from: 'created_at >= :from',
  to: 'created_at < :to',
};

@Injectable()
export class AuditLogQueries {
  constructor(private readonly db: Database) {}

  /** The newest first. @param before the cursor of the page before. */
  async page(filter: AuditFilter, before: number | null, limit: number): Promise<AuditPage> {
    const given = (Object.keys(CONDITIONS) as (keyof AuditFilter)[]).filter((name) => filter[name] !== undefined);
    const conditions = [...given.map((name) => CONDITIONS[name]), ...(before === null ? [] : ['id < :before'])];
    const entries = await this.db.query<AuditRow>(
      `SELECT id, source, manager_id, manager, method, route, request_id, client_request_id, action, record_type,
              record_id, records, changes, created_at
         FROM audit_log ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
        ORDER BY id DESC LIMIT :limit`,
      { ...filter, before, limit: limit + 1 },
    );
    const shown = entries.slice(0, limit);
    return { entries: shown, nextCursor: entries.length > limit ? (shown.at(-1)?.id ?? null) : null };
  }
}
