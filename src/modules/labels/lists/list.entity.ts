import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity('lists')
@Index('ux_lists_title_key', ['titleKey'], { unique: true })
@Index('ux_lists_slug', ['slug'], { unique: true })
export class List {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'varchar', length: 190 }) title!: string;
  @Column({ type: 'varchar', name: 'title_key', length: 760, collation: 'utf8mb4_bin' }) titleKey!: string;
  @Column({ type: 'varchar', length: 190, collation: 'utf8mb4_bin' }) slug!: string;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Column({ type: 'tinyint', name: 'is_public', unsigned: true, default: 0 }) isPublic!: number;
  @Column({ type: 'int', name: 'total_count', unsigned: true, default: 0 }) totalCount!: number;
  @Column({ type: 'int', name: 'subscribed_count', unsigned: true, default: 0 }) subscribedCount!: number;
  /** The number of membership changes; together with the id it identifies the set of members. */
  @Column({ type: 'bigint', name: 'members_version', unsigned: true, default: 0 }) membersVersion!: number;
  /** The latest membership changes; see `members-log.ts`. */
  @Column({ type: 'varchar', name: 'members_log', length: 512, charset: 'ascii', collation: 'ascii_bin', default: '' })
  membersLog!: string;
  @Column({ type: 'datetime', name: 'created_at', precision: 0, default: () => 'CURRENT_TIMESTAMP' })
  createdAt!: Date;
  @Column({ type: 'datetime', name: 'updated_at', precision: 0, default: () => 'CURRENT_TIMESTAMP' })
  updatedAt!: Date;
}
