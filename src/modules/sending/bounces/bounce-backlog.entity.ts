import { Entity, PrimaryColumn } from 'typeorm';

/** A bounced message whose contact is not updated yet. */
@Entity('bounce_backlog')
export class BouncedMessage {
  @PrimaryColumn({ type: 'bigint', unsigned: true, name: 'message_id' }) messageId!: number;
}
