import type { LocalTime } from '../../platform/clock/local-time.js';
import { engagementUnit, POINTS } from './engagement.js';

/** Columns of the rollup tables. */
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

export const CONTACT_COUNTERS = [
  'new_contacts',
  'new_subscribed',
  'left_subscribed',
  'unsubscribed_contacts',
  'bounced_contacts',
  'complained_contacts',
  'deleted_contacts',
] as const;

const ACTIVITY_COUNTERS = ['tracked_events', 'orders'] as const;

/** Amounts are in the smallest unit of the currency; revenue is net of refunds. */
const REVENUE_COUNTERS = ['orders', 'revenue', 'refunded'] as const;
const ATTRIBUTED_COUNTERS = ['campaign_orders', 'campaign_revenue', 'funnel_orders', 'funnel_revenue'] as const;

export type Counter =
  | (typeof EMAIL_COUNTERS)[number]
  | (typeof CONTACT_COUNTERS)[number]
  | (typeof ACTIVITY_COUNTERS)[number]
  | (typeof REVENUE_COUNTERS)[number]
  | (typeof ATTRIBUTED_COUNTERS)[number]
  | 'added'
  | 'removed'
  | 'total'
  | 'activity'
  | 'engagement';

/** Changes of counters; negative for corrections. */
export type Deltas = Readonly<Partial<Record<Counter, number>>>;

export const REASON_KINDS = ['hard_bounce', 'soft_bounce', 'complaint', 'opt_out', 'opt_out_method'] as const;
export type ReasonKind = (typeof REASON_KINDS)[number];

/** The counter changes of an event, and the keys that they belong to. */
export interface Count {
  readonly at: LocalTime;
  readonly campaignId?: number | null;
  readonly contactId?: number | null;
  /** The step of a funnel that sent the email. */
  readonly stepId?: number | null;
  /** The email domain of the recipient. */
  readonly domain?: string | null;
  readonly reason?: readonly [kind: ReasonKind, text: string];
  readonly label?: readonly [kind: 'list' | 'tag', id: number];
  readonly currency?: string;
  readonly deltas: Deltas;
}

export type RollupValue = number | bigint;

/** A table of counters with one row per key. */
export interface Rollup {
  readonly table: string;
  /** The key columns in order. */
  readonly key: readonly string[];
  /** The time span of a row: a local day, a local hour, or all time. */
  readonly span: 'day' | 'hour' | 'ever';
  readonly counters: readonly Counter[];
  /** Returns the key of the row that a count belongs to, or null if there is none. */
  keyOf(count: Count): readonly (string | number)[] | null;
  /** Derives the change of a counter that the count does not include. */
  derived?(count: Count): Readonly<Partial<Record<Counter, RollupValue>>>;
}

const AUDIENCE_COUNTERS = [
  'sent',
  'bounced',
  'complained',
  'opened',
  'clicked',
  'unsubscribed',
  'machine_opens',
  'machine_clicks',
  'new_subscribed',
  ...ACTIVITY_COUNTERS,
] as const;
const DOMAIN_COUNTERS = ['sent', 'bounced', 'complained', 'unsubscribed'] as const;

/** Returns a key, or null if a part is missing. */
function complete(...parts: readonly (string | number | null | undefined)[]): readonly (string | number)[] | null {
  const present = parts.filter((part) => part !== null && part !== undefined);
  return present.length === parts.length ? present : null;
}

