/** Node (CLDR) does not say which zone is the main one: here the capital's, or the largest city's if that differs. */
const MAIN_ZONES: Readonly<Record<string, string>> = {
  AQ: 'Antarctica/McMurdo',
  AR: 'America/Argentina/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Pohnpei',
  GL: 'America/Nuuk',
  ID: 'Asia/Jakarta',
  KI: 'Pacific/Tarawa',
  KZ: 'Asia/Almaty',
  MH: 'Pacific/Majuro',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PS: 'Asia/Gaza',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kyiv',
  UM: 'Pacific/Wake',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
  // Not an official code, so Node knows no zone for it.
  XK: 'Europe/Belgrade',
};

const found = new Map<string, string | null>();

/** Returns the main time zone of a country by its ISO 3166 code; null for an unknown or uninhabited one. */
export function mainZoneOf(country: string): string | null {
  const known = found.get(country);
  if (known !== undefined) return known;
  const zones = zonesOf(country);
  const zone = MAIN_ZONES[country] ?? zones[0] ?? null;
  found.set(country, zone);
  return zone;
}

/** Returns the zones of a country in alphabetical order, as Node knows them. */
export function zonesOf(country: string): readonly string[] {
  if (!/^[A-Z]{2}$/.test(country)) return [];
  return new Intl.Locale(`und-${country}`).getTimeZones() ?? [];
}
