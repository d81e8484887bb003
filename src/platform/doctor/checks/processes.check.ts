import { PROCESS_KINDS, SEEN_WITHIN_SECONDS } from '../../health/process-heartbeat.js';
import { type Check, type Examined, type Finding, Findings } from '../check.js';

const CLOCK_WARNS_AT_MS = 2_000;
const START = {
  api: 'node dist/main.js.',
  worker: 'node dist/worker.js. Emails, webhooks, funnels, and imports need it.',
} as const;

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
    const sql = `SELECT kind, host, pid, clock_ahead_ms AS ahead FROM process_beats
      WHERE seen_at > NOW(3) - INTERVAL ${SEEN_WITHIN_SECONDS} SECOND ORDER BY kind, host, pid`;
    const rows = await database.query<HeartbeatRow>(sql);
    for (const kind of PROCESS_KINDS) {
      const alive = rows.filter((row) => row.kind === kind);
      if (alive.length > 0) findings.ok(kind, alive.map(({ host, pid }) => `${host} (${pid})`).join(', '));
      else findings.failed(kind, 'none is running', `Start one: ${START[kind]}`);
    }
    for (const { kind, host, pid, ahead } of rows.filter((row) => Math.abs(row.ahead) >= CLOCK_WARNS_AT_MS)) {
      const found = `${Math.abs(ahead)} ms ${ahead < 0 ? 'behind' : 'ahead of'} the database`;
      findings.warning('clocks', `${kind} ${host} (${pid}): ${found}`, 'Synchronize that machine by NTP.');
    }
    return findings.all;
  }
}
