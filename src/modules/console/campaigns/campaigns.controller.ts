import { Inject, Param, Query } from '@nestjs/common';
import { CurrentPrincipal } from '../../../platform/access/current-principal.js';
import type { Principal } from '../../../platform/access/permissions.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { normalizedEmail } from '../../../platform/text/email-address.js';
import { CampaignsService } from '../../campaigns/campaigns.service.js';
import { CampaignFigures } from '../../campaigns/figures/campaign-figures.queries.js';
import { LinkReportService } from '../../campaigns/insights/link-report.service.js';
import { CampaignWhy } from '../../campaigns/why/campaign-why.service.js';
import { LiveCampaignsService } from '../../reports/campaigns/live-campaigns.service.js';
import { ConsoleQuery } from '../http/console.dto.js';
import { ConsoleController, ConsoleView } from '../http/console-view.js';
import { SECTIONS, sectionsFor } from '../http/sections.js';
import type { Page } from '../pages/layout.js';
import { pageOf } from '../pages/table.js';
import { type Times, timesIn } from '../pages/parts.js';
import { campaignPage, campaignsPage } from './campaigns.pages.js';

@ConsoleController(SECTIONS.campaigns.path)
export class CampaignsConsoleController {
  private readonly times: Times;

  constructor(
    private readonly campaigns: CampaignsService,
    private readonly figures: CampaignFigures,
    private readonly live: LiveCampaignsService,
    private readonly links: LinkReportService,
    private readonly why: CampaignWhy,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {
    this.times = timesIn(config.timeZone);
  }

  @ConsoleView('campaigns')
  async list(@Query() query: ConsoleQuery): Promise<Page> {
    const filter = { search: query.search ?? null, statuses: [] };
    const campaigns = await this.campaigns.list(filter, { field: 'id', direction: 'DESC' }, query.toPage());
    const stats = await this.figures.stats(campaigns.items.map(({ id }) => id));
    return campaignsPage(campaigns, stats, query.search ?? '', this.times);
  }

  @ConsoleView('campaigns', ':id')
  async show(
    @Param('id', new IdPipe('campaign')) id: number,
    @Query() query: ConsoleQuery,
    @CurrentPrincipal() { permissions }: Principal,
  ): Promise<Page> {
    const campaign = await this.campaigns.find(id);
    const email = query.why === undefined ? null : normalizedEmail(query.why);
    const mayReadContacts = sectionsFor(permissions).includes(SECTIONS.contacts);
    return campaignPage(
      {
        campaign,
        live: await this.live.live(id, false),
        links: pageOf(await this.links.links(id), query.toPage()),
        asked: query.why ?? '',
        why: email === null ? null : await this.why.of(id, { email }),
        basePath: this.config.http.basePaths[0] ?? '',
        mayReadContacts,
      },
      this.times,
    );
  }
}
