import { ApiProperty, OmitType } from '@nestjs/swagger';
import { type Page, PageResponse } from '../../../platform/http/page.js';
import type { FunnelConditions, FunnelSettings } from '../definition/funnel-rules.js';
import { FUNNEL_STATUSES, type FunnelStatus } from '../definition/funnel-status.js';
import type { Funnel } from '../definition/funnel.entity.js';
import { SequenceResponse } from './sequence.response.js';

export const FUNNEL_EXTRAS = ['subscribers_count', 'sequences'] as const;
export type FunnelExtra = (typeof FUNNEL_EXTRAS)[number];

export class FunnelResponse {
  @ApiProperty({ type: 'integer', example: 4 }) readonly id: number;
  @ApiProperty({ example: 'Welcome' }) readonly title: string;
  @ApiProperty({ example: 'list_applied', description: 'See `GET /funnels/triggers`' }) readonly trigger_name: string;
  @ApiProperty({ enum: FUNNEL_STATUSES }) readonly status: FunnelStatus;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'Filters, re-entry and exit rules',
    example: {
      run_multiple: 'no',
      reentry: { mode: 'never', days: null },
      filters: null,
      exit: { mode: 'complete', goal: null },
    },
  })
  readonly conditions: FunnelConditions;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'The parameters of the trigger, and the settings that all funnels share',
    example: { lists: [1], exit_on_unsubscribe: 'yes', quiet_hours: null, subscription_status: 'subscribed' },
  })
  readonly settings: FunnelSettings;
  @ApiProperty({ type: 'integer', nullable: true, example: 1, description: 'The id of the manager who created it' })
  readonly created_by: number | null;
  @ApiProperty({ type: 'integer', example: 2, description: 'The version that new enrollments use' })
  readonly version: number;
  @ApiProperty({ example: '2026-01-31T09:30:00.000Z' }) readonly created_at: string;
  @ApiProperty({ example: '2026-01-31T09:30:00.000Z' }) readonly updated_at: string;
  @ApiProperty({ type: 'integer', required: false, example: 1200, description: 'Only with `with[]=subscribers_count`' })
  readonly subscribers_count?: number;
  @ApiProperty({ type: () => [SequenceResponse], required: false, description: 'Only with `with[]=sequences`' })
  readonly sequences?: readonly SequenceResponse[];

  constructor(funnel: Funnel, subscribersCount: number | null, sequences: readonly SequenceResponse[] | null) {
    this.id = funnel.id;
    this.title = funnel.title;
    this.trigger_name = funnel.triggerName;
    this.status = funnel.status;
    this.conditions = funnel.conditions;
    this.settings = funnel.settings;
    this.created_by = funnel.createdBy;
    this.version = funnel.version;
    this.created_at = funnel.createdAt.toISOString();
    this.updated_at = funnel.updatedAt.toISOString();
    if (subscribersCount !== null) this.subscribers_count = subscribersCount;
    if (sequences !== null) this.sequences = sequences;
  }
}

export class FunnelsResponse extends OmitType(PageResponse<FunnelResponse>, ['data']) {
  @ApiProperty({ type: () => [FunnelResponse] }) readonly funnels: readonly FunnelResponse[];

  constructor(page: Page<unknown>, funnels: readonly FunnelResponse[], url: URL) {
    super();
    const { data, ...position } = new PageResponse(page, funnels, url);
    Object.assign(this, position);
    this.funnels = data;
  }
}

export class OneFunnelResponse {
  @ApiProperty({ type: () => FunnelResponse }) readonly funnel!: FunnelResponse;
}

export class FunnelWrittenResponse extends OneFunnelResponse {
  @ApiProperty({ example: 'Funnel has been saved.' }) readonly message!: string;
}

export class FunnelRemovedResponse {
  @ApiProperty({ type: String, example: 'Funnel has been deleted.' }) readonly message = 'Funnel has been deleted.';
}
