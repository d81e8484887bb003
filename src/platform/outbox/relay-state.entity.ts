import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row that serializes the relay. */
@Entity('relay_state')
export class RelayState {
  @PrimaryColumn({ type: 'tinyint', unsigned: true }) id!: number;
  @Column({ type: 'bigint', unsigned: true, name: 'last_position', default: 0 }) lastPosition!: number;
  @Column({ type: 'bigint', unsigned: true, name: 'removed_position', default: 0 }) removedPosition!: number;
}
