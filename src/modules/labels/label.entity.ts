import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../../platform/database/columns.js';

abstract class Label {
  @PrimaryGeneratedColumn(column.unsigned) id!: number;
  @Column(column.shortText) title!: string;
  @Column({ type: 'varchar', length: 760, ...column.exact }) titleKey!: string;
  @Column({ ...column.shortText, ...column.exact }) slug!: string;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Column(column.count) totalCount!: number;
  @Column(column.count) subscribedCount!: number;
  /** The number of membership changes; together with the id it identifies the set of members. */
  @Column(column.bigCount) membersVersion!: number;
  /** The latest membership changes; see `members-log.ts`. */
  @Column({ type: 'varchar', length: 512, ...column.ascii, default: '' }) membersLog!: string;
  @Column(column.secondAtInsert) createdAt!: Date;
  @Column(column.secondAtInsert) updatedAt!: Date;
}

@Entity('lists')
@Index('ux_lists_title_key', ['titleKey'], { unique: true })
@Index('ux_lists_slug', ['slug'], { unique: true })
export class List extends Label {
  @Column(column.flag) isPublic!: number;
  /** Whether contacts subscribe to the list and leave it by themselves. */
  @Column(column.flag) isSubscription!: number;
  /** Null for the title. */
  @Column({ ...column.shortText, nullable: true }) publicName!: string | null;
  @Column({ type: 'text', nullable: true }) publicDescription!: string | null;
  /** Of the email that asks to confirm; null for the template of the installation. */
  @Column({ ...column.unsigned, nullable: true }) doubleOptinTemplateId!: number | null;
  @Column({ ...column.unsigned, nullable: true }) senderId!: number | null;
}

@Entity('tags')
@Index('ux_tags_title_key', ['titleKey'], { unique: true })
@Index('ux_tags_slug', ['slug'], { unique: true })
export class Tag extends Label {}
