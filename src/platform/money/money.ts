/** ISO 4217 currency codes. */
const KNOWN: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Sums stay exact integers in a double, with room for many orders. */
export const MOST_MINOR_UNITS = 1_000_000_000_000;

export const isCurrency = (code: string): boolean => KNOWN.has(code);

/** Currencies of ISO 4217 without two decimals. `Intl` reports customary decimals instead (none for HUF), which may change. */
const DECIMALS: ReadonlyMap<string, number> = new Map([
  ...['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF'].map((code) => [code, 0] as const),
  ...['UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'].map((code) => [code, 0] as const),
  ...['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((code) => [code, 3] as const),
  ...['CLF', 'UYW'].map((code) => [code, 4] as const),
]);

/** Returns the decimals of a currency: 2 for EUR, 0 for JPY, 3 for KWD. */
export const decimalsOf = (currency: string): number => DECIMALS.get(currency) ?? 2;

const DECIMAL = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/** Converts an amount to the minor unit, rounded half to even. Exact: 1.005 is no double, but halfway between 1.00 and 1.01. */
export function toMinor(amount: number | string, currency: string): { minor: number; isExact: boolean } {
  const [, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(String(amount)) ?? [];
  const digits = BigInt(whole + fraction);
  const surplus = fraction.length - Number(exponent) - decimalsOf(currency);
  if (surplus <= 0) return { minor: Number(digits * 10n ** BigInt(-surplus)), isExact: true };
  const unit = 10n ** BigInt(surplus);
  const rest = digits % unit;
  const twice = rest < 0n ? -2n * rest : 2n * rest;
  const isUp = twice > unit || (twice === unit && (digits / unit) % 2n !== 0n);
  return { minor: Number(digits / unit) + (isUp ? (digits < 0n ? -1 : 1) : 0), isExact: rest === 0n };
}

export const toDecimal = (minor: number, currency: string): number => minor / 10 ** decimalsOf(currency);
