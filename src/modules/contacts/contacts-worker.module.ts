import { Module } from '@nestjs/common';
import { ContactsModule } from './contacts.module.js';
import { MembershipCleaner } from './memberships/membership-cleaner.js';
import { SearchBacklogScheduler } from './search/search-backlog-processor.service.js';

@Module({
  imports: [ContactsModule],
  providers: [MembershipCleaner, SearchBacklogScheduler],
})
export class ContactsWorkerModule {}