export const ROLLUPS: readonly Rollup[] = [
  {
    table: 'campaign_daily_stats',
    key: ['campaign_id', 'day'],
    span: 'day',
    counters: EMAIL_COUNTERS,
    keyOf: ({ campaignId, at }) => complete(campaignId, at.day),
  },
  {
    table: 'funnel_step_daily_stats',
    key: ['step_id', 'day'],
    span: 'day',
    counters: EMAIL_COUNTERS,
    keyOf: ({ stepId, at }) => complete(stepId, at.day),
  },
  {
    table: 'daily_stats',
    key: ['day'],
    span: 'day',
    counters: [...EMAIL_COUNTERS, ...CONTACT_COUNTERS, ...ACTIVITY_COUNTERS],
    keyOf: ({ at }) => [at.day],
  },
  {
    table: 'hourly_stats',
    key: ['hour'],
    span: 'hour',
    counters: [...EMAIL_COUNTERS, ...CONTACT_COUNTERS, ...ACTIVITY_COUNTERS],
    keyOf: ({ at }) => [at.hour],
  },
  {
    table: 'contact_daily_stats',
    key: ['day', 'contact_id'],
    span: 'day',
    counters: AUDIENCE_COUNTERS,
    keyOf: ({ at, contactId }) => complete(at.day, contactId),
  },
  {
    table: 'contact_growth_stats',
    key: ['hour', 'contact_id'],
    span: 'hour',
    counters: ['new_subscribed', 'left_subscribed', 'unsubscribed_contacts', 'bounced_contacts', 'complained_contacts'],
    keyOf: ({ at, contactId }) => complete(at.hour, contactId),
  },
  {
    table: 'domain_daily_stats',
    key: ['day', 'domain'],
    span: 'day',
    counters: DOMAIN_COUNTERS,
    keyOf: ({ at, domain }) => complete(at.day, domain),
  },
  {
    table: 'campaign_domain_stats',
    key: ['campaign_id', 'domain', 'day'],
    span: 'day',
    counters: DOMAIN_COUNTERS,
    keyOf: ({ campaignId, domain, at }) => complete(campaignId, domain, at.day),
  },
  {
    table: 'reason_daily_stats',
    key: ['day', 'kind', 'reason'],
    span: 'day',
    counters: ['total'],
    keyOf: ({ at, reason }) => (reason === undefined ? null : [at.day, ...reason]),
  },
  {
    table: 'label_daily_stats',
    key: ['kind', 'label_id', 'day'],
    span: 'day',
    counters: ['added', 'removed'],
    keyOf: ({ label, at }) => (label === undefined ? null : [...label, at.day]),
  },
  {
    table: 'revenue_daily_stats',
    key: ['currency', 'day'],
    span: 'day',
    counters: [...REVENUE_COUNTERS, ...ATTRIBUTED_COUNTERS],
    keyOf: ({ currency, at }) => complete(currency, at.day),
  },
  {
    table: 'campaign_revenue_stats',
    key: ['campaign_id', 'currency', 'day'],
    span: 'day',
    counters: REVENUE_COUNTERS,
    keyOf: ({ campaignId, currency, at }) => complete(campaignId, currency, at.day),
  },
  {
    table: 'funnel_step_revenue_stats',
    key: ['step_id', 'currency', 'day'],
    span: 'day',
    counters: REVENUE_COUNTERS,
    keyOf: ({ stepId, currency, at }) => complete(stepId, currency, at.day),
  },
  {
    table: 'contact_revenue_daily_stats',
    key: ['day', 'contact_id', 'currency'],
    span: 'day',
    counters: REVENUE_COUNTERS,
    keyOf: ({ at, contactId, currency }) => complete(at.day, contactId, currency),
  },
  {
    table: 'contact_revenue_stats',
    key: ['contact_id', 'currency'],
    span: 'ever',
    counters: REVENUE_COUNTERS,
    keyOf: ({ contactId, currency }) => complete(contactId, currency),
  },
  {
    table: 'contact_totals',
    key: ['contact_id'],
    span: 'ever',
    counters: ['opened', 'clicked', 'tracked_events', 'orders', 'activity', 'engagement'],
    keyOf: ({ contactId }) => complete(contactId),
    derived: ({ at, deltas }) => {
      const { opened = 0, clicked = 0, tracked_events = 0, orders = 0 } = deltas;
      const points =
        opened * POINTS.opened +
        clicked * POINTS.clicked +
        tracked_events * POINTS.tracked_events +
        orders * POINTS.orders;
      const activity = opened + clicked + tracked_events + orders;
      if (points === 0 && activity === 0) return {};
      return { activity, engagement: BigInt(points) * engagementUnit(at.day) };
    },
  },
];

/** Rollups with rows by contact. */
export const CONTACT_ROLLUPS: readonly Rollup[] = ROLLUPS.filter(({ key }) => key.includes('contact_id'));
