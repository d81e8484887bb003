import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigCount } from '../database/columns.js';

/** The one row that serializes the relay. */
@Entity('relay_state')
export class RelayState {
  @PrimaryColumn({ type: 'tinyint', unsigned: true }) id!: number;
  @Column(bigCount) lastPosition!: number;
  @Column(bigCount) removedPosition!: number;
}
