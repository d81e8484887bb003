import type { LintIssue } from './lint-issue.js';

/** Phones show this many characters of a subject. */
const SHOWN_LETTERS = 70;
const MIN_LETTERS_FOR_CAPS = 8;

/** @param rendered the rendered subject. */
export function lintSubject(rendered: string): LintIssue[] {
  const field = 'email_subject';
  if (rendered === '')
    return [{ severity: 'error', code: 'missing_subject', message: 'the email has no subject', field }];
  const issues: LintIssue[] = [];
  const length = Array.from(rendered).length;
  if (length > SHOWN_LETTERS)
    issues.push({
      severity: 'info',
      code: 'long_subject',
      message: `it has ${length} characters; most mail programs show at most the first ${SHOWN_LETTERS}`,
      field,
    });
  const letters = rendered.replace(/\P{L}+/gu, '');
  const isAllCaps =
    letters.length >= MIN_LETTERS_FOR_CAPS && letters === letters.toUpperCase() && letters !== letters.toLowerCase();
  if (isAllCaps || /[!?]{2,}|[$€£]{2,}/.test(rendered))
    issues.push({
      severity: 'warning',
      code: 'shouting_subject',
      message: 'capital letters and repeated punctuation put off readers and trigger spam filters',
      field,
    });
  if (/^\s*(re|fwd?|aw|wg)\s*:/i.test(rendered))
    issues.push({
      severity: 'warning',
      code: 'misleading_subject',
      message: 'it pretends to be a reply, which is illegal in several countries',
      field,
    });
  return issues;
}
