import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../platform/database/columns.js';
import type { Filters } from './filter-language/filter.js';

@Entity('segments')
@Index('ux_segments_title_key', ['titleKey'], { unique: true })
@Index('ux_segments_slug', ['slug'], { unique: true })
export class Segment {
  @PrimaryGeneratedColumn(column.unsigned) id!: number;
  @Column(column.shortText) title!: string;
  @Column({ type: 'varchar', length: 760, ...column.exact }) titleKey!: string;
  @Column({ ...column.shortText, ...column.exact }) slug!: string;
  /** TEXT, because JSON columns differ by server. */
  @Column({ type: 'mediumtext', transformer: column.asJson<Filters>() }) filters!: Filters;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Column(column.secondAtInsert) createdAt!: Date;
  @Column(column.secondAtInsert) updatedAt!: Date;
}
