import { ApiProperty } from '@nestjs/swagger';
import { PUBLIC_EVENT_NAMES } from '../../../events/domain-events.js';
import { parseTimestamp } from '../../../platform/clock/timestamps.js';
import { invalidParams } from '../../../platform/errors/app-error.js';
import { Text, Texts } from '../../../platform/http/dto-fields.js';
import { REPLAY_STATUSES, type ReplayStatus, type WebhookReplay } from '../webhook-replay.entity.js';
import type { ReplayInput } from '../webhook-replay.service.js';

export class ReplayDto {
  @Text({ required: true, max: 40, description: 'Start of the time range, inclusive', example: '2026-01-02T03:00:00Z' })
  from!: string;
  @Text({
    nullable: true,
    max: 40,
    description: 'End of the time range, inclusive. Default: now',
    example: '2026-01-02T04:00:00Z',
  })
  to?: string | null;
  @Texts({
    nullable: true,
    description:
      'Event names, `*`, or families such as `contact.*`, from those that the webhook subscribes to. Default: all of them',
    example: ['contact.*'],
  })
  events?: string[] | null;

  /** @throws AppError rest_invalid_param listing every invalid time. */
  toInput(): ReplayInput {
    const from = parseTimestamp(this.from);
    const to = this.to === undefined || this.to === null ? null : parseTimestamp(this.to);
    const faults = {
      ...(from === null ? { from: NO_MOMENT } : {}),
      ...(to === null && typeof this.to === 'string' ? { to: NO_MOMENT } : {}),
    };
    if (from === null || Object.keys(faults).length > 0) throw invalidParams(faults);
    return { from, to, events: this.events ?? null };
  }
}

const NO_MOMENT = 'must be a time such as 2026-01-31 09:30:00';

export class ReplayResponse {
  @ApiProperty({ type: 'integer', example: 3 }) readonly id: number;
  @ApiProperty({ type: 'integer', example: 7 }) readonly webhook_id: number;
  @ApiProperty({ enum: REPLAY_STATUSES, example: 'running' }) readonly status: ReplayStatus;
  @ApiProperty({ example: '2026-01-02T03:00:00.000Z', description: 'Start of the time range' }) readonly from: string;
  @ApiProperty({ example: '2026-01-02T04:00:00.000Z', description: 'End of the time range' }) readonly to: string;
  @ApiProperty({ enum: PUBLIC_EVENT_NAMES, isArray: true, example: ['contact.created'] })
  readonly events: readonly string[];
  @ApiProperty({ type: 'integer', description: 'Events to replay', example: 120 }) readonly total: number;
  @ApiProperty({ description: 'True: `total` is a lower bound; there are too many to count', example: false })
  readonly total_is_estimate: boolean;
  @ApiProperty({ type: 'integer', description: 'Deliveries created or restarted so far', example: 0 })
  readonly queued: number;
  @ApiProperty({ example: '2026-01-02T05:00:00.000Z' }) readonly created_at: string;
  @ApiProperty({ type: String, nullable: true, description: 'Null while the replay is running', example: null })
  readonly finished_at: string | null;

  constructor(replay: WebhookReplay) {
    this.id = replay.id;
    this.webhook_id = replay.webhookId;
    this.status = replay.status;
    this.from = replay.fromAt.toISOString();
    this.to = replay.toAt.toISOString();
    this.events = replay.events;
    this.total = replay.total;
    this.total_is_estimate = replay.totalIsEstimate;
    this.queued = replay.queued;
    this.created_at = replay.createdAt.toISOString();
    this.finished_at = replay.finishedAt?.toISOString() ?? null;
  }
}

export class OneReplayResponse {
  @ApiProperty() readonly replay!: ReplayResponse;
}

export class ReplayStartedResponse extends OneReplayResponse {
  @ApiProperty({ type: String, example: 'The events will be delivered again.' }) readonly message!: string;
}
