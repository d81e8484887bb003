import { crc32 } from 'node:zlib';
import type { AppConfig } from '../../../platform/config/config.js';
import type { Dns } from '../../../platform/dns/dns.js';
import { domainOf } from '../../../platform/text/email-address.js';
import { type CheckResult, failed, ok, skipped, warning } from '../../../platform/doctor/check.js';
import { OWN_SENDER } from '../../../platform/smtp/mail-server.js';
import type { Sender } from '../sender.entity.js';
import { type AppliedPolicy, appliedPolicy, isAligned, organizationalDomain, walkTree, weakerPolicy } from './dmarc.js';
import { dkimKeyFault, isDkimTest } from './mail-policies.js';
import { SpfEvaluation } from './spf.js';

export type SenderDomains = Pick<
  Sender,
  'fromEmail' | 'dkimDomain' | 'dkimSelector' | 'dkimRecord' | 'returnPathDomain'
>;

export type CheckedSender = SenderDomains & Pick<Sender, 'id' | 'version'>;

/** Returns the `SMTP_URL` mail server as a sender; null without it. Its version depends on the configuration. */
export function ownSender({ mail }: Pick<AppConfig, 'mail'>): CheckedSender | null {
  const { smtpUrl, from: fromEmail, returnPathDomain } = mail;
  if (smtpUrl === null) return null;
  const version = crc32(JSON.stringify([new URL(smtpUrl).host, fromEmail, returnPathDomain]));
  const unsigned = { dkimDomain: null, dkimSelector: null, dkimRecord: null };
  return { id: OWN_SENDER, version, fromEmail, returnPathDomain, ...unsigned };
}

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

/** Checks SPF of the envelope domain, DKIM, DMARC of the From domain with alignment, and MX of the return path. */
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
    ['spf', `SPF of ${envelope}`, () => new SpfEvaluation(envelope, dns).result()],
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
  if (returnPathDomain !== null) checks.push(['return_path_mx', `MX of ${envelope}`, () => mxResult(envelope, dns)]);
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

function dkimResult(texts: readonly string[], record: string): CheckResult {
  const [text, ...others] = texts;
  if (text === undefined) return failed('not found', `Receivers cannot verify signatures: publish TXT ${record}`);
  if (others.length > 0)
    return failed(`${texts.length} records`, `Receivers use any of them or none: publish only TXT ${record}`);
  const fault = dkimKeyFault(text, record);
  if (fault !== null) return failed(fault, `Publish TXT ${record}`);
  if (isDkimTest(text))
    return warning('the key is in test mode (t=y)', 'Receivers treat the emails as unsigned. Remove t=y.');
  return ok('the key is valid');
}

function dmarcResult({ from, policy: applied }: Alignment): CheckResult {
  const publish = `publish TXT at _dmarc.${from}, such as "v=DMARC1; p=none; rua=mailto:dmarc@${from}".`;
  if (applied === null) return failed('not found', `Large receivers refuse bulk email without it: ${publish}`);
  const { domain, tag, policy, isTest } = applied;
  const where = domain === from ? '' : ` (of ${domain})`;
  if (policy === null) return failed(`p, sp, or np is not valid${where}`, `Receivers ignore the record: ${publish}`);
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

async function mxResult(domain: string, dns: Dns): Promise<CheckResult> {
  const advice = 'Bounces are sent to this domain: point its MX record to the mail server of IMAP_URL.';
  const records = await dns.mx(domain);
  const hosts = records.map(({ exchange }) => exchange).filter((host) => host !== '');
  if (records.length === 0)
    return (await dns.addresses(domain)).length > 0
      ? ok('none, so bounces go to the address of the domain')
      : failed('not found', advice);
  if (hosts.length === 0) return failed('the domain accepts no email ("MX 0 .", RFC 7505)', advice);
  const addresses = await Promise.all(hosts.map((host) => dns.addresses(host)));
  const lost = hosts.filter((_host, index) => addresses[index]?.length === 0);
  if (lost.length === 0) return ok(hosts.join(', '));
  return (lost.length === hosts.length ? failed : warning)(`${lost.join(', ')}: no address found`, advice);
}

function unanswered(error: unknown): CheckResult {
  const { code, hostname } = error as NodeJS.ErrnoException & { readonly hostname?: string };
  if (code === undefined) throw error;
  return warning(
    `no answer (${[code, hostname].filter(Boolean).join(' ')})`,
    'Check whether this machine can reach its DNS servers.',
  );
}
