import { Module } from '@nestjs/common';
import { CustomFieldsModule } from '../custom-fields/custom-fields.module.js';
import { NotesModule } from '../notes/notes.module.js';
import { BulkJobsModule } from '../jobs/bulk-jobs.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { MergingModule } from './merging/merging.module.js';
import { ContactRecords } from './contact-records.holder.js';
import { EventRecords } from './event-log/event-records.holder.js';
import { KnownPeople } from './known-person.service.js';
import { PersonErasure } from './person-erasure.service.js';
import { PersonExports } from './person-export.service.js';
import { PrivacyController } from './privacy.controller.js';
import { SealedAddresses } from './sealed-addresses.service.js';

/** The rights of people over what is kept about them: to know it, and to have it forgotten. */
@Module({
  imports: [ContactsModule, MergingModule, BulkJobsModule, NotesModule, CustomFieldsModule],
  controllers: [PrivacyController],
  providers: [ContactRecords, EventRecords, KnownPeople, PersonErasure, PersonExports, SealedAddresses],
  exports: [KnownPeople, SealedAddresses],
})
export class PrivacyModule {}
