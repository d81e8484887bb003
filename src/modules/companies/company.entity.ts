import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity('companies')
@Index('ux_companies_name_key', ['nameKey'], { unique: true })
@Index('ix_companies_name', ['name', 'id'])
@Index('ix_companies_created_at', ['createdAt', 'id'])
@Index('ix_companies_updated_at', ['updatedAt', 'id'])
export class Company {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'varchar', length: 190 }) name!: string;
  @Column({ type: 'varchar', name: 'name_key', length: 760, collation: 'utf8mb4_bin' }) nameKey!: string;
  @Column({ type: 'varchar', length: 190, nullable: true }) industry!: string | null;
  @Column({ type: 'varchar', length: 190, nullable: true }) type!: string | null;
  @Column({ type: 'varchar', length: 2048, nullable: true }) website!: string | null;
  @Column({ type: 'varchar', length: 190, collation: 'utf8mb4_bin', nullable: true }) email!: string | null;
  @Column({ type: 'varchar', length: 190, nullable: true }) phone!: string | null;
  @Column({ type: 'varchar', name: 'address_line_1', length: 190, nullable: true }) addressLine1!: string | null;
  @Column({ type: 'varchar', name: 'address_line_2', length: 190, nullable: true }) addressLine2!: string | null;
  @Column({ type: 'varchar', length: 190, nullable: true }) city!: string | null;
  @Column({ type: 'varchar', length: 190, nullable: true }) state!: string | null;
  @Column({ type: 'char', length: 2, charset: 'ascii', collation: 'ascii_bin', nullable: true })
  country!: string | null;
  @Column({ type: 'varchar', name: 'postal_code', length: 190, nullable: true }) postalCode!: string | null;
  @Column({ type: 'int', name: 'employees_number', unsigned: true, nullable: true }) employeesNumber!: number | null;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Column({ type: 'varchar', length: 2048, nullable: true }) logo!: string | null;
  @Column({ type: 'varchar', name: 'linkedin_url', length: 2048, nullable: true }) linkedinUrl!: string | null;
  @Column({ type: 'varchar', name: 'facebook_url', length: 2048, nullable: true }) facebookUrl!: string | null;
  @Column({ type: 'varchar', name: 'twitter_url', length: 2048, nullable: true }) twitterUrl!: string | null;
  @Column({ type: 'varchar', length: 190, nullable: true }) status!: string | null;
  /** The number of contacts; updated with each change of a membership. */
  @Column({ type: 'int', name: 'contacts_count', unsigned: true, default: 0 }) contactsCount!: number;
  /** The number of membership changes; together with the id it identifies the set of members. */
  @Column({ type: 'bigint', name: 'members_version', unsigned: true, default: 0 }) membersVersion!: number;
  /** The latest membership changes; see `members-log.ts`. */
  @Column({ type: 'varchar', name: 'members_log', length: 512, charset: 'ascii', collation: 'ascii_bin', default: '' })
  membersLog!: string;
  @Column({ type: 'datetime', name: 'created_at', precision: 0 }) createdAt!: Date;
  @Column({ type: 'datetime', name: 'updated_at', precision: 0 }) updatedAt!: Date;
}
