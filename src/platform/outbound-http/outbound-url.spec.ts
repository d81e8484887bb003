import { faultOfUrl, type OutboundPolicy } from './outbound-url.js';

const STRICT: OutboundPolicy = { allowPrivateNetworks: false, allowedPorts: [] };

describe('faultOfUrl', () => {
  it.each([
    'https://example.com',
    'https://example.com/',
    'https://example.com:443/hook?a=b&c=%20d',
    'https://example.com:8443/',
    'https://bücher.example/',
    'https://example.com./',
    'https://1.1.1.1/',
    'https://[2606:4700:4700::1111]/',
    // Names are judged when they are resolved.
    'https://localhost:3443/',
    'https://10.0.0.1.nip.io/',
    `https://example.com/${'x'.repeat(2_028)}`,
  ])('allows %s', (url) => {
    expect(faultOfUrl(url, STRICT)).toBeNull();
  });

  it.each([
    ['http://example.com/', 'must start with https://'],
    ['HTTP://example.com/', 'must start with https://'],
    ['javascript:alert(1)', 'must start with https://'],
    ...[
      'https:localhost',
      'https:/localhost',
      'https:///localhost',
      'https:/\\localhost',
      'https:\\\\169.254.169.254/',
    ].map((url) => [url, 'must start with https://']),
    ['example.com', 'must be a URL'],
    ['', 'must be a URL'],
    ['https://', 'must be a URL'],
    ['https://exam ple.com/', 'must be a URL'],
    ['https://example.com/\r\nHost: evil', 'must be a URL'],
    ['ht\ttps://example.com/', 'must be a URL'],
    ['https://example.com/\u200b', 'must be a URL'],
    ['https://1.2.3.4.5.6/', 'must be a URL'],
    ['https://./', 'must be a URL'],
    ['https://../', 'must be a URL'],
    ['https://.example.com/', 'must be a URL'],
    ['https://hooks..example.com/', 'must be a URL'],
    ['https://example.com../', 'must be a URL'],
    ['https://user@example.com/', 'must not contain credentials'],
    ['https://:password@example.com/', 'must not contain credentials'],
    ['https://example.com/#', 'must not contain a fragment'],
    ['https://example.com/#part', 'must not contain a fragment'],
    [`https://example.com/${'x'.repeat(2_029)}`, 'must be at most 2048 characters long'],
    ...[0, 1, 22, 25, 80, 1023, 1433, 2049, 3306, 5432, 5672, 6379, 9200, 11211, 27017].map((port) => [
      `https://example.com:${port}/`,
      'must not use this port',
    ]),
    ...[
      'https://127.0.0.1/',
      'https://127.1/',
      'https://0x7f.1/',
      'https://2130706433/',
      'https://017700000001/',
      'https://①②⑦.⓪.⓪.①/',
      'https://127。0。0。1/',
      'https://%31%36%39.254.169.254/',
      'https://127.0.0.1./',
      'https://[::]/',
      'https://[::1]/',
      'https://[::ffff:7f00:1]/',
      'https://[0:0:0:0:0:ffff:169.254.169.254]/',
      'https://[fe80::1]/',
      'https://[64:ff9b:1::1]/',
    ].map((url) => [url, 'must not point into a private or reserved network']),
  ])('T1 T2 T3 T7 refuses %s: it %s', (url, reason) => {
    expect(faultOfUrl(url, STRICT)).toBe(reason);
  });

  it('opens private networks where the configuration says so, but never the metadata service', () => {
    const open = { ...STRICT, allowPrivateNetworks: true };
    expect(faultOfUrl('https://127.0.0.1:3443/', open)).toBeNull();
    expect(faultOfUrl('https://[fd00::1]/', open)).toBeNull();
    expect(faultOfUrl('https://169.254.169.254/', open)).not.toBeNull();
    expect(faultOfUrl('https://[fd00:ec2::254]/', open)).not.toBeNull();
  });

  it('T7 takes a list of ports in place of the rule', () => {
    const listed = { ...STRICT, allowedPorts: [443, 6379] };
    expect(faultOfUrl('https://example.com/', listed)).toBeNull();
    expect(faultOfUrl('https://example.com:6379/', listed)).toBeNull();
    expect(faultOfUrl('https://example.com:8443/', listed)).toBe('must not use this port');
  });
});
