import { PROCESS_KINDS, SEEN_WITHIN_SECONDS } from '../../health/process-heartbeat.js';
import { type Check, type Examined, type Finding, Findings } from '../check.js';

const CLOCK_WARNS_AT_MS = 2_000;

interface HeartbeatRow {
  readonly kind: string;
  readonly host: string;
  readonly pid: number;
  readonly ahead: number;
}

export class ProcessesCheck implements Check<'database'> {
  readonly area = 'processes';
  readonly needs = ['database'] as const;

  async run({ database }: Examined<'database'>): Promise<readonly Finding[]> {
    const findings = new Findings(this.area);
    const rows = await database.query<HeartbeatRow>(
      `SELECT kind, host, pid, clock_ahead_ms AS ahead FROM process_beats
        WHERE seen_at > NOW(3) - INTERVAL ${SEEN_WITHIN_SECONDS} SECOND ORDER BY kind, host, pid`,
    );
    for (const kind of PROCESS_KINDS) {
      const alive = rows.filter((row) => row.kind === kind);
      if (alive.length > 0) findings.ok(kind, alive.map(({ host, pid }) => `${host} (${pid})`).join(', '));
      else if (kind === 'worker')
        findings.failed(
          kind,
          'none is running',
          'Start one: node dist/worker.js. Emails, webhooks, funnels, and imports need it.',
        );
      else findings.failed(kind, 'none is running', 'Start one: node dist/main.js.');
    }
    for (const { kind, host, pid, ahead } of rows)
      if (Math.abs(ahead) >= CLOCK_WARNS_AT_MS)
        findings.warning(
          'clocks',
          `${kind} ${host} (${pid}): ${Math.abs(ahead)} ms ${ahead < 0 ? 'behind' : 'ahead of'} the database`,
          'Synchronize that machine by NTP.',
        );
    return findings.all;
  }
}
