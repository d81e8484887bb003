import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Permission } from '../../../platform/access/permissions.js';

export const MANAGER_ROLES = ['manager', 'administrator'] as const;
export type ManagerRole = (typeof MANAGER_ROLES)[number];

/** TypeORM's `simple-array` is a TEXT column; permissions are few and short. */
const commaSeparated = {
  to: (permissions: readonly Permission[]): string => permissions.join(','),
  from: (text: string): Permission[] => text.split(',').filter((name): name is Permission => name !== ''),
};

@Entity('managers')
@Index('ux_managers_username', ['username'], { unique: true })
export class Manager {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'varchar', length: 60, collation: 'utf8mb4_bin' }) username!: string;
  @Column({ type: 'varchar', length: 190, nullable: true }) email!: string | null;
  @Column({ type: 'enum', enum: MANAGER_ROLES, default: 'manager' }) role!: ManagerRole;
  @Column({ type: 'varchar', length: 190, charset: 'ascii', collation: 'ascii_bin', transformer: commaSeparated })
  permissions!: Permission[];
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
}
