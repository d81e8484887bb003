import { ApiProperty } from '@nestjs/swagger';
import { sqlTimestamp } from '../../../platform/clock/timestamps.js';
import { encodeCursor } from '../../../platform/http/page.js';
import { AUDIT_ACTIONS, AUDIT_SOURCES, type AuditAction, type AuditSource } from '../audit-entry.entity.js';
import type { AuditPage, AuditRow } from '../audit-log.queries.js';

class AuditManagerResponse {
  @ApiProperty({ type: 'integer', example: 1 }) readonly id!: number;
  @ApiProperty({ example: 'owner', description: 'As it was then' }) readonly username!: string;
}

class AuditRecordResponse {
  @ApiProperty({ example: 'contact' }) readonly type!: string;
  @ApiProperty({ type: 'integer', nullable: true, example: 42, description: 'Null when several are counted' })
  readonly id!: number | null;
}

export class AuditEntryResponse {
  @ApiProperty({ type: 'integer', example: 1042 }) readonly id: number;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly created_at: string;
  @ApiProperty({ enum: AUDIT_SOURCES, example: 'api' }) readonly source: AuditSource;
  @ApiProperty({ type: AuditManagerResponse, nullable: true, description: 'Null for the command line' })
  readonly manager: AuditManagerResponse | null;
  @ApiProperty({ type: String, nullable: true, example: 'PUT' }) readonly method: string | null;
  @ApiProperty({ example: '/subscribers/:id', description: 'Or the name of a command' }) readonly route: string;
  @ApiProperty({ type: String, nullable: true, example: '01KH8Q3V5T1N9GZ5W0E2XJ7A4B' })
  readonly request_id: string | null;
  @ApiProperty({ type: String, nullable: true, example: null, description: 'The `X-Request-Id` that the caller sent' })
  readonly client_request_id: string | null;
  @ApiProperty({ enum: AUDIT_ACTIONS, example: 'updated' }) readonly action: AuditAction;
  @ApiProperty({ type: AuditRecordResponse, nullable: true, description: 'Null when no record was changed' })
  readonly record: AuditRecordResponse | null;
  @ApiProperty({ type: 'integer', example: 1, description: 'How many records the entry stands for' })
  readonly records: number;
  @ApiProperty({
    type: 'object',
    nullable: true,
    additionalProperties: {
      type: 'object',
      properties: { before: { description: 'Null: there was none' }, after: { description: 'Null: there is none' } },
    },
    example: { status: { before: 'pending', after: 'subscribed' } },
    description: 'Every field that is different. Null for several records, and for people who are forgotten',
  })
  readonly changes: unknown;

  constructor(row: AuditRow) {
    this.id = row.id;
    this.created_at = sqlTimestamp(row.created_at);
    this.source = row.source;
    this.manager =
      row.manager_id === null || row.manager === null ? null : { id: row.manager_id, username: row.manager };
    this.method = row.method;
    this.route = row.route;
    this.request_id = row.request_id;
    this.client_request_id = row.client_request_id;
    this.action = row.action;
    this.record = row.record_type === null ? null : { type: row.record_type, id: row.record_id };
    this.records = row.records;
    this.changes = row.changes === null ? null : (JSON.parse(row.changes) as unknown);
  }
}

export class AuditLogResponse {
  @ApiProperty({ type: [AuditEntryResponse] }) readonly audit_log: readonly AuditEntryResponse[];
  @ApiProperty({ type: String, nullable: true, example: 'W251bGwsMTA0Ml0', description: 'Null at the end' })
  readonly next_cursor: string | null;

  constructor({ entries, nextCursor }: AuditPage) {
    this.audit_log = entries.map((entry) => new AuditEntryResponse(entry));
    this.next_cursor = nextCursor === null ? null : encodeCursor({ value: null, id: nextCursor });
  }
}
