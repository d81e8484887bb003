import { ApiProperty } from '@nestjs/swagger';
import type { RenderedEmail } from '../../../mail-content/rendering/content-previews.service.js';
import {
  LINT_CODES,
  type LintCode,
  LINTED_FOOTERS,
  type LintIssue,
  type LintReport,
  SEVERITIES,
  type Severity,
} from '../../../mail-content/rendering/lint/content-lint.service.js';
import type { TestMailResult } from '../../../system-emails/test-mails/test-mails.service.js';

export class CampaignPreviewResponse {
  @ApiProperty({ example: 'Hello Ada' }) readonly subject: string;
  @ApiProperty({ example: 'What is new in spring' }) readonly pre_header: string;
  @ApiProperty({ example: '<!doctype html><html lang="en"><body><p>Hello Ada</p></body></html>' })
  readonly html: string;
  @ApiProperty({ example: 'Hello Ada' }) readonly text: string;

  constructor({ subject, preHeader, html, text }: RenderedEmail) {
    this.subject = subject;
    this.pre_header = preHeader;
    this.html = html;
    this.text = text;
  }
}

class LintIssueResponse {
  @ApiProperty({ enum: SEVERITIES }) readonly severity: Severity;
  @ApiProperty({ enum: LINT_CODES }) readonly code: LintCode;
  @ApiProperty({ example: 'an image without `alt` says nothing where images are not shown' }) readonly message: string;
  @ApiProperty({ example: 'email_body' }) readonly field: string;
  @ApiProperty({ type: 'integer', required: false, example: 12 }) readonly line?: number;
  @ApiProperty({
    type: 'integer',
    required: false,
    example: 3,
    description: 'How many of the sampled contacts it concerns',
  })
  readonly count?: number;

  constructor({ severity, code, message, field, line, count }: LintIssue) {
    this.severity = severity;
    this.code = code;
    this.message = message;
    this.field = field;
    if (line !== undefined) this.line = line;
    if (count !== undefined) this.count = count;
  }
}

export class CampaignLintResponse {
  @ApiProperty({ type: () => [LintIssueResponse] }) readonly issues: readonly LintIssueResponse[];

  @ApiProperty({
    enum: LINTED_FOOTERS,
    nullable: true,
    example: 'own',
    description:
      'Whether readers opt out by the standard footer or by links of the body; null where it does not render',
  })
  readonly footer: LintReport['footer'];

  constructor({ issues, footer }: LintReport) {
    this.issues = issues.map((issue) => new LintIssueResponse(issue));
    this.footer = footer;
  }
}

class TestMailResponse {
  @ApiProperty({ example: 'you@example.com' }) readonly email: string;
  @ApiProperty() readonly success: boolean;
  @ApiProperty({ example: '250 2.0.0 Ok: queued', description: 'The words of the mail server' })
  readonly response: string;

  constructor({ email, success, response }: TestMailResult) {
    this.email = email;
    this.success = success;
    this.response = response;
  }
}

export class TestMailsResponse {
  @ApiProperty({ example: 'Test mail sent to 1 of 1 addresses.' }) readonly message: string;
  @ApiProperty({ type: () => [TestMailResponse] }) readonly results: readonly TestMailResponse[];

  constructor(results: readonly TestMailResult[]) {
    const sent = results.filter(({ success }) => success).length;
    this.message = `Test mail sent to ${sent} of ${results.length} addresses.`;
    this.results = results.map((result) => new TestMailResponse(result));
  }
}
