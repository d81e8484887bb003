import { type Check, type Examined, type Finding, Findings } from '../../platform/doctor/check.js';

interface JobRow {
  readonly id: number;
  readonly kind: string;
  readonly status: string;
}

/** Far more than a lease, which is renewed every few seconds. */
const LEFT_FOR_MINUTES = 2;
const QUEUED_FOR_MINUTES = 15;

/** Finds imports and bulk actions that no worker runs. */
export class BulkJobsCheck implements Check<'database'> {
  readonly area = 'imports and bulk actions';
  readonly needs = ['database'] as const;

  async run({ database }: Examined<'database'>): Promise<readonly Finding[]> {
    const findings = new Findings(this.area);
    const stuck = await database.query<JobRow>(
      `SELECT id, kind, status FROM bulk_jobs
        WHERE (status = 'running' AND claimed_until < NOW(3) - INTERVAL ${LEFT_FOR_MINUTES} MINUTE)
           OR (status = 'queued' AND created_at < NOW(3) - INTERVAL ${QUEUED_FOR_MINUTES} MINUTE AND claimed_until IS NULL)
        ORDER BY id`,
    );
    if (stuck.length === 0) findings.ok('stuck', 'none');
    for (const { id, kind, status } of stuck)
      findings.warning(
        `${kind.replace('_', ' ')} ${id}`,
        status === 'running' ? 'its worker has crashed' : 'no worker has started it',
        'A running worker resumes it after the last batch. Check that a worker is running.',
      );
    return findings.all;
  }
}
