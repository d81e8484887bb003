import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CacheModule } from '../../platform/cache/cache.module.js';
import { CampaignReportsController } from './campaigns/campaign-reports.controller.js';
import { CampaignReportsQueries } from './campaigns/campaign-reports.queries.js';
import { CampaignReportsService } from './campaigns/campaign-reports.service.js';
import { FunnelFiguresController } from './funnels/funnel-figures.controller.js';
import { FunnelOutlines } from './funnels/funnel-outlines.queries.js';
import { FunnelReportsController } from './funnels/funnel-reports.controller.js';
import { FunnelReportsQueries } from './funnels/funnel-reports.queries.js';
import { FunnelReportsService } from './funnels/funnel-reports.service.js';
import { Measurements } from './freshness/measurements.service.js';
import { ReportOptionsController } from './options/report-options.controller.js';
import { ReportOptionsQueries } from './options/report-options.queries.js';
import { OverviewReportsController } from './overview/overview-reports.controller.js';
import { OverviewReportsQueries } from './overview/overview-reports.queries.js';
import { OverviewReportsService } from './overview/overview-reports.service.js';
import { CampaignDay } from './rollups/campaign-day.entity.js';
import { FunnelStepDay } from './rollups/funnel-step-day.entity.js';
import { ContactDay } from './rollups/contact-day.entity.js';
import { Day } from './rollups/day.entity.js';
import { RollupTables } from './rollups/rollup-tables.js';
import { RollupsRebuild } from './rollups/rollups-rebuild.service.js';

@Module({
  imports: [CacheModule, TypeOrmModule.forFeature([CampaignDay, ContactDay, Day, FunnelStepDay])],
  controllers: [
    ReportOptionsController,
    OverviewReportsController,
    CampaignReportsController,
    FunnelReportsController,
    FunnelFiguresController,
  ],
  providers: [
    Measurements,
    RollupTables,
    RollupsRebuild,
    ReportOptionsQueries,
    OverviewReportsQueries,
    OverviewReportsService,
    CampaignReportsQueries,
    CampaignReportsService,
    FunnelOutlines,
    FunnelReportsQueries,
    FunnelReportsService,
  ],
  exports: [Measurements, RollupTables, RollupsRebuild],
})
export class ReportsModule {}
