import { Dns } from '../../../platform/dns/dns.js';
import { type Check, type Examined, type Finding, Findings } from '../../../platform/doctor/check.js';
import { checkDns, ownSender, type SenderDomains } from './sender-dns.js';

export class SenderDomainsCheck implements Check<'config'> {
  readonly area = 'domains';
  readonly needs = ['config'] as const;

  /** Without a database only the domain of MAIL_FROM is checked. */
  async run({ config, database }: Examined<'config'>): Promise<readonly Finding[]> {
    const findings = new Findings(this.area);
    const senders =
      (await database?.query<SenderDomains>(
        `SELECT from_email AS fromEmail, dkim_domain AS dkimDomain, dkim_selector AS dkimSelector, dkim_record AS dkimRecord,
                return_path_domain AS returnPathDomain
           FROM senders ORDER BY id`,
      )) ?? [];
    const own = ownSender(config);
    const all = [...(own ? [own] : []), ...senders];
    if (all.length === 0) findings.ok('senders', 'none, so no domain is checked');
    const dns = new Dns(config);
    const found = await Promise.all(all.map((sender) => checkDns(sender, dns)));
    const byTitle = new Map(found.flat().map((finding) => [`${finding.title}: ${finding.found}`, finding]));
    for (const finding of byTitle.values()) findings.add(finding.title, finding);
    return findings.all;
  }
}
