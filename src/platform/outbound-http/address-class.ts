import { isIP, isIPv4 } from 'node:net';

/** `local`: this machine or a private network, allowed by configuration. `blocked`: metadata services, multicast, reserved. */
export type AddressClass = 'public' | 'local' | 'blocked';

interface Range {
  readonly bytes: readonly number[];
  readonly bits: number;
  /** Offset of an embedded IPv4 address, which is classified instead. */
  readonly verdict: AddressClass | number;
}

function ranges(verdict: Range['verdict'], ...cidrs: readonly string[]): Range[] {
  return cidrs.map((cidr) => {
    const [address = '', bits] = cidr.split('/');
    return { bytes: bytesOf(address), bits: Number(bits), verdict };
  });
}

/** IANA special-purpose registry, plus cloud metadata. The first match wins. */
const IPV4_RANGES: readonly Range[] = [
  ...ranges('local', '127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'),
  ...ranges('blocked', '0.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '192.0.0.0/24', '192.0.2.0/24'),
  ...ranges('blocked', '192.88.99.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'),
  // Azure's metadata address, which also serves keys.
  ...ranges('blocked', '168.63.129.16/32'),
  ...ranges('public', '0.0.0.0/0'),
];

const IPV6_RANGES: readonly Range[] = [
  // Embedded IPv4 addresses: mapped, NAT64, 6to4.
  ...ranges(12, '::ffff:0:0/96', '64:ff9b::/96'),
  ...ranges(2, '2002::/16'),
  ...ranges('local', '::1/128'),
  // Amazon's metadata service is inside the unique-local range.
  ...ranges('blocked', 'fd00:ec2::/32'),
  ...ranges('local', 'fc00::/7'),
  // The first are protocol assignments, Teredo among them.
  ...ranges('blocked', '2001::/23', '2001:db8::/32', '3fff::/20'),
  ...ranges('public', '2000::/3'),
  // Outside IANA global unicast.
  ...ranges('blocked', '::/0'),
];

function holds({ bytes, bits }: Range, address: readonly number[]): boolean {
  const whole = bits >> 3;
  for (let index = 0; index < whole; index += 1) if (address[index] !== bytes[index]) return false;
  const rest = bits & 7;
  if (rest === 0) return true;
  const shift = 8 - rest;
  return (address[whole] ?? 0) >> shift === (bytes[whole] ?? 0) >> shift;
}

function classify(address: readonly number[], known: readonly Range[]): AddressClass {
  const verdict = known.find((candidate) => holds(candidate, address))?.verdict ?? 'blocked';
  if (typeof verdict !== 'number') return verdict;
  return classify(address.slice(verdict, verdict + 4), IPV4_RANGES);
}

/** Parses what `isIP` accepts to 4 or 16 bytes. Not ipaddr.js, which reads `::127.0.0.1` as `::ffff:127.0.0.1`. */
export function bytesOf(address: string): number[] {
  if (isIPv4(address)) return address.split('.').map(Number);
  const groups = (text: string): number[] =>
    text
      .split(':')
      .filter((part) => part !== '')
      .flatMap((part) => (part.includes('.') ? part.split('.').map(Number) : twoBytes(Number.parseInt(part, 16))));
  const [withoutZone = ''] = address.split('%', 1);
  const [before = '', after = ''] = withoutZone.split('::');
  const [head, tail] = [groups(before), groups(after)];
  return [...head, ...new Array<number>(16 - head.length - tail.length).fill(0), ...tail];
}

function twoBytes(group: number): [number, number] {
  return [group >> 8, group & 255];
}

/** Classifies an address by its bytes; invalid addresses are blocked. */
export function classifyAddress(address: string): AddressClass {
  if (isIP(address) === 0) return 'blocked';
  return classify(bytesOf(address), isIPv4(address) ? IPV4_RANGES : IPV6_RANGES);
}

/** Whether a socket may be opened to the address. */
export function mayConnectTo(address: string, allowPrivateNetworks: boolean): boolean {
  const verdict = classifyAddress(address);
  return verdict === 'public' || (verdict === 'local' && allowPrivateNetworks);
}
