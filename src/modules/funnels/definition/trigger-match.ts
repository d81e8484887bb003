import type { JsonObject } from '../../../platform/values/json.js';
import type { TypeOf } from '../../../shapes/shape.js';
import type { FunnelSettings } from './funnel-rules.js';
import type { NATIVE_TRIGGERS } from './trigger-catalog.js';
import { holds, numberOf, type PayloadCondition } from './trigger-conditions.js';
import type { TriggerFact } from './trigger-facts.js';

interface TriggerParameters {
  readonly lists?: readonly number[];
  readonly tags?: readonly number[];
  readonly from?: readonly string[];
  readonly to?: readonly string[];
  readonly event_key?: string | null;
  readonly title?: string | null;
  readonly min_count?: number;
  readonly min_total?: number | null;
  readonly max_total?: number | null;
  readonly product_ids?: readonly (string | number)[];
  readonly provider?: string | null;
  readonly segment_id?: number;
  readonly payload?: readonly PayloadCondition[];
}

export type DateWatch = TypeOf<(typeof NATIVE_TRIGGERS)['date_field']['settings']>;
type SegmentWatch = TypeOf<(typeof NATIVE_TRIGGERS)['segment_entered']['settings']>;

export function dateWatchOf(settings: FunnelSettings): DateWatch {
  const { field, offset_days, yearly, at } = settings as FunnelSettings & DateWatch;
  return { field, offset_days, yearly, at };
}

export function segmentWatchOf(settings: FunnelSettings): SegmentWatch {
  const { segment_id, include_existing } = settings as FunnelSettings & SegmentWatch;
  return { segment_id, include_existing };
}

/** Whether the parameters of a trigger or awaited event match a fact of the same name. */
export function matchesTrigger(settings: object, fact: TriggerFact): boolean {
  const wanted = settings as TriggerParameters;
  if ('lists' in fact) return isOneOf(wanted.lists, fact.lists);
  if ('tags' in fact) return isOneOf(wanted.tags, fact.tags);
  if ('to' in fact) return (fact.from === null || isOneOf(wanted.from, [fact.from])) && isOneOf(wanted.to, [fact.to]);
  if ('event_key' in fact) return isTracked(wanted, fact);
  if ('segment_id' in fact) return wanted.segment_id === fact.segment_id;
  if ('total' in fact)
    // Shop names are stored in lowercase.
    return (
      isAsked(wanted.provider?.toLowerCase(), fact.provider) &&
      hasAmountAndProducts(wanted, fact.total, fact.product_ids)
    );
  return fact.name !== 'fired' || isReported(wanted, fact.payload);
}

const isTracked = (wanted: TriggerParameters, fact: Extract<TriggerFact, { name: 'event_tracked' }>): boolean =>
  isAsked(wanted.event_key, fact.event_key) &&
  isAsked(wanted.title, fact.title) &&
  fact.counter >= (wanted.min_count ?? 1);

function isReported(wanted: TriggerParameters, payload: JsonObject): boolean {
  const { total, product_ids: products } = payload;
  return (
    hasAmountAndProducts(wanted, numberOf(total), Array.isArray(products) ? (products as unknown[]).map(String) : []) &&
    (wanted.payload ?? []).every((condition) => holds(condition, payload))
  );
}

/** Empty matches anything. */
function isOneOf<Value>(wanted: readonly Value[] | undefined, values: readonly Value[]): boolean {
  return wanted === undefined || wanted.length === 0 || values.some((value) => wanted.includes(value));
}

const isAsked = (wanted: string | null | undefined, value: string): boolean =>
  wanted === null || wanted === undefined || wanted === '' || wanted === value;

function hasAmountAndProducts(
  { min_total: least, max_total: most, product_ids: products = [] }: TriggerParameters,
  total: number | null,
  bought: readonly string[],
): boolean {
  if (typeof least === 'number' && (total === null || total < least)) return false;
  if (typeof most === 'number' && (total === null || total > most)) return false;
  return isOneOf(products.map(String), bought);
}
