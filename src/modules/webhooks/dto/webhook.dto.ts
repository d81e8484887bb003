import { PUBLIC_EVENT_NAMES } from '../../../events/domain-events.js';
import { shownUrl } from '../../../platform/access/assert-permission.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { given } from '../../../platform/http/given.js';
import { OneOf, Text, Texts, WholeNumber } from '../../../platform/http/dto-fields.js';
import { readHistoryStart } from '../webhook-replay.service.js';
import { SHORT_SECRET_WARNING, SHORTEST_SAFE_SECRET } from '../webhook-secret.js';
import type { RotatedWebhook, Rotation } from '../webhook-secrets.service.js';
import { type Webhook, WEBHOOK_STATUSES } from '../webhook.entity.js';
import { replayShape } from './webhook-replay.dto.js';
import type { WebhookChanges, WebhookInput } from '../webhooks.service.js';
import { written } from '../../../platform/shapes/written.js';
import * as s from '../../../shapes/shape.js';
import { pageQuery } from '../../../platform/http/page.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../webhook-delivery.entity.js';

const CHOICES = ['active', 'inactive'] as const;
/** A sanity limit: the service validates URLs and secrets, with its own error codes. */
const LONG = 10_000;

const URL_DOC = {
  max: LONG,
  min: 0,
  description: 'The URL that receives the calls; HTTPS only',
  example: 'https://example.com/hooks/carillon',
};
const EVENTS_DOC = {
  description: `Events to subscribe to: \`*\`, a family such as \`contact.*\`, or names: ${PUBLIC_EVENT_NAMES.join(', ')}`,
  example: ['contact.created', 'email.*'],
};
const SECRET_DOC = {
  max: LONG,
  min: 0,
  trim: false,
  isSecret: true,
  example: 'a-secret-of-1-to-256-printable-characters',
};

const LENGTH_DOC = `Fewer than ${SHORTEST_SAFE_SECRET} characters are accepted with a warning`;

export class CreateWebhookDto {
  @Text({ required: true, description: 'A label', example: 'Shop' }) name!: string;
  @Text({ required: true, ...URL_DOC }) url!: string;
  @Texts({ required: true, ...EVENTS_DOC }) events!: string[];
  @OneOf(CHOICES, { default: 'active', description: 'An `inactive` webhook receives nothing' })
  status?: (typeof CHOICES)[number];
  @Text({ nullable: true, ...SECRET_DOC, description: `Generated and shown once when omitted. ${LENGTH_DOC}` })
  secret?: string | null;
  @Text({
    nullable: true,
    max: 40,
    description:
      'Start of the history to deliver first: `-30d`, `-12h`, `-90m`, or a cursor of `GET /events`. Events that are still in the ' +
      'event log are delivered from there on, in order, before newer ones',
    example: '-30d',
  })
  from?: string | null;

  toInput(): WebhookInput {
    const from = typeof this.from === 'string' ? readHistoryStart(this.from) : null;
    if (from === null && typeof this.from === 'string')
      throw invalidParam('from', 'must be a relative time such as -30d, -12h, or -90m, or a cursor of the event log');
    const { name, url, events, status = 'active', secret = null } = this;
    return { name, url, events, status, secret: secret === '' ? null : secret, from };
  }
}

export class UpdateWebhookDto {
  @Text({ min: 1, description: 'A label', example: 'Shop' }) name?: string;
  @Text(URL_DOC) url?: string;
  @Texts(EVENTS_DOC) events?: string[];
  @OneOf(CHOICES, { description: '`active` also reactivates a `failed` webhook' }) status?: (typeof CHOICES)[number];
  @Text({
    ...SECRET_DOC,
    description: `Replaces the current secret at once; to rotate without downtime, see \`rotate-secret\`. ${LENGTH_DOC}`,
  })
  secret?: string;

  @Text({
    nullable: true,
    max: LONG,
    description: 'Rejected: history can only be requested when a webhook is created; see `replay`',
  })
  from?: string | null;

