import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CacheModule } from '../../platform/cache/cache.module.js';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { SystemEmailsModule } from '../system-emails/system-emails.module.js';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { SegmentsModule } from '../segments/segments.module.js';
import { AbTestingController } from './ab-testing/ab-testing.controller.js';
import { AbTestingQueries } from './ab-testing/ab-testing.queries.js';
import { AbTestingService } from './ab-testing/ab-testing.service.js';
import { ActivityReportsController } from './activity/activity-reports.controller.js';
import { ActivityReportsQueries } from './activity/activity-reports.queries.js';
import { ActivityReportsService } from './activity/activity-reports.service.js';
import { CampaignReportsController } from './campaigns/campaign-reports.controller.js';
import { CampaignReportsQueries } from './campaigns/campaign-reports.queries.js';
import { CampaignReportsService } from './campaigns/campaign-reports.service.js';
import { LiveCampaignsQueries } from './campaigns/live-campaigns.queries.js';
import { LiveCampaignsService } from './campaigns/live-campaigns.service.js';
import { CampaignExportQueries } from './exports/campaign-export.queries.js';
import { ExportsController } from './exports/exports.controller.js';
import { ExportsService } from './exports/exports.service.js';
import { EngagementReportsController } from './engagement/engagement-reports.controller.js';
import { EngagementReportsService } from './engagement/engagement-reports.service.js';
import { EngagementQueries } from './engagement/engagement.queries.js';
import { FunnelFiguresController } from './funnels/funnel-figures.controller.js';
import { FunnelOutlines } from './funnels/funnel-outlines.queries.js';
import { FunnelReportsController } from './funnels/funnel-reports.controller.js';
import { FunnelReportsQueries } from './funnels/funnel-reports.queries.js';
import { FunnelReportsService } from './funnels/funnel-reports.service.js';
import { GrowthReportsController } from './growth/growth-reports.controller.js';
import { GrowthReportsQueries } from './growth/growth-reports.queries.js';
import { GrowthReportsService } from './growth/growth-reports.service.js';
import { LabelReportsQueries } from './labels/label-reports.queries.js';
import { LabelReportsService } from './labels/label-reports.service.js';
import { ListReportsController } from './labels/list-reports.controller.js';
import { TagReportsController } from './labels/tag-reports.controller.js';
import { LossReportsController } from './losses/loss-reports.controller.js';
import { LossesQueries } from './losses/losses.queries.js';
import { LossReportsService } from './losses/losses.service.js';
import { ReportCache } from './freshness/report-cache.service.js';
import { MembersQueries } from './members/members.queries.js';
import { ReportOptionsController } from './options/report-options.controller.js';
import { ReportOptionsQueries } from './options/report-options.queries.js';
import { OverviewReportsController } from './overview/overview-reports.controller.js';
import { OverviewReportsQueries } from './overview/overview-reports.queries.js';
import { OverviewReportsService } from './overview/overview-reports.service.js';
import { CampaignTitles } from './revenue/campaign-titles.queries.js';
import { ReportCurrency } from './revenue/report-currency.service.js';
import { RevenueReportsController } from './revenue/revenue-reports.controller.js';
import { RevenueReportsService } from './revenue/revenue-reports.service.js';
import { RevenueQueries } from './revenue/revenue.queries.js';
import { CampaignDay } from './rollups/campaign-day.entity.js';
import { ContactDay } from './rollups/contact-day.entity.js';
import { ContactGrowth } from './rollups/contact-growth.entity.js';
import { ContactRollups } from './rollups/contact-rollups.holder.js';
import { CountedReasons } from './rollups/counted-reasons.holder.js';
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
import { ScheduledReportRun } from './scheduled/scheduled-report-run.entity.js';
import { ScheduledReport } from './scheduled/scheduled-report.entity.js';
import { ScheduledReportsController } from './scheduled/scheduled-reports.controller.js';
import { SCHEDULED_REPORT_PROVIDERS } from './scheduled/scheduled-reports.providers.js';
import { ScheduledRuns } from './scheduled/scheduled-runs.service.js';
import { SegmentationReportsController } from './segmentation/segmentation-reports.controller.js';
import { SegmentationReportsQueries } from './segmentation/segmentation-reports.queries.js';
import { SegmentationReportsService } from './segmentation/segmentation-reports.service.js';
import { PeopleQueries } from './top-subscribers/people.queries.js';
import { TopSubscribersController } from './top-subscribers/top-subscribers.controller.js';
import { TopSubscribersQueries } from './top-subscribers/top-subscribers.queries.js';
import { TopSubscribersService } from './top-subscribers/top-subscribers.service.js';

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
  imports: [
    CacheModule,
    CampaignsModule,
    ContactsModule,
    SystemEmailsModule,
    PrivacyModule,
    SegmentsModule,
    TypeOrmModule.forFeature([...ROLLUP_ENTITIES, ScheduledReport, ScheduledReportRun]),
  ],
  controllers: [
    ReportOptionsController,
    OverviewReportsController,
    CampaignReportsController,
    LossReportsController,
    ExportsController,
    FunnelReportsController,
    FunnelFiguresController,
    ScheduledReportsController,
    GrowthReportsController,
    ActivityReportsController,
    ListReportsController,
    TagReportsController,
    SegmentationReportsController,
    RevenueReportsController,
    TopSubscribersController,
    EngagementReportsController,
    AbTestingController,
  ],
  providers: [
    ReportCache,
    RollupTables,
    RollupsRebuild,
    ContactRollups,
    CountedReasons,
    MembersQueries,
    ReportCurrency,
    GrowthReportsQueries,
    GrowthReportsService,
    ActivityReportsQueries,
    ActivityReportsService,
    LabelReportsQueries,
    LabelReportsService,
    SegmentationReportsQueries,
    SegmentationReportsService,
    RevenueQueries,
    RevenueReportsService,
    CampaignTitles,
    PeopleQueries,
    TopSubscribersQueries,
    TopSubscribersService,
    EngagementQueries,
    EngagementReportsService,
    AbTestingQueries,
    AbTestingService,
    ReportOptionsQueries,
    OverviewReportsQueries,
    OverviewReportsService,
    CampaignReportsQueries,
    CampaignReportsService,
    LiveCampaignsQueries,
    LiveCampaignsService,
    LossesQueries,
    LossReportsService,
    CampaignExportQueries,
    ExportsService,
    FunnelOutlines,
    FunnelReportsQueries,
    FunnelReportsService,
    ...SCHEDULED_REPORT_PROVIDERS,
  ],
  exports: [ExportsService, ReportCache, RollupTables, RollupsRebuild, ScheduledRuns],
})
export class ReportsModule {}
