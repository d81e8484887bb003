import { Inject, Param, Query } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { WebhookDeliveriesQueries } from '../../webhooks/delivery-log/webhook-deliveries.queries.js';
import { WebhooksService } from '../../webhooks/webhooks.service.js';
import { ConsoleQuery } from '../http/console.dto.js';
import { ConsoleController, ConsoleView } from '../http/console-view.js';
import { SECTIONS } from '../http/sections.js';
import type { Page } from '../pages/layout.js';
import { type Times, timesIn } from '../pages/parts.js';
import { pageOf } from '../pages/table.js';
import { webhookPage, webhooksPage } from './webhooks.pages.js';

@ConsoleController(SECTIONS.webhooks.path)
export class WebhooksConsoleController {
  private readonly times: Times;

  constructor(
    private readonly webhooks: WebhooksService,
    private readonly deliveries: WebhookDeliveriesQueries,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    this.times = timesIn(config.timeZone);
  }

  @ConsoleView('webhooks')
  async list(@Query() query: ConsoleQuery): Promise<Page> {
    return webhooksPage(pageOf(await this.webhooks.list(), query.toPage()), this.times);
  }

  @ConsoleView('webhooks', ':id')
  async show(@Param('id', new IdPipe('webhook')) id: number, @Query() query: ConsoleQuery): Promise<Page> {
    const webhook = await this.webhooks.get(id);
    return webhookPage(webhook, await this.deliveries.list(id, null, query.toPage()), this.times);
  }
}
