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
  // Of emails without tracking, for rates of opens and clicks.
  'untracked_sent',
  'untracked_bounced',
] as const;

const GROWTH_COUNTERS = [
  'new_subscribed',
  'left_subscribed',
  'unsubscribed_contacts',
  'bounced_contacts',
  'complained_contacts',
] as const;
const CONTACT_COUNTERS = ['new_contacts', ...GROWTH_COUNTERS, 'deleted_contacts'] as const;

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
  /** Of a single email, which has tables of its own. */
  readonly isSingle?: boolean;
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
  'untracked_sent',
  'untracked_bounced',
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
  kind: ({ reason, label }) => (reason ?? label)?.[0],
  reason: ({ reason }) => reason?.[1],
  label_id: ({ label }) => label?.[1],
};

/** Adds what follows from the key. A count without one of its values has no row. */
function rollup(
  table: string,
  key: readonly string[],
  counters: readonly Counter[],
  { ofSingles = false, ...more }: Pick<Rollup, 'kinds' | 'indexes' | 'derived'> & { readonly ofSingles?: boolean } = {},
): Rollup {
  const span = (['day', 'hour'] as const).find((each) => key.includes(each)) ?? 'ever';
  const values = key.map((column) => KEY_VALUES[column] ?? (() => null));
  const keyOf = (count: Count): readonly (string | number)[] | null => {
    if ((count.isSingle ?? false) !== ofSingles) return null;
    const found: (string | number)[] = [];
    for (const valueOf of values) {
      const value = valueOf(count) ?? null;
      if (value === null) return null;
      found.push(value);
    }
    return found;
  };
  return { table, key, counters, span, keyOf, ...more };
}

export const ROLLUPS: readonly Rollup[] = [
  rollup('campaign_daily_stats', ['campaign_id', 'day'], EMAIL_COUNTERS, { indexes: { day: ['day'] } }),
  rollup('funnel_step_daily_stats', ['step_id', 'day'], EMAIL_COUNTERS, { indexes: { day: ['day'] } }),
  rollup('daily_stats', ['day'], [...EMAIL_COUNTERS, ...CONTACT_COUNTERS, ...ACTIVITY_COUNTERS]),
  rollup('hourly_stats', ['hour'], [...EMAIL_COUNTERS, ...CONTACT_COUNTERS, ...ACTIVITY_COUNTERS]),
  rollup('single_daily_stats', ['day'], EMAIL_COUNTERS, { ofSingles: true }),
  rollup('contact_single_daily_stats', ['day', 'contact_id'], EMAIL_COUNTERS, {
    ofSingles: true,
    indexes: { contact: ['contact_id', 'day'] },
  }),
  // For reports about members of lists and tags.
  rollup('contact_daily_stats', ['day', 'contact_id'], AUDIENCE_COUNTERS, {
    indexes: { contact: ['contact_id', 'day'] },
  }),
  rollup('contact_growth_stats', ['hour', 'contact_id'], GROWTH_COUNTERS, {
    indexes: { contact: ['contact_id', 'hour'] },
  }),
  rollup('domain_daily_stats', ['day', 'domain'], DOMAIN_COUNTERS, { indexes: { domain: ['domain'] } }),
  rollup('campaign_domain_stats', ['campaign_id', 'domain', 'day'], DOMAIN_COUNTERS, {
    indexes: { domain: ['domain'] },
  }),
  // Of bounces, complaints, and opt-outs; an empty reason means that none was given.
  rollup('reason_daily_stats', ['day', 'kind', 'reason'], ['total'], { kinds: REASON_KINDS }),
  // Contacts added to and removed from a list or tag.
  rollup('label_daily_stats', ['kind', 'label_id', 'day'], ['added', 'removed'], {
    kinds: ['list', 'tag'],
    indexes: { day: ['day'] },
  }),
  rollup('revenue_daily_stats', ['currency', 'day'], [...REVENUE_COUNTERS, ...ATTRIBUTED_COUNTERS]),
  rollup('campaign_revenue_stats', ['campaign_id', 'currency', 'day'], REVENUE_COUNTERS, {
    indexes: { day: ['currency', 'day'] },
  }),
  rollup('funnel_step_revenue_stats', ['step_id', 'currency', 'day'], REVENUE_COUNTERS, {
    indexes: { day: ['currency', 'day'] },
  }),
  rollup('contact_revenue_daily_stats', ['day', 'contact_id', 'currency'], REVENUE_COUNTERS, {
    indexes: { contact: ['contact_id', 'day'] },
  }),
  rollup('contact_revenue_stats', ['contact_id', 'currency'], REVENUE_COUNTERS, {
    indexes: { revenue: ['currency', 'revenue'] },
  }),
  // For rankings. Contacts without activity and deleted contacts have no row.
  rollup(
    'contact_totals',
    ['contact_id'],
    ['opened', 'clicked', 'tracked_events', 'orders', 'activity', 'engagement'],
    {
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
    },
  ),
];

/** Rollups with rows by contact. */
export const CONTACT_ROLLUPS: readonly Rollup[] = ROLLUPS.filter(({ key }) => key.includes('contact_id'));
