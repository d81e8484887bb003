import * as s from '../../../shapes/shape.js';
import { toDecimal } from '../../../platform/money/money.js';
import { percent } from '../../../platform/rates/rates.js';
import { type Counter, ROLLUPS } from '../../rollups/counters.js';

/** Sums of counters; a counter without a sum is 0. Amounts are in the smallest unit of one currency. */
export type Sums = Readonly<Partial<Record<Counter, number>>>;

export interface FigureScope {
  /** Whether opens and clicks by scanners and prefetchers count. */
  readonly includeMachine: boolean;
  /** The currency of the amounts; null if there are no orders, so amounts are 0. */
  readonly currency: string | null;
}

/** Rates are percentages with one decimal; money is a decimal of the currency; a score is 0 to 100. */
export type FigureUnit = 'count' | 'percent' | 'money' | 'score';

export interface FigureText {
  readonly unit: FigureUnit;
  readonly label: string;
  /** A shorter label, for the header of a table. */
  readonly column: string;
  /** The direction that is an improvement, if any. */
  readonly better?: 'more' | 'less' | undefined;
}

export interface Figure extends FigureText {
  readonly counters: readonly Counter[];
  /** Its description in the API document, unless a report has a better one. */
  readonly description?: string;
  readonly of: (sums: Sums, scope: FigureScope) => number;
}

type Text = Partial<Pick<FigureText, 'column' | 'better'>>;

function figure(unit: FigureUnit, label: string, counters: Figure['counters'], of: Figure['of'], text: Text): Figure {
  return { unit, label, column: label, counters, of, ...text };
}

const count = (label: string, counter: Counter, text: Text = {}): Figure =>
  figure('count', label, [counter], (sums) => sums[counter] ?? 0, text);

/** Emails with human activity, and on request single opens or clicks by machines. */
const tracked = (label: string, human: Counter, machine: Counter, text: Text): Figure =>
  figure(
    'count',
    label,
    [human, machine],
    (sums, { includeMachine }) => (sums[human] ?? 0) + (includeMachine ? (sums[machine] ?? 0) : 0),
    text,
  );

const difference = (label: string, one: Counter, other: Counter, text: Text): Figure =>
  figure('count', label, [one, other], (sums) => (sums[one] ?? 0) - (sums[other] ?? 0), text);

const amount = (label: string, counters: Figure['counters'], minor: (sums: Sums) => number, text: Text = {}): Figure =>
  figure('money', label, counters, (sums, { currency }) => asMoney(minor(sums), currency), text);

const MORE = { better: 'more' } as const;
const LESS = { better: 'less' } as const;

export const FIGURES = {
  sent: count('Emails sent', 'sent', { column: 'Sent' }),
  bounced: count('Bounced', 'bounced', LESS),
  // Never negative: in a short period, bounces may belong to emails that were sent before it.
  delivered: figure(
    'count',
    'Delivered',
    ['sent', 'bounced'],
    ({ sent = 0, bounced = 0 }) => Math.max(0, sent - bounced),
    MORE,
  ),
  /** The base of the rates of opens and clicks: an email without tracking is neither opened nor unopened. */
  trackedSent: figure(
    'count',
    'Tracked emails',
    ['sent', 'untracked_sent'],
    ({ sent = 0, untracked_sent = 0 }) => Math.max(0, sent - untracked_sent),
    { column: 'Tracked' },
  ),
  trackedDelivered: figure(
    'count',
    'Tracked emails',
    ['sent', 'bounced', 'untracked_sent', 'untracked_bounced'],
    ({ sent = 0, bounced = 0, untracked_sent = 0, untracked_bounced = 0 }) =>
      Math.max(0, sent - bounced - untracked_sent + untracked_bounced),
    { column: 'Tracked' },
  ),
  complained: count('Complaints', 'complained', LESS),
  unsubscribed: count('Unsubscribed', 'unsubscribed', LESS),
  opened: tracked('Emails opened', 'opened', 'machine_opens', { column: 'Opened', ...MORE }),
  clicked: tracked('Emails clicked', 'clicked', 'machine_clicks', { column: 'Clicked', ...MORE }),

  newSubscribed: count('New subscribers', 'new_subscribed', { column: 'New', ...MORE }),
  leftSubscribed: count('Lost', 'left_subscribed', LESS),
  netGrowth: difference('Net growth', 'new_subscribed', 'left_subscribed', { column: 'Net', ...MORE }),
  unsubscribedContacts: count('Unsubscribed', 'unsubscribed_contacts', LESS),
  bouncedContacts: count('Bounced', 'bounced_contacts', LESS),
  complainedContacts: count('Complained', 'complained_contacts', LESS),
  trackedEvents: count('Events', 'tracked_events', MORE),

  added: count('New', 'added', MORE),
  removed: count('Lost', 'removed', LESS),
  netAdded: difference('Net growth', 'added', 'removed', { column: 'Net', ...MORE }),

  orders: count('Orders', 'orders', MORE),
  revenue: amount('Revenue', ['revenue'], ({ revenue = 0 }) => revenue, MORE),
  refunded: amount('Refunded', ['refunded'], ({ refunded = 0 }) => refunded, LESS),
  averageOrderValue: amount(
    'Average order value',
    ['revenue', 'orders'],
    ({ revenue = 0, orders = 0 }) => (orders <= 0 ? 0 : Math.round(revenue / orders)),
    MORE,
  ),
  campaignRevenue: amount('From campaigns', ['campaign_revenue'], ({ campaign_revenue = 0 }) => campaign_revenue, MORE),
  funnelRevenue: amount('From funnels', ['funnel_revenue'], ({ funnel_revenue = 0 }) => funnel_revenue, MORE),
  unattributedRevenue: amount(
    'Without email',
    ['revenue', 'campaign_revenue', 'funnel_revenue'],
    ({ revenue = 0, campaign_revenue = 0, funnel_revenue = 0 }) => revenue - campaign_revenue - funnel_revenue,
  ),
} as const satisfies Readonly<Record<string, Figure>>;

