import { type Check, type Examined, type Finding, Findings } from '../../../platform/doctor/check.js';
import { AccessTokens } from '../../../platform/oauth2/access-tokens.js';
import { serverOfUrl } from '../../../platform/smtp/mail-server.js';
import { probeMailServer } from './mail-server-probe.js';

/** Checks the `SMTP_URL` mail server, which is optional if senders exist. */
export class OwnMailServerCheck implements Check<'config'> {
  readonly area = 'mail';
  readonly needs = ['config'] as const;

  async run({ config, database, faults }: Examined<'config'>): Promise<readonly Finding[]> {
    const findings = new Findings(this.area);
    const { smtpUrl, oauth2 } = config.mail;
    if (faults.some((fault) => /^SMTP_(URL|OAUTH2_\w+) /.test(fault)))
      findings.skipped('SMTP_URL', 'it cannot be read');
    else if (oauth2 && !database) findings.skipped('SMTP_URL', 'the database has its refresh token');
    else if (smtpUrl !== null) {
      const tokens = oauth2 && database && AccessTokens.of(config, database).source(oauth2);
      findings.add('SMTP_URL', await probeMailServer(serverOfUrl(smtpUrl, tokens)));
    } else if (config.production)
      findings.warning(
        'SMTP_URL',
        'is not set',
        'Emails can be sent only by senders (POST /senders), in campaigns that use them.',
      );
    else findings.ok('SMTP_URL', 'is not set: emails go to the development mailbox');
    return findings.all;
  }
}
