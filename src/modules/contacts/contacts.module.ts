import { Module } from '@nestjs/common';
import { CompaniesModule } from '../companies/companies.module.js';
import { CustomFieldsModule } from '../custom-fields/custom-fields.module.js';
import { LabelsModule } from '../labels/labels.module.js';
import { NotesModule } from '../notes/notes.module.js';
import { subjectNotesController } from '../notes/subject-notes.controller.js';
import { ContactAutomation } from './automation/contact-automation.service.js';
import { LabelChanges } from './automation/label-changes.service.js';
import { BulkAddUpdateController } from './bulk-writes/bulk-add-update.controller.js';
import { BulkAddUpdate } from './bulk-writes/bulk-add-update.service.js';
import { BulkContacts } from './bulk-writes/bulk-contacts.service.js';
import { ContactPlans } from './writing/contact-plans.service.js';
import { ContactRows } from './writing/contact-rows.service.js';
import { BulkUndoFacts } from './bulk-writes/bulk-undo-facts.js';
import { BulkUndo } from './bulk-writes/bulk-undo.service.js';
import { ContactRemover } from './writing/contact-remover.service.js';
import { CompanyMembersController } from './companies/company-members.controller.js';
import { CompanyMemberships } from './memberships/company-memberships.service.js';
import { ConsentLog } from './consent/consent-log.js';
import { ConsentsController } from './consent/consents.controller.js';
import { ContactCheck } from './writing/contact-check.service.js';
import { ContactCounters } from './counts/contact-counters.js';
import { ContactWriter } from './writing/contact-writer.service.js';
import { ContactsController } from './contacts.controller.js';
import { ContactsQueries } from './listing/contacts.queries.js';
import { OneContactQueries } from './listing/one-contact.queries.js';
import { ContactsService } from './contacts.service.js';
import { CountsVerification } from './counts/counts-verification.service.js';
import { DoubleOptInController } from './double-opt-in/double-opt-in.controller.js';
import { DoubleOptInService } from './double-opt-in/double-opt-in.service.js';
import { ContactTotals } from './listing/contact-totals.queries.js';
import { MembershipBitmaps } from './listing/membership-bitmaps.service.js';
import { ContactWalk } from './listing/contact-walk.service.js';
import { MembershipsService } from './memberships/memberships.service.js';
import { NamedLabels } from './memberships/named-labels.service.js';
import { ContactNotesService } from './notes/contact-notes.service.js';
import { ContactPreferencesService } from './preferences/contact-preferences.service.js';
import { ContactSearch } from './search/contact-search.service.js';
import { SearchBacklogProcessor } from './search/search-backlog-processor.service.js';
import { SearchIndex } from './search/search-index.service.js';
import { SubscriptionsService } from './subscriptions/subscriptions.service.js';
import { SuppressionList } from './suppression/suppression-list.service.js';
import { SuppressionsController } from './suppression/suppressions.controller.js';
import { SuppressionsService } from './suppression/suppressions.service.js';
import { TimelineController } from './timeline/timeline.controller.js';
import { TimelineQueries } from './timeline/timeline.queries.js';
import { TrackedEventsController } from './tracked-events/tracked-events.controller.js';
import { TrackedEventsService } from './tracked-events/tracked-events.service.js';

const PROVIDERS = [
  BulkAddUpdate,
  BulkContacts,
  BulkUndo,
  BulkUndoFacts,
  CompanyMemberships,
  ConsentLog,
  ContactAutomation,
  ContactCheck,
  ContactCounters,
  ContactNotesService,
  ContactPlans,
  ContactRemover,
  ContactRows,
  ContactSearch,
  ContactTotals,
  MembershipBitmaps,
  ContactWalk,
  ContactWriter,
  ContactsQueries,
  ContactsService,
  CountsVerification,
  ContactPreferencesService,
  DoubleOptInService,
  LabelChanges,
  NamedLabels,
  MembershipsService,
  OneContactQueries,
  SearchIndex,
  SearchBacklogProcessor,
  SubscriptionsService,
  SuppressionList,
  SuppressionsService,
  TimelineQueries,
  TrackedEventsService,
];

@Module({
  imports: [LabelsModule, CompaniesModule, NotesModule, CustomFieldsModule],
  controllers: [
    BulkAddUpdateController,
    CompanyMembersController,
    ContactsController,
    subjectNotesController({
      name: 'Contact',
      noun: 'contact',
      tag: 'Contacts',
      path: 'subscribers',
      notes: ContactNotesService,
    }),
    ConsentsController,
    DoubleOptInController,
    TrackedEventsController,
    TimelineController,
    SuppressionsController,
  ],
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class ContactsModule {}
