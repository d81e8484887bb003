import { ApiProperty, OmitType } from '@nestjs/swagger';
import { PageResponse } from '../../../../platform/http/page.js';
import { ReportMetaResponse } from '../../dto/report-meta.response.js';
import type { TestReport, TestReports } from '../ab-testing.service.js';

export class TestedVariantResponse {
  @ApiProperty({ example: 'b' }) readonly key: string;
  @ApiProperty({ example: 'Tea, half price' }) readonly subject: string;
  @ApiProperty({ type: 'integer', example: 1000 }) readonly sent: number;
  @ApiProperty({ type: 'integer', example: 250, description: 'Mails opened at least once, by people' })
  readonly opened: number;
  @ApiProperty({ type: 'integer', example: 60, description: 'Mails clicked at least once, by people' })
  readonly clicked: number;
  @ApiProperty({ example: 25.3, description: 'Percent of what was delivered' }) readonly open_rate: number;
  @ApiProperty({ example: 6.1, description: 'Percent of what was delivered' }) readonly click_rate: number;
  @ApiProperty({ type: 'integer', example: 40, description: 'Mails that brought an order' }) readonly converted: number;
  @ApiProperty({ example: 4, description: 'Percent of what was delivered' }) readonly conversion_rate: number;
  @ApiProperty({ type: 'integer', example: 44, description: 'Orders in all currencies' }) readonly orders: number;
  @ApiProperty({ example: 1320.5, description: 'What is left of those in `currency`' }) readonly revenue: number;
  @ApiProperty({ type: String, nullable: true, example: 'EUR', description: 'Null when it brought nothing' })
  readonly currency: string | null;
  @ApiProperty({ example: 22.7, description: 'Where the rate of the metric truly lies, with 95 %: from' })
  readonly ci_low: number;
  @ApiProperty({ example: 28, description: 'To' }) readonly ci_high: number;
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 25,
    description: 'By how much percent that rate is above the first variant; null for that one',
  })
  readonly lift: number | null;
  @ApiProperty({ type: Number, nullable: true, example: 0.97, description: 'How probably it is the best, 0 to 1' })
  readonly confidence: number | null;

  constructor(variant: TestReport['variants'][number]) {
    this.key = variant.key;
    this.subject = variant.subject;
    this.sent = variant.sent;
    this.opened = variant.opened;
    this.clicked = variant.clicked;
    this.open_rate = variant.open_rate;
    this.click_rate = variant.click_rate;
    this.converted = variant.converted;
    this.conversion_rate = variant.conversion_rate;
    this.orders = variant.orders;
    this.revenue = variant.revenue;
    this.currency = variant.currency;
    this.ci_low = variant.interval.low;
    this.ci_high = variant.interval.high;
    this.lift = variant.lift;
    this.confidence = variant.confidence;
  }
}

class TestReportResponse {
  @ApiProperty({ type: 'integer', example: 12 }) readonly campaign_id: number;
  @ApiProperty({ example: 'June news' }) readonly title: string;
  @ApiProperty({ enum: ['opens', 'clicks', 'revenue'], example: 'opens' }) readonly metric: string;
  @ApiProperty({
    enum: ['testing', 'choose_winner', 'releasing', 'decided'],
    example: 'decided',
    description: '`choose_winner` waits for a person; with `releasing` the winner is known and going out',
  })
  readonly status: string;
  @ApiProperty({ type: String, nullable: true, example: 'b' }) readonly winner: string | null;
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 0.97,
    description: 'How probably the winner, or whoever is ahead, is the best, 0 to 1; null where nothing says',
  })
  readonly confidence: number | null;
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 25,
    description: 'By how much percent it is above the first variant; null when it is that one',
  })
  readonly lift: number | null;
  @ApiProperty({ type: [TestedVariantResponse] }) readonly variants: readonly TestedVariantResponse[];

  constructor({ campaignId, title, metric, state, winner, confidence, lift, variants }: TestReport) {
    this.campaign_id = campaignId;
    this.title = title;
    this.metric = metric;
    this.status = state;
    this.winner = winner;
    this.confidence = confidence;
    this.lift = lift;
    this.variants = variants.map((variant) => new TestedVariantResponse(variant));
  }
}

/** A page whose rows stand under `tests`. */
export class AbTestingResponse extends OmitType(PageResponse<TestReportResponse>, ['data']) {
  @ApiProperty({ type: [TestReportResponse] }) readonly tests: readonly TestReportResponse[];
  @ApiProperty() readonly meta: ReportMetaResponse;

  constructor({ page, period, timeZone, measured }: TestReports, url: URL) {
    super();
    const rows = page.items.map((test) => new TestReportResponse(test));
    const { data, ...position } = new PageResponse(page, rows, url);
    Object.assign(this, position);
    this.tests = data;
    this.meta = new ReportMetaResponse(period ?? { from: null, to: null }, timeZone, measured);
  }
}
