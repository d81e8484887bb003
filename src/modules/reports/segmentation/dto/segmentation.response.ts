import { ApiProperty } from '@nestjs/swagger';
import { ReportMetaResponse } from '../../dto/report-meta.response.js';
import { type Dimension, DIMENSIONS } from '../dimensions.js';
import type { Overlap } from '../overlaps.js';
import type { ContactGroup, Segmentation } from '../segmentation-reports.service.js';

class ContactGroupResponse {
  @ApiProperty({
    oneOf: [{ type: 'integer' }, { type: 'string' }, { type: 'null' }],
    example: 7,
    description: 'The id of a list, tag or segment, else the value itself; null for contacts without one',
  })
  readonly key: number | string | null;
  @ApiProperty({ example: 'Newsletter' }) readonly label: string;
  @ApiProperty({ type: 'integer', example: 1200, description: 'Contacts now' }) readonly size: number;
  @ApiProperty({ example: 7.8, description: 'Percent of all contacts' }) readonly share: number;
  @ApiProperty({ example: 42.1, description: 'Percent of the mails sent to them' }) readonly open_rate: number;
  @ApiProperty({ example: 8.7, description: 'Percent of the mails sent to them' }) readonly click_rate: number;
  @ApiProperty({ example: 0.4, description: 'Percent of the mails sent to them' }) readonly unsubscribe_rate: number;
  @ApiProperty({ example: 1290.5, description: 'What they brought, after refunds' }) readonly revenue: number;

  constructor(group: ContactGroup) {
    this.key = group.key;
    this.label = group.label;
    this.size = group.size;
    this.share = group.share;
    this.open_rate = group.openRate;
    this.click_rate = group.clickRate;
    this.unsubscribe_rate = group.unsubscribeRate;
    this.revenue = group.revenue;
  }
}

class OverlapResponse implements Overlap {
  @ApiProperty({ type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2, example: [7, 9] })
  readonly keys!: readonly [number, number];
  @ApiProperty({ type: 'integer', example: 300, description: 'Contacts that are in both' }) readonly size!: number;
  @ApiProperty({ example: 25, description: 'Percent of those that are in one of them or in both' })
  readonly share!: number;
}

export class SegmentationResponse {
  @ApiProperty({ enum: DIMENSIONS, example: 'list' }) readonly dimension: Dimension;
  @ApiProperty({ type: [ContactGroupResponse], description: 'The largest first; bands of engagement from the lowest' })
  readonly segments: readonly ContactGroupResponse[];
  @ApiProperty({
    type: [OverlapResponse],
    description: 'Each two of the lists, tags or segments shown that have somebody in common, the closest first',
  })
  readonly overlap: readonly OverlapResponse[];
  @ApiProperty({ type: 'integer', example: 15420, description: 'All contacts, or all members that are asked about' })
  readonly total: number;
  @ApiProperty({ type: String, nullable: true, example: 'EUR', description: 'Null when nothing was ever ordered' })
  readonly currency: string | null;
  @ApiProperty() readonly meta: ReportMetaResponse;

  constructor(segmentation: Segmentation) {
    const { period, timeZone, measured } = segmentation;
    this.dimension = segmentation.dimension;
    this.segments = segmentation.groups.map((group) => new ContactGroupResponse(group));
    this.overlap = segmentation.overlaps;
    this.total = segmentation.total;
    this.currency = segmentation.currency;
    this.meta = new ReportMetaResponse(period, timeZone, measured);
  }
}
