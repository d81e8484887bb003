import { DateTime } from 'luxon';
import { decimalsOf } from '../../../platform/money/money.js';
import { growthRate } from '../../../platform/rates/rates.js';
import type { Period } from '../../reports/periods/report-period.js';
import type { Headline, Unit } from '../../reports/digests/digest.js';

const whole = new Intl.NumberFormat('en');
const decimal = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export function figure(value: number, unit: Unit, currency: string | null): string {
  switch (unit) {
    case 'percent':
      return `${decimal.format(value)}%`;
    case 'score':
      return decimal.format(value);
    case 'money': {
      if (currency === null) return whole.format(value);
      const digits = decimalsOf(currency);
      const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
      return `${new Intl.NumberFormat('en', options).format(value)} ${currency}`;
    }
    default:
      return whole.format(value);
  }
}

export interface Change {
  /** An arrow and words, so that the change is readable without color. */
  readonly words: string;
  readonly sign: '▲' | '▼' | '=';
  readonly trend: 'good' | 'bad' | 'neutral';
}

/** @param previous null without a comparison. */
export function changeOf(headline: Headline, previous: number | null, currency: string | null): Change | null {
  if (previous === null) return null;
  const { value, unit, better } = headline;
  const before = figure(previous, unit, currency);
  if (value === previous) return { sign: '=', words: `unchanged at ${before}`, trend: 'neutral' };
  const isMore = value > previous;
  const trend = better === undefined ? 'neutral' : isMore === (better === 'more') ? 'good' : 'bad';
  const sign = isMore ? '▲' : '▼';
  const way = isMore ? 'up' : 'down';
  if (previous === 0 && unit !== 'percent') return { sign, trend, words: `${way} from ${before}` };
  return { sign, trend, words: `${way} ${sizeOf(headline, previous)} from ${before}` };
}

/** Gives the difference of rates in points: 2% more than 50% could be 52% or 51%. */
const sizeOf = ({ value, unit }: Headline, previous: number): string =>
  unit === 'percent'
    ? `${decimal.format(Math.abs(value - previous))} points`
    : `${decimal.format(Math.abs(growthRate(value, previous)))}%`;

const at = (day: string): DateTime => DateTime.fromISO(day, { zone: 'utc', locale: 'en' });

/** Formats a period: `June 2026`, `April–June 2026`, `22–28 June 2026`, `29 May – 4 June 2026`. */
export function periodInWords({ from, to }: Period): string {
  const [first, last] = [at(from), at(to)];
  const isWhole = first.day === 1 && last.day === last.daysInMonth;
  if (from === to) return last.toFormat('d MMMM yyyy');
  if (first.hasSame(last, 'month'))
    return isWhole ? last.toFormat('MMMM yyyy') : `${first.day}–${last.toFormat('d MMMM yyyy')}`;
  if (first.hasSame(last, 'year'))
    return isWhole
      ? `${first.toFormat('MMMM')}–${last.toFormat('MMMM yyyy')}`
      : `${first.toFormat('d MMMM')} – ${last.toFormat('d MMMM yyyy')}`;
  const format = isWhole ? 'MMMM yyyy' : 'd MMMM yyyy';
  return `${first.toFormat(format)} – ${last.toFormat(format)}`;
}

/** Formats a day for chart labels: `9 Jun`. */
export const dayInShort = (day: string): string => at(day).toFormat('d MMM');

const MOST_CHANGES = 2;

/** Returns a sentence for each of the largest changes since the previous period, relative to what was before. */
export function changesInWords(
  headlines: readonly Headline[],
  before: ReadonlyMap<string, number>,
  currency: string | null,
): string[] {
  const changes = headlines.flatMap((headline) => {
    const { label, value, unit, uncompared, better } = headline;
    const previous = before.get(label);
    if (uncompared || better === undefined || !previous || value === previous) return [];
    const verb = value > previous ? 'rose' : 'fell';
    const [from, to] = [previous, value].map((each) => figure(each, unit, currency));
    const words = `${label} ${verb} by ${sizeOf(headline, previous)}, from ${from} to ${to}.`;
    return [{ words, size: Math.abs(value - previous) / previous }];
  });
  return changes
    .sort((one, other) => other.size - one.size)
    .slice(0, MOST_CHANGES)
    .map(({ words }) => words);
}
