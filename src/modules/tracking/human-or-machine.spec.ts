import type { TrackingRequest } from './evidence.js';
import { machineReason } from './human-or-machine.js';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36';
const SOMEWHERE = '198.51.100.20';

const reasonOf = (changes: Partial<TrackingRequest> = {}) =>
  machineReason({ kind: 'click', method: 'GET', userAgent: CHROME, purpose: null, ip: SOMEWHERE, ...changes });

describe('the classification of a single request', () => {
  it.each([
    ['HEAD', { method: 'HEAD' }, 'method'],
    ['OPTIONS', { method: 'OPTIONS' }, 'method'],
    ['no agent', { userAgent: null }, 'no_agent'],
    ['an empty agent', { userAgent: '  ' }, 'no_agent'],
    ['a browser that loads ahead', { purpose: 'prefetch;prerender' }, 'prefetch'],
    ['a preview', { purpose: 'Preview' }, 'prefetch'],
    ['a search engine', { userAgent: 'Googlebot/2.1' }, 'known_agent'],
    ['a library', { userAgent: 'python-requests/2.32.3' }, 'known_agent'],
    ['an unknown library', { userAgent: 'acme fetcher' }, 'known_agent'],
    ['a gateway', { userAgent: 'Mozilla/5.0 (compatible; Barracuda Sentinel (EE))' }, 'known_agent'],
    ['an Office program trying a link', { userAgent: 'Microsoft Office Existence Discovery' }, 'known_agent'],
    [
      'a browser from before TLS 1.2',
      { userAgent: 'Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; SV1)' },
      'known_agent',
    ],
    [
      'an image proxy that follows a link',
      { userAgent: 'Mozilla/5.0 (via ggpht.com GoogleImageProxy)' },
      'known_agent',
    ],
    [
      'Gmail, which fetches images before the email is opened',
      { kind: 'open', userAgent: `${CHROME} Edge/12.246 Mozilla/5.0`, ip: '66.249.84.12' },
      'known_agent',
    ],
    ['the network of a gateway', { ip: '209.222.82.14' }, 'known_network'],
    ['the same as IPv6', { ip: '::ffff:209.222.82.14' }, 'known_network'],
    ['a network of IPv6', { ip: '2a01:111:f400:7d00::1' }, 'known_network'],
    ['the first address of a network', { ip: '67.231.144.0' }, 'known_network'],
    ['the last address of a network', { ip: '67.231.159.255' }, 'known_network'],
    ['Apple’s agent', { kind: 'open', userAgent: 'Mozilla/5.0', ip: '172.226.10.4' }, 'privacy_proxy'],
    ['Apple’s network', { kind: 'open', ip: '17.58.101.9' }, 'privacy_proxy'],
  ] satisfies [string, Partial<TrackingRequest>, string][])('detects a machine: %s', (_what, request, reason) => {
    expect(reasonOf(request)).toBe(reason);
  });

  it.each([
    ['a browser', {}],
    ['an address right before a network', { ip: '67.231.143.255' }],
    ['an address right behind a network', { ip: '67.231.160.0' }],
    ['an invalid address', { ip: 'unknown' }],
    ['a click from the network of Apple', { ip: '17.58.101.9' }],
    ['an open from a network next to Safe Links', { kind: 'open', ip: '40.94.20.3' }],
    ['a company behind its web gateway', { ip: '165.225.72.10' }],
    ['a text browser', { userAgent: 'Lynx/2.9.0 libwww-FM/2.14 SSL-MM/1.4.1 GNUTLS/3.8.3' }],
    ['a small browser', { userAgent: 'NetSurf/3.11 (Linux)' }],
    ['an old phone', { userAgent: 'NokiaX2-00/5.0 (08.25) Profile/MIDP-2.1 Configuration/CLDC-1.1' }],
    [
      'Gmail’s image proxy, from the half of the network that is not Googlebot’s',
      {
        kind: 'open',
        userAgent: 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
        ip: '66.249.84.12',
      },
    ],
    [
      'Gmail’s image proxy with the agent of the first Edge',
      { kind: 'open', userAgent: `${CHROME} Edge/12.246 Mozilla/5.0 (via ggpht.com GoogleImageProxy)` },
    ],
    [
      'Yahoo’s image proxy',
      { kind: 'open', userAgent: 'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html' },
    ],
    [
      'Outlook',
      { kind: 'open', userAgent: 'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17928; Pro)' },
    ],
    ['Outlook on a phone', { kind: 'open', userAgent: 'Outlook-iOS/2.0' }],
    [
      'Outlook with the user agent of an old browser',
      {
        kind: 'open',
        userAgent:
          'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; Trident/7.0; Microsoft Outlook 16.0.4266; ms-office; MSOffice 16)',
      },
    ],
    ['Thunderbird', { kind: 'open', userAgent: 'Thunderbird' }],
  ] satisfies [string, Partial<TrackingRequest>][])('does not classify a person as machine: %s', (_what, request) => {
    expect(reasonOf(request)).toBeNull();
  });

  it('truncates long user agents', () => {
    const long = `${CHROME} ${'a'.repeat(1_000_000)} bot`;
    expect(reasonOf({ userAgent: long, purpose: 'x'.repeat(1_000_000) })).toBeNull();
  });
});
