import { Module } from '@nestjs/common';
import { ContactsModule } from './contacts.module.js';
import { LabelDeletedSubscriber } from './memberships/label-deleted.subscriber.js';
import { MembershipCleaner } from './memberships/membership-cleaner.js';
import { SearchBacklogScheduler } from './search/search-backlog.scheduler.js';

@Module({
  imports: [ContactsModule],
  providers: [MembershipCleaner, LabelDeletedSubscriber, SearchBacklogScheduler],
})
export class ContactsWorkerModule {}
