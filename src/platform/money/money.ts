/** ISO 4217 currency codes. */
const KNOWN: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Sums stay exact integers in a double, with room for many orders. */
export const MOST_MINOR_UNITS = 1_000_000_000_000;

export const isCurrency = (code: string): boolean => KNOWN.has(code);

/**
 * Currencies of ISO 4217 without two decimals. `Intl` reports customary decimals instead (none for HUF), which change with the runtime and
 * would change stored amounts.
 */
const DECIMALS: ReadonlyMap<string, number> = new Map([
  ...['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF'].map((code) => [code, 0] as const),
  ...['UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'].map((code) => [code, 0] as const),
  ...['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((code) => [code, 3] as const),
  ...['CLF', 'UYW'].map((code) => [code, 4] as const),
]);

/** Returns the decimals of a currency: 2 for EUR, 0 for JPY, 3 for KWD. */
export const decimalsOf = (currency: string): number => DECIMALS.get(currency) ?? 2;

/** Converts an amount to the minor unit; null if it has more decimals than the currency. */
export function toMinor(amount: number, currency: string): number | null {
  const factor = 10 ** decimalsOf(currency);
  const minor = Math.round(amount * factor);
  // 19.99 is not an exact double, so check by converting back.
  return minor / factor === amount ? minor : null;
}

/** Converts a stored amount to a decimal. */
export function toDecimal(minor: number, currency: string): number {
  return minor / 10 ** decimalsOf(currency);
}
