import { type Check, type Examined, type Finding, Findings } from '../../../platform/doctor/check.js';
import { maskAddresses } from '../../../platform/logging/logging.js';
import { AccessTokens } from '../../../platform/oauth2/access-tokens.js';
import { Keys } from '../../../platform/secrets/keys.js';
import { adviceOn } from '../destinations/refusal-advice.js';
import { OWN_SENDER } from '../../../platform/smtp/mail-server.js';
import { ActiveSenders } from '../active-senders.js';
import { SenderSecrets } from '../sender-secrets.js';
import { SmtpTransport } from '../../../platform/smtp/smtp-transport.js';
import { probeSender } from './mail-server-probe.js';

const MOST_LIMITED = 50;

/** Checks the mail server of every sender, and the trouble that workers have recorded. */
export class SendersCheck implements Check<'config' | 'database'> {
  readonly area = 'mail';
  readonly needs = ['config', 'database'] as const;

  async run({ config, database, faults }: Examined<'config' | 'database'>): Promise<readonly Finding[]> {
    const findings = new Findings(this.area);
    const rows = await database.query<{ id: number; name: string }>('SELECT id, name FROM senders ORDER BY id');
    if (rows.length === 0) findings.ok('senders', 'none');
    const tokens = AccessTokens.of(config, database);
    const secrets = new SenderSecrets(new Keys(config));
    const active = new ActiveSenders(database, secrets, tokens, new SmtpTransport(config, tokens), config);
    for (const { id, name } of rows) {
      const called = `sender ${id} "${maskAddresses(name)}"`;
      if (faults.some((fault) => fault.startsWith('APP_SECRET '))) {
        findings.skipped(called, 'its password cannot be read without APP_SECRET');
        continue;
      }
      const result = await probeSender(active, id);
      if (result) findings.add(called, result);
    }
    const troubles = await database.query<{ id: number; sender: string | null; reason: string }>(
      `SELECT h.sender_id AS id, s.name AS sender, h.reason FROM sender_health h LEFT JOIN senders s ON s.id = h.sender_id
        ORDER BY h.sender_id`,
    );
    for (const { id, sender, reason } of troubles)
      findings.warning(
        'breaks',
        `${sender === null ? `SMTP_URL (${id})` : `sender ${id}`} waits: ${maskAddresses(reason)}`,
        'Emails wait and are not lost; docs/sending.md explains the reasons.',
      );
    const limited = await database.query<{ id: number; state: string; reason: string }>(
      `SELECT sender_id AS id, state, reason FROM sender_destinations WHERE state <> 'normal'
        ORDER BY state DESC, sender_id, provider LIMIT ${MOST_LIMITED}`,
    );
    for (const { id, state, reason } of limited)
      findings.warning(
        'destinations',
        `${id === OWN_SENDER ? 'SMTP_URL' : `sender ${id}`}: ${maskAddresses(reason)} (${state})`,
        adviceOn(reason),
      );
    return findings.all;
  }
}
