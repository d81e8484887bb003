import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { IdPipe, LongIdPipe } from '../../platform/http/id.pipe.js';
import { PathId } from '../../platform/http/path-id.js';
import { TalksToTheOutside } from '../../platform/idempotency/idempotency.interceptor.js';
import { Refuses } from '../../platform/openapi/refusals.js';
import {
  FAULTY_WEBHOOK,
  NO_REDELIVERY,
  NO_REPLAY,
  STILL_IN_GRACE,
  UNKNOWN_DELIVERY,
  UNKNOWN_REPLAY,
} from './dto/refusals.js';
import {
  DeliveryListResponse,
  ListDeliveriesDto,
  OneDeliveryResponse,
  RedeliveryResponse,
  TestCallResponse,
} from './dto/webhook-delivery.dto.js';
import { OneReplayResponse, ReplayDto, ReplayStartedResponse } from './dto/webhook-replay.dto.js';
import {
  CreateWebhookDto,
  OneWebhookResponse,
  RotateSecretDto,
  SecretRotatedResponse,
  UpdateWebhookDto,
  WebhookCreatedResponse,
  WebhookListResponse,
  WebhookRemovedResponse,
  WebhookUpdatedResponse,
} from './dto/webhook.dto.js';
import { WebhookDeliveriesQueries } from './webhook-deliveries.queries.js';
import { WebhookRedeliveryService } from './webhook-redelivery.service.js';
import { WebhookReplayService } from './webhook-replay.service.js';
import { WebhookSecrets } from './webhook-secrets.service.js';
import { WebhookTestService } from './webhook-test.service.js';
import { WebhooksService } from './webhooks.service.js';

const WEBHOOK = {
  everything: {
    summary: 'Everything about contacts and their mails',
    value: { name: 'Shop', url: 'https://example.com/hooks/carillon', events: ['contact.*', 'email.*'] },
  },
};
const CHANGES = {
  events: { summary: 'Other events', value: { events: ['contact.created', 'email.bounced'] } },
  reactivate: { summary: 'Switch it on again', value: { status: 'active' } },
};
const ROTATIONS = {
  with_grace: { summary: 'The old secret signs for another day', value: {} },
  at_once: { summary: 'The old secret is worthless at once', value: { grace_minutes: 0 } },
};
const REPLAYS = { hour: { summary: 'Everything since a moment', value: { from: '2026-01-02T03:00:00Z' } } };

const WebhookId = (): ParameterDecorator => Param('id', new IdPipe('webhook'));
const ReplayId = (): ParameterDecorator => Param('replayId', new IdPipe());
const DeliveryId = (): ParameterDecorator => Param('deliveryId', new LongIdPipe());

