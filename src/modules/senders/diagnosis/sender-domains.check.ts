import { Resolver } from 'node:dns/promises';
import type { Check, Examined } from '../../../platform/doctor/check.js';
import { type Finding, Findings } from '../../../platform/doctor/finding.js';
import { isDkimRecord, readDmarc, readSpf } from './mail-policies.js';

export type NameService = Pick<Resolver, 'resolveTxt' | 'resolveMx'>;

interface SenderRow {
  readonly fromEmail: string;
  readonly dkimDomain: string | null;
  readonly dkimSelector: string | null;
  readonly dkimRecord: string | null;
  readonly returnPathDomain: string | null;
}

/** Reserved names (RFC 2606, RFC 6761). */
const RESERVED = /(^|\.)(localhost|localdomain|local|test|example|invalid)$/;
const ABSENT = new Set(['ENOTFOUND', 'ENODATA', 'NXDOMAIN', 'ENONAME']);
const ASKED_TWICE_WITHIN_MS = 3_000;

/** Checks the DNS records that receivers use: SPF of the envelope domain, DKIM of the signature, DMARC of the From domain. */
export class SenderDomainsCheck implements Check<'config'> {
  readonly area = 'domains';
  readonly needs = ['config'] as const;

  constructor(private readonly names: NameService = new Resolver({ timeout: ASKED_TWICE_WITHIN_MS, tries: 2 })) {}

  /** Without a database only the domain of MAIL_FROM is checked. */
  async run({ config, database }: Examined<'config'>): Promise<readonly Finding[]> {
    const findings = new Findings(this.area);
    const senders =
      (await database?.query<SenderRow>(
        `SELECT from_email AS fromEmail, dkim_domain AS dkimDomain, dkim_selector AS dkimSelector, dkim_record AS dkimRecord,
                return_path_domain AS returnPathDomain
           FROM senders ORDER BY id`,
      )) ?? [];
    const own = config.mail.smtpUrl === null ? [] : [ownSender(config.mail.from, config.mail.returnPathDomain)];
    const all = [...own, ...senders];
    if (all.length === 0) findings.ok('senders', 'none, so no domain is checked');
    const seen = new Set<string>();
    for (const sender of all)
      for (const [key, run] of this.checksOf(findings, sender)) {
        if (seen.has(key)) continue;
        seen.add(key);
        await run();
      }
    return findings.all;
  }

  /** Returns the lookups of a sender; senders with the same key share a lookup. */
  private checksOf(findings: Findings, sender: SenderRow): readonly (readonly [key: string, run: () => unknown])[] {
    const from = domainOf(sender.fromEmail);
    const envelope = sender.returnPathDomain ?? from;
    const { dkimSelector, dkimDomain } = sender;
    if (RESERVED.test(from))
      return [
        [
          from,
          () => {
            findings.skipped(from, 'the name is reserved and not in public DNS');
          },
        ],
      ];
    return [
      [`spf ${envelope}`, () => this.checkSpf(findings, envelope)],
      [`dmarc ${from}`, () => this.checkDmarc(findings, from)],
      [`dkim ${dkimSelector ?? ''} ${dkimDomain ?? ''}`, () => this.checkDkim(findings, from, sender)],
      ...(sender.returnPathDomain === null
        ? []
        : [[`mx ${envelope}`, () => this.checkMx(findings, envelope)] as const]),
    ];
  }

  private async checkSpf(findings: Findings, domain: string): Promise<void> {
    const check = `SPF of ${domain}`;
    const texts = await this.texts(findings, check, domain);
    if (texts === null) return;
    const verdict = readSpf(texts);
    const add = 'Publish one TXT record such as "v=spf1 include:<your mail provider> -all".';
    if (verdict === 'none') findings.warning(check, 'not found', add);
    else if (verdict === 'several')
      findings.failed(check, 'several records', 'Receivers treat this as an error: merge them into one.');
    else if (verdict === 'allows_everybody')
      findings.warning(check, 'it allows every server to send', 'End it with -all or ~all.');
    else findings.ok(check, 'found');
  }

