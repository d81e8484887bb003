import type { FunnelSettings } from './funnel-rules.js';
import type { PayloadOperator } from './trigger-catalogue.js';
import type { TriggerFact } from './trigger-facts.js';

type Json = Readonly<Record<string, unknown>>;

/** A condition on what came with a trigger. */
interface PayloadCondition {
  readonly path: string;
  readonly operator: PayloadOperator;
  readonly value?: unknown;
}

/** The parameters of all triggers, as their schemas let them be. */
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
  readonly payload?: readonly PayloadCondition[];
}

/** Of the trigger `date_field`. */
export interface DateWatch {
  readonly field: string;
  readonly offset_days: number;
  readonly yearly: 'yes' | 'no';
  /** `HH:MM` by the clock of the installation. */
  readonly at: string;
}

/** Of the trigger `segment_entered`. */
export interface SegmentWatch {
  readonly segment_id: number;
  readonly include_existing: 'yes' | 'no';
}

export function dateWatchOf(settings: FunnelSettings): DateWatch {
  const { field, offset_days, yearly, at } = settings as FunnelSettings & DateWatch;
  return { field, offset_days, yearly, at };
}

export function segmentWatchOf(settings: FunnelSettings): SegmentWatch {
  const { segment_id, include_existing } = settings as FunnelSettings & SegmentWatch;
  return { segment_id, include_existing };
}

/** Whether a funnel with such parameters begins for this; that the trigger is the right one is known. */
export function matchesTrigger(settings: FunnelSettings, fact: TriggerFact): boolean {
  const wanted = settings as TriggerParameters;
  switch (fact.name) {
    case 'contact_created':
      return true;
    case 'list_applied':
    case 'list_removed':
      return isOneOf(wanted.lists, fact.lists);
    case 'tag_applied':
    case 'tag_removed':
      return isOneOf(wanted.tags, fact.tags);
    case 'status_changed':
      return isOneOf(wanted.from, [fact.from]) && isOneOf(wanted.to, [fact.to]);
    case 'event_tracked':
      return (
        isAsked(wanted.event_key, fact.event_key) &&
        isAsked(wanted.title, fact.title) &&
        fact.counter >= (wanted.min_count ?? 1)
      );
    case 'order_created':
    case 'order_completed':
    case 'order_refunded':
      // Shops are kept in small letters, however somebody spells them.
      return isAsked(wanted.provider?.toLowerCase(), fact.provider) && isWorth(wanted, fact.total, fact.product_ids);
    case 'fired': {
      const { total, product_ids: products } = fact.payload;
      return (
        isWorth(wanted, numberOf(total), Array.isArray(products) ? (products as unknown[]).map(String) : []) &&
        (wanted.payload ?? []).every((condition) => holds(condition, fact.payload))
      );
    }
  }
}

/** Of nothing wanted, anything will do. */
function isOneOf<Value>(wanted: readonly Value[] | undefined, values: readonly Value[]): boolean {
  return wanted === undefined || wanted.length === 0 || values.some((value) => wanted.includes(value));
}

const isAsked = (wanted: string | null | undefined, value: string): boolean =>
  wanted === null || wanted === undefined || wanted === '' || wanted === value;

function isWorth(
  { min_total: least, max_total: most, product_ids: products = [] }: TriggerParameters,
  total: number | null,
  bought: readonly string[],
): boolean {
  if (typeof least === 'number' && (total === null || total < least)) return false;
  if (typeof most === 'number' && (total === null || total > most)) return false;
  return isOneOf(products.map(String), bought);
}

function holds({ path, operator, value }: PayloadCondition, payload: Json): boolean {
  const found = memberOf(payload, path);
  switch (operator) {
    case 'exists':
      return (found !== undefined && found !== null) === (value !== false);
    case '=':
      return each(found).some((one) => isSame(one, value));
    case '!=':
      return !each(found).some((one) => isSame(one, value));
    case 'in':
      return Array.isArray(value) && each(found).some((one) => value.some((option) => isSame(one, option)));
    case 'contains':
      return Array.isArray(found)
        ? found.some((one) => isSame(one, value))
        : typeof found === 'string' && folded(found).includes(folded(textOf(value)));
    case '>':
      return compared(found, value) > 0;
    case '<':
      return compared(found, value) < 0;
  }
}

/** Own members only, so that nobody asks for what every object has. */
function memberOf(payload: Json, path: string): unknown {
  let found: unknown = payload;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Json)[name];
  }
  return found;
}

/** What is asked of several values is asked of any of them. */
const each = (found: unknown): readonly unknown[] => (Array.isArray(found) ? found : [found]);

/**
 * Forms report numbers as texts, and in capitals what somebody wrote so; neither makes a difference. Two texts are no
 * numbers: the zeros of a postal code count.
 */
function isSame(found: unknown, wanted: unknown): boolean {
  if (found === undefined || found === null || wanted === null || wanted === undefined)
    return (found ?? null) === (wanted ?? null);
  if (typeof found === 'object') return false;
  if (typeof found === 'number' || typeof wanted === 'number') return numberOf(found) === numberOf(wanted);
  return folded(textOf(found)) === folded(textOf(wanted));
}

/** By size where both are numbers, else as texts, which puts dates in their order; not a number where it means nothing. */
function compared(found: unknown, wanted: unknown): number {
  const [left, right] = [numberOf(found), numberOf(wanted)];
  if (left !== null && right !== null) return left - right;
  if (typeof found !== 'string' || typeof wanted !== 'string' || left !== null || right !== null) return Number.NaN;
  return found < wanted ? -1 : Number(found > wanted);
}

function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const read = Number(value);
  return Number.isFinite(read) ? read : null;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const folded = (text: string): string => text.trim().toLowerCase();
