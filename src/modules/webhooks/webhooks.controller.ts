import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { IdPipe, LongIdPipe } from '../../platform/http/id.pipe.js';
import { TalksToTheOutside } from '../../platform/idempotency/idempotency.interceptor.js';
import {
  DeliveryListResponse,
  ListDeliveriesDto,
  OneDeliveryResponse,
  RedeliveryResponse,
  TestCallResponse,
} from './dto/webhook-delivery.dto.js';
import {
  CreateWebhookDto,
  OneWebhookResponse,
  UpdateWebhookDto,
  WebhookCreatedResponse,
  WebhookListResponse,
  WebhookRemovedResponse,
  WebhookUpdatedResponse,
} from './dto/webhook.dto.js';
import { WebhookDeliveriesQueries } from './webhook-deliveries.queries.js';
import { WebhookRedeliveryService } from './webhook-redelivery.service.js';
import { WebhookTestService } from './webhook-test.service.js';
import { WebhooksService } from './webhooks.service.js';

const WebhookId = (): ParameterDecorator => Param('id', new IdPipe('webhook'));
const DeliveryId = (): ParameterDecorator => Param('deliveryId', new LongIdPipe());

@ApiTags('Webhooks')
@Controller('webhooks')
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly tests: WebhookTestService,
    private readonly deliveries: WebhookDeliveriesQueries,
    private readonly redeliveries: WebhookRedeliveryService,
  ) {}

  @Get()
  @RequirePermission('view_contacts', { summary: 'List webhooks' })
  @ApiOkResponse({ type: WebhookListResponse })
  async list(): Promise<WebhookListResponse> {
    return new WebhookListResponse(await this.webhooks.list());
  }

  @Get(':id')
  @RequirePermission('view_contacts', { summary: 'One webhook' })
  @ApiOkResponse({ type: OneWebhookResponse })
  async get(@WebhookId() id: number): Promise<OneWebhookResponse> {
    return new OneWebhookResponse(await this.webhooks.get(id));
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('manage_contacts', { summary: 'Create a webhook', description: 'Shows its secret, this once.' })
  @ApiOkResponse({ type: WebhookCreatedResponse })
  async create(@Body() body: CreateWebhookDto): Promise<WebhookCreatedResponse> {
    return new WebhookCreatedResponse(await this.webhooks.create(body.toInput()));
  }

  @Put(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Update a webhook',
    description: 'Setting `status` to `active` brings a disabled webhook back; what was held back is then delivered.',
  })
  @ApiOkResponse({ type: WebhookUpdatedResponse })
  async update(@WebhookId() id: number, @Body() body: UpdateWebhookDto): Promise<WebhookUpdatedResponse> {
    return new WebhookUpdatedResponse(await this.webhooks.update(id, body.toChanges()));
  }

  @Delete(':id')
  @RequirePermission('manage_contacts', { summary: 'Delete a webhook' })
  @ApiOkResponse({ type: WebhookRemovedResponse })
  async remove(@WebhookId() id: number): Promise<WebhookRemovedResponse> {
    await this.webhooks.remove(id);
    return new WebhookRemovedResponse();
  }

  @Post(':id/test')
  @HttpCode(200)
  @TalksToTheOutside()
  @RequirePermission('manage_contacts', {
    summary: 'Send a test call',
    description: 'Sends `webhook.test` once and waits for the answer. It is logged, never repeated and never counted.',
  })
  @ApiOkResponse({ type: TestCallResponse })
  async test(@WebhookId() id: number): Promise<TestCallResponse> {
    const { deliveryId } = await this.tests.test(id);
    return new TestCallResponse(await this.deliveries.get(id, deliveryId));
  }

  @Get(':id/deliveries')
  @RequirePermission('view_contacts', { summary: 'The delivery log of a webhook, newest first' })
  @ApiOkResponse({ type: DeliveryListResponse })
  async listDeliveries(@WebhookId() id: number, @Query() query: ListDeliveriesDto): Promise<DeliveryListResponse> {
    return new DeliveryListResponse(await this.deliveries.list(id, query.toStatus(), query.toPage()));
  }

  @Get(':id/deliveries/:deliveryId')
  @RequirePermission('view_contacts', { summary: 'One delivery with each of its attempts' })
  @ApiOkResponse({ type: OneDeliveryResponse })
  async getDelivery(@WebhookId() id: number, @DeliveryId() deliveryId: number): Promise<OneDeliveryResponse> {
    return new OneDeliveryResponse(await this.deliveries.get(id, deliveryId));
  }

  @Post(':id/deliveries/:deliveryId/redeliver')
  @HttpCode(200)
  @RequirePermission('manage_contacts', {
    summary: 'Send a delivery again',
    description: 'With the same delivery id and the same body, in a new round of attempts.',
  })
  @ApiOkResponse({ type: RedeliveryResponse })
  async redeliver(@WebhookId() id: number, @DeliveryId() deliveryId: number): Promise<RedeliveryResponse> {
    await this.redeliveries.redeliver(id, deliveryId);
    return new RedeliveryResponse(await this.deliveries.get(id, deliveryId));
  }
}
