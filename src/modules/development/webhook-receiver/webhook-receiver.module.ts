import { Module } from '@nestjs/common';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { WebhookReceiverController } from './webhook-receiver.controller.js';
import { WebhookReceiverServer } from './webhook-receiver.server.js';

/** Something to point webhooks at: takes every call and shows it, with its signature checked, at /dev/webhooks. */
@Module({
  imports: [WebhooksModule],
  controllers: [WebhookReceiverController],
  providers: [WebhookReceiverServer],
  exports: [WebhookReceiverServer],
})
export class WebhookReceiverModule {}
