import type { LintIssue } from './lint-issue.js';

/** What phones show of a subject. */
const SHOWN_LETTERS = 70;
const LETTERS_TO_SHOUT_WITH = 8;

/** @param rendered the subject as somebody gets it. */
export function lintSubject(rendered: string): LintIssue[] {
  const field = 'email_subject';
  if (rendered === '')
    return [{ severity: 'error', code: 'missing_subject', message: 'the mail has no subject', field }];
  const issues: LintIssue[] = [];
  const length = Array.from(rendered).length;
  if (length > SHOWN_LETTERS)
    issues.push({
      severity: 'info',
      code: 'long_subject',
      message: `of ${length} characters most mail programs show the first ${SHOWN_LETTERS} or fewer`,
      field,
    });
  const letters = rendered.replace(/\P{L}+/gu, '');
  const isShouted =
    letters.length >= LETTERS_TO_SHOUT_WITH && letters === letters.toUpperCase() && letters !== letters.toLowerCase();
  if (isShouted || /[!?]{2,}|[$€£]{2,}/.test(rendered))
    issues.push({
      severity: 'warning',
      code: 'shouting_subject',
      message: 'capitals and rows of marks put readers off, and spam filters too',
      field,
    });
  if (/^\s*(re|fwd?|aw|wg)\s*:/i.test(rendered))
    issues.push({
      severity: 'warning',
      code: 'misleading_subject',
      message: 'it pretends to be an answer; in several countries that is forbidden',
      field,
    });
  return issues;
}
