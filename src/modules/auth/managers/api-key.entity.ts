import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import * as column from '../../../platform/database/columns.js';
import { Manager } from './manager.entity.js';

@Entity('api_keys')
@Index('ix_api_keys_manager', ['managerId'])
export class ApiKey {
  @PrimaryGeneratedColumn(column.unsigned) id!: number;
  @Column(column.unsigned) managerId!: number;
  @Column(column.shortText) name!: string;
  /** HMAC-SHA-256 of the application password; the password itself is shown once and never stored. */
  @Column({ type: 'binary', length: 32 }) passwordHash!: Buffer;
  @Column({ ...column.moment, nullable: true }) expiresAt!: Date | null;
  @Column({ ...column.moment, nullable: true }) revokedAt!: Date | null;
  @Column(column.atInsert) createdAt!: Date;
  @ManyToOne(() => Manager, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'manager_id', foreignKeyConstraintName: 'fk_api_keys_manager' })
  manager!: Relation<Manager>;
}
