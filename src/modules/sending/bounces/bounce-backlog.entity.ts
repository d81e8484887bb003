import { Entity, PrimaryColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';

/** A bounced message whose contact is not updated yet. */
@Entity('bounce_backlog')
export class BouncedMessage {
  @PrimaryColumn(column.bigUnsigned) messageId!: number;
}
