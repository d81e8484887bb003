import { getDomain } from 'tldts';

/** Providers with several mail host domains, by the registrable domain of the host. */
const BY_HOST: Readonly<Record<string, string>> = {
  'google.com': 'google',
  'googlemail.com': 'google',
  'smtp.goog': 'google',
  'outlook.com': 'microsoft',
  'hotmail.com': 'microsoft',
  'mx.microsoft': 'microsoft',
  'yahoodns.net': 'yahoo',
  'icloud.com': 'apple',
  'gmx.net': 'gmx',
  'web.de': 'gmx',
  'kundenserver.de': 'ionos',
  'ui-dns.com': 'ionos',
  't-online.de': 'telekom',
  'protonmail.ch': 'proton',
  'messagingengine.com': 'fastmail',
  'zoho.com': 'zoho',
  'zoho.eu': 'zoho',
  'mimecast.com': 'mimecast',
  'pphosted.com': 'proofpoint',
  'ppe-hosted.com': 'proofpoint',
  'yandex.net': 'yandex',
  'yandex.ru': 'yandex',
  'mail.ru': 'vk',
};

/** Domains of large providers, which need no lookup. */
const BY_DOMAIN: readonly (readonly [provider: string, domains: RegExp])[] = [
  ['google', /^(gmail|googlemail)\.com$/],
  ['microsoft', /^((outlook|hotmail|live)\.[a-z]{2,3}(\.[a-z]{2})?|msn\.com|passport\.com)$/],
  ['yahoo', /^((yahoo|ymail|rocketmail)\.[a-z]{2,3}(\.[a-z]{2})?|aol\.com|myyahoo\.com)$/],
  ['apple', /^(icloud|me|mac)\.com$/],
  ['gmx', /^(gmx\.[a-z]{2,3}|web\.de)$/],
  ['telekom', /^(t-online|magenta)\.de$/],
  ['proton', /^(proton|protonmail)\.[a-z]{2,3}$|^pm\.me$/],
];

/** Returns the provider of a well-known domain; null for others. */
export const providerOfDomain = (domain: string): string | null =>
  BY_DOMAIN.find(([, domains]) => domains.test(domain))?.[0] ?? null;

/** Returns the provider that runs a mail host: its name, or the registrable domain of the host. */
export function providerOfHost(host: string): string {
  const name = host.replace(/\.$/, '').toLowerCase();
  const domain = getDomain(name, { allowPrivateDomains: false }) ?? name;
  return BY_HOST[domain] ?? domain;
}
