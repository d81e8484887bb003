import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { type AddressClass, classifyAddress, mayConnectTo } from './address-class.js';

describe('classifyAddress', () => {
  it.each([
    ...['1.1.1.1', '8.8.8.8', '93.184.215.14', '172.15.255.255', '172.32.0.0', '192.167.1.1', '100.63.255.255'],
    ...['100.128.0.0', '126.255.255.255', '128.0.0.1', '198.17.255.255', '198.20.0.0', '223.255.255.255'],
    ...['2606:4700:4700::1111', '2a00:1450:4001::1', '2001:200::1', '3ffe::1', '::ffff:1.1.1.1', '64:ff9b::101:101'],
    '2002:101:101::',
  ])('takes %s for public', (address) => {
    expect(classifyAddress(address)).toBe('public');
  });

  it.each([
    ...['127.0.0.1', '127.255.255.255', '10.0.0.5', '172.16.0.1', '172.31.255.255', '192.168.1.1', '::1'],
    ...['fd00::1', 'fc00::1', 'fdff:ffff::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '64:ff9b::a00:1', '2002:7f00:1::'],
  ])('takes %s for local', (address) => {
    expect(classifyAddress(address)).toBe('local');
  });

  it.each([
    ...['0.0.0.0', '0.1.2.3', '100.64.0.1', '100.127.255.255', '100.100.100.200', '169.254.169.254', '169.254.0.1'],
    ...['192.0.0.192', '192.0.2.1', '192.88.99.1', '198.18.0.1', '198.19.255.255', '198.51.100.7', '203.0.113.9'],
    ...['224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255', '168.63.129.16'],
    ...['::', '::127.0.0.1', '::a9fe:a9fe', 'fe80::1', 'fe80::1%eth0', 'febf::1', 'fec0::1', 'ff02::1', '100::1'],
    ...['64:ff9b:1::1', '2001::1', '2001:0:a9fe:a9fe::1', '2001:db8::1', '3fff::1', '5f00::1', '4000::1', '8000::1'],
    ...['fd00:ec2::254', '::ffff:a9fe:a9fe', '64:ff9b::a9fe:a9fe', '2002:a9fe:a9fe::', '::ffff:0:7f00:1'],
    ...['', 'localhost', '127.1', '0x7f000001', '2130706433', '127.0.0.1.', '[::1]', '1.2.3.4/8', '01.2.3.4'],
  ])('T1 T3 blocks %s', (address) => {
    expect(classifyAddress(address)).toBe('blocked');
  });

  it('opens local addresses only where they are allowed, and blocked ones nowhere', () => {
    expect(mayConnectTo('127.0.0.1', false)).toBe(false);
    expect(mayConnectTo('127.0.0.1', true)).toBe(true);
    expect(mayConnectTo('169.254.169.254', true)).toBe(false);
    expect(mayConnectTo('1.1.1.1', false)).toBe(true);
  });

  const [RUNS, BLIND_RUNS] = process.env['TEST_DEPTH'] === 'full' ? [20_000, 1_000_000] : [5_000, 100_000];

  it('T1 agrees with the reference on every IPv4 address', () => {
    fc.assert(
      fc.property(fc.oneof(anyIpv4, ipv4NearAnEdge), (address) => {
        expect(classifyAddress(ipv4Text(address))).toBe(referenceIpv4(address));
      }),
      { numRuns: RUNS },
    );
  });

  it('T3 agrees with the reference on many addresses drawn blindly', () => {
    const drawn = randomBytes(BLIND_RUNS * 16);
    const disagreements: string[] = [];
    for (let start = 0; start < drawn.length; start += 16) {
      const high = drawn.readBigUInt64BE(start);
      // Half of them IPv4; of the others half within what is given out at all, where the small ranges are.
      const isV4 = (start & 16) === 0;
      const isUnicast = (start & 32) === 0;
      const address = isV4
        ? high >> 32n
        : ((isUnicast ? (high >> 3n) | (1n << 61n) : high) << 64n) | drawn.readBigUInt64BE(start + 8);
      const text = isV4 ? ipv4Text(address) : ipv6Text(address);
      if (classifyAddress(text) !== (isV4 ? referenceIpv4(address) : referenceIpv6(address))) disagreements.push(text);
    }
    expect(disagreements).toEqual([]);
  });

  it('T3 agrees with the reference on every IPv6 address', () => {
    fc.assert(
      fc.property(fc.oneof(anyIpv6, ipv6NearAnEdge), (address) => {
        expect(classifyAddress(ipv6Text(address))).toBe(referenceIpv6(address));
      }),
      { numRuns: RUNS },
    );
  });
});

/*
 * The reference: first and last address of each range as one number, after the IANA special-purpose registries. It
 * shares neither tables nor method with the code under test.
 */
const ipv4 = (text: string): bigint => text.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
const ipv6 = (groups: string): bigint => BigInt(`0x${groups.replaceAll(':', '')}`);

const IPV4_SPECIAL: [first: string, last: string, AddressClass][] = [
  ['0.0.0.0', '0.255.255.255', 'blocked'],
  ['10.0.0.0', '10.255.255.255', 'local'],
  ['100.64.0.0', '100.127.255.255', 'blocked'],
  ['127.0.0.0', '127.255.255.255', 'local'],
  ['168.63.129.16', '168.63.129.16', 'blocked'],
  ['169.254.0.0', '169.254.255.255', 'blocked'],
  ['172.16.0.0', '172.31.255.255', 'local'],
  ['192.0.0.0', '192.0.0.255', 'blocked'],
  ['192.0.2.0', '192.0.2.255', 'blocked'],
  ['192.88.99.0', '192.88.99.255', 'blocked'],
  ['192.168.0.0', '192.168.255.255', 'local'],
  ['198.18.0.0', '198.19.255.255', 'blocked'],
  ['198.51.100.0', '198.51.100.255', 'blocked'],
  ['203.0.113.0', '203.0.113.255', 'blocked'],
  ['224.0.0.0', '255.255.255.255', 'blocked'],
];

const IPV4_RANGES = IPV4_SPECIAL.map(([first, last, verdict]) => ({ first: ipv4(first), last: ipv4(last), verdict }));

function referenceIpv4(address: bigint): AddressClass {
  return IPV4_RANGES.find(({ first, last }) => address >= first && address <= last)?.verdict ?? 'public';
}

const MAPPED = ipv6('0000:0000:0000:0000:0000:ffff:0000:0000');
const NAT64 = ipv6('0064:ff9b:0000:0000:0000:0000:0000:0000');
const SIX_TO_FOUR = 0x2002n;
const LOW_32 = 0xffff_ffffn;

function referenceIpv6(address: bigint): AddressClass {
  if (address === 1n) return 'local';
  if (address >> 32n === MAPPED >> 32n || address >> 32n === NAT64 >> 32n) return referenceIpv4(address & LOW_32);
  if (address >> 112n === SIX_TO_FOUR) return referenceIpv4((address >> 80n) & LOW_32);
  if (address >> 96n === 0xfd000ec2n) return 'blocked';
  const head = Number(address >> 120n);
  if (head === 0xfc || head === 0xfd) return 'local';
  if (head < 0x20 || head > 0x3f) return 'blocked';
  const firstTwo = Number(address >> 96n);
  if (firstTwo >= 0x20010000 && firstTwo <= 0x200101ff) return 'blocked';
  if (firstTwo === 0x20010db8) return 'blocked';
  return firstTwo >= 0x3fff0000 && firstTwo <= 0x3fff0fff ? 'blocked' : 'public';
}

const ipv4Text = (address: bigint): string =>
  [24n, 16n, 8n, 0n].map((shift) => String((address >> shift) & 255n)).join('.');

const ipv6Text = (address: bigint): string => address.toString(16).padStart(32, '0').match(/.{4}/g)!.join(':');

const MAX_V4 = 2n ** 32n - 1n;
const MAX_V6 = 2n ** 128n - 1n;
const within = (value: bigint, largest: bigint): bigint => (value < 0n ? 0n : value > largest ? largest : value);
const aLittle = fc.bigInt({ min: -2n, max: 2n });

const anyIpv4 = fc.bigInt({ min: 0n, max: MAX_V4 });
const ipv4NearAnEdge = fc
  .tuple(fc.constantFrom(...IPV4_SPECIAL.flatMap(([first, last]) => [ipv4(first), ipv4(last)])), aLittle)
  .map(([edge, offset]) => within(edge + offset, MAX_V4));

const V6_EDGES = [1n, MAPPED, NAT64, SIX_TO_FOUR << 112n, 0xfd000ec2n << 96n, 0xfcn << 120n, 0xfen << 120n].concat(
  [0x20n << 120n, 0x40n << 120n, 0x20010000n << 96n, 0x20010200n << 96n, 0x20010db8n << 96n, 0x20010db9n << 96n],
  [0x3fff0000n << 96n, 0x3fff1000n << 96n, 0xfe80n << 112n, 0xff00n << 112n, 0x64ff9b0001n << 88n],
);
const anyIpv6 = fc.bigInt({ min: 0n, max: MAX_V6 });
const ipv6NearAnEdge = fc.oneof(
  fc.tuple(fc.constantFrom(...V6_EDGES), aLittle).map(([edge, offset]) => within(edge + offset, MAX_V6)),
  fc.oneof(anyIpv4, ipv4NearAnEdge).map((address) => MAPPED + address),
  fc.oneof(anyIpv4, ipv4NearAnEdge).map((address) => NAT64 + address),
  fc
    .tuple(fc.oneof(anyIpv4, ipv4NearAnEdge), fc.bigInt({ min: 0n, max: 2n ** 80n - 1n }))
    .map(([address, rest]) => (SIX_TO_FOUR << 112n) + (address << 80n) + rest),
);
