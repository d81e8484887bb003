import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The id that a contact had before it became part of another one. Ids are never given again. */
@Entity('contact_aliases')
@Index('ix_contact_aliases_contact', ['contactId'])
export class ContactAlias {
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'old_id' }) oldId!: number;
  /** Never one that has been merged itself: then this names what that has become. */
  @Column({ type: 'int', unsigned: true, name: 'contact_id' }) contactId!: number;
  @Column({ type: 'datetime', name: 'merged_at', precision: 3, default: () => 'CURRENT_TIMESTAMP(3)' })
  mergedAt!: Date;
}
