import { ApiProperty } from '@nestjs/swagger';
import { ComparedMetaResponse } from '../../dto/report-meta.response.js';

class GrowthSumResponse {
  @ApiProperty({ type: 'integer', example: 15, description: 'Contacts that became subscribed' }) readonly new!: number;
  @ApiProperty({ type: 'integer', example: 2, description: 'Contacts that became unsubscribed' })
  readonly unsubscribed!: number;
  @ApiProperty({ type: 'integer', example: 1, description: 'Contacts that became bounced' })
  readonly bounced!: number;
  @ApiProperty({ type: 'integer', example: 0, description: 'Contacts that reported an email as spam' })
  readonly complained!: number;
  @ApiProperty({
    type: 'integer',
    example: 4,
    description: 'Contacts that stopped being subscribed, including deleted contacts',
  })
  readonly left!: number;
  @ApiProperty({ type: 'integer', example: 11, description: 'new - left' }) readonly net!: number;
  @ApiProperty({ type: 'integer', example: 15420, description: 'Subscribed contacts at the end of the interval' })
  readonly total!: number;
}

class GrowthPointResponse extends GrowthSumResponse {
  @ApiProperty({
    example: '2026-06-01',
    description: 'First day of the interval; for an hour, its start, such as `2026-10-25T02:00:00+01:00`',
  })
  readonly date!: string;
  @ApiProperty({ example: false, description: 'Whether the period contains only part of this week or month' })
  readonly partial!: boolean;
}

export class GrowthResponse {
  @ApiProperty({ type: [GrowthPointResponse] }) readonly data!: readonly GrowthPointResponse[];
  @ApiProperty({ description: 'Figures of the whole period' }) readonly totals!: GrowthSumResponse;
  @ApiProperty({ type: GrowthSumResponse, nullable: true, description: 'The same figures for the comparison period' })
  readonly previous!: GrowthSumResponse | null;
  @ApiProperty() readonly meta!: ComparedMetaResponse;
}
