import ipaddr from 'ipaddr.js';

/**
 * Networks of email scanners. A range is listed only if no person uses it: neither image proxies of mailbox providers,
 * which fetch when an email is opened, nor secure web gateways (Zscaler, Netskope, Cisco Umbrella, and Forcepoint,
 * whose email and web filters share ranges) that whole companies browse through. Scanners on rented servers (Safe Links
 * detonation on Azure, Sophos, Trellix, and others on AWS) have no own range; they are recognized by their requests.
 */
const SCANNERS = [
  // Barracuda Email Gateway Defense: Barracuda Campus, "Email Gateway Defense IP Ranges" (US, DE, UK, CA, AU), and its
  // own AS15324.
  '64.235.144.0/20 209.222.80.0/21 35.157.190.224/27 35.176.92.96/27 15.222.16.128/27 3.24.133.128/25',
  // Proofpoint Essentials: "Connection details", data centers US and EU.
  '67.231.144.0/20 148.163.128.0/19 62.209.50.0/23 91.207.212.0/23 91.209.104.0/24 185.132.180.0/22 185.183.28.0/22',
  // Proofpoint on demand (pphosted.com): AS22843 and AS26211.
  '66.159.224.0/19 205.220.160.0/19',
  // Mimecast: "Data Centers and URLs", all regions.
  '63.128.21.0/24 170.10.128.0/21 205.139.110.0/23 207.211.30.0/24 207.211.31.0/25 216.145.221.0/24 216.205.24.0/24',
  '51.163.158.0/23 62.140.7.0/24 91.220.42.0/24 146.101.78.0/24 185.58.84.0/22 193.7.206.0/25 193.7.207.0/25',
  '194.104.108.0/22 195.130.217.0/24 207.82.80.0/24 213.167.75.0/25 213.167.81.0/25 41.74.192.0/20 103.13.69.0/24',
  '103.96.21.0/24 103.96.23.0/24 124.47.150.0/24 124.47.189.0/24 180.189.28.0/24',
  // Cisco Secure Email Cloud Gateway (IronPort): the hosts below iphmx.com.
  '68.232.128.0/19 184.94.240.0/20 216.71.128.0/19',
  // Microsoft Exchange Online Protection: "Office 365 URLs and IP address ranges", *.mail.protection.outlook.com.
  '40.92.0.0/15 40.107.0.0/16 52.100.0.0/14 104.47.0.0/17 2a01:111:f400::/48 2a01:111:f403::/48',
  // Symantec Email Security.cloud (MessageLabs): the SPF record of spf.messagelabs.com.
  '46.226.48.0/21 67.219.240.0/20 85.158.136.0/21 95.131.104.0/21 103.9.96.0/22 117.120.16.0/21 193.109.254.0/23',
  '194.106.220.0/23 195.245.230.0/23 196.14.170.0/23 216.82.240.0/20',
  // Trend Micro, whose web reputation service visits links that its products see: its own networks, AS16880.
  '66.180.80.0/20 150.70.0.0/16 216.104.0.0/19',
  // Hornetsecurity: "IP ranges" in its administrator manual.
  '83.246.65.0/24 94.100.128.0/20 173.45.18.0/24 185.140.204.0/22',
  // Googlebot: developers.google.com, googlebot.json. Not the enclosing /19: the other half is Gmail's image proxy.
  '66.249.64.0/20 2001:4860:4801::/48',
].flatMap((ranges) => ranges.split(' '));

/**
 * Microsoft Defender for Office 365 (Safe Links): unpublished; named by vendors of phishing simulations, who must filter it
 * too. Other hosts of this network fetch images for people, so only clicks count.
 */
const SCANNERS_OF_LINKS = ['40.94.0.0/16'];

/** Apple Mail Privacy Protection, which fetches images of unopened emails: whois of Apple Inc. (AS714, AS6185). */
const APPLE: readonly string[] = ['17.0.0.0/8', '2620:149::/32', '2403:300::/32', '2a01:b740::/32'];

type Address = ReturnType<typeof ipaddr.parse>;

interface Span {
  readonly first: string;
  readonly last: string;
}

/** Address ranges, sorted for binary search. */
class AddressRanges {
  private readonly spans: readonly Span[];

  constructor(ranges: readonly string[]) {
    const sorted = ranges.map(spanOf).sort((a, b) => (a.first < b.first ? -1 : 1));
    const merged: Span[] = [];
    for (const span of sorted) {
      const before = merged.at(-1);
      if (before === undefined || span.first > before.last) merged.push(span);
      else if (span.last > before.last) merged[merged.length - 1] = { first: before.first, last: span.last };
    }
    this.spans = merged;
  }

  has(key: string): boolean {
    let low = 0;
    let high = this.spans.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.spans[middle]?.first ?? '') <= key) low = middle + 1;
      else high = middle;
    }
    return key <= (this.spans[low - 1]?.last ?? '');
  }
}

/** Fixed-length keys, so that string order is address order; the first character distinguishes IPv4 and IPv6. */
function keyOf(address: Address): string {
  return (address.kind() === 'ipv4' ? '4' : '6') + Buffer.from(address.toByteArray()).toString('hex');
}

function spanOf(range: string): Span {
  const { IPv4, IPv6 } = ipaddr;
  const kind = IPv4.isValidCIDR(range) ? IPv4 : IPv6;
  const [first, last] = [kind.networkAddressFromCIDR(range), kind.broadcastAddressFromCIDR(range)];
  return { first: keyOf(first), last: keyOf(last) };
}

const EVERYTHING = new AddressRanges(SCANNERS);
const CLICKS = new AddressRanges([...SCANNERS, ...SCANNERS_OF_LINKS]);
const PRIVACY_PROXIES = new AddressRanges(APPLE);

/** Maps IPv4 in IPv6 notation to IPv4; null for an invalid address. */
function lookUpKey(ip: string): string | null {
  if (!ipaddr.isValid(ip)) return null;
  return keyOf(ipaddr.process(ip));
}

export function isScannerNetwork(ip: string, kind: 'open' | 'click'): boolean {
  const key = lookUpKey(ip);
  return key !== null && (kind === 'click' ? CLICKS : EVERYTHING).has(key);
}

/** Returns whether an address fetches images of unopened emails. */
export function isPrivacyProxyNetwork(ip: string): boolean {
  const key = lookUpKey(ip);
  return key !== null && PRIVACY_PROXIES.has(key);
}
