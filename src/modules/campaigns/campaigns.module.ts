import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ContactsModule } from '../contacts/contacts.module.js';
import { MailContentModule } from '../mail-content/mail-content.module.js';
import { SendersModule } from '../senders/senders.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { SystemEmailsModule } from '../system-emails/system-emails.module.js';
import { SegmentsModule } from '../segments/segments.module.js';
import { AbTestController } from './ab-test/ab-test.controller.js';
import { AbTestRules } from './ab-test/ab-test-rules.service.js';
import { CampaignExperiment } from './ab-test/campaign-experiment.entity.js';
import { CampaignVariant } from './ab-test/campaign-variant.entity.js';
import { ExperimentProgressService } from './ab-test/experiment-progress.service.js';
import { ExperimentsService } from './ab-test/experiments.service.js';
import { FrozenContents } from './ab-test/frozen-contents.service.js';
import { TestResultsService } from './ab-test/test-results.service.js';
import { VariantOrdersQueries } from './ab-test/variant-orders.queries.js';
import { AudienceQueries } from './audience/audience.queries.js';
import { AudienceService } from './audience/audience.service.js';
import { RecipientsWriter } from './audience/recipients-writer.js';
import { CampaignPhases } from './campaign-phases.queries.js';
import { CampaignPresenter } from './campaign-presenter.js';
import { CampaignReadiness } from './campaign-readiness.service.js';
import { CampaignRows } from './campaign-rows.js';
import { CampaignSenders } from './campaign-senders.service.js';
import { CampaignStatesController } from './campaign-states.controller.js';
import { CampaignStates } from './campaign-states.service.js';
import { CampaignCopies } from './copies/campaign-copies.service.js';
import { Campaign } from './campaign.entity.js';
import { CampaignsController } from './campaigns.controller.js';
import { CampaignsQueries } from './campaigns.queries.js';
import { CampaignsService } from './campaigns.service.js';
import { CampaignContentController } from './content/campaign-content.controller.js';
import { CampaignContentWriter } from './content/campaign-content.writer.js';
import { CampaignPreviewsService } from './content/campaign-previews.service.js';
import { CampaignInsightsController } from './insights/campaign-insights.controller.js';
import { CampaignInsightsQueries } from './insights/campaign-insights.queries.js';
import { CampaignInsightsService } from './insights/campaign-insights.service.js';
import { CampaignRevenueQueries } from './insights/campaign-revenue.queries.js';
import { LinkReportService } from './insights/link-report.service.js';
import { UnknownMailsController } from './unknown-mails/unknown-mails.controller.js';
import { UnknownMails } from './unknown-mails/unknown-mails.service.js';
import { CampaignWhyController } from './why/campaign-why.controller.js';
import { CampaignWhy } from './why/campaign-why.service.js';
import { CampaignGuardrail } from './guardrails/campaign-guardrail.entity.js';
import { CampaignGuardrails } from './guardrails/campaign-guardrails.service.js';
import { CampaignStart } from './sending/campaign-start.service.js';
import { SendTimes } from './sending/send-times.queries.js';
import { CampaignProgressService } from './sending/campaign-progress.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Campaign, CampaignExperiment, CampaignVariant, CampaignGuardrail]),
    ContactsModule,
    SegmentsModule,
    MailContentModule,
    SendersModule,
    SendingModule,
    SystemEmailsModule,
  ],
  controllers: [
    CampaignsController,
    CampaignStatesController,
    CampaignWhyController,
    UnknownMailsController,
    AbTestController,
    CampaignInsightsController,
    CampaignContentController,
  ],
  providers: [
    CampaignsService,
    CampaignStates,
    CampaignCopies,
    CampaignReadiness,
    CampaignSenders,
    CampaignRows,
    CampaignPhases,
    CampaignPresenter,
    CampaignContentWriter,
    CampaignPreviewsService,
    AudienceService,
    CampaignWhy,
    UnknownMails,
    RecipientsWriter,
    CampaignsQueries,
    AudienceQueries,
    CampaignProgressService,
    CampaignStart,
    SendTimes,
    CampaignGuardrails,
    AbTestRules,
    FrozenContents,
    ExperimentsService,
    VariantOrdersQueries,
    TestResultsService,
    ExperimentProgressService,
    CampaignInsightsQueries,
    CampaignRevenueQueries,
    CampaignInsightsService,
    LinkReportService,
  ],
  exports: [
    CampaignsService,
    CampaignStates,
    CampaignGuardrails,
    CampaignInsightsService,
    ExperimentProgressService,
    CampaignProgressService,
    LinkReportService,
    TestResultsService,
    // For the other dialect alone, which asks whom campaigns mean and shows them; no module of the product does.
    AudienceService,
    AudienceQueries,
    CampaignPresenter,
    RecipientsWriter,
  ],
})
export class CampaignsModule {}
