import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../platform/database/columns.js';

@Entity('companies')
@Index('ux_companies_name_key', ['nameKey'], { unique: true })
@Index('ix_companies_name', ['name', 'id'])
@Index('ix_companies_created_at', ['createdAt', 'id'])
@Index('ix_companies_updated_at', ['updatedAt', 'id'])
export class Company {
  @PrimaryGeneratedColumn(column.unsigned) id!: number;
  @Column(column.shortText) name!: string;
  @Column({ type: 'varchar', length: 760, ...column.exact }) nameKey!: string;
  @Column({ ...column.shortText, nullable: true }) industry!: string | null;
  @Column({ ...column.shortText, nullable: true }) type!: string | null;
  @Column({ type: 'varchar', length: 2048, nullable: true }) website!: string | null;
  @Column({ ...column.shortText, ...column.exact, nullable: true }) email!: string | null;
  @Column({ ...column.shortText, nullable: true }) phone!: string | null;
  @Column({ ...column.shortText, name: 'address_line_1', nullable: true }) addressLine1!: string | null;
  @Column({ ...column.shortText, name: 'address_line_2', nullable: true }) addressLine2!: string | null;
  @Column({ ...column.shortText, nullable: true }) city!: string | null;
  @Column({ ...column.shortText, nullable: true }) state!: string | null;
  @Column({ type: 'char', length: 2, ...column.ascii, nullable: true }) country!: string | null;
  @Column({ ...column.shortText, nullable: true }) postalCode!: string | null;
  @Column({ ...column.unsigned, nullable: true }) employeesNumber!: number | null;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Column({ type: 'varchar', length: 2048, nullable: true }) logo!: string | null;
  @Column({ type: 'varchar', length: 2048, nullable: true }) linkedinUrl!: string | null;
  @Column({ type: 'varchar', length: 2048, nullable: true }) facebookUrl!: string | null;
  @Column({ type: 'varchar', length: 2048, nullable: true }) twitterUrl!: string | null;
  @Column({ ...column.shortText, nullable: true }) status!: string | null;
  /** The number of contacts; updated with each change of a membership. */
  @Column(column.count) contactsCount!: number;
  /** The number of membership changes; together with the id it identifies the set of members. */
  @Column(column.bigCount) membersVersion!: number;
  /** The latest membership changes; see `members-log.ts`. */
  @Column({ type: 'varchar', length: 512, ...column.ascii, default: '' }) membersLog!: string;
  @Column(column.second) createdAt!: Date;
  @Column(column.second) updatedAt!: Date;
}
