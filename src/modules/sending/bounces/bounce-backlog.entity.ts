import { Entity, PrimaryColumn } from 'typeorm';

/** A message that bounced at the mail server, until its contact has been changed accordingly. */
@Entity('bounce_backlog')
export class BouncedMessage {
  @PrimaryColumn({ type: 'bigint', unsigned: true, name: 'message_id' }) messageId!: number;
}
