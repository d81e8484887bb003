/** The currencies that there are, as ISO 4217 codes. */
const KNOWN: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Sums stay whole numbers that a double holds exactly, with room for many orders. */
export const MOST_MINOR_UNITS = 1_000_000_000_000;

export const isCurrency = (code: string): boolean => KNOWN.has(code);

/**
 * The currencies of ISO 4217 that have other than two decimals. Not asked of `Intl`: its data say how amounts are usually
 * written (none for HUF), and change with the runtime, which would change what stored amounts mean.
 */
const DECIMALS: ReadonlyMap<string, number> = new Map([
  ...['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF'].map((code) => [code, 0] as const),
  ...['UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'].map((code) => [code, 0] as const),
  ...['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((code) => [code, 3] as const),
  ...['CLF', 'UYW'].map((code) => [code, 4] as const),
]);

/** How many decimals amounts of a currency have: 2 for EUR, none for JPY, 3 for KWD. */
export const decimalsOf = (currency: string): number => DECIMALS.get(currency) ?? 2;

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
