import { Column, Entity, PrimaryColumn } from 'typeorm';
import { ascii, count, revocable, unsigned } from '../../../platform/database/columns.js';

/** A frozen content of an A/B test and its counters; humans only. */
@Entity('campaign_variants')
export class CampaignVariant {
  @PrimaryColumn(unsigned) campaignId!: number;
  @PrimaryColumn({ type: 'varchar', length: 32, ...ascii }) variantKey!: string;
  @Column({ type: 'tinyint', unsigned: true }) position!: number;
  @Column(unsigned) contentId!: number;
  @Column(count) enrolled!: number;
  @Column(count) sent!: number;
  @Column(count) bounced!: number;
  @Column(revocable) opened!: number;
  @Column(revocable) clicked!: number;
}
