import { Column, Entity, Index, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import type { Permission } from '../../../platform/access/permissions.js';
import { ApiKey } from './api-key.entity.js';

export const MANAGER_ROLES = ['manager', 'administrator'] as const;
export type ManagerRole = (typeof MANAGER_ROLES)[number];

@Entity('managers')
@Index('ux_managers_username', ['username'], { unique: true })
export class Manager {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'varchar', length: 60, collation: 'utf8mb4_bin' }) username!: string;
  @Column({ type: 'varchar', length: 190, nullable: true }) email!: string | null;
  @Column({ type: 'enum', enum: MANAGER_ROLES, default: 'manager' }) role!: ManagerRole;
  @Column({ type: 'simple-array' }) permissions!: Permission[];
  @Column({ type: 'datetime', name: 'disabled_at', precision: 3, nullable: true }) disabledAt!: Date | null;
  @Column({ type: 'datetime', name: 'created_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  createdAt!: Date;
  @Column({
    type: 'datetime',
    name: 'updated_at',
    precision: 3,
    default: () => 'CURRENT_TIMESTAMP(3)',
    onUpdate: 'CURRENT_TIMESTAMP(3)',
  })
  updatedAt!: Date;
  @OneToMany(() => ApiKey, (key) => key.manager) keys!: Relation<ApiKey[]>;
}
