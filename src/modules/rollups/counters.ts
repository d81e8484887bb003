import type { LocalTime } from '../../platform/clock/local-time.js';
import { engagementUnit, POINTS } from './engagement.js';

/** Columns of the rollup tables. */
const EMAIL_COUNTERS = [
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

const CONTACT_COUNTERS = [
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

const REASON_KINDS = ['hard_bounce', 'soft_bounce', 'complaint', 'opt_out', 'opt_out_method'] as const;
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

type KeyValue = string | number | null | undefined;

/** A table of counters with one row per key. */
export interface Rollup {
  readonly table: string;
  /** The key columns in order. */
  readonly key: readonly string[];
  /** The values of the key column `kind`. */
  readonly kinds?: readonly string[];
  readonly counters: readonly Counter[];
  /** Columns of the other indexes by the end of their names. */
  readonly indexes?: Readonly<Record<string, readonly string[]>>;
  /** The time span of a row: a local day, a local hour, or all time. */
  readonly span: 'day' | 'hour' | 'ever';
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

const KEY_VALUES: Readonly<Record<string, (count: Count) => KeyValue>> = {
  day: ({ at }) => at.day,
  hour: ({ at }) => at.hour,
  campaign_id: ({ campaignId }) => campaignId,
  step_id: ({ stepId }) => stepId,
  contact_id: ({ contactId }) => contactId,
  domain: ({ domain }) => domain,
  currency: ({ currency }) => currency,
};

/** Adds what follows from the key. A count without one of its values has no row. */
function rollup(definition: Omit<Rollup, 'span' | 'keyOf'> & Partial<Pick<Rollup, 'keyOf'>>): Rollup {
  const span = (['day', 'hour'] as const).find((each) => definition.key.includes(each)) ?? 'ever';
  const values = definition.key.map((column) => KEY_VALUES[column] ?? (() => null));
  const keyOf = (count: Count): readonly (string | number)[] | null => {
    const key: (string | number)[] = [];
    for (const valueOf of values) {
      const value = valueOf(count) ?? null;
      if (value === null) return null;
      key.push(value);
    }
    return key;
  };
  return { span, keyOf, ...definition };
}

export const ROLLUPS: readonly Rollup[] = [
  rollup({
    table: 'campaign_daily_stats',
    key: ['campaign_id', 'day'],
    counters: EMAIL_COUNTERS,
    indexes: { day: ['day'] },
  }),
  rollup({
    table: 'funnel_step_daily_stats',
    key: ['step_id', 'day'],
    counters: EMAIL_COUNTERS,
    indexes: { day: ['day'] },
  }),
  rollup({
    table: 'daily_stats',
    key: ['day'],
    counters: [...EMAIL_COUNTERS, ...CONTACT_COUNTERS, ...ACTIVITY_COUNTERS],
  }),
  rollup({
    table: 'hourly_stats',
    key: ['hour'],
    counters: [...EMAIL_COUNTERS, ...CONTACT_COUNTERS, ...ACTIVITY_COUNTERS],
  }),
  // For reports about members of lists and tags.
  rollup({
    table: 'contact_daily_stats',
    key: ['day', 'contact_id'],
    counters: AUDIENCE_COUNTERS,
    indexes: { contact: ['contact_id', 'day'] },
  }),
  rollup({
    table: 'contact_growth_stats',
    key: ['hour', 'contact_id'],
    counters: ['new_subscribed', 'left_subscribed', 'unsubscribed_contacts', 'bounced_contacts', 'complained_contacts'],
    indexes: { contact: ['contact_id', 'hour'] },
  }),
  rollup({
    table: 'domain_daily_stats',
    key: ['day', 'domain'],
    counters: DOMAIN_COUNTERS,
    indexes: { domain: ['domain'] },
  }),
  rollup({
    table: 'campaign_domain_stats',
    key: ['campaign_id', 'domain', 'day'],
    counters: DOMAIN_COUNTERS,
    indexes: { domain: ['domain'] },
  }),
  // Of bounces, complaints, and opt-outs; an empty reason means that none was given.
  rollup({
    table: 'reason_daily_stats',
    key: ['day', 'kind', 'reason'],
    kinds: REASON_KINDS,
    counters: ['total'],
    keyOf: ({ at, reason }) => (reason === undefined ? null : [at.day, ...reason]),
  }),
  // Contacts added to and removed from a list or tag.
  rollup({
    table: 'label_daily_stats',
    key: ['kind', 'label_id', 'day'],
    kinds: ['list', 'tag'],
    counters: ['added', 'removed'],
    indexes: { day: ['day'] },
    keyOf: ({ label, at }) => (label === undefined ? null : [...label, at.day]),
  }),
  rollup({
    table: 'revenue_daily_stats',
    key: ['currency', 'day'],
    counters: [...REVENUE_COUNTERS, ...ATTRIBUTED_COUNTERS],
  }),
  rollup({
    table: 'campaign_revenue_stats',
    key: ['campaign_id', 'currency', 'day'],
    counters: REVENUE_COUNTERS,
    indexes: { day: ['currency', 'day'] },
  }),
  rollup({
    table: 'funnel_step_revenue_stats',
    key: ['step_id', 'currency', 'day'],
    counters: REVENUE_COUNTERS,
    indexes: { day: ['currency', 'day'] },
  }),
  rollup({
    table: 'contact_revenue_daily_stats',
    key: ['day', 'contact_id', 'currency'],
    counters: REVENUE_COUNTERS,
    indexes: { contact: ['contact_id', 'day'] },
  }),
  rollup({
    table: 'contact_revenue_stats',
    key: ['contact_id', 'currency'],
    counters: REVENUE_COUNTERS,
    indexes: { revenue: ['currency', 'revenue'] },
  }),
  // For rankings. Contacts without activity and deleted contacts have no row.
  rollup({
    table: 'contact_totals',
    key: ['contact_id'],
    counters: ['opened', 'clicked', 'tracked_events', 'orders', 'activity', 'engagement'],
    indexes: { activity: ['activity'], engagement: ['engagement'] },
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
  }),
];

/** Rollups with rows by contact. */
export const CONTACT_ROLLUPS: readonly Rollup[] = ROLLUPS.filter(({ key }) => key.includes('contact_id'));
