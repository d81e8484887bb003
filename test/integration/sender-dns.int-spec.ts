import { checkDns, type DnsCheck, type DnsFinding } from '../../src/modules/senders/diagnosis/sender-dns.js';
import { Dns } from '../../src/platform/dns/dns.js';
import { NameServer } from '../support/name-server.js';
import { hasNsd, startNsd } from '../support/nsd.js';

type Row = readonly [title: string, records: readonly string[], verdict: 'ok' | 'warning' | 'failed', found: RegExp];

const KEY = 'k=rsa; p=MIGfMA0GCSq';
const INCLUDED = Array.from({ length: 12 }, (_, index) => `s${index}`);
const MX_HOSTS = Array.from({ length: 11 }, (_, index) => `h${index}`);
const many = (names: readonly string[], record: string): string[] => names.map((name) => `${name} ${record}`);

/**
 * Each row has a domain of its own, which `$` stands for. The return path and the From address are in it, and the
 * selector of DKIM is `s`.
 */
const ZONES: Partial<Record<DnsCheck, readonly Row[]>> = {
  spf: [
    ['no record', ['@ TXT v=spf10 -all'], 'warning', /^not found$/],
    ['two records', ['@ TXT v=spf1 mx -all', '@ TXT V=SPF1 a -all'], 'failed', /^several records at \$$/],
    ['networks', ['@ TXT v=spf1 ip4:192.0.2.0/24 ip6:2001:db8::/32 -all'], 'ok', /^found$/],
    ['nothing but the version', ['@ TXT v=spf1'], 'ok', /^found$/],
    ['capital letters and blanks', ['@ TXT V=SPF1  IP4:192.0.2.1   ~ALL '], 'ok', /^found$/],
    ['+all', ['@ TXT v=spf1 +all'], 'warning', /every server to send, by "\+all" of \$$/],
    ['all without a sign', ['@ TXT v=spf1 ip4:192.0.2.1 all'], 'warning', /every server to send, by "all"/],
    ['?all', ['@ TXT v=spf1 include:all.$ ?all', 'all TXT v=spf1 -all'], 'ok', /^found$/],
    ['0.0.0.0/0', ['@ TXT v=spf1 ip4:0.0.0.0/0 -all'], 'warning', /every server to send, by "ip4:0\.0\.0\.0\/0"/],
    ['::/0', ['@ TXT v=spf1 ip6:::/0 -all'], 'warning', /every server to send, by "ip6:::\/0"/],
    ['two halves', ['@ TXT v=spf1 ip4:0.0.0.0/1 ip4:128.0.0.0/1 -all'], 'warning', /by "ip4:0\.0\.0\.0\/1"/],
    ['a/0', ['@ TXT v=spf1 a/0 -all', '@ A 192.0.2.1'], 'warning', /every server to send, by "a\/0"/],
    ['mx//0', ['@ TXT v=spf1 mx//0 -all', '@ MX mx.$'], 'warning', /every server to send, by "mx\/\/0"/],
    [
      'a fixed name that exists',
      ['@ TXT v=spf1 exists:on.%{d} -all', 'on A 127.0.0.2'],
      'warning',
      /by "exists:on\.%\{d\}"/,
    ],
    ['refused networks', ['@ TXT v=spf1 -ip4:0.0.0.0/0 -all'], 'ok', /^found$/],
    ['+all after all', ['@ TXT v=spf1 -all ip4:0.0.0.0/0'], 'ok', /^found$/],
    [
      '+all in an included record',
      ['@ TXT v=spf1 include:a.$ -all', 'a TXT v=spf1 include:b.$', 'b TXT v=spf1 +all'],
      'warning',
      /every server to send, by "\+all" of b\.\$$/,
    ],
    [
      '+all in a refused record',
      ['@ TXT v=spf1 -include:a.$ mx -all', 'a TXT v=spf1 +all', '@ MX mx.$'],
      'ok',
      /^found$/,
    ],
    ['+all of a redirect', ['@ TXT v=spf1 redirect=a.$', 'a TXT v=spf1 +all'], 'warning', /by "\+all" of a\.\$$/],
    ['a redirect that all replaces', ['@ TXT v=spf1 redirect=a.$ -all', 'a TXT v=spf1 +all'], 'ok', /^found$/],
    [
      '12 includes',
      [
        `@ TXT v=spf1 ${INCLUDED.map((name) => `include:${name}.$`).join(' ')} -all`,
        ...many(INCLUDED, 'TXT v=spf1 -all'),
      ],
      'failed',
      /^more than 10 DNS lookups, from "include:s10\.\$" of \$ on$/,
    ],
    [
      '10 includes',
      [
        `@ TXT v=spf1 ${INCLUDED.slice(2)
          .map((name) => `include:${name}.$`)
          .join(' ')} -all`,
        ...many(INCLUDED, 'TXT v=spf1 -all'),
      ],
      'ok',
      /^found$/,
    ],
    [
      'lookups of included records',
      [
        '@ TXT v=spf1 include:a.$ include:a.$ include:a.$ -all',
        'a TXT v=spf1 a:h.$ mx:h.$ ptr -all',
        'h A 192.0.2.1',
        'h MX h.$',
      ],
      'failed',
      /^more than 10 DNS lookups, from "mx:h\.\$" of a\.\$ on$/,
    ],
    ['lookups after all', [`@ TXT v=spf1 -all ${INCLUDED.map((name) => `a:${name}.$`).join(' ')}`], 'ok', /^found$/],
    [
      'three names that do not exist',
      ['@ TXT v=spf1 a:x.$ mx:y.$ exists:z.$ -all'],
      'failed',
      /^more than 2 DNS lookups find nothing, the last one for "exists:z\.\$" of \$$/,
    ],
    ['two names that do not exist', ['@ TXT v=spf1 a:x.$ mx:y.$ -all'], 'ok', /^found$/],
    [
      'hosts with IPv6 only',
      ['@ TXT v=spf1 a:x.$ a:y.$ a:z.$ -all', ...many(['x', 'y', 'z'], 'A ::1')],
      'ok',
      /^found$/,
    ],
    [
      '11 mail hosts',
      ['@ TXT v=spf1 mx -all', ...MX_HOSTS.map((name) => `@ MX ${name}.$`)],
      'failed',
      /"mx" of \$ has more than 10/,
    ],
    [
      'an unknown mechanism',
      ['@ TXT v=spf1 ipv4:127.0.0.1 -all'],
      'failed',
      /^"ipv4:127\.0\.0\.1" of \$ is not valid$/,
    ],
    ['a misspelled one', ['@ TXT v=spf1 inlcude:x.$ -all'], 'failed', /^"inlcude:x\.\$" of \$ is not valid$/],
    ['an error after all', ['@ TXT v=spf1 -all ip4:1.2.3'], 'failed', /^"ip4:1\.2\.3" of \$ is not valid$/],
    [
      'an error in an included record',
      ['@ TXT v=spf1 include:a.$ -all', 'a TXT v=spf1 al'],
      'failed',
      /^"al" of a\.\$ /,
    ],
    ...[
      ...[
        'ip4:192.0.2.1/33',
        'ip4:192.0.2.0/024',
        'ip4:host.$',
        'ip4',
        'ip4:2001:db8::1',
        'ip6:192.0.2.1',
        'ip6:::1/129',
      ],
      ...[
        'a:192.0.2.1',
        'mx:',
        'a:$/33',
        'a:localhost',
        'include',
        'include:',
        'exists',
        'all:$',
        '-redirect=$',
        'redirect=',
      ],
      ...['+-all', 'include:%{x}.$', 'exists:%{d0}.$', 'a:100%.$', 'exists:%{d}.123', 'ip4:192.0.2.1,', 'ä:$', '=x'],
    ].map((term): Row => [`the term ${term}`, [`@ TXT v=spf1 ${term} -all`], 'failed', / of \$ is not valid$/]),
    [
      'two redirects',
      ['@ TXT v=spf1 redirect=a.$ redirect=a.$', 'a TXT v=spf1 -all'],
      'failed',
      /^"redirect=a\.\$" of \$ is not valid$/,
    ],
    ['unknown modifiers', ['@ TXT v=spf1 ra=100 x-y_z.1=%{d} exp=why.$ -all'], 'ok', /^found$/],
    [
      'an include without record',
      ['@ TXT v=spf1 include:x.$ -all'],
      'failed',
      /^"include:x\.\$" of \$ has no SPF record$/,
    ],
    [
      'a redirect without record',
      ['@ TXT v=spf1 redirect=x.$', 'x A 192.0.2.1'],
      'failed',
      /^"redirect=x\.\$" of \$ has no SPF/,
    ],
    [
      'an include with two records',
      ['@ TXT v=spf1 include:x.$ -all', 'x TXT v=spf1 mx', 'x TXT v=spf1 a'],
      'failed',
      /^several records at x\.\$$/,
    ],
    ['an include of itself', ['@ TXT v=spf1 include:$ -all'], 'failed', /^"include:\$" of \$ leads back to \$$/],
    [
      'a loop',
      ['@ TXT v=spf1 include:A.$. -all', 'a TXT v=spf1 redirect=b.$', 'b TXT v=spf1 include:a.$'],
      'failed',
      /^"include:a\.\$" of b\.\$ leads back to a\.\$$/,
    ],
    [
      'macros of an email',
      ['@ TXT v=spf1 include:%{ir}.%{v}.%{l1r-}.%{h}.spf.$ exists:%{i}._i.%{d2}.x exists:%{s}.y.$ a:%{p}.$ -all'],
      'ok',
      /^found$/,
    ],
    [
      'macros of the domain',
      [
        '@ TXT v=spf1 include:_spf.%{d} redirect=_r.%{o}',
        '_spf TXT v=spf1 include:_two.%{O}.$ -all',
        '_r TXT v=spf1 -all',
      ],
      'failed',
      /^"include:_two\.%\{O\}\.\$" of _spf\.\$ has no SPF record$/,
    ],
    ['macros count', [`@ TXT v=spf1 ${'exists:%{i}.x.$ '.repeat(11)} -all`], 'failed', /^more than 10 DNS lookups/],
  ],
  dkim: [
    ['our key', [`s._domainkey TXT v=DKIM1; ${KEY}`], 'ok', /^the key is valid$/],
    [
      'other notation',
      ['s._domainkey TXT p=MIGf MA0G CSq ; h = sha1 : sha256; s=other:email ; t=s; k=rsa;'],
      'ok',
      /^the key is valid$/,
    ],
    ['s=*', [`s._domainkey TXT v=DKIM1; s=*; ${KEY}`], 'ok', /^the key is valid$/],
    ['no record', [], 'failed', /^not found$/],
    ['another key', ['s._domainkey TXT v=DKIM1; k=rsa; p=MIGfMA0GCSQ'], 'failed', /not the signing key/],
    ['another kind of key', ['s._domainkey TXT v=DKIM1; k=ed25519; p=MIGfMA0GCSq'], 'failed', /not the signing key/],
    ['a revoked key', ['s._domainkey TXT v=DKIM1; k=rsa; p='], 'failed', /revoked/],
    ['test mode', [`s._domainkey TXT v=DKIM1; t=y; ${KEY}`], 'warning', /test mode \(t=y\)/],
    ['test mode among flags', [`s._domainkey TXT v=DKIM1; t=s:y; ${KEY}`], 'warning', /test mode \(t=y\)/],
    ['h=sha1', [`s._domainkey TXT v=DKIM1; h=sha1; ${KEY}`], 'failed', /^h does not allow sha256/],
    ['s=other', [`s._domainkey TXT v=DKIM1; s=other; ${KEY}`], 'failed', /^s does not allow the key for email/],
    [
      'two records',
      [`s._domainkey TXT v=DKIM1; ${KEY}`, 's._domainkey TXT v=DKIM1; k=rsa; p=MIIB'],
      'failed',
      /^2 records$/,
    ],
    [
      'our key beside another text',
      [`s._domainkey TXT v=DKIM1; ${KEY}`, 's._domainkey TXT v=spf1 -all'],
      'failed',
      /^2 records$/,
    ],
    ['another version', [`s._domainkey TXT v=DKIM2; ${KEY}`], 'failed', /v is not DKIM1 or not the first tag/],
    ['the version at the end', [`s._domainkey TXT ${KEY}; v=DKIM1`], 'failed', /v is not DKIM1 or not the first tag/],
    ['a tag twice', [`s._domainkey TXT v=DKIM1; ${KEY}; p=MIGfMA0GCSq`], 'failed', /a tag twice/],
  ],
  return_path_mx: [
    ['a host', ['@ MX mx.$', 'mx A 192.0.2.1'], 'ok', /^mx\.\$$/],
    ['a host with IPv6 only', ['@ MX mx.$', 'mx A ::1'], 'ok', /^mx\.\$$/],
    ['the domain itself', ['@ MX $', '@ A 192.0.2.1'], 'ok', /^\$$/],
    ['null MX', ['@ MX .', '@ A 192.0.2.1'], 'failed', /accepts no email/],
    ['a host that does not exist', ['@ MX mx.$', '@ A 192.0.2.1'], 'failed', /^mx\.\$: no address found$/],
    ['a host without addresses', ['@ MX mx.$', 'mx TXT x'], 'failed', /^mx\.\$: no address found$/],
    ['one of two hosts', ['@ MX mx.$', '@ MX old.$', 'mx A 192.0.2.1'], 'warning', /^old\.\$: no address found$/],
    ['an address, no MX', ['@ A 192.0.2.1'], 'ok', /^none, so bounces go to the address of the domain$/],
    ['an IPv6 address, no MX', ['@ A ::1'], 'ok', /^none, so bounces/],
    ['nothing', ['x A 192.0.2.1'], 'failed', /^not found$/],
  ],
  dmarc: [
    ['no record', [], 'failed', /^not found$/],
    ['an invalid policy', ['_dmarc TXT v=DMARC1; p=deny'], 'failed', /is not valid$/],
    ['the policy none', ['_dmarc TXT v=DMARC1; p=none'], 'warning', /^p=none$/],
    ['the policy reject', ['_dmarc TXT v=DMARC1; p=reject'], 'ok', /^p=reject$/],
  ],
};

