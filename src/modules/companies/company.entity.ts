import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { ascii, bigCount, count, exact, second, shortText, unsigned } from '../../platform/database/columns.js';

@Entity('companies')
@Index('ux_companies_name_key', ['nameKey'], { unique: true })
@Index('ix_companies_name', ['name', 'id'])
@Index('ix_companies_created_at', ['createdAt', 'id'])
@Index('ix_companies_updated_at', ['updatedAt', 'id'])
export class Company {
  @PrimaryGeneratedColumn(unsigned) id!: number;
  @Column(shortText) name!: string;
  @Column({ type: 'varchar', length: 760, ...exact }) nameKey!: string;
  @Column({ ...shortText, nullable: true }) industry!: string | null;
  @Column({ ...shortText, nullable: true }) type!: string | null;
  @Column({ type: 'varchar', length: 2048, nullable: true }) website!: string | null;
  @Column({ ...shortText, ...exact, nullable: true }) email!: string | null;
  @Column({ ...shortText, nullable: true }) phone!: string | null;
  @Column({ ...shortText, name: 'address_line_1', nullable: true }) addressLine1!: string | null;
  @Column({ ...shortText, name: 'address_line_2', nullable: true }) addressLine2!: string | null;
  @Column({ ...shortText, nullable: true }) city!: string | null;
  @Column({ ...shortText, nullable: true }) state!: string | null;
  @Column({ type: 'char', length: 2, ...ascii, nullable: true }) country!: string | null;
  @Column({ ...shortText, nullable: true }) postalCode!: string | null;
  @Column({ ...unsigned, nullable: true }) employeesNumber!: number | null;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Column({ type: 'varchar', length: 2048, nullable: true }) logo!: string | null;
  @Column({ type: 'varchar', length: 2048, nullable: true }) linkedinUrl!: string | null;
  @Column({ type: 'varchar', length: 2048, nullable: true }) facebookUrl!: string | null;
  @Column({ type: 'varchar', length: 2048, nullable: true }) twitterUrl!: string | null;
  @Column({ ...shortText, nullable: true }) status!: string | null;
  /** The number of contacts; updated with each change of a membership. */
  @Column(count) contactsCount!: number;
  /** The number of membership changes; together with the id it identifies the set of members. */
  @Column(bigCount) membersVersion!: number;
  /** The latest membership changes; see `members-log.ts`. */
  @Column({ type: 'varchar', length: 512, ...ascii, default: '' }) membersLog!: string;
  @Column(second) createdAt!: Date;
  @Column(second) updatedAt!: Date;
}
