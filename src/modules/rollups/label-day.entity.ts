import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { counter, id } from './columns.js';

/** Contacts added to and removed from a list or tag on one local day. */
@Entity('label_daily_stats')
@Index('ix_label_daily_stats_day', ['day'])
export class LabelDay {
  @PrimaryColumn({ type: 'enum', enum: ['list', 'tag'] }) kind!: 'list' | 'tag';
  @PrimaryColumn({ ...id, name: 'label_id' }) labelId!: number;
  @PrimaryColumn({ type: 'date' }) day!: string;
  @Column(counter) added!: number;
  @Column(counter) removed!: number;
}
