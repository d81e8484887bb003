import { ApiProperty } from '@nestjs/swagger';
import { ComparedMetaResponse } from '../../dto/compared-meta.response.js';
import type { Growth, GrowthPoint, GrowthSum } from '../growth-reports.service.js';

class GrowthSumResponse {
  @ApiProperty({ type: 'integer', example: 15, description: 'Contacts that became subscribed' }) readonly new: number;
  @ApiProperty({ type: 'integer', example: 2, description: 'Contacts that became unsubscribed' })
  readonly unsubscribed: number;
  @ApiProperty({ type: 'integer', example: 1, description: 'Contacts whose address turned out to be none' })
  readonly bounced: number;
  @ApiProperty({ type: 'integer', example: 0, description: 'Contacts that called a mail spam' })
  readonly complained: number;
  @ApiProperty({ type: 'integer', example: 4, description: 'Were subscribed and are no longer, deleted ones included' })
  readonly left: number;
  @ApiProperty({ type: 'integer', example: 11, description: 'new - left' }) readonly net: number;
  @ApiProperty({ type: 'integer', example: 15420, description: 'Subscribed contacts at the end' })
  readonly total: number;

  constructor(sum: GrowthSum) {
    this.new = sum.newSubscribed;
    this.unsubscribed = sum.unsubscribed;
    this.bounced = sum.bounced;
    this.complained = sum.complained;
    this.left = sum.leftSubscribed;
    this.net = sum.net;
    this.total = sum.total;
  }
}

class GrowthPointResponse extends GrowthSumResponse {
  @ApiProperty({
    example: '2026-06-01',
    description: 'The first day; of an hour its beginning, such as `2026-10-25T02:00:00+01:00`',
  })
  readonly date: string;
  @ApiProperty({ example: false, description: 'Whether the week or month is not wholly in the period' })
  readonly partial: boolean;

  constructor(point: GrowthPoint) {
    super(point);
    this.date = point.date;
    this.partial = point.partial;
  }
}

export class GrowthResponse {
  @ApiProperty({ type: [GrowthPointResponse] }) readonly data: readonly GrowthPointResponse[];
  @ApiProperty({ description: 'Of the whole period' }) readonly totals: GrowthSumResponse;
  @ApiProperty({ type: GrowthSumResponse, nullable: true, description: 'The same of the period compared with' })
  readonly previous: GrowthSumResponse | null;
  @ApiProperty() readonly meta: ComparedMetaResponse;

  constructor({ data, totals, previous, period, comparedWith, timeZone, measured }: Growth) {
    this.data = data.map((point) => new GrowthPointResponse(point));
    this.totals = new GrowthSumResponse(totals);
    this.previous = previous === null ? null : new GrowthSumResponse(previous);
    this.meta = new ComparedMetaResponse(period, comparedWith, timeZone, measured);
  }
}
