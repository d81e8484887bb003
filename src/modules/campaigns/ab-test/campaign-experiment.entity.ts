import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

export const EXPERIMENT_STATES = ['testing', 'choose_winner', 'releasing', 'decided'] as const;
export type ExperimentState = (typeof EXPERIMENT_STATES)[number];

export const DECIDED_BY = ['confidence', 'fallback', 'manager'] as const;

const key = { type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' } as const;

/** How far the A/B test of a campaign has come. The test itself stands in the campaign's settings. */
@Entity('campaign_experiments')
@Index('ix_campaign_experiments_state', ['state'])
export class CampaignExperiment {
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'campaign_id' }) campaignId!: number;
  /** `releasing`: the winner is known, and those who waited for it are being let go. */
  @Column({ type: 'enum', enum: EXPERIMENT_STATES }) state!: ExperimentState;
  /** When nobody of the sample was left to be tried for the first time. */
  @Column({ type: 'datetime', name: 'sample_ended_at', precision: 3, nullable: true }) sampleEndedAt!: Date | null;
  /** When its figures are looked at. */
  @Column({ type: 'datetime', name: 'decides_at', precision: 3, nullable: true }) decidesAt!: Date | null;
  @Column({ ...key, nullable: true }) winner!: string | null;
  @Column({ type: 'enum', enum: DECIDED_BY, name: 'decided_by', nullable: true })
  decidedBy!: (typeof DECIDED_BY)[number] | null;
  /** How probable it was, by the metric, that the winner is the best; 0 to 1. */
  @Column({ type: 'double', nullable: true }) confidence!: number | null;
  @Column({ type: 'datetime', name: 'decided_at', precision: 3, nullable: true }) decidedAt!: Date | null;
}