const ROWS = Object.entries(ZONES).flatMap(([check, rows]) =>
  rows.map(([title, records, verdict, found], index) => {
    const domain = `r${index}.${check.replaceAll('_', '-')}.example`;
    return { title: `${check} with ${title}`, check, domain, records, verdict, found };
  }),
);

/** Publishes the records of all rows. */
function publish(names: NameServer): void {
  const kinds = { TXT: names.txt, MX: names.mx, A: names.addresses };
  for (const { domain, records } of ROWS)
    for (const record of records) {
      const [, label = '', kind = '', value = ''] = /^(\S+) (TXT|MX|A) (.*)$/.exec(record) ?? [];
      const name = label === '@' ? domain : `${label}.${domain}`;
      const published = kinds[kind as keyof typeof kinds];
      published.set(name, [...(published.get(name) ?? []), value.replaceAll('$', domain)]);
    }
}

describe('the DNS records of a sender', () => {
  let names: NameServer;
  beforeAll(async () => {
    names = await NameServer.start();
    publish(names);
  });

  describe.each([
    ['the name server of the tests', true, () => Promise.resolve(names.address)],
    ['NSD', hasNsd(), () => startNsd(names)],
  ])('at %s', (_name, isPresent, addressOf) => {
    let dns: Dns;
    beforeAll(async () => {
      if (isPresent) dns = new Dns({ dnsServers: [await addressOf()] });
    });

    (isPresent ? it : it.skip).each(ROWS)('$title: $verdict', async ({ check, domain, verdict, found }) => {
      const findings = await checkDns(
        {
          fromEmail: `news@${domain}`,
          returnPathDomain: domain,
          dkimDomain: domain,
          dkimSelector: 's',
          dkimRecord: `v=DKIM1; ${KEY}`,
        },
        dns,
      );
      const finding = findings.find((one): one is DnsFinding => one.check === check);
      expect(finding).toMatchObject({
        verdict,
        found: expect.stringMatching(new RegExp(found.source.replaceAll('\\$', domain))),
      });
      // Whatever is wrong comes with what to do.
      expect(finding?.advice === null).toBe(verdict === 'ok');
    });
  });
});
