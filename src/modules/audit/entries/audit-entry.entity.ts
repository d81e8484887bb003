import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';

export const AUDIT_SOURCES = ['api', 'command_line'] as const;
export type AuditSource = (typeof AUDIT_SOURCES)[number];

/** `changed` is used for many records at once, which are counted instead of listed. */
export const AUDIT_ACTIONS = ['created', 'updated', 'deleted', 'changed', 'exported'] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** The change of one record by one call, committed together with it. */
@Entity('audit_log')
@Index('ix_audit_log_record', ['recordType', 'recordId'])
@Index('ix_audit_log_manager', ['managerId'])
@Index('ix_audit_log_request', ['requestId'])
@Index('ix_audit_log_client_request', ['clientRequestId'])
@Index('ix_audit_log_contact', ['contactId'])
@Index('ix_audit_log_age', ['createdAt'])
export class AuditEntry {
  @PrimaryGeneratedColumn(column.bigUnsigned) id!: number;
  @Column({ type: 'enum', enum: AUDIT_SOURCES }) source!: AuditSource;
  /** Null for the command line. */
  @Column({ ...column.unsigned, nullable: true }) managerId!: number | null;
  /** The username at the time of the change, also after a rename or removal. */
  @Column({ type: 'varchar', length: 60, nullable: true }) manager!: string | null;
  /** Null for the command line. */
  @Column({ type: 'varchar', length: 7, nullable: true }) method!: string | null;
  /** The route with parameter names instead of values, or the name of a command. */
  @Column(column.shortText) route!: string;
  @Column({ type: 'varchar', length: 64, nullable: true }) requestId!: string | null;
  /** Sent by the caller; not unique. */
  @Column({ type: 'varchar', length: 64, nullable: true }) clientRequestId!: string | null;
  @Column({ type: 'enum', enum: AUDIT_ACTIONS }) action!: AuditAction;
  /** Null if no record was changed. */
  @Column({ type: 'varchar', length: 30, nullable: true }) recordType!: string | null;
  /** Null if the entry counts several records. */
  @Column({ ...column.bigUnsigned, nullable: true }) recordId!: number | null;
  @Column({ ...column.unsigned, default: 1 }) records!: number;
  /** The contact that the record is about; an erasure of the contact removes the values. */
  @Column({ ...column.unsigned, nullable: true }) contactId!: number | null;
  /** JSON: each changed field with its values before and after. */
  @Column({ type: 'mediumtext', nullable: true }) changes!: string | null;
  @Column(column.atInsert) createdAt!: Date;
}
