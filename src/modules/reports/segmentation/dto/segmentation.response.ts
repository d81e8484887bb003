import { ApiProperty } from '@nestjs/swagger';
import { ReportMetaResponse } from '../../dto/report-meta.response.js';

export const DIMENSIONS = ['list', 'tag', 'segment', 'country', 'contact_type', 'domain', 'engagement'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

class ContactGroupResponse {
  @ApiProperty({
    oneOf: [{ type: 'integer' }, { type: 'string' }, { type: 'null' }],
    example: 7,
    description: 'The id of a list, tag, or segment, or the value itself; null for contacts without one',
  })
  readonly key!: number | string | null;
  @ApiProperty({ example: 'Newsletter' }) readonly label!: string;
  @ApiProperty({ type: 'integer', example: 1200, description: 'Current number of contacts' }) readonly size!: number;
  @ApiProperty({ example: 7.8, description: 'Percentage of all contacts' }) readonly share!: number;
  @ApiProperty({ example: 42.1, description: 'Percentage of the emails sent to them' }) readonly open_rate!: number;
  @ApiProperty({ example: 8.7, description: 'Percentage of the emails sent to them' }) readonly click_rate!: number;
  @ApiProperty({ example: 0.4, description: 'Percentage of the emails sent to them' })
  readonly unsubscribe_rate!: number;
  @ApiProperty({ example: 1290.5, description: 'Revenue minus refunds' }) readonly revenue!: number;
}

export class OverlapResponse {
  @ApiProperty({ type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2, example: [7, 9] })
  readonly keys!: readonly [number, number];
  @ApiProperty({ type: 'integer', example: 300, description: 'Contacts in both groups' }) readonly size!: number;
  @ApiProperty({ example: 25, description: 'Percentage of the contacts who are in either group' })
  readonly share!: number;
}

export class SegmentationResponse {
  @ApiProperty({ enum: DIMENSIONS, example: 'list', description: 'What contacts are grouped by' })
  readonly dimension!: Dimension;
  @ApiProperty({ type: [ContactGroupResponse], description: 'Largest first; engagement bands from lowest to highest' })
  readonly segments!: readonly ContactGroupResponse[];
  @ApiProperty({
    type: [OverlapResponse],
    description: 'Pairs of the listed lists, tags, or segments that share contacts, highest share first',
  })
  readonly overlap!: readonly OverlapResponse[];
  @ApiProperty({ type: 'integer', example: 15420, description: 'Number of contacts that the report covers' })
  readonly total!: number;
  @ApiProperty({ type: String, nullable: true, example: 'EUR', description: 'Null if there are no orders' })
  readonly currency!: string | null;
  @ApiProperty() readonly meta!: ReportMetaResponse;
}
