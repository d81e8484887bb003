import { ApiProperty } from '@nestjs/swagger';
import { ReportMetaResponse } from '../../dto/report-meta.response.js';
import { TOP_METRICS, type TopMetric, type TopSubscriber, type TopSubscribers } from '../top-subscribers.service.js';

class TopContactResponse {
  @ApiProperty({ type: 'integer', example: 42 }) readonly id!: number;
  @ApiProperty({ example: 'jane@example.com' }) readonly email!: string;
  @ApiProperty({ type: String, nullable: true, example: 'Jane' }) readonly first_name!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'Doe' }) readonly last_name!: string | null;
  @ApiProperty({ example: 'subscribed' }) readonly status!: string;
}

export class TopSubscriberResponse {
  @ApiProperty({ type: 'integer', example: 1 }) readonly rank: number;
  @ApiProperty() readonly contact: TopContactResponse;
  @ApiProperty({
    example: 88,
    description: 'By `engagement` a score up to 100, by `revenue` an amount, by `activity` how much was done',
  })
  readonly value: number;
  @ApiProperty({ type: 'integer', example: 21, description: 'Mails opened' }) readonly opens: number;
  @ApiProperty({ type: 'integer', example: 9, description: 'Mails clicked in' }) readonly clicks: number;
  @ApiProperty({ example: 260 }) readonly revenue: number;
  @ApiProperty({ type: 'integer', example: 4, description: 'Completed orders in the currency' })
  readonly orders: number;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '2026-06-29',
    description: 'The last local day with an open, a click, an event or an order',
  })
  readonly last_activity: string | null;

  constructor({ rank, person, value, opens, clicks, revenue, orders, lastActivity }: TopSubscriber) {
    const { id, email, firstName, lastName, status } = person;
    this.rank = rank;
    this.contact = { id, email, first_name: firstName, last_name: lastName, status };
    this.value = value;
    this.opens = opens;
    this.clicks = clicks;
    this.revenue = revenue;
    this.orders = orders;
    this.last_activity = lastActivity;
  }
}

export class TopSubscribersResponse {
  @ApiProperty({ enum: TOP_METRICS, example: 'engagement' }) readonly metric: TopMetric;
  @ApiProperty({ type: [TopSubscriberResponse], description: 'Only who has more than 0' })
  readonly subscribers: readonly TopSubscriberResponse[];
  @ApiProperty({ type: String, nullable: true, example: 'EUR', description: 'Null when nothing was ever ordered' })
  readonly currency: string | null;
  @ApiProperty() readonly meta: ReportMetaResponse;

  constructor({ metric, subscribers, currency, period, timeZone, measured }: TopSubscribers) {
    this.metric = metric;
    this.subscribers = subscribers.map((subscriber) => new TopSubscriberResponse(subscriber));
    this.currency = currency;
    this.meta = new ReportMetaResponse(period ?? { from: null, to: null }, timeZone, measured);
  }
}
