import { Module } from '@nestjs/common';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { SegmentsModule } from '../segments/segments.module.js';
import { AbTestingController } from './ab-testing/ab-testing.controller.js';
import { AbTestingService } from './ab-testing/ab-testing.service.js';
import { ActivityReportsController } from './activity/activity-reports.controller.js';
import { ActivityReportsService } from './activity/activity-reports.service.js';
import { CampaignReportsController } from './campaigns/campaign-reports.controller.js';
import { CampaignReportsQueries } from './campaigns/campaign-reports.queries.js';
import { CampaignReportsService } from './campaigns/campaign-reports.service.js';
import { LiveCampaignsService } from './campaigns/live-campaigns.service.js';
import { CampaignTables } from './exports/campaign-tables.queries.js';
import { ExportsController } from './exports/exports.controller.js';
import { ExportsService } from './exports/exports.service.js';
import { DigestSources } from './digests/digest-sources.js';
import { ContactSums } from './figures/contact-sums.queries.js';
import { EngagementReportsController } from './engagement/engagement-reports.controller.js';
import { EngagementReportsService } from './engagement/engagement-reports.service.js';
import { EngagementQueries } from './engagement/engagement.queries.js';
import { FunnelOutlines } from './funnels/funnel-outlines.queries.js';
import { FunnelFiguresController, FunnelReportsController } from './funnels/funnel-reports.controller.js';
import { FunnelReportsQueries } from './funnels/funnel-reports.queries.js';
import { FunnelReportsService } from './funnels/funnel-reports.service.js';
import { LiveFunnelsService } from './funnels/live-funnels.service.js';
import { GrowthReportsController } from './growth/growth-reports.controller.js';
import { GrowthReportsService } from './growth/growth-reports.service.js';
import { ListReportsController, TagReportsController } from './labels/label-reports.controller.js';
import { LabelReportsQueries } from './labels/label-reports.queries.js';
import { LabelReportsService } from './labels/label-reports.service.js';
import { DeliverabilityReportsController } from './deliverability/deliverability-reports.controller.js';
import { DeliverabilityQueries } from './deliverability/deliverability.queries.js';
import { DeliverabilityReportsService } from './deliverability/deliverability-reports.service.js';
import { ReportCache } from './cache/report-cache.service.js';
import { CurrentNames } from './names/current-names.queries.js';
import { ReportOptionsController } from './options/report-options.controller.js';
import { ReportOptionsQueries } from './options/report-options.queries.js';
import { OverviewReportsController } from './overview/overview-reports.controller.js';
import { OverviewReportsService } from './overview/overview-reports.service.js';
import { RevenueReportsController } from './revenue/revenue-reports.controller.js';
import { RevenueReportsService } from './revenue/revenue-reports.service.js';
import { RevenueQueries } from './revenue/revenue.queries.js';
import { ReportScopes } from './scope/report-scopes.service.js';
import { SegmentGroups } from './segmentation/segment-groups.service.js';
import { SegmentationReportsController } from './segmentation/segmentation-reports.controller.js';
import { SegmentationReportsQueries } from './segmentation/segmentation-reports.queries.js';
import { SegmentationReportsService } from './segmentation/segmentation-reports.service.js';
import { TopSubscribersController } from './top-subscribers/top-subscribers.controller.js';
import { TopSubscribersQueries } from './top-subscribers/top-subscribers.queries.js';
import { TopSubscribersService } from './top-subscribers/top-subscribers.service.js';

const PROVIDERS = [
  ReportCache,
  ContactSums,
  DigestSources,
  ReportScopes,
  GrowthReportsService,
  ActivityReportsService,
  LabelReportsQueries,
  LabelReportsService,
  SegmentationReportsQueries,
  SegmentGroups,
  SegmentationReportsService,
  RevenueQueries,
  RevenueReportsService,
  CurrentNames,
  TopSubscribersQueries,
  TopSubscribersService,
  EngagementQueries,
  EngagementReportsService,
  AbTestingService,
  ReportOptionsQueries,
  OverviewReportsService,
  CampaignReportsQueries,
  CampaignReportsService,
  LiveCampaignsService,
  DeliverabilityQueries,
  DeliverabilityReportsService,
  CampaignTables,
  ExportsService,
  FunnelOutlines,
  FunnelReportsQueries,
  FunnelReportsService,
  LiveFunnelsService,
];

@Module({
  imports: [CampaignsModule, ContactsModule, SegmentsModule],
  controllers: [
    ReportOptionsController,
    OverviewReportsController,
    CampaignReportsController,
    DeliverabilityReportsController,
    ExportsController,
    FunnelReportsController,
    FunnelFiguresController,
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
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class ReportsModule {}
