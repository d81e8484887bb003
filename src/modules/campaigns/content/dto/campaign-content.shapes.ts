import { LINT_CODES, LINTED_FOOTERS, SEVERITIES } from '../../../mail-content/rendering/lint/content-lint.service.js';
import * as s from '../../../../shapes/shape.js';

export const campaignPreviewShape = s.component('CampaignPreviewResponse', {
  subject: s.text('Hello Ada'),
  pre_header: s.text('What is new in spring', 'Preview text of the inbox'),
  html: s.text('<!doctype html><html lang="en"><body><p>Hello Ada</p></body></html>'),
  text: s.text('Hello Ada', 'Plain-text part'),
});
export type CampaignPreviewResponse = s.TypeOf<typeof campaignPreviewShape>;

const lintIssueShape = s.component('LintIssueResponse', {
  severity: s.oneOf(SEVERITIES),
  code: s.oneOf(LINT_CODES),
  message: s.text('an image has no `alt` text'),
  field: s.text('email_body', 'Member of the campaign'),
  line: s.optional(s.integer(12, 'Line in `field`, from 1')),
  count: s.optional(s.integer(3, 'Affected contacts of the sample')),
});

export const campaignLintShape = s.component('CampaignLintResponse', {
  issues: s.list(lintIssueShape),
  footer: s.nullable(
    s.oneOf(
      LINTED_FOOTERS,
      'Whether the opt-out link is in the body (`own`) or in the standard footer; null if the body does not render',
      'own',
    ),
  ),
});
export type CampaignLintResponse = s.TypeOf<typeof campaignLintShape>;

const testEmailShape = s.component('TestEmailResponse', {
  email: s.text('you@example.com'),
  success: s.flag(),
  response: s.text('250 2.0.0 Ok: queued', 'Response of the mail server'),
});

export const testEmailsShape = s.component('TestEmailsResponse', {
  message: s.text('Test email sent to 1 of 1 addresses.'),
  results: s.list(testEmailShape),
});
export type TestEmailsResponse = s.TypeOf<typeof testEmailsShape>;
