import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ContactsModule } from '../contacts/contacts.module.js';
import { SegmentsModule } from '../segments/segments.module.js';
import { OutboundHttpModule } from '../../platform/outbound-http/outbound-http.module.js';
import { MailContentModule } from '../mail-content/mail-content.module.js';
import { SendersModule } from '../senders/senders.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { SystemEmailsModule } from '../system-emails/system-emails.module.js';
import { CatalogueController } from './catalogue.controller.js';
import { LoopCheck } from './definition/loop-check.service.js';
import { Meanings } from './definition/meanings.service.js';
import { NamedThings } from './definition/named-things.queries.js';
import { RulesReader } from './definition/rules-reader.service.js';
import { SequencesReader } from './definition/sequences-reader.service.js';
import {
  AddNoteAction,
  AddToCompanyAction,
  ChangeStatusAction,
  SendDoubleOptInAction,
  TrackEventAction,
  UpdatePropertyAction,
} from './engine/actions/contact-actions.js';
import { FilledSteps } from './engine/actions/filled-steps.service.js';
import { BenchmarkAction, ConditionAction, EndAction, SplitAction, WaitAction } from './engine/actions/flow-actions.js';
import { AddToFunnelAction, RemoveFromFunnelAction } from './engine/actions/funnel-actions.js';
import { LabelActions } from './engine/actions/label-actions.js';
import { Arrivals } from './engine/arrivals.service.js';
import { AwaitedEvents } from './engine/awaited-events.service.js';
import { EventFacts } from './engine/event-facts.queries.js';
import { MatchingContacts } from './engine/matching-contacts.service.js';
import { MailActions } from './engine/actions/mail-actions.js';
import { NotifyManagerAction } from './engine/actions/notify-manager.action.js';
import { HttpRequestAction } from './engine/actions/http-request.action.js';
import { FunnelSenders } from './funnel-senders.service.js';
import { StepRunner } from './engine/step-runner.service.js';
import { StepValues } from './engine/step-values.service.js';
import { EntriesController } from './entries/entries.controller.js';
import { EntriesQueries } from './entries/entries.queries.js';
import { EntryRemoval } from './entries/entry-removal.service.js';
import { EntryTraces } from './entries/entry-trace.queries.js';
import { FunnelCount, FunnelExit, FunnelStepCount } from './entries/funnel-count.entity.js';
import { FunnelEntries } from './entries/funnel-entries.service.js';
import { FunnelEntry } from './entries/funnel-entry.entity.js';
import { FunnelStepRun } from './entries/funnel-step-run.entity.js';
import { ManualEntries } from './entries/manual-entries.service.js';
import { WayRecords } from './entries/way-records.holder.js';
import { FunnelCopies } from './funnel-copies.service.js';
import { FunnelPresenter } from './funnel-presenter.js';
import { FunnelRows } from './funnel-rows.js';
import { FunnelSenderUses } from './funnel-sender-uses.service.js';
import { FunnelStates } from './funnel-states.service.js';
import { Funnel } from './funnel.entity.js';
import { FunnelsController } from './funnels.controller.js';
import { FunnelsQueries } from './funnels.queries.js';
import { FunnelsService } from './funnels.service.js';
import { CallSecrets } from './http-calls/call-secrets.service.js';
import { HeaderSecrets } from './http-calls/header-secrets.service.js';
import { FunnelHttpCall } from './http-calls/funnel-http-call.entity.js';
import { SequenceInsightsController } from './insights/sequence-insights.controller.js';
import { SequenceInsights } from './insights/sequence-insights.service.js';
import { RunningFunnels } from './running-funnels.service.js';
import { FunnelSimulations } from './simulation/funnel-simulations.service.js';
import { OwnEvents } from './simulation/own-events.service.js';
import { SimulatedWays } from './simulation/simulated-ways.service.js';
import { SimulationController } from './simulation/simulation.controller.js';
import { SimulationSamples } from './simulation/simulation-samples.queries.js';
import { FiredTriggers } from './triggers/fired-triggers.service.js';
import { FunnelTriggerController } from './triggers/funnel-trigger.controller.js';
import { FunnelTriggerService } from './triggers/funnel-trigger.service.js';
import { FunnelWatch, FunnelWatchMember } from './triggers/funnel-watch.entity.js';
import { TriggersController } from './triggers/triggers.controller.js';
import { FunnelMigration } from './versions/funnel-migration.service.js';
import { FunnelStep } from './versions/funnel-step.entity.js';
import { FunnelVersion } from './versions/funnel-version.entity.js';
import { FunnelVersionsController } from './versions/funnel-versions.controller.js';
import { FunnelVersionsQueries } from './versions/funnel-versions.queries.js';
import { FunnelVersions } from './versions/funnel-versions.service.js';
import { VersionWriter } from './versions/version-writer.js';

@Module({
  imports: [
    DiscoveryModule,
    ContactsModule,
    SegmentsModule,
    MailContentModule,
    SendersModule,
    SendingModule,
    SystemEmailsModule,
    OutboundHttpModule,
    TypeOrmModule.forFeature([
      Funnel,
      FunnelVersion,
      FunnelStep,
      FunnelEntry,
      FunnelStepRun,
      FunnelCount,
      FunnelExit,
      FunnelStepCount,
      FunnelWatch,
      FunnelWatchMember,
      FunnelHttpCall,
    ]),
  ],
  controllers: [
    // Its routes are words where those of others have an id.
    CatalogueController,
    FunnelsController,
    FunnelVersionsController,
    SequenceInsightsController,
    EntriesController,
    SimulationController,
    TriggersController,
    FunnelTriggerController,
  ],
  providers: [
    NamedThings,
    Meanings,
    SequencesReader,
    RulesReader,
    LoopCheck,
    FunnelsService,
    FunnelStates,
    FunnelCopies,
    FunnelRows,
    FunnelsQueries,
    FunnelPresenter,
    FunnelSenderUses,
    FunnelSenders,
    VersionWriter,
    FunnelVersions,
    FunnelVersionsQueries,
    FunnelMigration,
    SequenceInsights,
    EntriesQueries,
    EntryTraces,
    ManualEntries,
    FiredTriggers,
    FunnelTriggerService,
    EntryRemoval,
    WayRecords,
    FunnelSimulations,
    SimulatedWays,
    SimulationSamples,
    OwnEvents,
    RunningFunnels,
    FunnelEntries,
    Arrivals,
    EventFacts,
    MatchingContacts,
    StepRunner,
    AwaitedEvents,
    StepValues,
    WaitAction,
    BenchmarkAction,
    ConditionAction,
    SplitAction,
    EndAction,
    MailActions,
    NotifyManagerAction,
    HttpRequestAction,
    CallSecrets,
    HeaderSecrets,
    FilledSteps,
    LabelActions,
    UpdatePropertyAction,
    ChangeStatusAction,
    AddNoteAction,
    TrackEventAction,
    AddToCompanyAction,
    SendDoubleOptInAction,
    AddToFunnelAction,
    RemoveFromFunnelAction,
  ],
  exports: [
    EntryRemoval,
    FunnelMigration,
    CallSecrets,
    FunnelsService,
    FunnelStates,
    FunnelPresenter,
    RunningFunnels,
    FunnelEntries,
    StepRunner,
    AwaitedEvents,
  ],
})
export class FunnelsModule {}
