import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import * as column from '../../../platform/database/columns.js';

/** Outcomes of a campaign since it was started or resumed. */
@Entity('campaign_guardrails')
@Index('ix_campaign_guardrails_tripped', ['tripped'])
export class CampaignGuardrail {
  @PrimaryColumn(column.unsigned) campaignId!: number;
  @Column(column.moment) since!: Date;
  /** The last outcomes, one letter each, oldest first; see outcomes.ts. */
  @Column({ type: 'varchar', length: 500, ...column.ascii, default: '' }) recent!: string;
  @Column(column.count) sent!: number;
  @Column(column.count) complaints!: number;
  /** Why the campaign must be paused; null once it is. */
  @Column({ ...column.shortText, nullable: true }) tripped!: string | null;
}
