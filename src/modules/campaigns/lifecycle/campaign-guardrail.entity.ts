import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { ascii, count, moment, shortText, unsigned } from '../../../platform/database/columns.js';

/** Outcomes of a campaign since it was started or resumed. */
@Entity('campaign_guardrails')
@Index('ix_campaign_guardrails_tripped', ['tripped'])
export class CampaignGuardrail {
  @PrimaryColumn(unsigned) campaignId!: number;
  @Column(moment) since!: Date;
  /** The last outcomes, one letter each, oldest first; see outcomes.ts. */
  @Column({ type: 'varchar', length: 500, ...ascii, default: '' }) recent!: string;
  @Column(count) sent!: number;
  @Column(count) complaints!: number;
  /** Why the campaign must be paused; null once it is. */
  @Column({ ...shortText, nullable: true }) tripped!: string | null;
}
