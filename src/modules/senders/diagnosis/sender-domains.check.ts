import { Resolver } from 'node:dns/promises';
import type { Check, Examined } from '../../../platform/doctor/check.js';
import { type Finding, Findings } from '../../../platform/doctor/finding.js';
import { isDkimRecord, readDmarc, readSpf } from './mail-policies.js';

/** What is asked of the name system. */
export type NameService = Pick<Resolver, 'resolveTxt' | 'resolveMx'>;

interface SenderRow {
  readonly fromEmail: string;
  readonly dkimDomain: string | null;
  readonly dkimSelector: string | null;
  readonly dkimRecord: string | null;
  readonly returnPathDomain: string | null;
}

/** Names that stand for nothing outside (RFC 2606, RFC 6761). */
const RESERVED = /(^|\.)(localhost|localdomain|local|test|example|invalid)$/;
const ABSENT = new Set(['ENOTFOUND', 'ENODATA', 'NXDOMAIN', 'ENONAME']);
const ASKED_TWICE_WITHIN_MS = 3_000;

/**
 * What receivers look up about the domains that mails come from: SPF for where undeliverable ones go, DKIM for the signature,
 * DMARC for what is in From.
 */
export class SenderDomainsCheck implements Check<'config'> {
  readonly area = 'domains';
  readonly needs = ['config'] as const;

  constructor(private readonly names: NameService = new Resolver({ timeout: ASKED_TWICE_WITHIN_MS, tries: 2 })) {}

  /** Without a database the domain of MAIL_FROM is known all the same. */
  async look({ config, database }: Examined<'config'>): Promise<readonly Finding[]> {
    const findings = new Findings(this.area);
    const senders =
      (await database?.query<SenderRow>(
        `SELECT from_email AS fromEmail, dkim_domain AS dkimDomain, dkim_selector AS dkimSelector, dkim_record AS dkimRecord,
                return_path_domain AS returnPathDomain
           FROM senders ORDER BY id`,
      )) ?? [];
    const own = config.mail.smtpUrl === null ? [] : [ownSender(config.mail.from, config.mail.returnPathDomain)];
    const all = [...own, ...senders];
    if (all.length === 0) findings.ok('senders', 'none, so no domain is looked at');
    const seen = new Set<string>();
    for (const sender of all) {
      const from = domainOf(sender.fromEmail);
      const envelope = sender.returnPathDomain ?? from;
      const looks: readonly (readonly [key: string, look: () => Promise<void>])[] = [
        [`spf ${envelope}`, () => this.lookAtSpf(findings, envelope)],
        [`dmarc ${from}`, () => this.lookAtDmarc(findings, from)],
        [`dkim ${sender.dkimSelector ?? ''} ${sender.dkimDomain ?? ''}`, () => this.lookAtDkim(findings, from, sender)],
        ...(sender.returnPathDomain === null
          ? []
          : [[`mx ${envelope}`, () => this.lookAtMx(findings, envelope)] as const]),
      ];
      if (RESERVED.test(from)) {
        if (!seen.has(from)) findings.skipped(from, 'the name is reserved: nobody outside knows it');
        seen.add(from);
        continue;
      }
      for (const [key, look] of looks) {
        if (seen.has(key)) continue;
        seen.add(key);
        await look();
      }
    }
    return findings.all;
  }

  private async lookAtSpf(findings: Findings, domain: string): Promise<void> {
    const check = `SPF of ${domain}`;
    const texts = await this.texts(findings, check, domain);
    if (texts === null) return;
    const verdict = readSpf(texts);
    const add = 'Publish one TXT record such as "v=spf1 include:<your mail service> -all".';
    if (verdict === 'none') findings.warning(check, 'there is none', add);
    else if (verdict === 'several')
      findings.failed(check, 'there are several', 'Receivers take that for an error: join them to one.');
    else if (verdict === 'allows_everybody')
      findings.warning(check, 'it lets everybody send', 'End it with -all or ~all.');
    else findings.ok(check, 'there is one');
  }

  private async lookAtDmarc(findings: Findings, domain: string): Promise<void> {
    const check = `DMARC of ${domain}`;
    // What a parent says holds below it.
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
          'It only watches. When its reports are clean, go on to quarantine or reject.',
        );
      else findings.ok(check, `p=${policy}${where}`);
      return;
    }
    findings.warning(
      check,
      'there is none',
      `Large receivers refuse mailings without one: TXT at _dmarc.${domain}, such as "v=DMARC1; p=none".`,
    );
  }

  private async lookAtDkim(findings: Findings, from: string, sender: SenderRow): Promise<void> {
    const { dkimDomain, dkimSelector, dkimRecord } = sender;
    if (dkimDomain === null || dkimSelector === null || dkimRecord === null) {
      findings.ok(`DKIM of ${from}`, 'Carillon does not sign; the mail server may');
      return;
    }
    const name = `${dkimSelector}._domainkey.${dkimDomain}`;
    const check = `DKIM at ${name}`;
    const texts = await this.texts(findings, check, name);
    if (texts === null) return;
    if (texts.length === 0)
      findings.failed(
        check,
        'there is no key',
        `Mails are signed with a key that nobody can look up: publish TXT ${dkimRecord}`,
      );
    else if (!texts.some((text) => isDkimRecord(text, dkimRecord)))
      findings.failed(check, 'there is another key than the one that signs', `Publish TXT ${dkimRecord}`);
    else if (from !== dkimDomain && !from.endsWith(`.${dkimDomain}`) && !dkimDomain.endsWith(`.${from}`))
      findings.warning(
        check,
        `the key is right, but of another domain than ${from}`,
        'DMARC wants the domain of From.',
      );
    else findings.ok(check, 'the key is right');
  }

  private async lookAtMx(findings: Findings, domain: string): Promise<void> {
    const check = `MX of ${domain}`;
    try {
      const hosts = await this.names.resolveMx(domain);
      if (hosts.length > 0) findings.ok(check, hosts.map(({ exchange }) => exchange).join(', '));
      else
        findings.failed(
          check,
          'there is none',
          'Undeliverable mails come back to this domain: let its MX lead to the mailbox of IMAP_URL.',
        );
    } catch (error) {
      if (isAbsent(error))
        findings.failed(
          check,
          'there is none',
          'Undeliverable mails come back to this domain: let its MX lead to the mailbox of IMAP_URL.',
        );
      else unanswered(findings, check, error);
    }
  }

  /** Null where the name servers say nothing, which is told. */
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
    'Can this machine reach its name servers?',
  );
}

function ownSender(from: string, returnPathDomain: string | null): SenderRow {
  return { fromEmail: from, dkimDomain: null, dkimSelector: null, dkimRecord: null, returnPathDomain };
}

/** Of an address, also with a name before it. */
const domainOf = (address: string): string =>
  address
    .replace(/>\s*$/, '')
    .slice(address.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
