import { type Check, type Examined, type Finding, Findings } from '../../../platform/doctor/check.js';

/** Expired leases are resolved within seconds if a worker is running. */
const LEFT_FOR_MINUTES = 10;

/** Reports emails in doubt and emails that no worker has resolved. */
export class InDoubtCheck implements Check<'database'> {
  readonly area = 'mail';
  readonly needs = ['database'] as const;

  async run({ database }: Examined<'database'>): Promise<readonly Finding[]> {
    const findings = new Findings(this.area);
    const restored = await database.query('SELECT id FROM sending_beats WHERE restored_at IS NOT NULL');
    if (restored.length > 0)
      findings.failed(
        'restored backup',
        'the database was restored, and sending is stopped',
        'See docs/operations/backup-and-restore.md; then: npm run cli -- sending:accept-restore',
      );
    const [held] = await database.query<{ emails: number }>(
      'SELECT CAST(COALESCE(SUM(unknown), 0) AS SIGNED) AS emails FROM sending_tallies',
    );
    if ((held?.emails ?? 0) > 0)
      findings.warning(
        'emails in doubt',
        `${held?.emails ?? 0}`,
        'Resolve them: docs/campaigns.md, "Messages in doubt".',
      );
    else findings.ok('emails in doubt', 'none');
    const [left] = await database.query<{ emails: number }>(
      `SELECT COUNT(*) AS emails FROM email_messages
        WHERE state = 'sending' AND lease_until < NOW(3) - INTERVAL ${LEFT_FOR_MINUTES} MINUTE`,
    );
    if ((left?.emails ?? 0) > 0)
      findings.warning(
        'abandoned emails',
        `${left?.emails ?? 0} were being sent when their worker crashed`,
        'Start a worker; it resolves them by ON_UNKNOWN.',
      );
    else findings.ok('abandoned emails', 'none');
    return findings.all;
  }
}
