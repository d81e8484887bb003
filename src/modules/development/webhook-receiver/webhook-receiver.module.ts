import { Module } from '@nestjs/common';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { WebhookReceiverController } from './webhook-receiver.controller.js';
import { WebhookReceiverServer } from './webhook-receiver.server.js';

/** Receives webhook requests for development and shows them with verified signatures at /dev/webhooks. */
@Module({
  imports: [WebhooksModule],
  controllers: [WebhookReceiverController],
  providers: [WebhookReceiverServer],
  exports: [WebhookReceiverServer],
})
export class WebhookReceiverModule {}
