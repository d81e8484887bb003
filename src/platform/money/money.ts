/** The currencies that there are, as ISO 4217 codes. */
const KNOWN: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Sums stay whole numbers that a double holds exactly, with room for many orders. */
export const MOST_MINOR_UNITS = 1_000_000_000_000;

export const isCurrency = (code: string): boolean => KNOWN.has(code);

const digits = new Map<string, number>();

/** How many decimals amounts of a currency have: 2 for EUR, none for JPY, 3 for KWD. */
export function decimalsOf(currency: string): number {
  const known = digits.get(currency);
  if (known !== undefined) return known;
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  const found = maximumFractionDigits ?? 2;
  digits.set(currency, found);
  return found;
}

/** An amount in the smallest unit of its currency, as it is stored; null when it has more decimals than the currency. */
export function toMinor(amount: number, currency: string): number | null {
  const factor = 10 ** decimalsOf(currency);
  const minor = Math.round(amount * factor);
  // 19.99 has no exact double, so the way back decides whether it was meant.
  return minor / factor === amount ? minor : null;
}

/** A stored amount as the decimal that people and JSON know. */
export function toDecimal(minor: number, currency: string): number {
  return minor / 10 ** decimalsOf(currency);
}
