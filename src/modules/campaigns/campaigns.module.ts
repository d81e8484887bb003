import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ContactsModule } from '../contacts/contacts.module.js';
import { MailContentModule } from '../mail-content/mail-content.module.js';
import { SendersModule } from '../senders/senders.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { SystemEmailsModule } from '../system-emails/system-emails.module.js';
import { SegmentsModule } from '../segments/segments.module.js';
import { ExperimentProgressService } from './ab-test/experiment-progress.service.js';
import { ExperimentsService } from './ab-test/experiments.service.js';
import { TestResultsService } from './ab-test/test-results.service.js';
import { VariantOrdersQueries } from './ab-test/variant-orders.queries.js';
import { AudienceQueries } from './audience/audience.queries.js';
import { AudienceService } from './audience/audience.service.js';
import { RecipientsWriter } from './audience/recipients-writer.js';
import { CampaignPresenter } from './campaign-presenter.js';
import { CampaignReadiness } from './lifecycle/campaign-readiness.service.js';
import { CampaignRows } from './campaign/campaign-rows.js';
import { CampaignSenders } from './campaign/campaign-senders.service.js';
import { CampaignStatesController } from './campaign-states.controller.js';
import { CampaignStates } from './lifecycle/campaign-states.service.js';
import { CampaignCopies } from './copies/campaign-copies.service.js';
import { Campaign } from './campaign/campaign.entity.js';
import { CampaignsController } from './campaigns.controller.js';
import { CampaignsService } from './campaigns.service.js';
import { CampaignContentController } from './content/campaign-content.controller.js';
import { CampaignContentWriter } from './content/campaign-content.writer.js';
import { CampaignPreviewsService } from './content/campaign-previews.service.js';
import { CampaignInsightsController } from './insights/campaign-insights.controller.js';
import { CampaignInsightsQueries } from './insights/campaign-insights.queries.js';
import { CampaignInsightsService } from './insights/campaign-insights.service.js';
import { CampaignWhy } from './why/campaign-why.service.js';
import { CampaignGuardrails } from './lifecycle/campaign-guardrails.service.js';
import { CampaignStart } from './lifecycle/campaign-start.service.js';
import { SendTimes } from './sending/send-times.js';
import { CampaignEvents } from './campaign/campaign-events.js';
import { CampaignFigures } from './figures/campaign-figures.queries.js';
import { InDoubtController } from './in-doubt/in-doubt.controller.js';
import { InDoubtEmails } from './in-doubt/in-doubt.service.js';
import { CampaignFreeze } from './lifecycle/campaign-freeze.service.js';
import { SchedulePlans } from './lifecycle/schedule-plan.js';
import { ScheduledStart } from './lifecycle/scheduled-start.service.js';
import { CampaignCompletion } from './sending/campaign-completion.service.js';
import { CampaignEnrollment } from './sending/campaign-enrollment.service.js';

const PROVIDERS = [
  CampaignsService,
  CampaignStates,
  CampaignCopies,
  CampaignReadiness,
  CampaignSenders,
  CampaignRows,
  CampaignEvents,
  CampaignPresenter,
  CampaignContentWriter,
  CampaignPreviewsService,
  AudienceService,
  CampaignWhy,
  InDoubtEmails,
  RecipientsWriter,
  AudienceQueries,
  CampaignEnrollment,
  CampaignCompletion,
  CampaignStart,
  SendTimes,
  CampaignGuardrails,
  CampaignFreeze,
  ScheduledStart,
  SchedulePlans,
  ExperimentsService,
  VariantOrdersQueries,
  TestResultsService,
  ExperimentProgressService,
  CampaignInsightsQueries,
  CampaignFigures,
  CampaignInsightsService,
];

@Module({
  imports: [
    TypeOrmModule.forFeature([Campaign]),
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
    InDoubtController,
    CampaignInsightsController,
    CampaignContentController,
  ],
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class CampaignsModule {}
