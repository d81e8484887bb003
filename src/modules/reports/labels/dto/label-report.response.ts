import { ApiProperty } from '@nestjs/swagger';
import { CONTACT_STATUSES } from '../../../contacts/contact/contact-status.js';
import { ReportMetaResponse } from '../../dto/report-meta.response.js';

class LabelFiguresResponse {
  @ApiProperty({ type: 'integer', example: 7 }) readonly id!: number;
  @ApiProperty({ example: 'Newsletter' }) readonly title!: string;
  @ApiProperty({ type: 'integer', example: 1200, description: 'Current members' }) readonly totalCount!: number;
  @ApiProperty({ type: 'integer', example: 1100, description: 'Current members whose status is subscribed' })
  readonly subscribersCount!: number;
  @ApiProperty({ type: 'integer', example: 40, description: 'Times that a contact was added' }) readonly new!: number;
  @ApiProperty({ type: 'integer', example: 10, description: 'Times that a contact was removed' })
  readonly lost!: number;
  @ApiProperty({ type: 'integer', example: 30, description: 'new - lost' }) readonly net_growth!: number;
  @ApiProperty({ type: 'integer', example: 4400, description: 'Emails to current members' }) readonly sent!: number;
  @ApiProperty({ example: 42.1, description: 'Percentage of sent' }) readonly open_rate!: number;
  @ApiProperty({ example: 8.7, description: 'Percentage of sent' }) readonly click_rate!: number;
  @ApiProperty({ example: 1290.5, description: 'Revenue of current members, minus refunds' }) readonly revenue!: number;
}

const CURRENCY = { type: String, nullable: true, example: 'EUR', description: 'Null if there are no orders' };

export class ListReportsResponse {
  @ApiProperty({ type: [LabelFiguresResponse], description: 'Sorted by title' })
  readonly lists!: readonly LabelFiguresResponse[];
  @ApiProperty(CURRENCY) readonly currency!: string | null;
  @ApiProperty() readonly meta!: ReportMetaResponse;
}

export class TagReportsResponse {
  @ApiProperty({ type: [LabelFiguresResponse], description: 'Sorted by title' })
  readonly tags!: readonly LabelFiguresResponse[];
  @ApiProperty(CURRENCY) readonly currency!: string | null;
  @ApiProperty() readonly meta!: ReportMetaResponse;
}

class LabelGrowthResponse {
  @ApiProperty({ example: '2026-06-01', description: 'Local day' }) readonly date!: string;
  @ApiProperty({ type: 'integer', example: 5 }) readonly added!: number;
  @ApiProperty({ type: 'integer', example: 1 }) readonly removed!: number;
  @ApiProperty({ type: 'integer', example: 4, description: 'added - removed' }) readonly net!: number;
}

class ScoreBandResponse {
  @ApiProperty({ type: 'integer', example: 21, description: 'Lowest score (inclusive)' }) readonly from!: number;
  @ApiProperty({ type: 'integer', example: 40, description: 'Highest score (inclusive)' }) readonly to!: number;
  @ApiProperty({ type: 'integer', example: 120 }) readonly contacts!: number;
  @ApiProperty({ example: 10, description: 'Percentage of all members' }) readonly share!: number;
}

class LabelEngagementResponse {
  @ApiProperty({ example: 34.5, description: 'Mean score of the members, 0 to 100' }) readonly score_average!: number;
  @ApiProperty({ type: [ScoreBandResponse], description: 'Number of members by score' })
  readonly distribution!: readonly ScoreBandResponse[];
}

export class OneLabelReportResponse extends LabelFiguresResponse {
  @ApiProperty({ type: [LabelGrowthResponse], description: 'Every day of the period' })
  readonly growth!: readonly LabelGrowthResponse[];
  @ApiProperty() readonly engagement!: LabelEngagementResponse;
  @ApiProperty({
    type: 'object',
    properties: Object.fromEntries(CONTACT_STATUSES.map((status) => [status, { type: 'integer', example: 10 }])),
    description: 'Members by status',
  })
  readonly status_breakdown!: Readonly<Record<string, number>>;
  @ApiProperty(CURRENCY) readonly currency!: string | null;
  @ApiProperty() readonly meta!: ReportMetaResponse;
}
