import { PUBLIC_EVENT_NAMES } from '../../../events/domain-events.js';
import { parseTimestamp } from '../../../platform/clock/timestamps.js';
import { invalidParams } from '../../../platform/errors/app-error.js';
import { Text, Texts } from '../../../platform/http/dto-fields.js';
import { REPLAY_STATUSES, type WebhookReplay } from '../webhook-replay.entity.js';
import type { ReplayInput } from '../webhook-replay.service.js';
import { written } from '../../../platform/shapes/written.js';
import * as s from '../../../shapes/shape.js';

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

export const replayShape = s.component('ReplayResponse', {
  id: s.integer(3),
  webhook_id: s.integer(7),
  status: s.oneOf(REPLAY_STATUSES, undefined, 'running'),
  from: s.isoTime('Start of the time range', '2026-01-02T03:00:00.000Z'),
  to: s.isoTime('End of the time range', '2026-01-02T04:00:00.000Z'),
  events: s.list(s.oneOf(PUBLIC_EVENT_NAMES), undefined, { example: ['contact.created'] }),
  total: s.integer(120, 'Events to replay'),
  total_is_estimate: s.boolean(false, 'True: `total` is a lower bound; there are too many to count'),
  queued: s.integer(0, 'Deliveries created or restarted so far'),
  created_at: s.isoTime(undefined, '2026-01-02T05:00:00.000Z'),
  finished_at: s.nullable(s.isoTime('Null while the replay is running', null)),
});

export const replayOf = (replay: WebhookReplay) =>
  written(replayShape, replay, { from: replay.fromAt.toISOString(), to: replay.toAt.toISOString() });

export const oneReplayShape = s.component('OneReplayResponse', { replay: replayShape });

export const replayStartedShape = s.component('ReplayStartedResponse', {
  ...oneReplayShape.properties,
  message: s.text('The events will be delivered again.'),
});
