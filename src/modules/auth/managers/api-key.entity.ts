import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Manager } from './manager.entity.js';

@Entity('api_keys')
@Index('ix_api_keys_manager', ['managerId'])
export class ApiKey {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'int', unsigned: true, name: 'manager_id' }) managerId!: number;
  @Column({ type: 'varchar', length: 190 }) name!: string;
  /** HMAC-SHA-256 of the application password; the password itself is shown once and never stored. */
  @Column({ type: 'binary', length: 32, name: 'password_hash' }) passwordHash!: Buffer;
  @Column({ type: 'datetime', name: 'expires_at', precision: 3, nullable: true }) expiresAt!: Date | null;
  @Column({ type: 'datetime', name: 'revoked_at', precision: 3, nullable: true }) revokedAt!: Date | null;
  @Column({ type: 'datetime', name: 'created_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  createdAt!: Date;
  @ManyToOne(() => Manager, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'manager_id', foreignKeyConstraintName: 'fk_api_keys_manager' })
  manager!: Relation<Manager>;
}
