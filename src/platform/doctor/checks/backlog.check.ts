import { type BacklogQuery, readBacklog } from '../../metrics/backlog.js';
import { type Check, type Examined, type Finding, Findings } from '../check.js';

const WARNS_AFTER_SECONDS = 15 * 60;
const PARKED = 'parked_events';

export class BacklogCheck implements Check<'database'> {
  readonly area = 'work';
  readonly needs = ['database'] as const;

  constructor(private readonly queries: readonly BacklogQuery[]) {}

  async run({ database }: Examined<'database'>): Promise<readonly Finding[]> {
    const findings = new Findings(this.area);
    for (const query of this.queries) {
      const { queue } = query;
      const { depth, seconds } = await readBacklog(database, query);
      const name = queue.replaceAll('_', ' ');
      const found = `${depth} due, the oldest for ${Math.round(seconds / 60)} minutes`;
      const advice = 'Check that enough workers run; the worker log says what they wait for.';
      if (depth === 0) findings.ok(name, 'none');
      else if (queue === PARKED)
        findings.warning(name, `${depth}`, 'See events:parked for the reasons. After fixing them: events:retry --all');
      else if (seconds < WARNS_AFTER_SECONDS) findings.ok(name, `${depth} due, the oldest for ${seconds} s`);
      else findings.warning(name, found, advice);
    }
    return findings.all;
  }
}