const RATES = {
  delivered: ['Delivery rate', 'Delivered'],
  bounced: ['Bounce rate', 'Rate'],
  complained: ['Complaint rate', 'Rate'],
  unsubscribed: ['Unsubscribe rate', 'Rate'],
  opened: ['Open rate', 'Opened'],
  clicked: ['Click rate', 'Clicked'],
  orders: ['Conversion rate', 'Converted'],
} as const;

/** Returns a figure as a percentage of the emails that were sent or delivered; opens and clicks of the tracked ones. */
export function rateOf(name: keyof typeof RATES, whole: 'sent' | 'delivered'): Figure {
  const [label, column] = RATES[name];
  const isTracked = name === 'opened' || name === 'clicked';
  const base = whole === 'sent' ? FIGURES.trackedSent : FIGURES.trackedDelivered;
  const [part, all]: readonly [Figure, Figure] = [FIGURES[name], isTracked ? base : FIGURES[whole]];
  return {
    unit: 'percent',
    label: `${label} (of ${isTracked ? 'tracked' : whole})`,
    column,
    better: part.better,
    counters: [...part.counters, ...all.counters],
    description: isTracked ? 'Percentage of tracked' : `Percentage of ${whole}`,
    of: (sums, scope) => percent(part.of(sums, scope), all.of(sums, scope)),
  };
}

/** The description of `tracked` where it is a part of the emails sent. */
export const TRACKED_SENT = 'Sent emails with tracking, the base of the rates of opens and clicks';

export const labelled = (of: Figure, label: string): Figure => ({ ...of, label });

/** Converts minor units to a decimal of the currency; 0 without a currency, because then there are no orders. */
export function asMoney(minor: number, currency: string | null): number {
  return currency === null ? 0 : toDecimal(minor, currency);
}

const FIGURE = Symbol('figure');

type FigureMember = s.Schema<number> & { readonly [FIGURE]: Figure };
type Members = Readonly<Record<string, s.Schema<unknown>>>;
export type FigureShape = s.ObjectSchema<Members>;
export type FigureNames<Described> = {
  [Name in keyof Described]: Described[Name] extends FigureMember ? Name : never;
}[keyof Described] &
  string;

/** Declares a member of a response: `figuresOf` computes it, and the queries of the report read its counters. */
export function shown(of: Figure, example: number, description = of.description): FigureMember {
  const schema = of.unit === 'count' ? s.integer(example, description) : s.decimal(example, description);
  return { ...schema, [FIGURE]: of };
}

/** Returns the figure of a member, if it has one. */
export const figureOf = (schema: object): Figure | undefined => (schema as { readonly [FIGURE]?: Figure })[FIGURE];

export const HUMAN_ACTIVITY: FigureScope = { includeMachine: false, currency: null };

export function figuresOf<const Described extends Members>(
  shape: s.ObjectSchema<Described>,
  sums: Sums,
  scope: FigureScope = HUMAN_ACTIVITY,
): { readonly [Name in FigureNames<Described>]: number } {
  const figures = Object.entries(shape.properties).flatMap(([name, schema]) => {
    const found = figureOf(schema);
    return found === undefined ? [] : [[name, found.of(sums, scope)]];
  });
  return Object.fromEntries(figures) as { readonly [Name in FigureNames<Described>]: number };
}

/** Computes the figures of each day, also of days without sums. */
export function figuresByDay<const Described extends Members>(
  shape: s.ObjectSchema<Described>,
  days: readonly string[],
  sums: readonly (Sums & { readonly day: string })[],
  scope?: FigureScope,
) {
  const byDay = new Map(sums.map((one) => [one.day, one]));
  return days.map((date) => ({ date, ...figuresOf(shape, byDay.get(date) ?? {}, scope) }));
}

/** Returns how people read a member of a response. @throws Error for a member without a figure. */
export function textOf({ properties }: FigureShape, name: string): FigureText {
  const figure = figureOf(properties[name] ?? {});
  if (figure === undefined) throw new Error(`${name} has no figure`);
  return figure;
}

/** Returns the counters of a rollup that the figures of these responses need; without responses, all of them. */
export function countersOf(table: string, ...shapes: readonly FigureShape[]): readonly Counter[] {
  const needed = new Set(
    shapes.flatMap(({ properties }) => Object.values(properties).flatMap((schema) => figureOf(schema)?.counters ?? [])),
  );
  const rollup = ROLLUPS.find((one) => one.table === table);
  if (rollup === undefined) throw new Error(`no rollup is called ${table}`);
  return shapes.length === 0 ? rollup.counters : rollup.counters.filter((counter) => needed.has(counter));
}
