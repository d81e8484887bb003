import type { LintIssue } from './lint.shapes.js';

export function issueOf(
  severity: LintIssue['severity'],
  code: LintIssue['code'],
  field: LintIssue['field'],
  message: string,
  place: Pick<LintIssue, 'line' | 'count'> = {},
): LintIssue {
  return { severity, code, message, field, ...place };
}

/** The most findings of one code. */
export const MAX_PER_CODE = 20;

const ORDER: Readonly<Record<LintIssue['severity'], number>> = { error: 0, warning: 1, info: 2 };

/** Sorts by severity and limits the findings per code. */
export function inOrder(issues: readonly LintIssue[]): LintIssue[] {
  const seen = new Map<string, number>();
  return issues
    .filter(({ code }) => {
      const before = seen.get(code) ?? 0;
      seen.set(code, before + 1);
      return before < MAX_PER_CODE;
    })
    .sort((one, other) => ORDER[one.severity] - ORDER[other.severity]);
}

/** Returns the line of an offset, starting at 1. */
export function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