@ApiTags('Webhooks')
@Controller('webhooks')
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly secrets: WebhookSecrets,
    private readonly tests: WebhookTestService,
    private readonly deliveries: WebhookDeliveriesQueries,
    private readonly redeliveries: WebhookRedeliveryService,
    private readonly replays: WebhookReplayService,
  ) {}

  @Get()
  @RequirePermission('view_contacts', { summary: 'List webhooks' })
  @ApiOkResponse({ type: WebhookListResponse })
  async listWebhooks(): Promise<WebhookListResponse> {
    return new WebhookListResponse(await this.webhooks.list());
  }

  @Get(':id')
  @RequirePermission('view_contacts', { summary: 'Get a webhook' })
  @PathId('webhook')
  @ApiOkResponse({ type: OneWebhookResponse })
  async getWebhook(@WebhookId() id: number): Promise<OneWebhookResponse> {
    return new OneWebhookResponse(await this.webhooks.get(id));
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('manage_contacts', { summary: 'Create a webhook', description: 'Shows its secret, this once.' })
  @ApiBody({ type: CreateWebhookDto, examples: WEBHOOK })
  @ApiOkResponse({ type: WebhookCreatedResponse })
  @Refuses({ 400: FAULTY_WEBHOOK })
  async createWebhook(@Body() body: CreateWebhookDto): Promise<WebhookCreatedResponse> {
    return new WebhookCreatedResponse(await this.webhooks.create(body.toInput()));
  }

  @Put(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Change a webhook',
    description: 'Setting `status` to `active` brings a disabled webhook back; what was held back is then delivered.',
  })
  @PathId('webhook')
  @ApiBody({ type: UpdateWebhookDto, examples: CHANGES })
  @ApiOkResponse({ type: WebhookUpdatedResponse })
  @Refuses({ 400: FAULTY_WEBHOOK })
  async updateWebhook(@WebhookId() id: number, @Body() body: UpdateWebhookDto): Promise<WebhookUpdatedResponse> {
    return new WebhookUpdatedResponse(await this.webhooks.update(id, body.toChanges()), body.secret);
  }

  @Delete(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Delete a webhook',
    description: 'With the log of its deliveries. What is not delivered yet never will be.',
  })
  @PathId('webhook')
  @ApiOkResponse({ type: WebhookRemovedResponse })
  async deleteWebhook(@WebhookId() id: number): Promise<WebhookRemovedResponse> {
    await this.webhooks.remove(id);
    return new WebhookRemovedResponse();
  }

  @Post(':id/test')
  @HttpCode(200)
  @TalksToTheOutside()
  @RequirePermission('manage_contacts', {
    summary: 'Test a webhook',
    description: 'Sends `webhook.test` once and waits for the answer. It is logged, never repeated and never counted.',
  })
  @PathId('webhook')
  @ApiOkResponse({ type: TestCallResponse })
  async testWebhook(@WebhookId() id: number): Promise<TestCallResponse> {
    const { deliveryId } = await this.tests.test(id);
    return new TestCallResponse(await this.deliveries.get(id, deliveryId));
  }

  @Post(':id/rotate-secret')
  @HttpCode(200)
  @RequirePermission('manage_contacts', {
    summary: 'Replace the secret of a webhook',
    description:
      'Shows the new secret, this once. It signs from the next call on. For `grace_minutes` the old one signs too, in ' +
      '`X-Service-Signature-Previous` and as a second entry of `webhook-signature`. While that lasts, another rotation ' +
      'needs `grace_minutes: 0`, which ends it.',
  })
  @PathId('webhook')
  @ApiBody({ type: RotateSecretDto, examples: ROTATIONS })
  @ApiOkResponse({ type: SecretRotatedResponse })
  @Refuses({ 400: STILL_IN_GRACE })
  async rotateWebhookSecret(@WebhookId() id: number, @Body() body: RotateSecretDto): Promise<SecretRotatedResponse> {
    return new SecretRotatedResponse(await this.secrets.rotate(id, body.toRotation()));
  }

  @Post(':id/replay')
  @HttpCode(200)
  @RequirePermission('manage_contacts', {
    summary: 'Deliver the events of a time range again',
    description:
      'Works in the background. An event that had a delivery is delivered under the same id; one that had none gets one. ' +
      'Of an active webhook only, one replay at a time.',
  })
  @PathId('webhook')
  @ApiBody({ type: ReplayDto, examples: REPLAYS })
  @ApiOkResponse({ type: ReplayStartedResponse })
  @Refuses({ 400: NO_REPLAY })
  async replayWebhookEvents(@WebhookId() id: number, @Body() body: ReplayDto): Promise<ReplayStartedResponse> {
    return new ReplayStartedResponse(await this.replays.start(id, body.toInput()));
  }

  @Get(':id/replays/:replayId')
  @RequirePermission('view_contacts', { summary: 'Get a replay', description: 'With how far it has come.' })
  @PathId('webhook')
  @PathId('replay', 'replayId')
  @ApiOkResponse({ type: OneReplayResponse })
  @Refuses({ 404: UNKNOWN_REPLAY })
  async getWebhookReplay(@WebhookId() id: number, @ReplayId() replayId: number): Promise<OneReplayResponse> {
    return new OneReplayResponse(await this.replays.get(id, replayId));
  }

  @Delete(':id/replays/:replayId')
  @RequirePermission('manage_contacts', {
    summary: 'Stop a replay',
    description: 'What it has queued by then is delivered. One that has ended stays as it is.',
  })
  @PathId('webhook')
  @PathId('replay', 'replayId')
  @ApiOkResponse({ type: OneReplayResponse })
  @Refuses({ 404: UNKNOWN_REPLAY })
  async cancelWebhookReplay(@WebhookId() id: number, @ReplayId() replayId: number): Promise<OneReplayResponse> {
    return new OneReplayResponse(await this.replays.cancel(id, replayId));
  }

  @Get(':id/deliveries')
  @RequirePermission('view_contacts', { summary: 'List the deliveries of a webhook', description: 'The newest first.' })
  @PathId('webhook')
  @ApiOkResponse({ type: DeliveryListResponse })
  async listWebhookDeliveries(
    @WebhookId() id: number,
    @Query() query: ListDeliveriesDto,
  ): Promise<DeliveryListResponse> {
    return new DeliveryListResponse(await this.deliveries.list(id, query.toStatus(), query.toPage()));
  }

  @Get(':id/deliveries/:deliveryId')
  @RequirePermission('view_contacts', { summary: 'Get a delivery', description: 'With each of its attempts.' })
  @PathId('webhook')
  @PathId('delivery', 'deliveryId', Number.MAX_SAFE_INTEGER)
  @ApiOkResponse({ type: OneDeliveryResponse })
  @Refuses({ 404: UNKNOWN_DELIVERY })
  async getWebhookDelivery(@WebhookId() id: number, @DeliveryId() deliveryId: number): Promise<OneDeliveryResponse> {
    return new OneDeliveryResponse(await this.deliveries.get(id, deliveryId));
  }

  @Post(':id/deliveries/:deliveryId/redeliver')
  @HttpCode(200)
  @RequirePermission('manage_contacts', {
    summary: 'Send a delivery again',
    description: 'With the same delivery id and the same body, in a new round of attempts.',
  })
  @PathId('webhook')
  @PathId('delivery', 'deliveryId', Number.MAX_SAFE_INTEGER)
  @ApiOkResponse({ type: RedeliveryResponse })
  @Refuses({ 400: NO_REDELIVERY, 404: UNKNOWN_DELIVERY })
  async redeliverWebhookDelivery(
    @WebhookId() id: number,
    @DeliveryId() deliveryId: number,
  ): Promise<RedeliveryResponse> {
    await this.redeliveries.redeliver(id, deliveryId);
    return new RedeliveryResponse(await this.deliveries.get(id, deliveryId));
  }
}
