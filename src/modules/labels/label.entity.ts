import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import {
  ascii,
  bigCount,
  count,
  exact,
  flag,
  secondAtInsert,
  shortText,
  unsigned,
} from '../../platform/database/columns.js';

abstract class Label {
  @PrimaryGeneratedColumn(unsigned) id!: number;
  @Column(shortText) title!: string;
  @Column({ type: 'varchar', length: 760, ...exact }) titleKey!: string;
  @Column({ ...shortText, ...exact }) slug!: string;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Column(count) totalCount!: number;
  @Column(count) subscribedCount!: number;
  /** The number of membership changes; together with the id it identifies the set of members. */
  @Column(bigCount) membersVersion!: number;
  /** The latest membership changes; see `members-log.ts`. */
  @Column({ type: 'varchar', length: 512, ...ascii, default: '' }) membersLog!: string;
  @Column(secondAtInsert) createdAt!: Date;
  @Column(secondAtInsert) updatedAt!: Date;
}

@Entity('lists')
@Index('ux_lists_title_key', ['titleKey'], { unique: true })
@Index('ux_lists_slug', ['slug'], { unique: true })
export class List extends Label {
  @Column(flag) isPublic!: number;
  /** Whether contacts subscribe to the list and leave it by themselves. */
  @Column(flag) isSubscription!: number;
  /** Null for the title. */
  @Column({ ...shortText, nullable: true }) publicName!: string | null;
  @Column({ type: 'text', nullable: true }) publicDescription!: string | null;
  /** Of the email that asks to confirm; null for the template of the installation. */
  @Column({ ...unsigned, nullable: true }) doubleOptinTemplateId!: number | null;
  @Column({ ...unsigned, nullable: true }) senderId!: number | null;
}

@Entity('tags')
@Index('ux_tags_title_key', ['titleKey'], { unique: true })
@Index('ux_tags_slug', ['slug'], { unique: true })
export class Tag extends Label {}
