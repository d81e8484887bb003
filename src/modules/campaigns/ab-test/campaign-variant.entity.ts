import { Column, Entity, PrimaryColumn } from 'typeorm';

const count = { type: 'int', unsigned: true, default: 0 } as const;
/** Signed: a reclassified machine event is subtracted, so the share of one row can be negative. */
const revocable = { type: 'int', default: 0 } as const;

/** A frozen content of an A/B test and its counters; humans only. */
@Entity('campaign_variants')
export class CampaignVariant {
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'campaign_id' }) campaignId!: number;
  @PrimaryColumn({ type: 'varchar', length: 32, name: 'variant_key', charset: 'ascii', collation: 'ascii_bin' })
  variantKey!: string;
  @Column({ type: 'tinyint', unsigned: true }) position!: number;
  @Column({ type: 'int', unsigned: true, name: 'content_id' }) contentId!: number;
  @Column(count) enrolled!: number;
  @Column(count) sent!: number;
  @Column(count) bounced!: number;
  @Column(revocable) opened!: number;
  @Column(revocable) clicked!: number;
}
