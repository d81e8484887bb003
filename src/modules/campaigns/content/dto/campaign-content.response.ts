import { ApiProperty } from '@nestjs/swagger';
import {
  LINT_CODES,
  type LintCode,
  LINTED_FOOTERS,
  type LintReport,
  SEVERITIES,
  type Severity,
} from '../../../mail-content/rendering/lint/content-lint.service.js';

export class CampaignPreviewResponse {
  @ApiProperty({ example: 'Hello Ada' }) readonly subject!: string;
  @ApiProperty({ example: 'What is new in spring', description: 'Preview text of the inbox' })
  readonly pre_header!: string;
  @ApiProperty({ example: '<!doctype html><html lang="en"><body><p>Hello Ada</p></body></html>' })
  readonly html!: string;
  @ApiProperty({ example: 'Hello Ada', description: 'Plain-text part' }) readonly text!: string;
}

class LintIssueResponse {
  @ApiProperty({ enum: SEVERITIES }) readonly severity!: Severity;
  @ApiProperty({ enum: LINT_CODES }) readonly code!: LintCode;
  @ApiProperty({ example: 'an image has no `alt` text' }) readonly message!: string;
  @ApiProperty({ example: 'email_body', description: 'Member of the campaign' }) readonly field!: string;
  @ApiProperty({ type: 'integer', required: false, example: 12, description: 'Line in `field`, from 1' })
  readonly line?: number;
  @ApiProperty({ type: 'integer', required: false, example: 3, description: 'Affected contacts of the sample' })
  readonly count?: number;
}

export class CampaignLintResponse {
  @ApiProperty({ type: () => [LintIssueResponse] }) readonly issues!: readonly LintIssueResponse[];

  @ApiProperty({
    enum: LINTED_FOOTERS,
    nullable: true,
    example: 'own',
    description:
      'Whether the opt-out link is in the body (`own`) or in the standard footer; null if the body does not render',
  })
  readonly footer!: LintReport['footer'];
}

class TestEmailResponse {
  @ApiProperty({ example: 'you@example.com' }) readonly email!: string;
  @ApiProperty() readonly success!: boolean;
  @ApiProperty({ example: '250 2.0.0 Ok: queued', description: 'Response of the mail server' })
  readonly response!: string;
}

export class TestEmailsResponse {
  @ApiProperty({ example: 'Test email sent to 1 of 1 addresses.' }) readonly message!: string;
  @ApiProperty({ type: () => [TestEmailResponse] }) readonly results!: readonly TestEmailResponse[];
}
