import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { counter, exactText, id } from './columns.js';

class DomainCounters {
  @Column(counter) sent!: number;
  @Column(counter) bounced!: number;
  @Column(counter) complained!: number;
  @Column(counter) unsubscribed!: number;
}

/** Email results of one domain on one local day. */
@Entity('domain_daily_stats')
@Index('ix_domain_daily_stats_domain', ['domain'])
export class DomainDay {
  @PrimaryColumn({ type: 'date' }) day!: string;
  @PrimaryColumn(exactText) domain!: string;
  @Column(() => DomainCounters, { prefix: false }) counters!: DomainCounters;
}

/** Email results of one domain and campaign on one local day. */
@Entity('campaign_domain_stats')
@Index('ix_campaign_domain_stats_domain', ['domain'])
export class CampaignDomainDay {
  @PrimaryColumn({ ...id, name: 'campaign_id' }) campaignId!: number;
  @PrimaryColumn(exactText) domain!: string;
  @PrimaryColumn({ type: 'date' }) day!: string;
  @Column(() => DomainCounters, { prefix: false }) counters!: DomainCounters;
}
