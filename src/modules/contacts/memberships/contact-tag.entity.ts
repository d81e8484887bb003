import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('contact_tags')
@Index('ix_contact_tags_tag', ['tagId', 'contactId'])
export class ContactTag {
  @PrimaryColumn({ type: 'int', name: 'contact_id', unsigned: true }) contactId!: number;
  @PrimaryColumn({ type: 'int', name: 'tag_id', unsigned: true }) tagId!: number;
  @Column({ type: 'datetime', name: 'created_at', precision: 0, default: () => 'CURRENT_TIMESTAMP' })
  createdAt!: Date;
}
