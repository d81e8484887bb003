import { ApiProperty } from '@nestjs/swagger';
import { PageResponse } from '../../../../platform/http/page.js';
import { ComparedMetaResponse } from '../../dto/compared-meta.response.js';
import { ReportMetaResponse } from '../../dto/report-meta.response.js';
import type { EarnedByCampaign, EarnedByContact, RevenueRanking, RevenueReport } from '../revenue-reports.service.js';

class RevenueAttributionResponse {
  @ApiProperty({ example: 1200.5, description: 'Put down to the mails of campaigns' }) readonly campaigns!: number;
  @ApiProperty({ example: 300, description: 'Put down to the mails of funnels' }) readonly funnels!: number;
  @ApiProperty({ example: 499.5, description: 'Put down to nothing' }) readonly unattributed!: number;
}

class TopCampaignResponse {
  @ApiProperty({ type: 'integer', example: 12 }) readonly campaign_id: number;
  @ApiProperty({ example: 'June news' }) readonly title: string;
  @ApiProperty({ example: 800 }) readonly revenue: number;
  @ApiProperty({ type: 'integer', example: 16 }) readonly orders: number;

  constructor({ campaignId, title, revenue, orders }: EarnedByCampaign) {
    this.campaign_id = campaignId;
    this.title = title;
    this.revenue = revenue;
    this.orders = orders;
  }
}

class RevenueDayResponse {
  @ApiProperty({ example: '2026-06-01' }) readonly date!: string;
  @ApiProperty({ example: 120 }) readonly revenue!: number;
  @ApiProperty({ type: 'integer', example: 3 }) readonly orders!: number;
  @ApiProperty({ example: 20 }) readonly refunded!: number;
}

class OtherCurrencyResponse {
  @ApiProperty({ example: 'USD' }) readonly currency!: string;
  @ApiProperty({ example: 90 }) readonly revenue!: number;
  @ApiProperty({ type: 'integer', example: 2 }) readonly orders!: number;
}

class PreviousRevenueResponse {
  @ApiProperty({ example: 1600 }) readonly total_revenue!: number;
  @ApiProperty({ type: 'integer', example: 32 }) readonly total_orders!: number;
  @ApiProperty({ example: 25, description: 'Percent by which the revenue of this period is more' })
  readonly growth_rate!: number;
}

const CURRENCY = {
  type: String,
  nullable: true,
  example: 'EUR',
  description: 'Of every amount here; null when nothing was ever ordered',
} as const;
const NULL_OF_MEMBERS = 'Null when `lists` or `tags` narrow the report down';

export class RevenueResponse {
  @ApiProperty({ example: 2000, description: 'What completed orders brought, less what was given back' })
  readonly total_revenue: number;
  @ApiProperty({ type: 'integer', example: 40, description: 'Completed orders' }) readonly total_orders: number;
  @ApiProperty({ example: 50, description: 'total_revenue / total_orders' }) readonly average_order_value: number;
  @ApiProperty({ example: 60, description: 'Given back on these days' }) readonly refunded: number;
  @ApiProperty(CURRENCY) readonly currency: string | null;
  @ApiProperty({ type: RevenueAttributionResponse, nullable: true, description: NULL_OF_MEMBERS })
  readonly attribution: RevenueAttributionResponse | null;
  @ApiProperty({ type: [TopCampaignResponse], nullable: true, description: `The ten best. ${NULL_OF_MEMBERS}` })
  readonly top_campaigns: readonly TopCampaignResponse[] | null;
  @ApiProperty({ type: [RevenueDayResponse], description: 'Every day of the period' })
  readonly timeline: readonly RevenueDayResponse[];
  @ApiProperty({ type: [OtherCurrencyResponse], description: 'What orders in other currencies brought' })
  readonly other_currencies: readonly OtherCurrencyResponse[];
  @ApiProperty({ description: 'The days compared with' }) readonly previous: PreviousRevenueResponse;
  @ApiProperty() readonly meta: ComparedMetaResponse;

