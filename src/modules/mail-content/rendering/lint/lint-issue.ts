/** Codes of the content check; docs/personalization.md explains each. */
export const LINT_CODES = [
  'does_not_parse',
  'too_expensive',
  'missing_subject',
  'missing_body',
  'missing_pre_header',
  'standard_footer',
  'confirm_link',
  'long_subject',
  'shouting_subject',
  'misleading_subject',
  'unknown_merge_tag',
  'empty_merge_tag',
  'foreign_merge_tag',
  'missing_alt',
  'images_only',
  'relative_image',
  'embedded_image',
  'insecure_image',
  'empty_link',
  'host_from_value',
  'dead_anchor',
  'relative_link',
  'insecure_link',
  'unsupported_link',
  'unsupported_element',
  'unclosed_element',
  'too_large',
  'sender_not_ready',
] as const;
export type LintCode = (typeof LINT_CODES)[number];

export const SEVERITIES = ['error', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

export type LintField = 'email_subject' | 'email_pre_header' | 'email_body' | 'email_body_text' | 'sender';

/** A finding of the content check. */
export interface LintIssue {
  /** `error`: must not be sent. `warning`: visible to recipients. `info`: a recommendation. */
  readonly severity: Severity;
  readonly code: LintCode;
  readonly message: string;
  readonly field: LintField;
  readonly line?: number | undefined;
  /** Of the translation; absent for the content itself. */
  readonly language?: string;
  /** For merge tags: the number of sampled contacts. */
  readonly count?: number;
}

/** The most findings of one code. */
export const MAX_PER_CODE = 20;

const ORDER: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** Sorts by severity and limits the findings per code. */
export function inOrder(issues: readonly LintIssue[]): LintIssue[] {
  const seen = new Map<LintCode, number>();
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
