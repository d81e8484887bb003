import { Module } from '@nestjs/common';
import { QUEUE, queue } from '../../platform/queue/queues.js';
import { HttpCallsWorkerModule } from '../http-calls/http-calls-worker.module.js';
import { FunnelStepsProcessor, FunnelStepsScheduler } from './engine/funnel-steps.scheduler.js';
import { FunnelNotifier, FunnelWork } from './engine/funnel-work.service.js';
import { EnrollmentRemovalScheduler, FunnelMigrationScheduler } from './enrollments/enrollments.scheduler.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { FunnelsModule } from './funnels.module.js';
import { FunnelFactsSubscriber } from './triggers/funnel-facts.subscriber.js';
import { FunnelWatches, FunnelWatchesScheduler } from './triggers/funnel-watches.scheduler.js';
import { TriggeredEnrollments } from './triggers/triggered-enrollments.service.js';
import { WatchedContacts } from './triggers/watched-contacts.queries.js';

@Module({
  imports: [FunnelsModule, ContactsModule, HttpCallsWorkerModule, queue(QUEUE.funnelSteps)],
  providers: [
    FunnelFactsSubscriber,
    TriggeredEnrollments,
    FunnelWatches,
    FunnelWatchesScheduler,
    WatchedContacts,
    EnrollmentRemovalScheduler,
    FunnelMigrationScheduler,
    FunnelNotifier,
    FunnelStepsProcessor,
    FunnelStepsScheduler,
    FunnelWork,
  ],
})
export class FunnelsWorkerModule {}
