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
import { MembersQueries } from './members/members.queries.js';
import { ReportOptionsController } from './options/report-options.controller.js';
import { ReportOptionsQueries } from './options/report-options.queries.js';
import { OverviewReportsController } from './overview/overview-reports.controller.js';
import { OverviewReportsQueries } from './overview/overview-reports.queries.js';
import { OverviewReportsService } from './overview/overview-reports.service.js';
import { ReportCurrency } from './revenue/report-currency.service.js';
import { CampaignDay } from './rollups/campaign-day.entity.js';
import { ContactDay } from './rollups/contact-day.entity.js';
import { ContactGrowth } from './rollups/contact-growth.entity.js';
import { ContactTotal } from './rollups/contact-total.entity.js';
import { Day } from './rollups/day.entity.js';
import { CampaignDomainDay, DomainDay } from './rollups/domain-day.entity.js';
import { FunnelStepDay } from './rollups/funnel-step-day.entity.js';
import { Hour } from './rollups/hour.entity.js';
import { LabelDay } from './rollups/label-day.entity.js';
import { ReasonDay } from './rollups/reason-day.entity.js';
import {
  CampaignRevenueDay,
  ContactRevenue,
  ContactRevenueDay,
  FunnelStepRevenueDay,
  RevenueDay,
} from './rollups/revenue-day.entity.js';
import { RollupTables } from './rollups/rollup-tables.js';
import { RollupsRebuild } from './rollups/rollups-rebuild.service.js';

const ROLLUP_ENTITIES = [
  CampaignDay,
  CampaignDomainDay,
  CampaignRevenueDay,
  ContactDay,
  ContactGrowth,
  ContactRevenue,
  ContactRevenueDay,
  ContactTotal,
  Day,
  DomainDay,
  FunnelStepDay,
  FunnelStepRevenueDay,
  Hour,
  LabelDay,
  ReasonDay,
  RevenueDay,
];

@Module({
  imports: [CacheModule, TypeOrmModule.forFeature(ROLLUP_ENTITIES)],
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
    MembersQueries,
    ReportCurrency,
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
