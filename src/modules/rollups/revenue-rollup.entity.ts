import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { currency, id, money, revocable } from './columns.js';

/** Amounts in the smallest unit; a refund reduces the revenue of the day of the refund. */
class RevenueCounters {
  @Column(revocable) orders!: number;
  @Column(money) revenue!: number;
  @Column(money) refunded!: number;
}

/** Revenue of one local day, and its attribution to emails. */
@Entity('revenue_daily_stats')
export class RevenueDay {
  @PrimaryColumn(currency) currency!: string;
  @PrimaryColumn({ type: 'date' }) day!: string;
  @Column(() => RevenueCounters, { prefix: false }) counters!: RevenueCounters;
  @Column({ ...revocable, name: 'campaign_orders' }) campaignOrders!: number;
  @Column({ ...money, name: 'campaign_revenue' }) campaignRevenue!: number;
  @Column({ ...revocable, name: 'funnel_orders' }) funnelOrders!: number;
  @Column({ ...money, name: 'funnel_revenue' }) funnelRevenue!: number;
}

/** Revenue of one campaign on one local day. */
@Entity('campaign_revenue_stats')
@Index('ix_campaign_revenue_stats_day', ['currency', 'day'])
export class CampaignRevenueDay {
  @PrimaryColumn({ ...id, name: 'campaign_id' }) campaignId!: number;
  @PrimaryColumn(currency) currency!: string;
  @PrimaryColumn({ type: 'date' }) day!: string;
  @Column(() => RevenueCounters, { prefix: false }) counters!: RevenueCounters;
}

/** Revenue of one funnel step on one local day. */
@Entity('funnel_step_revenue_stats')
@Index('ix_funnel_step_revenue_stats_day', ['currency', 'day'])
export class FunnelStepRevenueDay {
  @PrimaryColumn({ ...id, name: 'step_id' }) stepId!: number;
  @PrimaryColumn(currency) currency!: string;
  @PrimaryColumn({ type: 'date' }) day!: string;
  @Column(() => RevenueCounters, { prefix: false }) counters!: RevenueCounters;
}

/** Revenue of one contact on one local day. */
@Entity('contact_revenue_daily_stats')
@Index('ix_contact_revenue_daily_stats_contact', ['contactId', 'day'])
export class ContactRevenueDay {
  @PrimaryColumn({ type: 'date' }) day!: string;
  @PrimaryColumn({ ...id, name: 'contact_id' }) contactId!: number;
  @PrimaryColumn(currency) currency!: string;
  @Column(() => RevenueCounters, { prefix: false }) counters!: RevenueCounters;
}

/** All-time revenue of one contact. */
@Entity('contact_revenue_stats')
@Index('ix_contact_revenue_stats_revenue', ['currency', 'counters.revenue'])
export class ContactRevenue {
  @PrimaryColumn({ ...id, name: 'contact_id' }) contactId!: number;
  @PrimaryColumn(currency) currency!: string;
  @Column(() => RevenueCounters, { prefix: false }) counters!: RevenueCounters;
}
