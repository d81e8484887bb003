import { Module } from '@nestjs/common';
import { QUEUE, queue } from '../../platform/queue/queues.js';
import { HttpCallsWorkerModule } from '../http-calls/http-calls-worker.module.js';
import { SegmentsModule } from '../segments/segments.module.js';
import { SendingWorkerModule } from '../sending/sending-worker.module.js';
import { FollowUps } from './engine/follow-ups.service.js';
import { FunnelNotifier } from './engine/funnel-notifier.service.js';
import { FunnelStepsProcessor } from './engine/funnel-steps.processor.js';
import { FunnelStepsScheduler } from './engine/funnel-steps.scheduler.js';
import { FunnelWork } from './engine/funnel-work.service.js';
import { EnrollmentRemovalScheduler } from './enrollments/enrollment-removal.scheduler.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { FunnelsModule } from './funnels.module.js';
import { FunnelFactsSubscriber } from './triggers/funnel-facts.subscriber.js';
import { FunnelWatchesScheduler } from './triggers/funnel-watches.scheduler.js';
import { FunnelWatches } from './triggers/funnel-watches.service.js';
import { RequestedEnrollments } from './triggers/requested-enrollments.service.js';
import { TriggeredEnrollments } from './triggers/triggered-enrollments.service.js';
import { WatchedContacts } from './triggers/watched-contacts.queries.js';
import { FunnelMigrationScheduler } from './enrollments/funnel-migration.scheduler.js';

@Module({
  imports: [
    FunnelsModule,
    ContactsModule,
    HttpCallsWorkerModule,
    SegmentsModule,
    SendingWorkerModule,
    queue(QUEUE.funnelSteps),
  ],
  providers: [
    FunnelFactsSubscriber,
    RequestedEnrollments,
    TriggeredEnrollments,
    FunnelWatches,
    FunnelWatchesScheduler,
    WatchedContacts,
    EnrollmentRemovalScheduler,
    FunnelMigrationScheduler,
    FunnelNotifier,
    FollowUps,
    FunnelStepsProcessor,
    FunnelStepsScheduler,
    FunnelWork,
  ],
})
export class FunnelsWorkerModule {}
