import { Column, Entity, PrimaryColumn } from 'typeorm';
import { moment } from '../database/columns.js';

/** The one row that the readiness check writes. */
@Entity('health_checks')
export class HealthCheck {
  @PrimaryColumn({ type: 'tinyint', unsigned: true }) id!: number;
  @Column(moment) checkedAt!: Date;
}
