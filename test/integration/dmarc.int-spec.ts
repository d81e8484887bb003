import {
  appliedPolicy,
  type AppliedPolicy,
  isAligned,
  organizationalDomain,
  walkTree,
} from '../../src/modules/senders/diagnosis/dmarc.js';
import { Dns } from '../../src/platform/dns/dns.js';
import { NameServer } from '../support/name-server.js';

type Records = Readonly<Record<string, string | readonly string[]>>;

describe('DMARC by RFC 9989', () => {
  let names: NameServer;
  let dns: Dns;
  beforeAll(async () => {
    names = await NameServer.start();
    dns = new Dns({ dnsServers: [names.address] });
  });
  beforeEach(() => {
    names.refuses = false;
  });

  /** Publishes DMARC records by domain, and nothing else. */
  function publish(records: Records): void {
    names.txt.clear();
    names.asked.length = 0;
    for (const [domain, texts] of Object.entries(records)) names.txt.set(`_dmarc.${domain}`, [texts].flat());
  }
  const organizationOf = async (domain: string): Promise<string> => organizationalDomain(await walkTree(domain, dns));
  const policyOf = async (domain: string): Promise<AppliedPolicy | null> =>
    appliedPolicy(await walkTree(domain, dns), dns);
  const aligned = async (from: string, domain: string, isStrict = false): Promise<boolean> =>
    isAligned(await walkTree(from, dns), domain, isStrict, dns);

  describe('walks the tree', () => {
    it('with the eight queries of section 4.10 for a long name', async () => {
      publish({});
      await walkTree('a.b.c.d.e.f.g.h.i.j.mail.example.com', dns);
      expect(names.asked).toEqual([
        '_dmarc.a.b.c.d.e.f.g.h.i.j.mail.example.com',
        '_dmarc.g.h.i.j.mail.example.com',
        '_dmarc.h.i.j.mail.example.com',
        '_dmarc.i.j.mail.example.com',
        '_dmarc.j.mail.example.com',
        '_dmarc.mail.example.com',
        '_dmarc.example.com',
        '_dmarc.com',
      ]);
    });

    it.each([
      ['b.c.d.e.f.example.com', 7, 'c.d.e.f.example.com'],
      ['a.b.c.d.e.f.example.com', 8, 'b.c.d.e.f.example.com'],
      ['x.a.b.c.d.e.f.example.com', 8, 'b.c.d.e.f.example.com'],
      ['com', 1, undefined],
    ])('from %s with %i queries', async (domain, queries, second) => {
      publish({});
      await walkTree(domain, dns);
      expect(names.asked).toHaveLength(queries);
      expect(names.asked[1]).toBe(second && `_dmarc.${second}`);
    });

    it.each(['y', 'n'])('to the first record with psd=%s', async (psd) => {
      publish({ 'mail.example.com': `v=DMARC1; p=none; psd=${psd}` });
      await walkTree('a.mail.example.com', dns);
      expect(names.asked).toEqual(['_dmarc.a.mail.example.com', '_dmarc.mail.example.com']);
    });

    it('without several records of one name, and without records of other versions', async () => {
      publish({
        'a.example.com': ['v=DMARC1; p=none', 'v=DMARC1; p=reject'],
        'example.com': ['v=DMARC10; p=none', 'p=none; v=DMARC1', 'v=dmarc1; p=none', 'v = DMARC1 ;p=reject', 'text'],
      });
      const { records } = await walkTree('a.example.com', dns);
      expect(records.map(({ domain }) => domain)).toEqual(['example.com']);
    });

    it('and reports that no name server responds', async () => {
      publish({});
      names.refuses = true;
      await expect(walkTree('example.com', dns)).rejects.toMatchObject({ code: 'EREFUSED' });
    });
  });

  it.each<[string, Records, string]>([
    // The three examples of section 4.10.2.
    ['a.mail.example.com', { 'mail.example.com': 'v=DMARC1', 'example.com': 'v=DMARC1' }, 'example.com'],
    ['a.mail.example.com', { 'mail.example.com': 'v=DMARC1; psd=n' }, 'mail.example.com'],
    ['a.mail.example.com', { com: 'v=DMARC1; psd=y' }, 'example.com'],
    // Section 5.1: a domain with eight labels is skipped on the way from a longer name.
    [
      'mail.a.b.c.d.e.f.g.example.com',
      { 'b.c.d.e.f.g.example.com': 'v=DMARC1; psd=n', 'example.com': 'v=DMARC1' },
      'example.com',
    ],
    ['bank.example', { 'bank.example': 'v=DMARC1; psd=y' }, 'bank.example'],
    ['a.mail.example.com', {}, 'a.mail.example.com'],
    ['a.example.com', { 'a.example.com': 'v=DMARC1; psd=u', 'example.com': 'v=DMARC1' }, 'example.com'],
  ])('finds the organizational domain of %s with %j', async (domain, records, organization) => {
    publish(records);
    expect(await organizationOf(domain)).toBe(organization);
  });

  describe('follows the examples of appendix B.4', () => {
    it('with a record of the signing domain', async () => {
      publish({ 'example.com': 'v=DMARC1; p=reject', 'signing.example.com': 'v=DMARC1; p=none' });
      expect(await aligned('example.com', 'example.com')).toBe(true);
      expect(await aligned('example.com', 'signing.example.com')).toBe(true);
      expect(await policyOf('example.com')).toMatchObject({ domain: 'example.com', tag: 'p', policy: 'reject' });
    });

    it('with a deep From domain', async () => {
      publish({ 'example.com': 'v=DMARC1; p=quarantine', 'signing.example.com': 'v=DMARC1; p=none' });
      const from = 'a.b.c.d.e.f.g.h.i.j.k.example.com';
      expect(await organizationOf(from)).toBe('example.com');
      expect(names.asked[1]).toBe('_dmarc.g.h.i.j.k.example.com');
      expect(await aligned(from, 'example.com')).toBe(true);
      expect(await aligned(from, 'signing.example.com')).toBe(true);
      expect(await policyOf(from)).toMatchObject({ domain: 'example.com', policy: 'quarantine' });
    });

    it('with a public suffix that has a policy', async () => {
      publish({ 'bank.example': 'v=DMARC1; p=reject; psd=y', 'giant.bank.example': 'v=DMARC1; p=quarantine' });
      const from = 'giant.bank.example';
      expect(await organizationOf(from)).toBe('giant.bank.example');
      expect(await organizationOf('mail.mega.bank.example')).toBe('mega.bank.example');
      expect(await aligned(from, 'mail.giant.bank.example')).toBe(true);
      expect(await aligned(from, 'mail.mega.bank.example')).toBe(false);
      expect(await policyOf(from)).toMatchObject({ domain: 'giant.bank.example', policy: 'quarantine' });
      // Without its own policy, the bank gets that of the suffix.
      expect(await policyOf('mega.bank.example')).toMatchObject({ domain: 'bank.example', policy: 'reject' });
    });
  });

  it('requires the same domain for strict alignment', async () => {
    publish({ 'example.com': 'v=DMARC1; p=none; adkim=s; aspf=r' });
    expect((await policyOf('example.com'))?.isStrict).toEqual({ dkim: true, spf: false });
    expect(await aligned('example.com', 'mail.example.com', true)).toBe(false);
    expect(await aligned('example.com', 'example.com', true)).toBe(true);
    expect(await aligned('example.com', 'mail.example.com')).toBe(true);
  });

  describe('applies', () => {
    it('the record of the domain itself, otherwise that of the organizational domain, never one between', async () => {
      publish({ 'b.c.example.com': 'v=DMARC1; p=none', 'c.example.com': 'v=DMARC1; p=quarantine' });
      names.txt.set('_dmarc.example.com', ['v=DMARC1; p=reject']);
      expect(await policyOf('b.c.example.com')).toMatchObject({ domain: 'b.c.example.com', policy: 'none' });
      expect(await policyOf('a.c.example.com')).toMatchObject({ domain: 'example.com', policy: 'reject' });
      expect(await policyOf('example.org')).toBeNull();
    });

    it('`sp` to subdomains, and `np` to those that do not exist', async () => {
      publish({ 'example.com': 'v=DMARC1; p=reject; sp=quarantine; np=none' });
      names.txt.set('news.example.com', []);
      expect(await policyOf('example.com')).toMatchObject({ tag: 'p', policy: 'reject' });
      expect(await policyOf('news.example.com')).toMatchObject({ tag: 'sp', policy: 'quarantine' });
      expect(await policyOf('nowhere.example.com')).toMatchObject({ tag: 'np', policy: 'none' });
      publish({ 'example.com': 'v=DMARC1; p=reject; sp=quarantine' });
      expect(await policyOf('nowhere.example.com')).toMatchObject({ tag: 'sp', policy: 'quarantine' });
      publish({ 'example.com': 'v=DMARC1; p=reject' });
      expect(await policyOf('nowhere.example.com')).toMatchObject({ tag: 'p', policy: 'reject' });
    });

    it.each([
      ['v=DMARC1; p=Reject', 'reject'],
      ['v=DMARC1;p=Quarantine;', 'quarantine'],
      ['v=DMARC1 ; p = none', 'none'],
      // Unknown and removed tags are ignored.
      ['v=DMARC1; p=reject; pct=0; foo=bar', 'reject'],
      // Without a valid policy, a record only requests reports, or nothing.
      ['v=DMARC1; rua=mailto:d@example.com', 'none'],
      ['v=DMARC1; p=block; rua=mailto:d@example.com', 'none'],
      ['v=DMARC1; p=reject; sp=block; rua=nonsense, mailto:d@example.com', 'none'],
      ['v=DMARC1; p=block; rua=nonsense', null],
      ['v=DMARC1; p=reject; np=block', null],
      ['v=DMARC1', null],
    ])('%s as the policy %s', async (record, policy) => {
      publish({ 'example.com': record });
      expect(await policyOf('example.com')).toMatchObject({ policy });
    });

    it('test mode by `t`', async () => {
      publish({ 'example.com': 'v=DMARC1; p=reject; t=y' });
      expect(await policyOf('example.com')).toMatchObject({ policy: 'reject', isTest: true });
      publish({ 'example.com': 'v=DMARC1; p=reject; t=n' });
      expect(await policyOf('example.com')).toMatchObject({ policy: 'reject', isTest: false });
    });
  });
});
