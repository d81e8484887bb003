import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';
import { DECIDED_BY, type DecidedBy, EXPERIMENT_STATES, type ExperimentState } from '../campaign/ab-test.js';

/** Progress of a campaign's A/B test. The definition of the test is in the campaign's settings. */
@Entity('campaign_experiments')
@Index('ix_campaign_experiments_state', ['state'])
export class CampaignExperiment {
  @PrimaryColumn(column.unsigned) campaignId!: number;
  /** `releasing`: the winner is known, and the emails that waited for it are being released. */
  @Column({ type: 'enum', enum: EXPERIMENT_STATES }) state!: ExperimentState;
  /** When the first attempts of the whole sample were done. */
  @Column({ ...column.moment, nullable: true }) sampleEndedAt!: Date | null;
  @Column({ ...column.moment, nullable: true }) decidesAt!: Date | null;
  @Column({ type: 'varchar', length: 32, ...column.ascii, nullable: true }) winner!: string | null;
  @Column({ type: 'enum', enum: DECIDED_BY, nullable: true }) decidedBy!: DecidedBy | null;
  /** Probability, by the metric, that the winner is the best variant; 0 to 1. */
  @Column({ type: 'double', nullable: true }) confidence!: number | null;
  @Column({ ...column.moment, nullable: true }) decidedAt!: Date | null;
}

/** A frozen content of an A/B test and its counters; humans only. */
@Entity('campaign_variants')
export class CampaignVariant {
  @PrimaryColumn(column.unsigned) campaignId!: number;
  @PrimaryColumn({ type: 'varchar', length: 32, ...column.ascii }) variantKey!: string;
  @Column({ type: 'tinyint', unsigned: true }) position!: number;
  @Column(column.unsigned) contentId!: number;
  @Column(column.count) enrolled!: number;
  @Column(column.count) sent!: number;
  @Column(column.count) bounced!: number;
  @Column(column.revocable) opened!: number;
  @Column(column.revocable) clicked!: number;
  /** Delivered without tracking. */
  @Column(column.revocable) untracked!: number;
}

@Entity('campaign_contents')
export class CampaignContent {
  @PrimaryColumn(column.unsigned) campaignId!: number;
  /** Empty without an A/B test. */
  @PrimaryColumn({ type: 'varchar', length: 32, ...column.ascii }) variantKey!: string;
  /** Empty for the content itself. */
  @PrimaryColumn({ type: 'varchar', length: 35, ...column.ascii }) language!: string;
  @Column(column.unsigned) contentId!: number;
}
