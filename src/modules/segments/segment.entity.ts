import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Filters } from './filter-language/filter.js';

@Entity('segments')
@Index('ux_segments_title_key', ['titleKey'], { unique: true })
@Index('ux_segments_slug', ['slug'], { unique: true })
export class Segment {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'varchar', length: 190 }) title!: string;
  @Column({ type: 'varchar', name: 'title_key', length: 760, collation: 'utf8mb4_bin' }) titleKey!: string;
  @Column({ type: 'varchar', length: 190, collation: 'utf8mb4_bin' }) slug!: string;
  /** TEXT, because JSON columns differ by server. */
  @Column({
    type: 'mediumtext',
    transformer: {
      to: (filters: Filters) => JSON.stringify(filters),
      from: (text: string) => JSON.parse(text) as Filters,
    },
  })
  filters!: Filters;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Column({ type: 'datetime', name: 'created_at', precision: 0, default: () => 'CURRENT_TIMESTAMP' })
  createdAt!: Date;
  @Column({ type: 'datetime', name: 'updated_at', precision: 0, default: () => 'CURRENT_TIMESTAMP' })
  updatedAt!: Date;
}
