import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../../platform/access/require-permission.js';
import { PAGE_SECURITY_POLICY } from '../pages/layout.js';
import { callsPage } from './webhook-receiver.page.js';
import { WebhookReceiverServer } from './webhook-receiver.server.js';

@ApiExcludeController()
@Controller('dev/webhooks')
export class WebhookReceiverController {
  constructor(private readonly receiver: WebhookReceiverServer) {}

  @Get()
  @Public({ summary: 'Show received webhook requests' })
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', PAGE_SECURITY_POLICY)
  show(): string {
    return callsPage(this.receiver.calls(), this.receiver.url);
  }
}
