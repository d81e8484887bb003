import { Inject, Param, Query } from '@nestjs/common';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { FunnelPresenter } from '../../funnels/funnel-presenter.js';
import { FunnelsService } from '../../funnels/funnels.service.js';
import { FunnelReportsService } from '../../reports/funnels/funnel-reports.service.js';
import { LiveFunnelsService } from '../../reports/funnels/live-funnels.service.js';
import { ConsoleQuery } from '../http/console.dto.js';
import { ConsoleController, ConsoleView } from '../http/console-view.js';
import { SECTIONS } from '../pages/sections.js';
import type { Page } from '../pages/layout.js';
import { SETTINGS, type Settings } from '../pages/ui.js';
import { funnelPage, funnelsPage } from './funnels.pages.js';

const ALL_TIME = { dateRange: undefined, startDate: undefined, endDate: undefined };

@ConsoleController(SECTIONS.funnels.path)
export class FunnelsConsole {
  constructor(
    private readonly funnels: FunnelsService,
    private readonly presenter: FunnelPresenter,
    private readonly reports: FunnelReportsService,
    private readonly live: LiveFunnelsService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @ConsoleView('funnels')
  async list(@Query() query: ConsoleQuery): Promise<Page> {
    const rows = await this.funnels.list(query.toFilter(), query.toSorting(), query.toPage());
    const items = await this.presenter.many(rows.items, ['subscribers_count']);
    return funnelsPage({ ...rows, items }, query.search ?? '', this.settings.times);
  }

  @ConsoleView('funnels', ':id')
  async show(@Param('id', new IdPipe('funnel')) id: number): Promise<Page> {
    const { funnel } = await this.presenter.one(await this.funnels.find(id), ['sequences']);
    const figures = await this.reports.conversion(id, { period: ALL_TIME, includeMachine: false });
    return funnelPage(funnel, figures, await this.live.live(id), this.settings.times);
  }
}
