import { ApiProperty } from '@nestjs/swagger';
import { EMAIL_STATUSES } from '../../../../events/email-state.js';
import { DECIDED_BY, EXPERIMENT_STATES } from '../../ab-test/campaign-experiment.entity.js';
import type { VariantAnalysis } from '../../ab-test/variant-analysis.js';
import { CAMPAIGN_PHASES } from '../../campaign-phase.js';
import { CAMPAIGN_STATUSES } from '../../campaign-status.js';
import type { CampaignState } from '../campaign-insights.service.js';

const nullableText = { type: String, nullable: true } as const;
const probability = { type: Number, nullable: true, minimum: 0, maximum: 1, example: 0.97 } as const;

class StateOfCampaignResponse {
  @ApiProperty({ type: 'integer', example: 1 }) readonly id!: number;
  @ApiProperty({ enum: CAMPAIGN_STATUSES }) readonly status!: string;
}

class MailsInStatusResponse {
  @ApiProperty({ enum: EMAIL_STATUSES }) readonly status!: string;
  @ApiProperty({ type: 'integer', example: 980 }) readonly total!: number;
}

class SendingProgressResponse {
  @ApiProperty({ example: 82.4, description: '0 until the last recipient is written down' }) readonly percent!: number;
  @ApiProperty({ enum: CAMPAIGN_PHASES, nullable: true, description: 'Null unless it is `working`' })
  readonly phase!: string | null;
  @ApiProperty({ example: 11.5, description: 'Over the last minute' }) readonly rate_per_second!: number;
  @ApiProperty({ type: 'integer', nullable: true, example: 84, description: 'Null while nothing moves' })
  readonly eta_seconds!: number | null;
  @ApiProperty({ ...nullableText, example: null, description: 'What it waits for, or why it was paused' })
  readonly waiting_reason!: string | null;
}

class ReactionResponse {
  @ApiProperty({ type: 'integer', example: 412, description: 'People' }) readonly total!: number;
  @ApiProperty({ example: 42.1, description: 'Percent of what was delivered' }) readonly rate!: number;
}

class ReactionsResponse {
  @ApiProperty() readonly open!: ReactionResponse;
  @ApiProperty() readonly click!: ReactionResponse;
  @ApiProperty() readonly unsubscribe!: ReactionResponse;
}

class AbTestStateResponse {
  @ApiProperty({ enum: EXPERIMENT_STATES, description: '`releasing`: whoever waited for the winner is being let go' })
  readonly state!: string;
  @ApiProperty({ ...nullableText, example: '2026-01-31 09:31:00' }) readonly sample_ended_at!: string | null;
  @ApiProperty({ ...nullableText, example: '2026-01-31 13:31:00' }) readonly decides_at!: string | null;
  @ApiProperty({ ...nullableText, example: 'b', description: 'The key of the variant' })
  readonly winner!: string | null;
  @ApiProperty({ enum: DECIDED_BY, nullable: true }) readonly decided_by!: string | null;
  @ApiProperty({ ...probability, description: 'Of the winner, or of the best so far when a person is asked' })
  readonly confidence!: number | null;
  @ApiProperty({ ...nullableText, example: '2026-01-31 13:31:02' }) readonly decided_at!: string | null;
}

class RateIntervalResponse {
  @ApiProperty({ example: 38.2 }) readonly low!: number;
  @ApiProperty({ example: 46.1 }) readonly high!: number;
}

/** People only. Rates are percent of what was delivered. */
class VariantAnalysisResponse implements VariantAnalysis {
  @ApiProperty({ example: 'b' }) readonly key!: string;
  @ApiProperty({ example: 'Last day!' }) readonly subject!: string;
  @ApiProperty({ type: 'integer', example: 500, description: 'Recipients that are to get it' })
  readonly total!: number;
  @ApiProperty({ type: 'integer', example: 498 }) readonly sent!: number;
  @ApiProperty({ type: 'integer', example: 210 }) readonly opened!: number;
  @ApiProperty({ type: 'integer', example: 44 }) readonly clicked!: number;
  @ApiProperty({ example: 42.2 }) readonly open_rate!: number;
  @ApiProperty({ example: 8.8 }) readonly click_rate!: number;
  @ApiProperty({ type: 'integer', example: 6, description: 'Mails that brought an order' }) readonly converted!: number;
  @ApiProperty({ example: 1.2 }) readonly conversion_rate!: number;
  @ApiProperty({ type: 'integer', example: 7, description: 'In all currencies' }) readonly orders!: number;
  @ApiProperty({ example: 412.3, description: 'Net of refunds, in `currency`' }) readonly revenue!: number;
  @ApiProperty({ ...nullableText, example: 'EUR' }) readonly currency!: string | null;
  @ApiProperty({ description: 'Where the rate of the deciding metric truly lies, with 95 %' })
  readonly interval!: RateIntervalResponse;
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 12.5,
    description: "By how much percent that rate is above the first variant's; null when that has none",
  })
  readonly lift!: number | null;
  @ApiProperty({ ...probability, description: 'How probable it is that this variant is the best' })
  readonly confidence!: number | null;
  @ApiProperty() readonly winner!: boolean;
}

export class CampaignStateResponse implements CampaignState {
  @ApiProperty() readonly campaign!: StateOfCampaignResponse;
  @ApiProperty({ type: () => [MailsInStatusResponse], description: 'Statuses that no mail is in are left out' })
  readonly stat!: readonly MailsInStatusResponse[];
  @ApiProperty({ type: 'integer', example: 980, description: 'With what was refused at the recipient' })
  readonly sent_count!: number;
  @ApiProperty({ type: 'integer', example: 4, description: 'Put off by a mail server; they are tried again' })
  readonly deferred_count!: number;
  @ApiProperty() readonly progress!: SendingProgressResponse;
  @ApiProperty() readonly analytics!: ReactionsResponse;
  @ApiProperty({ type: () => AbTestStateResponse, nullable: true, description: 'Null without one' })
  readonly ab_test!: AbTestStateResponse | null;
  @ApiProperty({ type: () => [VariantAnalysisResponse], description: 'The variants of the A/B test' })
  readonly subject_analytics!: readonly VariantAnalysisResponse[];
}
