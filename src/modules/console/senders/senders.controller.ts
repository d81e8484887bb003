import { Inject, Param, Query } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { SenderAccounts } from '../../senders/sender-accounts.service.js';
import { SendersQueries } from '../../senders/senders.queries.js';
import { ConsoleQuery } from '../http/console.dto.js';
import { ConsoleController, ConsoleView } from '../http/console-view.js';
import { SECTIONS } from '../http/sections.js';
import type { Page } from '../pages/layout.js';
import { type Times, timesIn } from '../pages/parts.js';
import { pageOf } from '../pages/table.js';
import { senderPage, sendersPage } from './senders.pages.js';

@ConsoleController(SECTIONS.senders.path)
export class SendersConsoleController {
  private readonly times: Times;

  constructor(
    private readonly senders: SenderAccounts,
    private readonly queries: SendersQueries,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    this.times = timesIn(config.timeZone);
  }

  @ConsoleView('senders')
  async list(@Query() query: ConsoleQuery): Promise<Page> {
    const page = pageOf(await this.senders.list(), query.toPage());
    return sendersPage({ ...page, items: await this.queries.viewsOf(page.items) });
  }

  @ConsoleView('senders', ':id')
  async show(@Param('id', new IdPipe('sender')) id: number): Promise<Page> {
    return senderPage(await this.queries.viewOf(await this.senders.get(id)), this.times);
  }
}
