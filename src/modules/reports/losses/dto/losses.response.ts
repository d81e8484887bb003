import { ApiProperty } from '@nestjs/swagger';
import { ComparedMetaResponse } from '../../dto/compared-meta.response.js';
import type { Loss } from '../losses.queries.js';
import type { CampaignOfLoss, DomainOfLoss, LossReport, RecentLoss } from '../losses.service.js';

// What the reports about bounces, complaints and opt-outs have in common.

export const NULL_OF_MEMBERS = 'Null when `lists` or `tags` narrow the report down';

class LossByDomainResponse {
  @ApiProperty({ type: String, nullable: true, example: 'example.com', description: 'Null: all others together' })
  readonly domain: string | null;
  @ApiProperty({ type: 'integer', example: 6 }) readonly count: number;
  @ApiProperty({ example: 0.4, description: 'Percent, of the mails to this domain' }) readonly rate: number;

  constructor({ domain, count, rate }: DomainOfLoss) {
    this.domain = domain;
    this.count = count;
    this.rate = rate;
  }
}

class LossByCampaignResponse {
  @ApiProperty({ type: 'integer', example: 12 }) readonly campaign_id: number;
  @ApiProperty({ example: 'June news' }) readonly title: string;
  @ApiProperty({ type: 'integer', example: 6 }) readonly count: number;
  @ApiProperty({ example: 0.4, description: 'Percent, of the mails of this campaign on these days' })
  readonly rate: number;

  constructor({ campaignId, title, count, rate }: CampaignOfLoss) {
    this.campaign_id = campaignId;
    this.title = title;
    this.count = count;
    this.rate = rate;
  }
}

class LossContactResponse {
  @ApiProperty({ type: 'integer', example: 42 }) readonly id!: number;
  @ApiProperty({ example: 'ada@example.com' }) readonly email!: string;
}

export class RecentLossResponse {
  @ApiProperty({ type: LossContactResponse, nullable: true, description: 'Null when the contact is gone' })
  readonly contact: LossContactResponse | null;
  @ApiProperty({ type: 'integer', example: 1042 }) readonly email_id: number;
  @ApiProperty({ type: 'integer', nullable: true, example: 12, description: 'Null of other mails' })
  readonly campaign_id: number | null;
  @ApiProperty({ example: '2026-06-30T12:00:00.000Z' }) readonly at: string;

  constructor({ fact, person }: RecentLoss<Loss>, at: string) {
    this.contact = person && { id: person.id, email: person.email };
    this.email_id = fact.id;
    this.campaign_id = fact.campaign_id;
    this.at = at;
  }
}

export class LossResponse {
  @ApiProperty({
    type: [LossByDomainResponse],
    nullable: true,
    description: `The 20 domains with most, and the rest. ${NULL_OF_MEMBERS}`,
  })
  readonly by_domain: readonly LossByDomainResponse[] | null;
  @ApiProperty({
    type: [LossByCampaignResponse],
    nullable: true,
    description: `The 20 campaigns with most. ${NULL_OF_MEMBERS}`,
  })
  readonly by_campaign: readonly LossByCampaignResponse[] | null;
  @ApiProperty() readonly meta: ComparedMetaResponse;

  constructor({ domains, campaigns, period, comparedWith, timeZone, measured }: LossReport<Loss>) {
    this.by_domain = domains?.map((domain) => new LossByDomainResponse(domain)) ?? null;
    this.by_campaign = campaigns?.map((campaign) => new LossByCampaignResponse(campaign)) ?? null;
    this.meta = new ComparedMetaResponse(period, comparedWith, timeZone, measured);
  }
}
