import { ApiProperty } from '@nestjs/swagger';
import { ComparedMetaResponse } from '../../dto/report-meta.response.js';

// Common members of the reports about bounces, complaints, and opt-outs.

export const NULL_OF_AUDIENCE = 'Null if the report is filtered by `lists` or `tags`';

class OutcomeByDomainResponse {
  @ApiProperty({ type: String, nullable: true, example: 'example.com', description: 'Null: all other domains' })
  readonly domain!: string | null;
  @ApiProperty({ type: 'integer', example: 6 }) readonly count!: number;
  @ApiProperty({ example: 0.4, description: 'Percentage of the emails to this domain' }) readonly rate!: number;
}

class OutcomeByCampaignResponse {
  @ApiProperty({ type: 'integer', nullable: true, example: 12, description: 'Null for the sum of all others' })
  readonly campaign_id!: number | null;
  @ApiProperty({ example: 'June newsletter' }) readonly title!: string;
  @ApiProperty({ type: 'integer', example: 6 }) readonly count!: number;
  @ApiProperty({ example: 0.4, description: 'Percentage of the emails of this campaign in the period' })
  readonly rate!: number;
}

class OutcomeContactResponse {
  @ApiProperty({ type: 'integer', example: 42 }) readonly id!: number;
  @ApiProperty({ example: 'ada@example.com' }) readonly email!: string;
}

export class RecentOutcomeResponse {
  @ApiProperty({ type: OutcomeContactResponse, nullable: true, description: 'Null if the contact was deleted' })
  readonly contact!: OutcomeContactResponse | null;
  @ApiProperty({ type: 'integer', example: 1042 }) readonly email_id!: number;
  @ApiProperty({ type: 'integer', nullable: true, example: 12, description: 'Null for an email without campaign' })
  readonly campaign_id!: number | null;
  @ApiProperty({ example: '2026-06-30T12:00:00.000Z', description: 'When it happened' }) readonly at!: string;
}

export class DeliverabilityResponse {
  @ApiProperty({
    type: [OutcomeByDomainResponse],
    nullable: true,
    description: `The 20 domains with the most, then the sum of all others. ${NULL_OF_AUDIENCE}`,
  })
  readonly by_domain!: readonly OutcomeByDomainResponse[] | null;
  @ApiProperty({
    type: [OutcomeByCampaignResponse],
    nullable: true,
    description: `The 20 campaigns with the most, then the sum of all other emails, such as those of funnels. ${NULL_OF_AUDIENCE}`,
  })
  readonly by_campaign!: readonly OutcomeByCampaignResponse[] | null;
  @ApiProperty() readonly meta!: ComparedMetaResponse;
}
