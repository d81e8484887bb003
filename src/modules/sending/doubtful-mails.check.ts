import type { Check, Examined } from '../../platform/doctor/check.js';
import { type Finding, Findings } from '../../platform/doctor/finding.js';

/** A lease is over within seconds of its end, unless there is no worker. */
const LEFT_FOR_MINUTES = 10;

/** Mails that wait for a person, or that nobody has taken up again. */
export class DoubtfulMailsCheck implements Check<'database'> {
  readonly area = 'mail';
  readonly needs = ['database'] as const;

  async look({ database }: Examined<'database'>): Promise<readonly Finding[]> {
    const findings = new Findings(this.area);
    const restored = await database.query('SELECT id FROM sending_beats WHERE restored_at IS NOT NULL');
    if (restored.length > 0)
      findings.failed(
        'restored backup',
        'the database was restored, and sending is stopped',
        'See docs/operations/backup-and-restore.md; then: npm run cli -- sending:accept-restore',
      );
    const [held] = await database.query<{ mails: number }>(
      'SELECT CAST(COALESCE(SUM(unknown), 0) AS SIGNED) AS mails FROM sending_tallies',
    );
    if ((held?.mails ?? 0) > 0)
      findings.warning(
        'mails of unknown fate',
        `${held?.mails ?? 0}`,
        'Somebody has to say what became of them: docs/campaigns.md, "Mails of unknown fate".',
      );
    else findings.ok('mails of unknown fate', 'none');
    const [left] = await database.query<{ mails: number }>(
      `SELECT COUNT(*) AS mails FROM email_messages
        WHERE state = 'sending' AND lease_until < NOW(3) - INTERVAL ${LEFT_FOR_MINUTES} MINUTE`,
    );
    if ((left?.mails ?? 0) > 0)
      findings.warning(
        'abandoned mails',
        `${left?.mails ?? 0} were being sent when their worker died`,
        'A worker decides about them as soon as one is alive (ON_UNKNOWN).',
      );
    else findings.ok('abandoned mails', 'none');
    return findings.all;
  }
}
