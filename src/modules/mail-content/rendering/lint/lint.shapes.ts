import * as s from '../../../../shapes/shape.js';
import { LINT_CODES, LINTED_FOOTERS, SEVERITIES } from './content-lint.service.js';

const lintIssueShape = s.component('LintIssueResponse', {
  severity: s.oneOf(SEVERITIES),
  code: s.oneOf(LINT_CODES),
  message: s.text('an image has no `alt` text'),
  field: s.text('email_body', 'Member of the email'),
  line: s.optional(s.integer(12, 'Line in `field`, from 1')),
  language: s.optional(s.text('de', 'Of the translation; absent for the content itself')),
  count: s.optional(s.integer(3, 'Affected contacts of the sample')),
});

export const lintShape = s.component('CampaignLintResponse', {
  issues: s.list(lintIssueShape),
  footer: s.nullable(
    s.oneOf(
      LINTED_FOOTERS,
      'Whether the opt-out link is in the body (`own`) or in the standard footer; null if the body does not render',
      'own',
    ),
  ),
});
