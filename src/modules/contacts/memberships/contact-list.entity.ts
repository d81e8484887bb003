import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { secondAtInsert, unsigned } from '../../../platform/database/columns.js';

@Entity('contact_lists')
@Index('ix_contact_lists_list', ['listId', 'contactId'])
export class ContactList {
  @PrimaryColumn(unsigned) contactId!: number;
  @PrimaryColumn(unsigned) listId!: number;
  @Column(secondAtInsert) createdAt!: Date;
}