  private async checkDmarc(findings: Findings, domain: string): Promise<void> {
    const check = `DMARC of ${domain}`;
    // The policy of a parent domain applies to subdomains.
    for (let name = domain; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
      const texts = await this.texts(findings, check, `_dmarc.${name}`);
      if (texts === null) return;
      const policy = readDmarc(texts);
      if (policy === null) continue;
      const where = name === domain ? '' : ` (of ${name})`;
      if (policy === 'none')
        findings.warning(
          check,
          `p=none${where}`,
          'The policy only monitors. Change it to quarantine or reject when its reports are clean.',
        );
      else findings.ok(check, `p=${policy}${where}`);
      return;
    }
    findings.warning(
      check,
      'not found',
      `Large receivers refuse bulk email without it: publish TXT at _dmarc.${domain}, such as "v=DMARC1; p=none".`,
    );
  }

  private async checkDkim(findings: Findings, from: string, sender: SenderRow): Promise<void> {
    const { dkimDomain, dkimSelector, dkimRecord } = sender;
    if (dkimDomain === null || dkimSelector === null || dkimRecord === null) {
      findings.ok(`DKIM of ${from}`, 'Carillon does not sign; the mail server can sign');
      return;
    }
    const name = `${dkimSelector}._domainkey.${dkimDomain}`;
    const check = `DKIM at ${name}`;
    const texts = await this.texts(findings, check, name);
    if (texts === null) return;
    if (texts.length === 0)
      findings.failed(check, 'not found', `Receivers cannot verify signatures: publish TXT ${dkimRecord}`);
    else if (!texts.some((text) => isDkimRecord(text, dkimRecord)))
      findings.failed(check, 'the published key is not the signing key', `Publish TXT ${dkimRecord}`);
    else if (from !== dkimDomain && !from.endsWith(`.${dkimDomain}`) && !dkimDomain.endsWith(`.${from}`))
      findings.warning(
        check,
        `the key is valid, but for another domain than ${from}`,
        'DMARC requires the domain of the From address.',
      );
    else findings.ok(check, 'the key is valid');
  }

  private async checkMx(findings: Findings, domain: string): Promise<void> {
    const check = `MX of ${domain}`;
    const advice = 'Bounces are sent to this domain: point its MX record to the mail server of IMAP_URL.';
    try {
      const hosts = await this.names.resolveMx(domain);
      if (hosts.length > 0) findings.ok(check, hosts.map(({ exchange }) => exchange).join(', '));
      else findings.failed(check, 'not found', advice);
    } catch (error) {
      if (isAbsent(error)) findings.failed(check, 'not found', advice);
      else unanswered(findings, check, error);
    }
  }

  /** Returns null when the DNS servers do not respond, which becomes a finding. */
  private async texts(findings: Findings, check: string, name: string): Promise<readonly string[] | null> {
    try {
      return (await this.names.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      if (isAbsent(error)) return [];
      unanswered(findings, check, error);
      return null;
    }
  }
}

const isAbsent = (error: unknown): boolean => ABSENT.has((error as NodeJS.ErrnoException).code ?? '');

function unanswered(findings: Findings, check: string, error: unknown): void {
  findings.warning(
    check,
    `no answer (${(error as NodeJS.ErrnoException).code ?? 'error'})`,
    'Check whether this machine can reach its DNS servers.',
  );
}

function ownSender(from: string, returnPathDomain: string | null): SenderRow {
  return { fromEmail: from, dkimDomain: null, dkimSelector: null, dkimRecord: null, returnPathDomain };
}

/** Returns the domain of an address, with or without a display name. */
const domainOf = (address: string): string =>
  address
    .replace(/>\s*$/, '')
    .slice(address.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