  constructor(report: RevenueReport) {
    this.total_revenue = report.total.revenue;
    this.total_orders = report.total.orders;
    this.average_order_value = report.total.averageOrderValue;
    this.refunded = report.total.refunded;
    this.currency = report.currency;
    this.attribution = report.attribution;
    this.top_campaigns = report.topCampaigns?.map((campaign) => new TopCampaignResponse(campaign)) ?? null;
    this.timeline = report.timeline;
    this.other_currencies = report.otherCurrencies;
    this.previous = {
      total_revenue: report.previous.revenue,
      total_orders: report.previous.orders,
      growth_rate: report.previous.growthRate,
    };
    this.meta = new ComparedMetaResponse(report.period, report.comparedWith, report.timeZone, report.measured);
  }
}

class CampaignRevenueRowResponse extends TopCampaignResponse {
  @ApiProperty({ example: 50, description: 'revenue / orders' }) readonly average_order_value: number;

  constructor(campaign: EarnedByCampaign) {
    super(campaign);
    this.average_order_value = campaign.averageOrderValue;
  }
}

class RevenueContactResponse {
  @ApiProperty({ type: 'integer', example: 42 }) readonly id!: number;
  @ApiProperty({ example: 'jane@example.com' }) readonly email!: string;
  @ApiProperty({ type: String, nullable: true, example: 'Jane' }) readonly first_name!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'Doe' }) readonly last_name!: string | null;
}

class ContactRevenueRowResponse {
  @ApiProperty() readonly contact: RevenueContactResponse;
  @ApiProperty({ example: 260 }) readonly revenue: number;
  @ApiProperty({ type: 'integer', example: 4 }) readonly orders: number;
  @ApiProperty({ example: 65, description: 'revenue / orders' }) readonly average_order_value: number;

  constructor({ person, revenue, orders, averageOrderValue }: EarnedByContact) {
    const { id, email, firstName, lastName } = person;
    this.contact = { id, email, first_name: firstName, last_name: lastName };
    this.revenue = revenue;
    this.orders = orders;
    this.average_order_value = averageOrderValue;
  }
}

class CampaignRevenuePage extends PageResponse<CampaignRevenueRowResponse> {
  @ApiProperty({ type: [CampaignRevenueRowResponse] }) declare readonly data: readonly CampaignRevenueRowResponse[];
}

class ContactRevenuePage extends PageResponse<ContactRevenueRowResponse> {
  @ApiProperty({ type: [ContactRevenueRowResponse] }) declare readonly data: readonly ContactRevenueRowResponse[];
}

class RevenueRankingResponse {
  @ApiProperty({ example: 2000, description: 'Of all of them, deleted ones included, and not only of this page' })
  readonly total_revenue: number;
  @ApiProperty({ type: 'integer', example: 40 }) readonly total_orders: number;
  @ApiProperty(CURRENCY) readonly currency: string | null;
  @ApiProperty() readonly meta: ReportMetaResponse;

  constructor({ totalRevenue, totalOrders, currency, period, timeZone, measured }: RevenueRanking<unknown>) {
    this.total_revenue = totalRevenue;
    this.total_orders = totalOrders;
    this.currency = currency;
    this.meta = new ReportMetaResponse(period ?? { from: null, to: null }, timeZone, measured);
  }
}

export class RevenueOfCampaignsResponse extends RevenueRankingResponse {
  @ApiProperty({ type: CampaignRevenuePage }) readonly campaigns: PageResponse<CampaignRevenueRowResponse>;

  constructor(ranking: RevenueRanking<EarnedByCampaign>, url: URL) {
    super(ranking);
    const rows = ranking.page.items.map((campaign) => new CampaignRevenueRowResponse(campaign));
    this.campaigns = new PageResponse(ranking.page, rows, url);
  }
}

export class RevenueOfContactsResponse extends RevenueRankingResponse {
  @ApiProperty({ type: ContactRevenuePage }) readonly contacts: PageResponse<ContactRevenueRowResponse>;

  constructor(ranking: RevenueRanking<EarnedByContact>, url: URL) {
    super(ranking);
    const rows = ranking.page.items.map((contact) => new ContactRevenueRowResponse(contact));
    this.contacts = new PageResponse(ranking.page, rows, url);
  }
}
