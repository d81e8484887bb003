import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { PUBLIC_EVENT_NAMES } from '../../../events/domain-events.js';
import { shownUrl } from '../../../platform/access/assert-permission.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { OneOf, Text, Texts, WholeNumber } from '../../../platform/http/dto-fields.js';
import { readHistoryStart } from '../webhook-replay.service.js';
import { SHORT_SECRET_WARNING, SHORTEST_SAFE_SECRET } from '../webhook-secret.js';
import type { RotatedWebhook, Rotation } from '../webhook-secrets.service.js';
import { WEBHOOK_STATUSES, type Webhook, type WebhookStatus } from '../webhook.entity.js';
import { ReplayResponse } from './webhook-replay.dto.js';
import type { WebhookChanges, WebhookInput } from '../webhooks.service.js';

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

  /** @throws AppError rest_invalid_param for an invalid start. */
  toInput(): WebhookInput {
    const from = typeof this.from === 'string' ? readHistoryStart(this.from) : null;
    if (from === null && typeof this.from === 'string')
      throw invalidParam('from', 'must be a relative time such as -30d, -12h, or -90m, or a cursor of the event log');
    return {
      name: this.name,
      url: this.url,
      events: this.events,
      status: this.status ?? 'active',
      secret: this.secret === '' ? null : (this.secret ?? null),
      from,
    };
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

  /** @throws AppError rest_invalid_param */
  toChanges(): WebhookChanges {
    if (typeof this.from === 'string')
      throw invalidParam(
        'from',
        'can only be given when a webhook is created; POST /webhooks/{id}/replay sends past events',
      );
    return {
      ...(this.name === undefined ? {} : { name: this.name }),
      ...(this.url === undefined ? {} : { url: this.url }),
      ...(this.events === undefined ? {} : { events: this.events }),
      ...(this.status === undefined ? {} : { status: this.status }),
      ...(this.secret === undefined ? {} : { secret: this.secret }),
    };
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

export class WebhookResponse {
  @ApiProperty({ type: 'integer', example: 7 }) readonly id: number;
  @ApiProperty({ example: 'Shop' }) readonly name: string;
  @ApiProperty({ example: 'https://example.com/hooks/carillon' }) readonly url: string;
  @ApiProperty({ enum: PUBLIC_EVENT_NAMES, isArray: true, example: ['contact.created'] })
  readonly events: readonly string[];
  @ApiProperty({ enum: WEBHOOK_STATUSES, description: '`failed`: disabled after repeated failures', example: 'active' })
  readonly status: WebhookStatus;
  @ApiProperty({ example: true, description: 'Whether calls are signed' }) readonly has_secret: boolean;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Until when the previous secret also signs; null if there is none',
    example: null,
  })
  readonly previous_secret_until: string | null;
  @ApiProperty({ example: '2026-01-02T03:04:05.678Z' }) readonly created_at: string;
  @ApiProperty({ example: '2026-01-02T03:04:05.678Z' }) readonly updated_at: string;

  constructor(webhook: Webhook) {
    this.id = webhook.id;
    this.name = webhook.name;
    this.url = shownUrl(webhook.url, 'manage_contacts');
    this.events = webhook.events;
    this.status = webhook.status;
    this.has_secret = webhook.secret !== '';
    this.previous_secret_until = webhook.previousSecretUntil?.toISOString() ?? null;
    this.created_at = webhook.createdAt.toISOString();
    this.updated_at = webhook.updatedAt.toISOString();
  }
}

/** A webhook with its secret in plain text, shown only once. */
export class CreatedWebhookResponse extends WebhookResponse {
  @ApiProperty({
    description: 'Shown in this response only',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwQ9r8GKYqrTw=',
  })
  readonly secret: string;

  constructor({ webhook, secret }: RotatedWebhook) {
    super(webhook);
    this.secret = secret;
  }
}

const WARNINGS_DOC: ApiPropertyOptions = {
  type: [String],
  required: false,
  description: 'Hints about the request; absent if there are none',
  example: [SHORT_SECRET_WARNING],
};

export class WebhookListResponse {
  @ApiProperty({ type: [WebhookResponse] }) readonly webhooks!: readonly WebhookResponse[];
}

export class OneWebhookResponse {
  @ApiProperty() readonly webhook!: WebhookResponse;
}

export class WebhookCreatedResponse {
  @ApiProperty({ type: String, example: 'Successfully saved the webhook.' }) readonly message!: string;
  @ApiProperty() readonly webhook!: CreatedWebhookResponse;
  @ApiProperty({
    required: false,
    type: () => ReplayResponse,
    description: 'The replay that delivers the history; absent without `from`',
  })
  readonly replay!: ReplayResponse | undefined;
  @ApiProperty(WARNINGS_DOC) readonly warnings!: readonly string[] | undefined;
}

export class SecretRotatedResponse {
  @ApiProperty({ type: String, example: 'Successfully rotated the secret.' }) readonly message!: string;
  @ApiProperty() readonly webhook!: CreatedWebhookResponse;
  @ApiProperty(WARNINGS_DOC) readonly warnings!: readonly string[] | undefined;
}

export class WebhookUpdatedResponse extends OneWebhookResponse {
  @ApiProperty({ type: String, example: 'Successfully saved the webhook.' }) readonly message!: string;
  @ApiProperty(WARNINGS_DOC) readonly warnings!: readonly string[] | undefined;
}

export class WebhookRemovedResponse {
  @ApiProperty({ type: String, example: 'Successfully removed the webhook.' })
  readonly message = 'Successfully removed the webhook.';
}
