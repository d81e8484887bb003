import { Inject } from '@nestjs/common';
import { Command, CommandRunner } from 'nest-commander';
import { Doctor } from './doctor.js';
import { Options } from '../command-line/options.js';
import { type Finding, type Verdict, VERDICTS } from './check.js';

/** Injection token of the environment that the doctor reads. */
export const ENVIRONMENT = Symbol('ENVIRONMENT');
type ReadEnvironment = () => Readonly<Record<string, string | undefined>>;

@Command({
  name: 'doctor',
  description: 'check configuration, database, Redis, email, and DNS; exit code 1 if a check failed',
})
@Options({ '--json': 'print one line of JSON' })
export class DoctorCommand extends CommandRunner {
  constructor(
    private readonly doctor: Doctor,
    @Inject(ENVIRONMENT) private readonly environment: ReadEnvironment,
  ) {
    super();
  }

  override async run(_args: string[], { json = false }: { json?: boolean }): Promise<void> {
    const findings = await this.doctor.examine(this.environment());
    for (const line of json ? [inJson(findings)] : inWords(findings)) console.log(line);
    // Not process.exit, which would truncate output to a pipe.
    if (countsOf(findings).failed > 0) process.exitCode = 1;
  }
}

type Counts = Readonly<Record<Verdict, number>>;

export function countsOf(findings: readonly Finding[]): Counts {
  const counts = { ok: 0, warning: 0, failed: 0, skipped: 0 };
  for (const { verdict } of findings) counts[verdict] += 1;
  return counts;
}

/** Text output: one line per finding below its area, with advice. */
export function inWords(findings: readonly Finding[]): string[] {
  const lines: string[] = [];
  let area = '';
  for (const finding of findings) {
    if (finding.area !== area) lines.push(...(area === '' ? [] : ['']), finding.area);
    area = finding.area;
    lines.push(`  ${finding.verdict.padEnd(8)} ${finding.check}: ${finding.found}`);
    if (finding.advice !== null) lines.push(`           -> ${finding.advice}`);
  }
  const counts = countsOf(findings);
  return [...lines, '', VERDICTS.map((verdict) => `${counts[verdict]} ${verdict}`).join(', ')];
}

export function inJson(findings: readonly Finding[]): string {
  const counts = countsOf(findings);
  const verdict = counts.failed > 0 ? 'failed' : counts.warning > 0 ? 'warning' : 'ok';
  return JSON.stringify({ verdict, counts, findings });
}
