import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.js';
import { ErasedPeopleSubscriber } from './freshness/erased-people.subscriber.js';
import { ReportsModule } from './reports.module.js';
import { RollupsSubscriber } from './rollups/rollups.subscriber.js';
import { ScheduledReportsScheduler } from './scheduled/scheduled-reports.scheduler.js';

@Module({
  imports: [ReportsModule, ContactsModule],
  providers: [RollupsSubscriber, ErasedPeopleSubscriber, ScheduledReportsScheduler],
})
export class ReportsWorkerModule {}
