import type { LintIssue } from './lint.shapes.js';
import { issueOf } from './lint-issue.js';

/** Phones show this many characters of a subject. */
const SHOWN_LETTERS = 70;
const MIN_LETTERS_FOR_CAPS = 8;

/** @param rendered the rendered subject. */
export function lintSubject(rendered: string): LintIssue[] {
  const field = 'email_subject';
  if (rendered === '') return [issueOf('error', 'missing_subject', field, 'the email has no subject')];
  const issues: LintIssue[] = [];
  const add = (severity: LintIssue['severity'], code: LintIssue['code'], message: string): void => {
    issues.push(issueOf(severity, code, field, message));
  };
  const length = Array.from(rendered).length;
  if (length > SHOWN_LETTERS)
    add(
      'info',
      'long_subject',
      `it has ${length} characters; most mail programs show at most the first ${SHOWN_LETTERS}`,
    );
  const letters = rendered.replace(/\P{L}+/gu, '');
  const isAllCaps =
    letters.length >= MIN_LETTERS_FOR_CAPS && letters === letters.toUpperCase() && letters !== letters.toLowerCase();
  if (isAllCaps || /[!?]{2,}|[$€£]{2,}/.test(rendered))
    add(
      'warning',
      'shouting_subject',
      'capital letters and repeated punctuation put off readers and trigger spam filters',
    );
  if (/^\s*(re|fwd?|aw|wg)\s*:/i.test(rendered))
    add('warning', 'misleading_subject', 'it pretends to be a reply, which is illegal in several countries');
  return issues;
}
