import { ApiProperty } from '@nestjs/swagger';
import { PageResponse } from '../../../../platform/http/page.js';
import { ComparedMetaResponse } from '../../dto/report-meta.response.js';
import { ReportMetaResponse } from '../../dto/report-meta.response.js';

class RevenueAttributionResponse {
  @ApiProperty({ example: 1200.5, description: 'Revenue attributed to emails of campaigns' })
  readonly campaigns!: number;
  @ApiProperty({ example: 300, description: 'Revenue attributed to emails of funnels' }) readonly funnels!: number;
  @ApiProperty({ example: 499.5, description: 'Revenue attributed to no email' }) readonly unattributed!: number;
}

class TopCampaignResponse {
  @ApiProperty({ type: 'integer', example: 12 }) readonly campaign_id!: number;
  @ApiProperty({ example: 'June newsletter' }) readonly title!: string;
  @ApiProperty({ example: 800, description: 'In the currency of the report' }) readonly revenue!: number;
  @ApiProperty({ type: 'integer', example: 16 }) readonly orders!: number;
}

class RevenueDayResponse {
  @ApiProperty({ example: '2026-06-01', description: 'Local day' }) readonly date!: string;
  @ApiProperty({ example: 120, description: 'In the currency of the report' }) readonly revenue!: number;
  @ApiProperty({ type: 'integer', example: 3 }) readonly orders!: number;
  @ApiProperty({ example: 20, description: 'Refunds of the day' }) readonly refunded!: number;
}

class OtherCurrencyResponse {
  @ApiProperty({ example: 'USD', description: 'ISO 4217 code' }) readonly currency!: string;
  @ApiProperty({ example: 90, description: 'In this currency' }) readonly revenue!: number;
  @ApiProperty({ type: 'integer', example: 2 }) readonly orders!: number;
}

class PreviousRevenueResponse {
  @ApiProperty({ example: 1600, description: 'Net of refunds' }) readonly total_revenue!: number;
  @ApiProperty({ type: 'integer', example: 32 }) readonly total_orders!: number;
  @ApiProperty({ example: 25, description: 'Percentage change of revenue from the comparison period' })
  readonly growth_rate!: number;
}

const CURRENCY = {
  type: String,
  nullable: true,
  example: 'EUR',
  description: 'Currency of all amounts in the report; null if there are no orders',
} as const;
const NULL_OF_AUDIENCE = 'Null if the report is filtered by `lists` or `tags`';

export class RevenueResponse {
  @ApiProperty({ example: 2000, description: 'Completed orders minus refunds' })
  readonly total_revenue!: number;
  @ApiProperty({ type: 'integer', example: 40, description: 'Completed orders' }) readonly total_orders!: number;
  @ApiProperty({ example: 50, description: 'total_revenue / total_orders' }) readonly average_order_value!: number;
  @ApiProperty({ example: 60, description: 'Refunds in the period' }) readonly refunded!: number;
  @ApiProperty(CURRENCY) readonly currency!: string | null;
  @ApiProperty({ type: RevenueAttributionResponse, nullable: true, description: NULL_OF_AUDIENCE })
  readonly attribution!: RevenueAttributionResponse | null;
  @ApiProperty({
    type: [TopCampaignResponse],
    nullable: true,
    description: `The ten campaigns with the most revenue. ${NULL_OF_AUDIENCE}`,
  })
  readonly top_campaigns!: readonly TopCampaignResponse[] | null;
  @ApiProperty({ type: [RevenueDayResponse], description: 'Every day of the period' })
  readonly timeline!: readonly RevenueDayResponse[];
  @ApiProperty({ type: [OtherCurrencyResponse], description: 'Revenue in other currencies' })
  readonly other_currencies!: readonly OtherCurrencyResponse[];
  @ApiProperty({ description: 'The comparison period' }) readonly previous!: PreviousRevenueResponse;
  @ApiProperty() readonly meta!: ComparedMetaResponse;
}

class CampaignRevenueRowResponse extends TopCampaignResponse {
  @ApiProperty({ example: 50, description: 'revenue / orders' }) readonly average_order_value!: number;
}

class RevenueContactResponse {
  @ApiProperty({ type: 'integer', example: 42 }) readonly id!: number;
  @ApiProperty({ example: 'jane@example.com' }) readonly email!: string;
  @ApiProperty({ type: String, nullable: true, example: 'Jane' }) readonly first_name!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'Doe' }) readonly last_name!: string | null;
}

class ContactRevenueRowResponse {
  @ApiProperty() readonly contact!: RevenueContactResponse;
  @ApiProperty({ example: 260, description: 'Net of refunds' }) readonly revenue!: number;
  @ApiProperty({ type: 'integer', example: 4 }) readonly orders!: number;
  @ApiProperty({ example: 65, description: 'revenue / orders' }) readonly average_order_value!: number;
}

class CampaignRevenuePage extends PageResponse<CampaignRevenueRowResponse> {
  @ApiProperty({ type: [CampaignRevenueRowResponse] }) declare readonly data: readonly CampaignRevenueRowResponse[];
}

class ContactRevenuePage extends PageResponse<ContactRevenueRowResponse> {
  @ApiProperty({ type: [ContactRevenueRowResponse] }) declare readonly data: readonly ContactRevenueRowResponse[];
}

class RevenueRankingResponse {
  @ApiProperty({ example: 2000, description: 'Sum over all pages, including deleted campaigns or contacts' })
  readonly total_revenue!: number;
  @ApiProperty({ type: 'integer', example: 40 }) readonly total_orders!: number;
  @ApiProperty(CURRENCY) readonly currency!: string | null;
  @ApiProperty() readonly meta!: ReportMetaResponse;
}

export class RevenueOfCampaignsResponse extends RevenueRankingResponse {
  @ApiProperty({ type: CampaignRevenuePage }) readonly campaigns!: PageResponse<CampaignRevenueRowResponse>;
}

export class RevenueOfContactsResponse extends RevenueRankingResponse {
  @ApiProperty({ type: ContactRevenuePage }) readonly contacts!: PageResponse<ContactRevenueRowResponse>;
}
