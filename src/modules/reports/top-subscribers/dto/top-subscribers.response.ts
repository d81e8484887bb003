import { ApiProperty } from '@nestjs/swagger';
import { ReportMetaResponse } from '../../dto/report-meta.response.js';

export const TOP_METRICS = ['engagement', 'revenue', 'activity'] as const;
export type TopMetric = (typeof TOP_METRICS)[number];

class TopContactResponse {
  @ApiProperty({ type: 'integer', example: 42 }) readonly id!: number;
  @ApiProperty({ example: 'jane@example.com' }) readonly email!: string;
  @ApiProperty({ type: String, nullable: true, example: 'Jane' }) readonly first_name!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'Doe' }) readonly last_name!: string | null;
  @ApiProperty({ example: 'subscribed' }) readonly status!: string;
}

export class TopSubscriberResponse {
  @ApiProperty({ type: 'integer', example: 1 }) readonly rank!: number;
  @ApiProperty() readonly contact!: TopContactResponse;
  @ApiProperty({
    example: 88,
    description:
      'With `engagement`, a score from 0 to 100; with `revenue`, an amount; with `activity`, the number of activities',
  })
  readonly value!: number;
  @ApiProperty({ type: 'integer', example: 21, description: 'Emails opened' }) readonly opens!: number;
  @ApiProperty({ type: 'integer', example: 9, description: 'Emails clicked' }) readonly clicks!: number;
  @ApiProperty({ example: 260, description: 'Net of refunds' }) readonly revenue!: number;
  @ApiProperty({ type: 'integer', example: 4, description: 'Completed orders in `currency`' })
  readonly orders!: number;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '2026-06-29',
    description: 'The last local day with an open, a click, a tracked event, or an order',
  })
  readonly last_activity!: string | null;
}

export class TopSubscribersResponse {
  @ApiProperty({ enum: TOP_METRICS, example: 'engagement', description: 'The metric of `value`' })
  readonly metric!: TopMetric;
  @ApiProperty({ type: [TopSubscriberResponse], description: 'Contacts with a value above 0' })
  readonly subscribers!: readonly TopSubscriberResponse[];
  @ApiProperty({ type: String, nullable: true, example: 'EUR', description: 'Null if there are no orders' })
  readonly currency!: string | null;
  @ApiProperty() readonly meta!: ReportMetaResponse;
}
