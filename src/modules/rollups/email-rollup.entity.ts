import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { counter, id, revocable } from './columns.js';

/** Common columns of email rollups. */
class EmailCounters {
  @Column(counter) sent!: number;
  @Column(counter) bounced!: number;
  @Column(counter) complained!: number;
  @Column(counter) failed!: number;
  @Column(revocable) opened!: number;
  @Column(revocable) clicked!: number;
  @Column(counter) unsubscribed!: number;
  /** Counts single opens and clicks: a scanner that fetches a link five times counts five. */
  @Column({ ...counter, name: 'machine_opens' }) machineOpens!: number;
  @Column({ ...counter, name: 'machine_clicks' }) machineClicks!: number;
}

class ContactCounters {
  @Column({ ...counter, name: 'new_contacts' }) newContacts!: number;
  /** Created as subscribed, or became subscribed. */
  @Column({ ...counter, name: 'new_subscribed' }) newSubscribed!: number;
  /** Stopped being subscribed, including deleted contacts. */
  @Column({ ...counter, name: 'left_subscribed' }) leftSubscribed!: number;
  @Column({ ...counter, name: 'unsubscribed_contacts' }) unsubscribedContacts!: number;
  @Column({ ...counter, name: 'bounced_contacts' }) bouncedContacts!: number;
  @Column({ ...counter, name: 'complained_contacts' }) complainedContacts!: number;
  @Column({ ...counter, name: 'deleted_contacts' }) deletedContacts!: number;
  @Column({ ...counter, name: 'tracked_events' }) trackedEvents!: number;
  @Column(revocable) orders!: number;
}

/** Figures of one local day: all emails and contacts. */
@Entity('daily_stats')
export class Day {
  @PrimaryColumn({ type: 'date' }) day!: string;
  @Column(() => EmailCounters, { prefix: false }) emails!: EmailCounters;
  @Column(() => ContactCounters, { prefix: false }) contacts!: ContactCounters;
}

/** Figures of one local hour, by its start. */
@Entity('hourly_stats')
export class Hour {
  @PrimaryColumn({ type: 'datetime' }) hour!: Date;
  @Column(() => EmailCounters, { prefix: false }) emails!: EmailCounters;
  @Column(() => ContactCounters, { prefix: false }) contacts!: ContactCounters;
}

/** Email results of one campaign on one local day. */
@Entity('campaign_daily_stats')
@Index('ix_campaign_daily_stats_day', ['day'])
export class CampaignDay {
  @PrimaryColumn({ ...id, name: 'campaign_id' }) campaignId!: number;
  @PrimaryColumn({ type: 'date' }) day!: string;
  @Column(() => EmailCounters, { prefix: false }) emails!: EmailCounters;
}

/** Email results of one funnel step on one local day. */
@Entity('funnel_step_daily_stats')
@Index('ix_funnel_step_daily_stats_day', ['day'])
export class FunnelStepDay {
  @PrimaryColumn({ ...id, name: 'step_id' }) stepId!: number;
  @PrimaryColumn({ type: 'date' }) day!: string;
  @Column(() => EmailCounters, { prefix: false }) emails!: EmailCounters;
}
