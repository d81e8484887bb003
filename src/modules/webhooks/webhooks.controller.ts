import { Delete, Get, Post, Put, Query } from '@nestjs/common';
import {
  RequirePermission,
  Refuses,
  Answers,
  invalid,
  type Refusal,
  unknownRecord,
} from '../../platform/access/operation.js';
import { LongIdPipe } from '../../platform/http/id.pipe.js';
import { BodyLike, RecordId, Resource } from '../../platform/http/resource.js';
import { CallsExternalServices } from '../../platform/idempotency/idempotency.interceptor.js';
import {
  ListDeliveriesDto,
  createdWebhookOf,
  CreateWebhookDto,
  oneWebhookShape,
  RotateSecretDto,
  secretRotatedShape,
  UpdateWebhookDto,
  webhookCreatedShape,
  webhookListShape,
  webhookOf,
  webhookRemovedShape,
  webhookUpdatedShape,
} from './dto/webhook.dto.js';
import {
  deliveryListOf,
  deliveryListShape,
  oneDeliveryShape,
  redeliveryShape,
  testCallShape,
} from './dto/webhook-delivery.shapes.js';
import { oneReplayShape, ReplayDto, replayOf, replayStartedShape } from './dto/webhook-replay.dto.js';
import { WebhookDeliveriesQueries } from './delivery-log/webhook-deliveries.queries.js';
import { WebhookReplayService } from './webhook-replay.service.js';
import { secretWarnings } from './webhook-secret.js';
import { WebhookSecrets } from './webhook-secrets.service.js';
import { WebhookTestService } from './webhook-test.service.js';
import { WebhooksService } from './webhooks.service.js';

const WEBHOOK = {
  everything: {
    summary: 'All contact and email events',
    value: { name: 'Shop', url: 'https://example.com/hooks/carillon', events: ['contact.*', 'email.*'] },
  },
};
const CHANGES = {
  events: { summary: 'Other events', value: { events: ['contact.created', 'email.bounced'] } },
  reactivate: { summary: 'Reactivate the webhook', value: { status: 'active' } },
};
const ROTATIONS = {
  with_grace: { summary: 'Keep the previous secret for one day', value: {} },
  at_once: { summary: 'Disable the previous secret at once', value: { grace_minutes: 0 } },
};
const REPLAYS = { hour: { summary: 'All events since a time', value: { from: '2026-01-02T03:00:00Z' } } };

const FAULTY_WEBHOOK: Refusal = {
  code: 'invalid_webhook_url',
  message: 'Webhook URL must be a valid HTTPS URL.',
  description:
    'The URL is not allowed (`invalid_webhook_url`), an event does not exist (`invalid_webhook_event`), or other ' +
    'members are invalid (`rest_invalid_param`); nothing is written',
  data: { params: { url: 'must be a valid HTTPS URL' } },
};

const STILL_IN_GRACE = invalid(
  'The secret is invalid, or the previous rotation is still in its grace period',
  { grace_minutes: 'the previous secret is valid until 2026-01-03T03:04:05.678Z; 0 ends that and rotates at once' },
  'The previous rotation is still in its grace period.',
);

const NO_REPLAY = invalid(
  'Members are invalid, the webhook is not active, or another replay of it is running',
  { id: 'is failed; set its status to active first' },
  'The webhook is not active.',
);

const NO_REDELIVERY = invalid('The delivery is a test call or has an attempt in progress', {
  delivery_id: 'has an attempt in progress',
});

const UNKNOWN_REPLAY = unknownRecord('The webhook or the replay does not exist');
const UNKNOWN_DELIVERY = unknownRecord('The webhook or the delivery does not exist');

const SAVED = 'Successfully saved the webhook.';

const ReplayId = (): ParameterDecorator => RecordId('replay', 'replayId');
const DeliveryId = (): ParameterDecorator => RecordId('delivery', 'deliveryId', new LongIdPipe());

