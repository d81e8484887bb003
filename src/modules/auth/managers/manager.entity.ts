import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';
import type { Permission } from '../../../platform/access/permissions.js';

export const MANAGER_ROLES = ['manager', 'administrator'] as const;
export type ManagerRole = (typeof MANAGER_ROLES)[number];

export const permissionsIn = (text: string): Permission[] =>
  text.split(',').filter((name): name is Permission => name !== '');

/** TypeORM's `simple-array` is a TEXT column; permissions are few and short. */
const commaSeparated = {
  to: (permissions: readonly Permission[]): string => permissions.join(','),
  from: permissionsIn,
};

@Entity('managers')
@Index('ux_managers_username', ['username'], { unique: true })
@Index('ux_managers_person', ['personHash'], { unique: true })
export class Manager {
  @PrimaryGeneratedColumn(column.unsigned) id!: number;
  @Column({ type: 'varchar', length: 60, ...column.exact }) username!: string;
  @Column({ ...column.shortText, nullable: true }) email!: string | null;
  @Column({ type: 'enum', enum: MANAGER_ROLES, default: 'manager' }) role!: ManagerRole;
  @Column({ ...column.shortText, ...column.ascii, transformer: commaSeparated }) permissions!: Permission[];
  /** SHA-256 of issuer and subject of a person who logs in by OpenID Connect; null for managers with keys. */
  @Column({ type: 'binary', length: 32, nullable: true }) personHash!: Buffer | null;
  @Column({ ...column.moment, nullable: true }) disabledAt!: Date | null;
  @Column(column.atInsert) createdAt!: Date;
  @Column(column.atUpdate) updatedAt!: Date;
}
