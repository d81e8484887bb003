import { ApiProperty } from '@nestjs/swagger';
import { EMAIL_STATUSES } from '../../../../events/email-state.js';
import { AbTestStateResponse, VariantAnalysisResponse } from '../../ab-test/dto/ab-test.response.js';
import { CAMPAIGN_PHASES } from '../../campaign/campaign-phase.js';
import { CAMPAIGN_STATUSES } from '../../campaign/campaign-status.js';

const nullableText = { type: String, nullable: true } as const;

class StateOfCampaignResponse {
  @ApiProperty({ type: 'integer', example: 1 }) readonly id!: number;
  @ApiProperty({ enum: CAMPAIGN_STATUSES }) readonly status!: string;
}

export class EmailsInStatusResponse {
  @ApiProperty({ enum: EMAIL_STATUSES }) readonly status!: string;
  @ApiProperty({ type: 'integer', example: 980 }) readonly total!: number;
}

export class SendingProgressResponse {
  @ApiProperty({ example: 82.4, description: '0 until all recipients are enrolled' }) readonly percent!: number;
  @ApiProperty({ enum: CAMPAIGN_PHASES, nullable: true, description: 'Null unless it is `working`' })
  readonly phase!: string | null;
  @ApiProperty({ example: 11.5, description: 'Over the last minute' }) readonly rate_per_second!: number;
  @ApiProperty({ type: 'integer', nullable: true, example: 84, description: 'Null while no emails are sent' })
  readonly eta_seconds!: number | null;
  @ApiProperty({ ...nullableText, example: null, description: 'Why it waits, or why it was paused' })
  readonly waiting_reason!: string | null;
}

export class ReactionResponse {
  @ApiProperty({ type: 'integer', example: 412, description: 'Number of contacts' }) readonly total!: number;
  @ApiProperty({ example: 42.1, description: 'Percent of the delivered emails' }) readonly rate!: number;
}

class ReactionsResponse {
  @ApiProperty() readonly open!: ReactionResponse;
  @ApiProperty() readonly click!: ReactionResponse;
  @ApiProperty() readonly unsubscribe!: ReactionResponse;
}

export class CampaignStateResponse {
  @ApiProperty() readonly campaign!: StateOfCampaignResponse;
  @ApiProperty({ type: () => [EmailsInStatusResponse], description: 'Statuses without emails are omitted' })
  readonly stat!: readonly EmailsInStatusResponse[];
  @ApiProperty({ type: 'integer', example: 980, description: 'Includes emails that bounced' })
  readonly sent_count!: number;
  @ApiProperty({ type: 'integer', example: 4, description: 'Deferred by a mail server; they are retried' })
  readonly deferred_count!: number;
  @ApiProperty() readonly progress!: SendingProgressResponse;
  @ApiProperty() readonly analytics!: ReactionsResponse;
  @ApiProperty({ type: () => AbTestStateResponse, nullable: true, description: 'Null without an A/B test' })
  readonly ab_test!: AbTestStateResponse | null;
  @ApiProperty({ type: () => [VariantAnalysisResponse], description: 'The variants of the A/B test' })
  readonly subject_analytics!: readonly VariantAnalysisResponse[];
}
