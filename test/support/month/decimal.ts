/** Formats as a decimal; the yen has no smaller unit. */
export function decimal(minor: number, currency: string): number {
  return currency === 'JPY' ? minor : minor / 100;
}
