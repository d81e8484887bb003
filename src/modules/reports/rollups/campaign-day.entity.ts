import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { EmailCounters } from './email-counters.js';

/** What became of the mails of one campaign on one local day. */
@Entity('campaign_daily_stats')
@Index('ix_campaign_daily_stats_day', ['day'])
export class CampaignDay {
  @PrimaryColumn({ type: 'int', unsigned: true, name: 'campaign_id' }) campaignId!: number;
  @PrimaryColumn({ type: 'date' }) day!: string;
  @Column(() => EmailCounters, { prefix: false }) emails!: EmailCounters;
}
