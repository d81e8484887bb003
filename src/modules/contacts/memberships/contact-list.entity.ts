import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('contact_lists')
@Index('ix_contact_lists_list', ['listId', 'contactId'])
export class ContactList {
  @PrimaryColumn({ type: 'int', name: 'contact_id', unsigned: true }) contactId!: number;
  @PrimaryColumn({ type: 'int', name: 'list_id', unsigned: true }) listId!: number;
  @Column({ type: 'datetime', name: 'created_at', precision: 0, default: () => 'CURRENT_TIMESTAMP' })
  createdAt!: Date;
}
