import { ApiProperty } from '@nestjs/swagger';
import { CONTACT_STATUSES } from '../../../contacts/contact-status.js';
import { ReportMetaResponse } from '../../dto/report-meta.response.js';
import type { Band, ScoreDistribution } from '../../engagement/score-distribution.js';
import type { LabelReport, LabelReports, OneLabelReport } from '../label-reports.service.js';

class LabelFiguresResponse {
  @ApiProperty({ type: 'integer', example: 7 }) readonly id: number;
  @ApiProperty({ example: 'Newsletter' }) readonly title: string;
  @ApiProperty({ type: 'integer', example: 1200, description: 'Members now' }) readonly totalCount: number;
  @ApiProperty({ type: 'integer', example: 1100, description: 'Of these, subscribed' })
  readonly subscribersCount: number;
  @ApiProperty({ type: 'integer', example: 40, description: 'How often somebody came to it' }) readonly new: number;
  @ApiProperty({ type: 'integer', example: 10, description: 'How often somebody was taken off it' })
  readonly lost: number;
  @ApiProperty({ type: 'integer', example: 30, description: 'new - lost' }) readonly net_growth: number;
  @ApiProperty({ type: 'integer', example: 4400, description: 'Mails to present members' }) readonly sent: number;
  @ApiProperty({ example: 42.1, description: 'Percent of sent' }) readonly open_rate: number;
  @ApiProperty({ example: 8.7, description: 'Percent of sent' }) readonly click_rate: number;
  @ApiProperty({ example: 1290.5, description: 'Of present members, after refunds' }) readonly revenue: number;

  constructor(report: LabelReport) {
    this.id = report.id;
    this.title = report.title;
    this.totalCount = report.totalCount;
    this.subscribersCount = report.subscribersCount;
    this.new = report.new;
    this.lost = report.lost;
    this.net_growth = report.netGrowth;
    this.sent = report.sent;
    this.open_rate = report.openRate;
    this.click_rate = report.clickRate;
    this.revenue = report.revenue;
  }
}

const CURRENCY = { type: String, nullable: true, example: 'EUR', description: 'Null when nothing was ever ordered' };

export class ListReportsResponse {
  @ApiProperty({ type: [LabelFiguresResponse], description: 'All of them, by title' })
  readonly lists: readonly LabelFiguresResponse[];
  @ApiProperty(CURRENCY) readonly currency: string | null;
  @ApiProperty() readonly meta: ReportMetaResponse;

  constructor({ labels, currency, period, timeZone, measured }: LabelReports) {
    this.lists = labels.map((label) => new LabelFiguresResponse(label));
    this.currency = currency;
    this.meta = new ReportMetaResponse(period, timeZone, measured);
  }
}

export class TagReportsResponse {
  @ApiProperty({ type: [LabelFiguresResponse], description: 'All of them, by title' })
  readonly tags: readonly LabelFiguresResponse[];
  @ApiProperty(CURRENCY) readonly currency: string | null;
  @ApiProperty() readonly meta: ReportMetaResponse;

  constructor({ labels, currency, period, timeZone, measured }: LabelReports) {
    this.tags = labels.map((label) => new LabelFiguresResponse(label));
    this.currency = currency;
    this.meta = new ReportMetaResponse(period, timeZone, measured);
  }
}

class LabelGrowthResponse {
  @ApiProperty({ example: '2026-06-01' }) readonly date!: string;
  @ApiProperty({ type: 'integer', example: 5 }) readonly added!: number;
  @ApiProperty({ type: 'integer', example: 1 }) readonly removed!: number;
  @ApiProperty({ type: 'integer', example: 4 }) readonly net!: number;
}

class ScoreBandResponse implements Band {
  @ApiProperty({ type: 'integer', example: 21 }) readonly from!: number;
  @ApiProperty({ type: 'integer', example: 40 }) readonly to!: number;
  @ApiProperty({ type: 'integer', example: 120 }) readonly contacts!: number;
  @ApiProperty({ example: 10, description: 'Percent of all members' }) readonly share!: number;
}

class LabelEngagementResponse {
  @ApiProperty({ example: 34.5, description: 'Mean score of the members, 0 to 100' }) readonly score_average: number;
  @ApiProperty({ type: [ScoreBandResponse], description: 'How many members have which score' })
  readonly distribution: readonly ScoreBandResponse[];

  constructor({ average, bands }: ScoreDistribution) {
    this.score_average = average;
    this.distribution = bands;
  }
}

export class OneLabelReportResponse extends LabelFiguresResponse {
  @ApiProperty({ type: [LabelGrowthResponse], description: 'Every day of the period' })
  readonly growth: readonly LabelGrowthResponse[];
  @ApiProperty() readonly engagement: LabelEngagementResponse;
  @ApiProperty({
    type: 'object',
    properties: Object.fromEntries(CONTACT_STATUSES.map((status) => [status, { type: 'integer', example: 10 }])),
    description: 'Members by status',
  })
  readonly status_breakdown: Readonly<Record<string, number>>;
  @ApiProperty(CURRENCY) readonly currency: string | null;
  @ApiProperty() readonly meta: ReportMetaResponse;

  constructor({ label, growth, engagement, statuses, currency, period, timeZone, measured }: OneLabelReport) {
    super(label);
    this.growth = growth;
    this.engagement = new LabelEngagementResponse(engagement);
    this.status_breakdown = statuses;
    this.currency = currency;
    this.meta = new ReportMetaResponse(period, timeZone, measured);
  }
}
