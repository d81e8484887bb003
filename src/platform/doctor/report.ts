import { type Finding, type Verdict, VERDICTS } from './finding.js';

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

/** JSON output. */
export function inJson(findings: readonly Finding[]): string {
  const counts = countsOf(findings);
  const verdict = counts.failed > 0 ? 'failed' : counts.warning > 0 ? 'warning' : 'ok';
  return JSON.stringify({ verdict, counts, findings });
}
