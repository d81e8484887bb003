import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row that the readiness check writes. */
@Entity('health_checks')
export class HealthCheck {
  @PrimaryColumn({ type: 'tinyint', unsigned: true }) id!: number;
  @Column({ type: 'datetime', precision: 3, name: 'checked_at' }) checkedAt!: Date;
}
