import { type Check, type Examined, type Finding, Findings } from '../../../platform/doctor/check.js';

/** SQL: whether a report is planned later than a period and the days for which figures may still change; a clock was ahead. */
export const IS_TOO_LATE = `next_run_at > :now + INTERVAL
  CASE frequency WHEN 'daily' THEN 5 WHEN 'weekly' THEN 11 WHEN 'monthly' THEN 35 ELSE 97 END DAY`;

/** Finds what was planned while the clock of the database was ahead, and that no worker has planned again. */
export class DueTimesCheck implements Check<'database'> {
  readonly area = 'work';
  readonly needs = ['database'] as const;

  async run({ database }: Examined<'database'>): Promise<readonly Finding[]> {
    const findings = new Findings(this.area);
    const [row] = await database.query<{ late: number }>(
      `SELECT (SELECT COUNT(*) FROM scheduled_reports WHERE ${IS_TOO_LATE.replace(':now', 'NOW(3)')})
            + (SELECT COUNT(*) FROM funnel_watches WHERE next_at > NOW(3) + INTERVAL 2 DAY) AS late`,
    );
    const found = `${row?.late ?? 0} of reports and funnels are later than a period`;
    if (row?.late === 0) findings.ok('due times', found);
    else findings.warning('due times', found, 'The clock of the database was ahead. Use NTP; workers plan them again.');
    return findings.all;
  }
}
