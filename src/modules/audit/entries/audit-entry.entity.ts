import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

export const AUDIT_SOURCES = ['api', 'command_line'] as const;
export type AuditSource = (typeof AUDIT_SOURCES)[number];

/** `changed` is used for many records at once, which are counted instead of listed. */
export const AUDIT_ACTIONS = ['created', 'updated', 'deleted', 'changed', 'exported'] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** The change of one record by one call, committed together with it. */
@Entity('audit_log')
@Index('ix_audit_log_record', ['recordType', 'recordId'])
export class AuditEntry {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true }) id!: number;
  @Column({ type: 'enum', enum: AUDIT_SOURCES }) source!: AuditSource;
  /** Null for the command line. */
  @Index('ix_audit_log_manager')
  @Column({ type: 'int', unsigned: true, name: 'manager_id', nullable: true })
  managerId!: number | null;
  /** The username at the time of the change, also after a rename or removal. */
  @Column({ type: 'varchar', length: 60, nullable: true }) manager!: string | null;
  /** Null for the command line. */
  @Column({ type: 'varchar', length: 7, nullable: true }) method!: string | null;
  /** The route with parameter names instead of values, or the name of a command. */
  @Column({ type: 'varchar', length: 190 }) route!: string;
  @Index('ix_audit_log_request')
  @Column({ type: 'varchar', length: 64, name: 'request_id', nullable: true })
  requestId!: string | null;
  /** Sent by the caller; not unique. */
  @Index('ix_audit_log_client_request')
  @Column({ type: 'varchar', length: 64, name: 'client_request_id', nullable: true })
  clientRequestId!: string | null;
  @Column({ type: 'enum', enum: AUDIT_ACTIONS }) action!: AuditAction;
  /** Null if no record was changed. */
  @Column({ type: 'varchar', length: 30, name: 'record_type', nullable: true }) recordType!: string | null;
  /** Null if the entry counts several records. */
  @Column({ type: 'bigint', unsigned: true, name: 'record_id', nullable: true }) recordId!: number | null;
  @Column({ type: 'int', unsigned: true, default: 1 }) records!: number;
  /** The contact that the record is about; an erasure of the contact removes the values. */
  @Index('ix_audit_log_contact')
  @Column({ type: 'int', unsigned: true, name: 'contact_id', nullable: true })
  contactId!: number | null;
  /** JSON: each changed field with its values before and after. */
  @Column({ type: 'mediumtext', nullable: true }) changes!: string | null;
  @Index('ix_audit_log_age')
  @Column({ type: 'datetime', name: 'created_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  createdAt!: Date;
}

export interface AuditFilter {
  readonly manager?: string | undefined;
  readonly source?: AuditSource | undefined;
  readonly action?: AuditAction | undefined;
  readonly record_type?: string | undefined;
  readonly record_id?: number | undefined;
  readonly route?: string | undefined;
  readonly request_id?: string | undefined;
  readonly client_request_id?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}
