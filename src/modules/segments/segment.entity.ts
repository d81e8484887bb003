import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { asJson, exact, secondAtInsert, shortText, unsigned } from '../../platform/database/columns.js';
import type { Filters } from './filter-language/filter.js';

@Entity('segments')
@Index('ux_segments_title_key', ['titleKey'], { unique: true })
@Index('ux_segments_slug', ['slug'], { unique: true })
export class Segment {
  @PrimaryGeneratedColumn(unsigned) id!: number;
  @Column(shortText) title!: string;
  @Column({ type: 'varchar', length: 760, ...exact }) titleKey!: string;
  @Column({ ...shortText, ...exact }) slug!: string;
  /** TEXT, because JSON columns differ by server. */
  @Column({ type: 'mediumtext', transformer: asJson<Filters>() }) filters!: Filters;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Column(secondAtInsert) createdAt!: Date;
  @Column(secondAtInsert) updatedAt!: Date;
}
