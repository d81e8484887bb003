import type { Check, Examined } from '../../../platform/doctor/check.js';
import { type Finding, Findings } from '../../../platform/doctor/finding.js';
import { serverOfUrl } from '../../../platform/smtp/mail-server.js';
import { probeMailServer } from './mail-server-probe.js';

/** Checks the `SMTP_URL` mail server, which is optional if senders exist. */
export class OwnMailServerCheck implements Check<'config'> {
  readonly area = 'mail';
  readonly needs = ['config'] as const;

  async run({ config, faults }: Examined<'config'>): Promise<readonly Finding[]> {
    const findings = new Findings(this.area);
    const { smtpUrl } = config.mail;
    if (faults.some((fault) => fault.startsWith('SMTP_URL '))) findings.skipped('SMTP_URL', 'it cannot be read');
    else if (smtpUrl !== null) findings.add('SMTP_URL', await probeMailServer(serverOfUrl(smtpUrl)));
    else if (config.production)
      findings.warning(
        'SMTP_URL',
        'is not set',
        'Emails can be sent only by senders (POST /senders), in campaigns that use them.',
      );
    else findings.ok('SMTP_URL', 'is not set: emails go to the development mailbox');
    return findings.all;
  }
}