@Resource('webhooks', 'Webhooks')
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly secrets: WebhookSecrets,
    private readonly tests: WebhookTestService,
    private readonly deliveries: WebhookDeliveriesQueries,
    private readonly replays: WebhookReplayService,
  ) {}

  @Get()
  @RequirePermission('view_contacts', {
    summary: 'List webhooks',
    description: 'Returns all webhooks, newest first, without their secrets.',
  })
  @Answers(webhookListShape, 'All webhooks')
  async listWebhooks() {
    return { webhooks: (await this.webhooks.list()).map((webhook) => webhookOf(webhook)) };
  }

  @Get(':id')
  @RequirePermission('view_contacts', { summary: 'Get a webhook', description: 'Returns it without its secret.' })
  @Answers(oneWebhookShape, 'The webhook')
  async getWebhook(@RecordId('webhook') id: number) {
    return { webhook: webhookOf(await this.webhooks.get(id)) };
  }

  @Post()
  @RequirePermission('manage_contacts', {
    summary: 'Create a webhook',
    description: 'Returns the secret, which is not shown again. At most 100 webhooks can exist.',
  })
  @Answers(webhookCreatedShape, 'The new webhook with its secret')
  @Refuses({ 400: FAULTY_WEBHOOK })
  async createWebhook(@BodyLike(WEBHOOK) body: CreateWebhookDto) {
    const { replay, ...created } = await this.webhooks.create(body.toInput());
    return {
      message: SAVED,
      webhook: createdWebhookOf(created),
      replay: replay ? replayOf(replay) : undefined,
      warnings: secretWarnings(created.secret),
    };
  }

  @Put(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Update a webhook',
    description:
      'Setting `status` to `active` reactivates a disabled webhook and delivers its parked deliveries. Omitted members are unchanged.',
  })
  @Answers(webhookUpdatedShape, 'The updated webhook, without its secret')
  @Refuses({ 400: FAULTY_WEBHOOK })
  async updateWebhook(@RecordId('webhook') id: number, @BodyLike(CHANGES) body: UpdateWebhookDto) {
    const webhook = webhookOf(await this.webhooks.update(id, body.toChanges()));
    return { webhook, message: SAVED, warnings: secretWarnings(body.secret) };
  }

  @Delete(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Delete a webhook',
    description: 'Deletes the webhook with its delivery log. Pending deliveries are cancelled.',
  })
  @Answers(webhookRemovedShape, 'The webhook and its delivery log are deleted')
  async deleteWebhook(@RecordId('webhook') id: number) {
    await this.webhooks.remove(id);
    return { message: 'Successfully removed the webhook.' };
  }

  @Post(':id/test')
  @CallsExternalServices()
  @RequirePermission('manage_contacts', {
    summary: 'Test a webhook',
    description:
      'Sends `webhook.test` once and waits for the response. The call is logged, but never retried or counted as a failure.',
  })
  @Answers(testCallShape, 'The logged delivery; `success` is false if the call failed')
  async testWebhook(@RecordId('webhook') id: number) {
    const delivery = await this.deliveries.get(id, await this.tests.test(id));
    const success = delivery.status === 'success';
    return { delivery, message: success ? 'The test call was delivered.' : 'The test call failed.', success };
  }

  @Post(':id/rotate-secret')
  @RequirePermission('manage_contacts', {
    summary: 'Rotate the secret of a webhook',
    description:
      'Returns the new secret, which is not shown again. It signs from the next call on. For `grace_minutes`, the previous one signs too, in ' +
      '`X-Service-Signature-Previous` and as a second entry of `webhook-signature`. Until then, another rotation ' +
      'needs `grace_minutes: 0`, which ends the grace period.',
  })
  @Answers(secretRotatedShape, 'The webhook with its new secret')
  @Refuses({ 400: STILL_IN_GRACE })
  async rotateWebhookSecret(@RecordId('webhook') id: number, @BodyLike(ROTATIONS) body: RotateSecretDto) {
    const webhook = createdWebhookOf(await this.secrets.rotate(id, body.toRotation()));
    return { message: 'Successfully rotated the secret.', webhook, warnings: secretWarnings(webhook.secret) };
  }

  @Post(':id/replay')
  @RequirePermission('manage_contacts', {
    summary: 'Replay the events of a time range',
    description:
      'Runs in the background. Events that had a delivery are sent with the same delivery id; the others get a new one. ' +
      'The webhook must be active. One replay per webhook at a time.',
  })
  @Answers(replayStartedShape, 'The started replay')
  @Refuses({ 400: NO_REPLAY })
  async replayWebhookEvents(@RecordId('webhook') id: number, @BodyLike(REPLAYS) body: ReplayDto) {
    const replay = replayOf(await this.replays.start(id, body.toInput()));
    return { replay, message: 'The events will be delivered again.' };
  }

  @Get(':id/replays/:replayId')
  @RequirePermission('view_contacts', { summary: 'Get a webhook replay', description: 'Returns status and progress.' })
  @Answers(oneReplayShape, 'The replay')
  @Refuses({ 404: UNKNOWN_REPLAY })
  async getWebhookReplay(@RecordId('webhook') id: number, @ReplayId() replayId: number) {
    return { replay: replayOf(await this.replays.get(id, replayId)) };
  }

  @Delete(':id/replays/:replayId')
  @RequirePermission('manage_contacts', {
    summary: 'Cancel a webhook replay',
    description: 'Deliveries that were already queued are still sent. An ended replay is unchanged.',
  })
  @Answers(oneReplayShape, 'The replay; it queues no further deliveries')
  @Refuses({ 404: UNKNOWN_REPLAY })
  async cancelWebhookReplay(@RecordId('webhook') id: number, @ReplayId() replayId: number) {
    return { replay: replayOf(await this.replays.cancel(id, replayId)) };
  }

  @Get(':id/deliveries')
  @RequirePermission('view_contacts', {
    summary: 'List the deliveries of a webhook',
    description: 'Returns deliveries, newest first, without their attempts.',
  })
  @Answers(deliveryListShape, 'A page of deliveries, newest first')
  async listWebhookDeliveries(@RecordId('webhook') id: number, @Query() query: ListDeliveriesDto) {
    return deliveryListOf(await this.deliveries.list(id, query.toStatus(), query.toPage()));
  }

  @Get(':id/deliveries/:deliveryId')
  @RequirePermission('view_contacts', { summary: 'Get a webhook delivery', description: 'Includes all attempts.' })
  @Answers(oneDeliveryShape, 'The delivery with its attempts')
  @Refuses({ 404: UNKNOWN_DELIVERY })
  async getWebhookDelivery(@RecordId('webhook') id: number, @DeliveryId() deliveryId: number) {
    return { delivery: await this.deliveries.get(id, deliveryId) };
  }

  @Post(':id/deliveries/:deliveryId/redeliver')
  @RequirePermission('manage_contacts', {
    summary: 'Redeliver a webhook delivery',
    description: 'Starts a new round of attempts with the same delivery id and the same body.',
  })
  @Answers(redeliveryShape, 'The delivery, now `pending`')
  @Refuses({ 400: NO_REDELIVERY, 404: UNKNOWN_DELIVERY })
  async redeliverWebhookDelivery(@RecordId('webhook') id: number, @DeliveryId() deliveryId: number) {
    await this.replays.redeliver(id, deliveryId);
    return { delivery: await this.deliveries.get(id, deliveryId), message: 'The delivery will be sent again.' };
  }
}