  toChanges(): WebhookChanges {
    if (typeof this.from === 'string')
      throw invalidParam(
        'from',
        'can only be given when a webhook is created; POST /webhooks/{id}/replay sends past events',
      );
    const { name, url, events, status, secret } = this;
    return given({ name, url, events, status, secret });
  }
}

const DEFAULT_GRACE_MINUTES = 24 * 60;
const LONGEST_GRACE_MINUTES = 7 * 24 * 60;

export class RotateSecretDto {
  @Text({ nullable: true, ...SECRET_DOC, description: `Generated and shown once when omitted. ${LENGTH_DOC}` })
  secret?: string | null;
  @WholeNumber({
    min: 0,
    max: LONGEST_GRACE_MINUTES,
    default: DEFAULT_GRACE_MINUTES,
    description: 'How long the previous secret signs in addition to the new one, in minutes; 0 disables it at once',
    example: DEFAULT_GRACE_MINUTES,
  })
  grace_minutes?: number;

  toRotation(): Rotation {
    return { secret: this.secret ?? null, graceMinutes: this.grace_minutes ?? DEFAULT_GRACE_MINUTES };
  }
}

const webhookShape = s.component('WebhookResponse', {
  id: s.integer(7),
  name: s.text('Shop'),
  url: s.text('https://example.com/hooks/carillon'),
  events: s.list(s.oneOf(PUBLIC_EVENT_NAMES), undefined, { example: ['contact.created'] }),
  status: s.oneOf(WEBHOOK_STATUSES, '`failed`: disabled after repeated failures', 'active'),
  has_secret: s.boolean(true, 'Whether calls are signed'),
  previous_secret_until: s.nullable(
    s.isoTime('Until when the previous secret also signs; null if there is none', null),
  ),
  created_at: s.isoTime(undefined, '2026-01-02T03:04:05.678Z'),
  updated_at: s.isoTime(undefined, '2026-01-02T03:04:05.678Z'),
});

export const webhookOf = (webhook: Webhook) =>
  written(webhookShape, webhook, { url: shownUrl(webhook.url, 'manage_contacts'), has_secret: webhook.secret !== '' });

const createdWebhookShape = s.component('CreatedWebhookResponse', {
  ...webhookShape.properties,
  secret: s.text('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwQ9r8GKYqrTw=', 'Shown in this response only'),
});

export const createdWebhookOf = ({ webhook, secret }: RotatedWebhook) => ({ ...webhookOf(webhook), secret });

export const webhookListShape = s.component('WebhookListResponse', { webhooks: s.list(webhookShape) });

export const oneWebhookShape = s.component('OneWebhookResponse', { webhook: webhookShape });

const warnings = s.optional(
  s.list(s.text(), 'Hints about the request; absent if there are none', { example: [SHORT_SECRET_WARNING] }),
);

export const webhookCreatedShape = s.component('WebhookCreatedResponse', {
  message: s.text('Successfully saved the webhook.'),
  webhook: createdWebhookShape,
  replay: s.optional(s.described(replayShape, 'The replay that delivers the history; absent without `from`')),
  warnings,
});

export const secretRotatedShape = s.component('SecretRotatedResponse', {
  message: s.text('Successfully rotated the secret.'),
  webhook: createdWebhookShape,
  warnings,
});

export const webhookUpdatedShape = s.component('WebhookUpdatedResponse', {
  ...oneWebhookShape.properties,
  message: s.text('Successfully saved the webhook.'),
  warnings,
});

export const webhookRemovedShape = s.component('WebhookRemovedResponse', {
  message: s.text('Successfully removed the webhook.'),
});

export class ListDeliveriesDto extends pageQuery(25) {
  @OneOf(DELIVERY_STATUSES, {
    description: 'Only deliveries with this status; `pending` waits for an attempt or a retry',
  })
  status?: DeliveryStatus;

  toStatus(): DeliveryStatus | null {
    return this.status ?? null;
  }
}
