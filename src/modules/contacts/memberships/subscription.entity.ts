import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';
import { LEFT_STATES, type LeftState } from '../contact/contact-status.js';

/** A list that a contact has requested or left. The row keeps imports and funnels from adding the contact again. */
@Entity('list_subscriptions')
@Index('ix_list_subscriptions_list', ['listId', 'contactId'])
export class ListSubscription {
  @PrimaryColumn(column.unsigned) contactId!: number;
  @PrimaryColumn(column.unsigned) listId!: number;
  @Column({ type: 'enum', enum: LEFT_STATES }) state!: LeftState;
  @Column(column.atInsert) changedAt!: Date;
}
