import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WebhookCaller } from './webhook-caller.js';
import { WebhookDeliveriesQueries } from './delivery-log/webhook-deliveries.queries.js';
import { WebhookPersonalData } from './webhook.personal-data.js';
import { WebhookReplay } from './webhook-replay.entity.js';
import { WebhookReplayService } from './webhook-replay.service.js';
import { WebhookSecrets } from './webhook-secrets.service.js';
import { WebhookTestService } from './webhook-test.service.js';
import { Webhook } from './webhook.entity.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Webhook, WebhookReplay])],
  controllers: [WebhooksController],
  providers: [
    WebhooksService,
    WebhookSecrets,
    WebhookCaller,
    WebhookTestService,
    WebhookReplayService,
    WebhookDeliveriesQueries,
    WebhookPersonalData,
  ],
  exports: [WebhooksService, WebhookSecrets, WebhookCaller, WebhookDeliveriesQueries],
})
export class WebhooksModule {}
