import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ContactsModule } from '../contacts/contacts.module.js';
import { SegmentsModule } from '../segments/segments.module.js';
import { HttpCallsModule } from '../http-calls/http-calls.module.js';
import { MailContentModule } from '../mail-content/mail-content.module.js';
import { SendersModule } from '../senders/senders.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { SystemEmailsModule } from '../system-emails/system-emails.module.js';
import { SettingChecks } from './validation/setting-checks.service.js';
import { RulesReader } from './validation/rules-reader.service.js';
import { SequencesReader } from './validation/sequences-reader.service.js';
import { ContactActions } from './engine/actions/contact-actions.js';
import { EmailActions } from './engine/actions/email-actions.js';
import { FlowActions } from './engine/actions/flow-actions.js';
import { FunnelActions } from './engine/actions/funnel-actions.js';
import { HttpActions } from './engine/actions/http-actions.js';
import { NoticeActions } from './engine/actions/notice-actions.js';
import { StepActions } from './engine/actions/step-actions.service.js';
import { StepTexts } from './engine/actions/step-texts.service.js';
import { StepResults } from './engine/step-results.service.js';
import { Arrivals } from './enrollments/arrivals.service.js';
import { AwaitedEvents } from './engine/awaited-events.service.js';
import { MatchingContacts } from './enrollments/matching-contacts.service.js';
import { FunnelSenders } from './validation/funnel-senders.service.js';
import { StepRunner } from './engine/step-runner.service.js';
import { EnrollmentsController } from './enrollments/enrollments.controller.js';
import { EnrollmentsQueries } from './enrollments/enrollments.queries.js';
import { EnrollmentRemoval } from './enrollments/enrollment-removal.service.js';
import { Enrollments } from './enrollments/enrollments.service.js';
import { ManualEnrollments } from './enrollments/manual-enrollments.service.js';
import { EnrollmentPersonalData } from './enrollments/enrollment.personal-data.js';
import { FunnelPresenter } from './funnel-presenter.js';
import { FunnelRows } from './versions/funnel-rows.js';
import { FunnelStates } from './funnel-states.service.js';
import { Funnel } from './definition/funnel.entity.js';
import { FunnelsController } from './funnels.controller.js';
import { FunnelsService } from './funnels.service.js';
import { SequenceInsightsController } from './insights/sequence-insights.controller.js';
import { SequenceInsights } from './insights/sequence-insights.service.js';
import { RunningFunnels } from './versions/running-funnels.service.js';
import { FunnelSimulations } from './simulation/funnel-simulations.service.js';
import { SimulationRunner } from './simulation/simulation-runner.service.js';
import { SimulationController } from './simulation/simulation.controller.js';
import { FiredTriggers, FunnelTriggerService } from './triggers/fired-triggers.service.js';
import { FunnelTriggerController, TriggersController } from './triggers/triggers.controller.js';
import { FunnelMigration } from './enrollments/funnel-migration.service.js';
import { FunnelVersionsController } from './versions/funnel-versions.controller.js';
import { FunnelVersions } from './versions/funnel-versions.service.js';
import { HeaderSecrets } from './http-calls/header-secrets.service.js';
import { VersionWriter } from './versions/version-writer.js';

const PROVIDERS = [
  SettingChecks,
  SequencesReader,
  RulesReader,
  FunnelsService,
  FunnelStates,
  FunnelRows,
  FunnelPresenter,
  FunnelSenders,
  VersionWriter,
  FunnelVersions,
  FunnelMigration,
  SequenceInsights,
  EnrollmentsQueries,
  ManualEnrollments,
  FiredTriggers,
  FunnelTriggerService,
  EnrollmentRemoval,
  EnrollmentPersonalData,
  FunnelSimulations,
  SimulationRunner,
  RunningFunnels,
  Enrollments,
  Arrivals,
  MatchingContacts,
  StepRunner,
  AwaitedEvents,
  StepResults,
  StepTexts,
  StepActions,
  FlowActions,
  ContactActions,
  EmailActions,
  NoticeActions,
  HttpActions,
  FunnelActions,
  HeaderSecrets,
];

@Module({
  imports: [
    ContactsModule,
    SegmentsModule,
    MailContentModule,
    SendersModule,
    SendingModule,
    SystemEmailsModule,
    HttpCallsModule,
    TypeOrmModule.forFeature([Funnel]),
  ],
  controllers: [
    FunnelsController,
    FunnelVersionsController,
    SequenceInsightsController,
    EnrollmentsController,
    SimulationController,
    TriggersController,
    FunnelTriggerController,
  ],
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class FunnelsModule {}
