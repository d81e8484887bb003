import { Inject, Param, Query } from '@nestjs/common';
import { CurrentPrincipal } from '../../../platform/access/current-principal.js';
import type { Principal } from '../../../platform/access/permissions.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { normalizedEmail } from '../../../platform/text/email-address.js';
import { CampaignsService } from '../../campaigns/campaigns.service.js';
import { CampaignFigures } from '../../campaigns/figures/campaign-figures.queries.js';
import { LinkReportService } from '../../campaigns/insights/link-report.service.js';
import { CampaignWhy } from '../../campaigns/why/campaign-why.service.js';
import { LiveCampaignsService } from '../../reports/campaigns/live-campaigns.service.js';
import { ConsoleQuery } from '../http/console.dto.js';
import { ConsoleController, ConsoleView } from '../http/console-view.js';
import { SECTIONS, sectionsFor } from '../pages/sections.js';
import type { Page } from '../pages/layout.js';
import { pageOf, SETTINGS, type Settings } from '../pages/ui.js';
import { campaignPage, campaignsPage } from './campaigns.pages.js';

@ConsoleController(SECTIONS.campaigns.path)
export class CampaignsConsole {
  constructor(
    private readonly campaigns: CampaignsService,
    private readonly figures: CampaignFigures,
    private readonly live: LiveCampaignsService,
    private readonly links: LinkReportService,
    private readonly why: CampaignWhy,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @ConsoleView('campaigns')
  async list(@Query() query: ConsoleQuery): Promise<Page> {
    const rows = await this.campaigns.list(query.toFilter(), query.toSorting(), query.toPage());
    const stats = await this.figures.stats(rows.items.map(({ id }) => id));
    return campaignsPage(rows, stats, query.search ?? '', this.settings.times);
  }

  @ConsoleView('campaigns', ':id')
  async show(
    @Param('id', new IdPipe('campaign')) id: number,
    @Query() query: ConsoleQuery,
    @CurrentPrincipal() { permissions }: Principal,
  ): Promise<Page> {
    const email = normalizedEmail(query.why ?? '');
    const shown = {
      campaign: await this.campaigns.find(id),
      live: await this.live.live(id, false),
      links: pageOf(await this.links.links(id), query.toPage()),
      asked: query.why ?? '',
      why: email === null ? null : await this.why.of(id, { email }),
      apiPath: this.settings.apiPath,
      mayReadContacts: sectionsFor(permissions).includes(SECTIONS.contacts),
    };
    return campaignPage(shown, this.settings.times);
  }
}
