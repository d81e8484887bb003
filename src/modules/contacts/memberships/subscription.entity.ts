import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { atInsert, unsigned } from '../../../platform/database/columns.js';

/** States of a subscription without membership: such contacts have no row in `contact_lists`. */
export const LEFT_STATES = ['pending', 'unsubscribed'] as const;
export type LeftState = (typeof LEFT_STATES)[number];

/** A list that a contact has requested or left. The row keeps imports and funnels from adding the contact again. */
@Entity('list_subscriptions')
@Index('ix_list_subscriptions_list', ['listId', 'contactId'])
export class ListSubscription {
  @PrimaryColumn(unsigned) contactId!: number;
  @PrimaryColumn(unsigned) listId!: number;
  @Column({ type: 'enum', enum: LEFT_STATES }) state!: LeftState;
  @Column(atInsert) changedAt!: Date;
}
