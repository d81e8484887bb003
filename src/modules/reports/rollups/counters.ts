/** What became of mails. Columns of the rollup tables. */
export const EMAIL_COUNTERS = [
  'sent',
  'bounced',
  'complained',
  'failed',
  'opened',
  'clicked',
  'unsubscribed',
  'machine_opens',
  'machine_clicks',
] as const;

/** What became of contacts. */
export const CONTACT_COUNTERS = [
  'new_contacts',
  'new_subscribed',
  'left_subscribed',
  'unsubscribed_contacts',
  'bounced_contacts',
  'complained_contacts',
  'deleted_contacts',
] as const;

export type Counter = (typeof EMAIL_COUNTERS)[number] | (typeof CONTACT_COUNTERS)[number];

/** One thing that happened; each counter named goes up by one, or by as many as it says. */
export interface Count {
  /** The local day it happened on. */
  readonly day: string;
  readonly campaignId: number | null;
  readonly contactId: number | null;
  /** The step of a funnel, of a mail that one sent. */
  readonly stepId: number | null;
  readonly counters: readonly Counter[];
  /** 1 when absent; negative for what had been counted and was not so. */
  readonly by?: number;
}

/** A table of counters per day and owner. */
export interface Rollup {
  readonly table: string;
  /** The column of the owner; null for the totals of everything. */
  readonly ownerColumn: string | null;
  readonly counters: readonly Counter[];
  /** Whose row a count belongs to; null when it belongs to none. */
  ownerOf(count: Count): number | null;
}

const EVERYTHING = 0;

export const ROLLUPS: readonly Rollup[] = [
  {
    table: 'campaign_daily_stats',
    ownerColumn: 'campaign_id',
    counters: EMAIL_COUNTERS,
    ownerOf: (count) => count.campaignId,
  },
  {
    table: 'funnel_step_daily_stats',
    ownerColumn: 'step_id',
    counters: EMAIL_COUNTERS,
    ownerOf: (count) => count.stepId,
  },
  {
    table: 'daily_stats',
    ownerColumn: null,
    counters: [...EMAIL_COUNTERS, ...CONTACT_COUNTERS],
    ownerOf: () => EVERYTHING,
  },
  {
    table: 'contact_daily_stats',
    ownerColumn: 'contact_id',
    counters: [
      'sent',
      'bounced',
      'opened',
      'clicked',
      'unsubscribed',
      'machine_opens',
      'machine_clicks',
      'new_subscribed',
    ],
    ownerOf: (count) => count.contactId,
  },
];
