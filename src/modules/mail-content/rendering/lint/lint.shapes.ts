import * as s from '../../../../shapes/shape.js';

/** Codes of the content check; docs/personalization.md explains each. */
const LINT_CODES = [
  ...['does_not_parse', 'too_expensive', 'missing_subject', 'missing_body', 'missing_pre_header', 'standard_footer'],
  ...['confirm_link', 'long_subject', 'shouting_subject', 'misleading_subject'],
  ...['unknown_merge_tag', 'empty_merge_tag', 'foreign_merge_tag'],
  ...['missing_alt', 'images_only', 'relative_image', 'embedded_image', 'insecure_image'],
  ...['empty_link', 'host_from_value', 'dead_anchor', 'relative_link', 'insecure_link', 'unsupported_link'],
  ...['unsupported_element', 'unclosed_element', 'too_large', 'sender_not_ready'],
] as const;

/** `error`: must not be sent. `warning`: visible to recipients. `info`: a recommendation. */
const SEVERITIES = ['error', 'warning', 'info'] as const;

type LintField = 'email_subject' | 'email_pre_header' | 'email_body' | 'email_body_text' | 'sender';

const lintIssueShape = s.component('LintIssueResponse', {
  severity: s.oneOf(SEVERITIES),
  code: s.oneOf(LINT_CODES),
  message: s.text('an image has no `alt` text'),
  field: s.text<LintField>('email_body', 'Member of the email'),
  line: s.optional(s.integer(12, 'Line in `field`, from 1')),
  language: s.optional(s.text('de', 'Of the translation; absent for the content itself')),
  count: s.optional(s.integer(3, 'Affected contacts of the sample')),
});

export type LintIssue = s.TypeOf<typeof lintIssueShape>;

export const lintShape = s.component('CampaignLintResponse', {
  issues: s.list(lintIssueShape),
  footer: s.nullable(
    s.oneOf(
      ['standard', 'own'],
      'Whether the opt-out link is in the body (`own`) or in the standard footer; null if the body does not render',
      'own',
    ),
  ),
});
export type LintReport = s.TypeOf<typeof lintShape>;
