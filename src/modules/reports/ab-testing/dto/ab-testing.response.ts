import { ApiProperty, OmitType } from '@nestjs/swagger';
import { PageResponse } from '../../../../platform/http/page.js';
import { ReportMetaResponse } from '../../dto/report-meta.response.js';

export class TestedVariantResponse {
  @ApiProperty({ example: 'b', description: 'Name of the variant within the test' }) readonly key!: string;
  @ApiProperty({ example: 'Half-price tea this week' }) readonly subject!: string;
  @ApiProperty({ type: 'integer', example: 1000 }) readonly sent!: number;
  @ApiProperty({ type: 'integer', example: 250, description: 'Emails opened at least once by a human' })
  readonly opened!: number;
  @ApiProperty({ type: 'integer', example: 60, description: 'Emails clicked at least once by a human' })
  readonly clicked!: number;
  @ApiProperty({ example: 25.3, description: 'Percentage of delivered emails' }) readonly open_rate!: number;
  @ApiProperty({ example: 6.1, description: 'Percentage of delivered emails' }) readonly click_rate!: number;
  @ApiProperty({ type: 'integer', example: 40, description: 'Emails that led to an order' })
  readonly converted!: number;
  @ApiProperty({ example: 4, description: 'Percentage of delivered emails' }) readonly conversion_rate!: number;
  @ApiProperty({ type: 'integer', example: 44, description: 'Orders in all currencies' }) readonly orders!: number;
  @ApiProperty({ example: 1320.5, description: 'Revenue in `currency`, minus refunds' }) readonly revenue!: number;
  @ApiProperty({ type: String, nullable: true, example: 'EUR', description: 'Null without revenue' })
  readonly currency!: string | null;
  @ApiProperty({ example: 22.7, description: 'Lower bound of the 95 % confidence interval of the deciding rate' })
  readonly ci_low!: number;
  @ApiProperty({ example: 28, description: 'Upper bound of that interval' }) readonly ci_high!: number;
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 25,
    description: 'Percentage by which that rate exceeds the first variant; null for the first variant',
  })
  readonly lift!: number | null;
  @ApiProperty({ type: Number, nullable: true, example: 0.97, description: 'Probability of being the best, 0 to 1' })
  readonly confidence!: number | null;
}

class TestReportResponse {
  @ApiProperty({ type: 'integer', example: 12 }) readonly campaign_id!: number;
  @ApiProperty({ example: 'June newsletter' }) readonly title!: string;
  @ApiProperty({ enum: ['opens', 'clicks', 'revenue'], example: 'opens' }) readonly metric!: string;
  @ApiProperty({
    enum: ['testing', 'choose_winner', 'releasing', 'decided'],
    example: 'decided',
    description: '`choose_winner` waits for a manager to choose; with `releasing`, the winner is being sent',
  })
  readonly status!: string;
  @ApiProperty({ type: String, nullable: true, example: 'b', description: 'Key of the variant; null if undecided' })
  readonly winner!: string | null;
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 0.97,
    description:
      'Probability that the winner, or the leading variant, is the best, 0 to 1; null if it cannot be computed',
  })
  readonly confidence!: number | null;
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 25,
    description: 'Percentage by which it exceeds the first variant; null for the first variant',
  })
  readonly lift!: number | null;
  @ApiProperty({ type: [TestedVariantResponse] }) readonly variants!: readonly TestedVariantResponse[];
}

/** A page with its rows under `tests`. */
export class AbTestingResponse extends OmitType(PageResponse<TestReportResponse>, ['data']) {
  @ApiProperty({ type: [TestReportResponse] }) readonly tests!: readonly TestReportResponse[];
  @ApiProperty() readonly meta!: ReportMetaResponse;
}
