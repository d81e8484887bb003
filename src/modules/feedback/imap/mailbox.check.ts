import { type Check, type Examined, type Finding, Findings } from '../../../platform/doctor/check.js';
import { AccessTokens } from '../../../platform/oauth2/access-tokens.js';
import { mailboxAddress, MailboxError, MailboxSession } from './mailbox-session.js';

/** Opens the mailbox of `IMAP_URL`, without reading messages. */
export class MailboxCheck implements Check<'config' | 'database'> {
  readonly area = 'mail';
  readonly needs = ['config', 'database'] as const;

  async run({ config, database, faults }: Examined<'config' | 'database'>): Promise<readonly Finding[]> {
    const findings = new Findings(this.area);
    const { imapUrl, oauth2 } = config.feedback;
    if (faults.some((fault) => /^IMAP_(URL|OAUTH2_\w+) /.test(fault)))
      findings.skipped('IMAP_URL', 'it cannot be read');
    else if (imapUrl === null) findings.ok('IMAP_URL', 'is not set: no mailbox is read');
    else {
      const address = mailboxAddress(imapUrl);
      const where = `${address.host}:${address.port}`;
      const advice = 'Bounces are not read: check server, login, and folder.';
      try {
        const session = await MailboxSession.open(address, oauth2 && AccessTokens.of(config, database).source(oauth2));
        await session.close();
        findings.ok('IMAP_URL', `${where}: logged in`);
      } catch (error) {
        if (!(error instanceof MailboxError)) throw error;
        findings.failed('IMAP_URL', `${where}: ${error.reason}`, advice);
      }
    }
    return findings.all;
  }
}
