import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { unsigned } from '../../platform/database/columns.js';

/** A tracked link of a content. `url` may contain Liquid, rendered at the click. */
@Entity('email_links')
@Index('ux_email_links_position', ['contentId', 'position'], { unique: true })
export class EmailLink {
  @PrimaryGeneratedColumn(unsigned) id!: number;
  @Column(unsigned) contentId!: number;
  @Column({ type: 'smallint', unsigned: true }) position!: number;
  @Column({ type: 'text' }) url!: string;
}
