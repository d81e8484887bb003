import { Module } from '@nestjs/common';
import { CustomFieldsModule } from '../custom-fields/custom-fields.module.js';
import { NotesModule } from '../notes/notes.module.js';
import { BulkJobsModule } from '../jobs/bulk-jobs.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { ContactMerges } from './merging/contact-merges.service.js';
import { ContactPersonalData } from './contact.personal-data.js';
import { EventPersonalData } from './event-log/event.personal-data.js';
import { PersonIdentities } from './person-identity.service.js';
import { PersonErasure } from './person-erasure.service.js';
import { PersonExports } from './person-export.service.js';
import { PrivacyController } from './privacy.controller.js';
import { SealedAddresses } from './sealed-addresses.service.js';

/** Exports and erases personal data, and merges contacts. */
@Module({
  imports: [ContactsModule, BulkJobsModule, NotesModule, CustomFieldsModule],
  controllers: [PrivacyController],
  providers: [
    ...[ContactMerges, ContactPersonalData, EventPersonalData],
    ...[PersonIdentities, PersonErasure, PersonExports, SealedAddresses],
  ],
  exports: [ContactMerges, PersonIdentities, SealedAddresses],
})
export class PrivacyModule {}
