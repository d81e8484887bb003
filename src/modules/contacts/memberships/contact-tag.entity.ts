import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { secondAtInsert, unsigned } from '../../../platform/database/columns.js';

@Entity('contact_tags')
@Index('ix_contact_tags_tag', ['tagId', 'contactId'])
export class ContactTag {
  @PrimaryColumn(unsigned) contactId!: number;
  @PrimaryColumn(unsigned) tagId!: number;
  @Column(secondAtInsert) createdAt!: Date;
}
