import { ApiProperty } from '@nestjs/swagger';
import { AUDIT_ACTIONS, AUDIT_SOURCES, type AuditAction, type AuditSource } from '../entries/audit-entry.entity.js';

class AuditManagerResponse {
  @ApiProperty({ type: 'integer', example: 1 }) readonly id!: number;
  @ApiProperty({ example: 'owner', description: 'Username at the time of the change' }) readonly username!: string;
}

class AuditRecordResponse {
  @ApiProperty({ example: 'contact' }) readonly type!: string;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 42,
    description: 'Null if the entry counts several records',
  })
  readonly id!: number | null;
}

export class AuditEntryResponse {
  @ApiProperty({ type: 'integer', example: 1042 }) readonly id!: number;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly created_at!: string;
  @ApiProperty({ enum: AUDIT_SOURCES, example: 'api' }) readonly source!: AuditSource;
  @ApiProperty({ type: AuditManagerResponse, nullable: true, description: 'Null for changes on the command line' })
  readonly manager!: AuditManagerResponse | null;
  @ApiProperty({ type: String, nullable: true, example: 'PUT' }) readonly method!: string | null;
  @ApiProperty({ example: '/subscribers/:id', description: 'The route of the request, or the name of the command' })
  readonly route!: string;
  @ApiProperty({ type: String, nullable: true, example: '01KH8Q3V5T1N9GZ5W0E2XJ7A4B' })
  readonly request_id!: string | null;
  @ApiProperty({ type: String, nullable: true, example: null, description: 'The `X-Request-Id` that the caller sent' })
  readonly client_request_id!: string | null;
  @ApiProperty({ enum: AUDIT_ACTIONS, example: 'updated' }) readonly action!: AuditAction;
  @ApiProperty({ type: AuditRecordResponse, nullable: true, description: 'Null if no record was changed' })
  readonly record!: AuditRecordResponse | null;
  @ApiProperty({ type: 'integer', example: 1, description: 'Number of changed records' })
  readonly records!: number;
  @ApiProperty({
    type: 'object',
    nullable: true,
    additionalProperties: {
      type: 'object',
      properties: {
        before: { description: 'Null if there was no value' },
        after: { description: 'Null if there is no value' },
      },
    },
    example: { status: { before: 'pending', after: 'subscribed' } },
    description: 'All changed fields. Null for several records and for erased contacts',
  })
  readonly changes!: unknown;
}

export class AuditLogResponse {
  @ApiProperty({ type: [AuditEntryResponse] }) readonly audit_log!: readonly AuditEntryResponse[];
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'W251bGwsMTA0Ml0',
    description: 'Cursor of the next page; null on the last page',
  })
  readonly next_cursor!: string | null;
}
