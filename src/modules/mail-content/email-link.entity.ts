import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A tracked link of a content. `url` may contain Liquid, rendered at the click. */
@Entity('email_links')
@Index('ux_email_links_position', ['contentId', 'position'], { unique: true })
export class EmailLink {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'int', unsigned: true, name: 'content_id' }) contentId!: number;
  @Column({ type: 'smallint', unsigned: true }) position!: number;
  @Column({ type: 'text' }) url!: string;
}
