import type { Dns } from '../../../platform/dns/dns.js';
import { domainOf } from '../../../platform/text/domain-name.js';
import { type CheckResult, failed, ok, skipped, warning } from '../../../platform/doctor/finding.js';
import type { Sender } from '../sender.entity.js';
import { type AppliedPolicy, appliedPolicy, isAligned, organizationalDomain, walkTree, weakerPolicy } from './dmarc.js';
import { isDkimRecord, readSpf } from './mail-policies.js';

export type SenderDomains = Pick<
  Sender,
  'fromEmail' | 'dkimDomain' | 'dkimSelector' | 'dkimRecord' | 'returnPathDomain'
>;

export const DNS_CHECKS = ['spf', 'dkim', 'dmarc', 'spf_alignment', 'dkim_alignment', 'return_path_mx'] as const;
export type DnsCheck = (typeof DNS_CHECKS)[number];

export interface DnsFinding extends CheckResult {
  readonly check: DnsCheck;
  /** The check with its domain, such as `SPF of example.com`. */
  readonly title: string;
}

/** How the domains of a sender relate to its From domain. */
interface Alignment {
  readonly from: string;
  readonly organization: string;
  readonly policy: AppliedPolicy | null;
  readonly spf: boolean;
  /** Null: Carillon does not sign, but the mail server can. */
  readonly dkim: boolean | null;
}

/**
 * Checks the DNS records by which receivers verify a sender: SPF of the envelope domain, DKIM of the signature, DMARC of the From domain
 * with the alignment of both, and MX of the return path.
 */
export async function checkDns(sender: SenderDomains, dns: Dns): Promise<DnsFinding[]> {
  const from = domainOf(sender.fromEmail.replace(/>\s*$/, '').trim());
  return Promise.all(
    checksOf(from, sender, dns).map(async ([check, title, run]) => {
      const result = dns.isPublic(from) ? await run().catch(unanswered) : skipped(`${from} is not in public DNS`);
      return { check, title, ...result };
    }),
  );
}

type DnsLookup = readonly [check: DnsCheck, title: string, run: () => Promise<CheckResult>];

function checksOf(from: string, sender: SenderDomains, dns: Dns): DnsLookup[] {
  const { dkimDomain, dkimSelector, dkimRecord, returnPathDomain } = sender;
  const envelope = returnPathDomain ?? from;
  let known: Promise<Alignment> | undefined;
  const alignment = (): Promise<Alignment> => (known ??= alignmentOf(from, envelope, dkimDomain, dns));
  const checks: DnsLookup[] = [
    ['spf', `SPF of ${envelope}`, async () => spfResult(await dns.txt(envelope))],
    ['dmarc', `DMARC of ${from}`, async () => dmarcResult(await alignment())],
    ['spf_alignment', `SPF alignment of ${from}`, async () => alignmentResult('spf', envelope, await alignment())],
  ];
  if (dkimDomain !== null && dkimSelector !== null && dkimRecord !== null) {
    const name = `${dkimSelector}._domainkey.${dkimDomain}`;
    checks.push(
      ['dkim', `DKIM at ${name}`, async () => dkimResult(await dns.txt(name), dkimRecord)],
      [
        'dkim_alignment',
        `DKIM alignment of ${from}`,
        async () => alignmentResult('dkim', dkimDomain, await alignment()),
      ],
    );
  } else {
    const unsigned = ok('Carillon does not sign; the mail server can sign');
    checks.push(['dkim', `DKIM of ${from}`, () => Promise.resolve(unsigned)]);
  }
  if (returnPathDomain !== null)
    checks.push(['return_path_mx', `MX of ${envelope}`, async () => mxResult(await dns.mx(envelope))]);
  return checks;
}

async function alignmentOf(from: string, envelope: string, dkimDomain: string | null, dns: Dns): Promise<Alignment> {
  const walk = await walkTree(from, dns);
  const policy = await appliedPolicy(walk, dns);
  const isStrict = policy?.isStrict ?? { spf: false, dkim: false };
  return {
    from,
    organization: organizationalDomain(walk),
    policy,
    spf: await isAligned(walk, envelope, isStrict.spf, dns),
    dkim: dkimDomain === null ? null : await isAligned(walk, dkimDomain, isStrict.dkim, dns),
  };
}

function spfResult(texts: readonly string[]): CheckResult {
  const verdict = readSpf(texts);
  if (verdict === 'none')
    return warning('not found', 'Publish one TXT record such as "v=spf1 include:<your mail provider> -all".');
  if (verdict === 'several') return failed('several records', 'Receivers treat this as an error: merge them into one.');
  if (verdict === 'allows_everybody') return warning('it allows every server to send', 'End it with -all or ~all.');
  return ok('found');
}

function dkimResult(texts: readonly string[], record: string): CheckResult {
  if (texts.length === 0) return failed('not found', `Receivers cannot verify signatures: publish TXT ${record}`);
  if (!texts.some((text) => isDkimRecord(text, record)))
    return failed('the published key is not the signing key', `Publish TXT ${record}`);
  return ok('the key is valid');
}

function dmarcResult({ from, policy: applied }: Alignment): CheckResult {
  const publish = `publish TXT at _dmarc.${from}, such as "v=DMARC1; p=none; rua=mailto:dmarc@${from}".`;
  if (applied === null) return warning('not found', `Large receivers refuse bulk email without it: ${publish}`);
  const { domain, tag, policy, isTest } = applied;
  const where = domain === from ? '' : ` (of ${domain})`;
  if (policy === null) return warning(`p, sp, or np is not valid${where}`, `Receivers ignore the record: ${publish}`);
  const found = `${tag}=${policy}${where}`;
  if (policy === 'none')
    return warning(found, 'The policy only monitors. Change it to quarantine or reject when its reports are clean.');
  if (isTest)
    return warning(
      `${found}, but in test mode`,
      `Receivers apply ${weakerPolicy(policy)}. Remove t=y when the reports are clean.`,
    );
  return ok(found);
}

/** One of both is enough for DMARC. */
function alignmentResult(mechanism: 'spf' | 'dkim', domain: string, alignment: Alignment): CheckResult {
  const { from, organization, policy } = alignment;
  if (alignment[mechanism] === true) return ok(`${domain} is aligned`);
  if (!policy?.policy) return skipped('receivers apply no DMARC');
  const needed = policy.isStrict[mechanism] ? `${from} itself` : `a domain of ${organization}`;
  const advice = mechanism === 'spf' ? `Set ${needed} as return path domain` : `Sign with a key of ${needed}`;
  const isOnlyHope = alignment[mechanism === 'spf' ? 'dkim' : 'spf'] === false;
  if (isOnlyHope)
    return failed(`${domain} is not aligned`, `Neither SPF nor DKIM is aligned, so DMARC fails. ${advice}.`);
  const other = mechanism === 'spf' ? 'an aligned DKIM signature' : 'SPF';
  return warning(`${domain} is not aligned`, `DMARC depends on ${other} alone. ${advice}.`);
}

function mxResult(hosts: readonly { readonly exchange: string }[]): CheckResult {
  if (hosts.length > 0) return ok(hosts.map(({ exchange }) => exchange).join(', '));
  return failed('not found', 'Bounces are sent to this domain: point its MX record to the mail server of IMAP_URL.');
}

function unanswered(error: unknown): CheckResult {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  return warning(`no answer (${code})`, 'Check whether this machine can reach its DNS servers.');
}
