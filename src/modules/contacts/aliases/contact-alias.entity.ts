import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { unsigned } from '../../../platform/database/columns.js';

/** The former id of a contact that was merged into another one. Ids are never reused. */
@Entity('contact_aliases')
@Index('ix_contact_aliases_contact', ['contactId'])
export class ContactAlias {
  @PrimaryColumn(unsigned) oldId!: number;
  /** Never a merged contact itself: when that contact is merged too, this names the new remaining contact. */
  @Column(unsigned) contactId!: number;
}
