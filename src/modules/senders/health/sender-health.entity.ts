import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A mail server in trouble, as all processes know it. A sender that is well has no row. */
@Entity('sender_health')
export class SenderHealthRow {
  /** 0 for the installation's own mail server. */
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'sender_id' }) senderId!: number;
  /** How often in a row it has been given a break. */
  @Column({ type: 'int', unsigned: true, default: 0 }) breaks!: number;
  /** How many of the breaks came from a server that answered and did not want us. */
  @Column({ type: 'int', unsigned: true, default: 0 }) refusals!: number;
  @Column({ type: 'varchar', length: 190 }) reason!: string;
  @Column({ type: 'datetime', precision: 3, name: 'open_until' }) openUntil!: Date;
}
