import { ApiProperty } from '@nestjs/swagger';
import { AUDIT_ACTIONS, AUDIT_SOURCES, type AuditAction, type AuditSource } from '../entries/audit-entry.entity.js';

const nullableText = { type: String, nullable: true } as const;

class AuditManagerResponse {
  @ApiProperty({ type: 'integer', example: 1 }) readonly id!: number;
  @ApiProperty({ example: 'owner', description: 'Username at the time of the change' }) readonly username!: string;
}

class AuditRecordResponse {
  @ApiProperty({ example: 'contact', description: 'Kind of the record' }) readonly type!: string;
  @ApiProperty({ type: 'integer', nullable: true, example: 42, description: 'Null if several records changed' })
  readonly id!: number | null;
}

export class AuditEntryResponse {
  @ApiProperty({ type: 'integer', example: 1042 }) readonly id!: number;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly created_at!: string;
  @ApiProperty({ enum: AUDIT_SOURCES, example: 'api', description: '`command_line`: an operator changed it there' })
  readonly source!: AuditSource;
  @ApiProperty({ type: AuditManagerResponse, nullable: true, description: 'Null for changes on the command line' })
  readonly manager!: AuditManagerResponse | null;
  @ApiProperty({ ...nullableText, example: 'PUT', description: 'HTTP method; null on the command line' })
  readonly method!: string | null;
  @ApiProperty({ example: '/subscribers/:id', description: 'The route of the request, or the name of the command' })
  readonly route!: string;
  @ApiProperty({ ...nullableText, example: '01KH8Q3V5T1N9GZ5W0E2XJ7A4B', description: 'Id of the request in the logs' })
  readonly request_id!: string | null;
  @ApiProperty({ ...nullableText, example: null, description: 'The `X-Request-Id` that the caller sent' })
  readonly client_request_id!: string | null;
  @ApiProperty({ enum: AUDIT_ACTIONS, example: 'updated', description: '`changed`: more than 50 records of a type' })
  readonly action!: AuditAction;
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
  @ApiProperty({ ...nullableText, example: 'W251bGwsMTA0Ml0', description: 'Next `cursor`; null on the last page' })
  readonly next_cursor!: string | null;
}
