import { ApiProperty } from '@nestjs/swagger';
import { ComparedMetaResponse } from '../../dto/report-meta.response.js';

const ACTIVITY_TYPES = ['opened', 'clicked', 'unsubscribed', 'event_tracked', 'order_created'] as const;
export type ActivityType = (typeof ACTIVITY_TYPES)[number];

class ActivityCountsResponse {
  @ApiProperty({ type: 'integer', example: 1000, description: 'Emails sent to contacts' }) readonly sent!: number;
  @ApiProperty({ type: 'integer', example: 421, description: 'Emails opened for the first time' })
  readonly opens!: number;
  @ApiProperty({ type: 'integer', example: 87, description: 'Emails clicked for the first time' })
  readonly clicks!: number;
  @ApiProperty({ type: 'integer', example: 4, description: 'Opt-outs through an email' })
  readonly unsubscribes!: number;
  @ApiProperty({ type: 'integer', example: 210, description: 'Tracked events' }) readonly events!: number;
  @ApiProperty({ type: 'integer', example: 12, description: 'Completed orders in any currency' })
  readonly orders!: number;
}

class ActivityOfDayResponse extends ActivityCountsResponse {
  @ApiProperty({ example: '2026-06-01', description: 'Local day' }) readonly date!: string;
}

class ActivityOfHourResponse extends ActivityCountsResponse {
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 23, example: 9, description: 'Hour of the local day, 0 to 23' })
  readonly hour!: number;
}

class ActivityOfWeekdayResponse extends ActivityCountsResponse {
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 7, example: 1, description: '1 for Monday to 7 for Sunday' })
  readonly weekday!: number;
}

class ActiveContactResponse {
  @ApiProperty({ type: 'integer', example: 42 }) readonly id!: number;
  @ApiProperty({ example: 'ada@example.com' }) readonly email!: string;
  @ApiProperty({ type: String, nullable: true, example: 'Ada' }) readonly first_name!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'Lovelace' }) readonly last_name!: string | null;
}

class RecentActivityResponse {
  @ApiProperty({ enum: ACTIVITY_TYPES, example: 'clicked' }) readonly type!: ActivityType;
  @ApiProperty({ example: '2026-06-30T11:58:03.000Z', description: 'When it happened' }) readonly at!: string;
  @ApiProperty({ type: ActiveContactResponse, nullable: true, description: 'The current contact; null if deleted' })
  readonly contact!: ActiveContactResponse | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description:
      'For emails: `email_id`, `campaign_id`, and `funnel_id`, plus the clicked `url` as it was written, or the `method` of an opt-out. For tracked events: `event_key` and `title`. For orders: `order_id`, `total`, and `currency`',
    example: { email_id: 1042, campaign_id: 9, funnel_id: null, url: 'https://example.com/offer' },
  })
  readonly detail!: Readonly<Record<string, unknown>>;
}

export class ActivityResponse {
  @ApiProperty({ type: [ActivityOfDayResponse], description: 'Every day of the period' })
  readonly data!: readonly ActivityOfDayResponse[];
  @ApiProperty({ description: 'Figures of the whole period' }) readonly totals!: ActivityCountsResponse;
  @ApiProperty({ type: ActivityCountsResponse, nullable: true, description: 'Figures of the comparison period' })
  readonly previous!: ActivityCountsResponse | null;
  @ApiProperty({
    type: [ActivityOfHourResponse],
    nullable: true,
    description:
      'Each hour of the day, over the whole period. Null with `lists[]` or `tags[]`, because hours are not stored by contact',
  })
  readonly by_hour!: readonly ActivityOfHourResponse[] | null;
  @ApiProperty({ type: [ActivityOfWeekdayResponse], description: 'Each weekday, over the whole period' })
  readonly by_weekday!: readonly ActivityOfWeekdayResponse[];
  @ApiProperty({ type: [RecentActivityResponse], description: 'The 20 newest activities of any time, newest first' })
  readonly recent!: readonly RecentActivityResponse[];
  @ApiProperty() readonly meta!: ComparedMetaResponse;
}
