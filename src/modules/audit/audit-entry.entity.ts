import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

export const AUDIT_SOURCES = ['api', 'command_line'] as const;
export type AuditSource = (typeof AUDIT_SOURCES)[number];

/** `changed` is said of many records at once, which are counted and not listed. */
export const AUDIT_ACTIONS = ['created', 'updated', 'deleted', 'changed', 'exported'] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What one call did to one record, committed together with it. */
@Entity('audit_log')
@Index('ix_audit_log_record', ['recordType', 'recordId'])
export class AuditEntry {
  @PrimaryGeneratedColumn({ type: 'bigint', unsigned: true }) id!: number;
  @Column({ type: 'enum', enum: AUDIT_SOURCES }) source!: AuditSource;
  /** Null for the command line. */
  @Index('ix_audit_log_manager')
  @Column({ type: 'int', unsigned: true, name: 'manager_id', nullable: true })
  managerId!: number | null;
  /** The username of then: who is renamed or removed has still done it. */
  @Column({ type: 'varchar', length: 60, nullable: true }) manager!: string | null;
  /** Null for the command line. */
  @Column({ type: 'varchar', length: 7, nullable: true }) method!: string | null;
  /** With the names of its parameters and not their values, or the name of a command. */
  @Column({ type: 'varchar', length: 190 }) route!: string;
  @Index('ix_audit_log_request')
  @Column({ type: 'varchar', length: 64, name: 'request_id', nullable: true })
  requestId!: string | null;
  /** As the caller sent it; not unique. */
  @Index('ix_audit_log_client_request')
  @Column({ type: 'varchar', length: 64, name: 'client_request_id', nullable: true })
  clientRequestId!: string | null;
  @Column({ type: 'enum', enum: AUDIT_ACTIONS }) action!: AuditAction;
  /** Null when something was changed that has no records of its own. */
  @Column({ type: 'varchar', length: 30, name: 'record_type', nullable: true }) recordType!: string | null;
  /** Null when several records are counted. */
  @Column({ type: 'bigint', unsigned: true, name: 'record_id', nullable: true }) recordId!: number | null;
  @Column({ type: 'int', unsigned: true, default: 1 }) records!: number;
  /** Whom the record is about: on his wish its values are forgotten. */
  @Index('ix_audit_log_contact')
  @Column({ type: 'int', unsigned: true, name: 'contact_id', nullable: true })
  contactId!: number | null;
  /** JSON: every changed field with its value before and after. */
  @Column({ type: 'mediumtext', nullable: true }) changes!: string | null;
  @Index('ix_audit_log_age')
  @Column({ type: 'datetime', name: 'created_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  createdAt!: Date;
}
