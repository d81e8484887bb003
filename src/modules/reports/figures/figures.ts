import { toDecimal } from '../../../platform/money/money.js';

/** Emails with human opens and clicks, and single opens and clicks by scanners and prefetchers. */
export interface OpenClickFigures {
  readonly opened: number;
  readonly clicked: number;
  readonly machineOpens: number;
  readonly machineClicks: number;
}

export interface EmailFigures extends OpenClickFigures {
  readonly sent: number;
  readonly unsubscribed: number;
}

/** Returns opens and clicks, with machine activity on request. */
export const trackingOf = (
  figures: OpenClickFigures,
  includeMachine: boolean,
): { opened: number; clicked: number } => ({
  opened: figures.opened + (includeMachine ? figures.machineOpens : 0),
  clicked: figures.clicked + (includeMachine ? figures.machineClicks : 0),
});

/** Never negative: in a short period, bounces may belong to emails that were sent before it. */
export const deliveredOf = ({ sent, bounced }: { readonly sent: number; readonly bounced: number }): number =>
  Math.max(0, sent - bounced);

/**
 * Adds up figures by name.
 * @param zero the names to add up; other members are ignored.
 */
export function sumOf<Figures extends { readonly [Name in keyof Figures]: number }>(
  zero: Figures,
  parts: readonly NoInfer<Figures>[],
): Figures {
  const names = Object.keys(zero) as (keyof Figures)[];
  const sums = names.map((name) => [name, parts.reduce((sum, part) => sum + part[name], 0)]);
  return Object.fromEntries(sums) as Figures;
}

/** Converts minor units to a decimal of the currency; 0 without a currency, because then there are no orders. */
export function asMoney(minor: number, currency: string | null): number {
  return currency === null ? 0 : toDecimal(minor, currency);
}

export function groupBy<Key, Row>(rows: readonly Row[], keyOf: (row: Row) => Key): ReadonlyMap<Key, readonly Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}
