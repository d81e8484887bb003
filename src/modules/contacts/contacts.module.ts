import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CustomFieldsModule } from '../custom-fields/custom-fields.module.js';
import { LabelsModule } from '../labels/labels.module.js';
import { ContactCheck } from './contact-check.service.js';
import { ContactCounter } from './contact-counter.entity.js';
import { ContactCounters } from './contact-counters.js';
import { ContactWriter } from './contact-writer.service.js';
import { Contact } from './contact.entity.js';
import { ContactsController } from './contacts.controller.js';
import { ContactsQueries } from './contacts.queries.js';
import { ContactsService } from './contacts.service.js';
import { ContactList } from './memberships/contact-list.entity.js';
import { ContactTag } from './memberships/contact-tag.entity.js';
import { MembershipCleanup } from './memberships/membership-cleanup.entity.js';
import { MembershipsService } from './memberships/memberships.service.js';
import { Suppression } from './suppression/suppression.entity.js';
import { SuppressionsService } from './suppression/suppressions.service.js';

@Module({
  imports: [
    LabelsModule,
    CustomFieldsModule,
    TypeOrmModule.forFeature([Contact, ContactList, ContactTag, ContactCounter, MembershipCleanup, Suppression]),
  ],
  controllers: [ContactsController],
  providers: [
    ContactCheck,
    ContactCounters,
    ContactWriter,
    ContactsQueries,
    ContactsService,
    MembershipsService,
    SuppressionsService,
  ],
  exports: [ContactsService, SuppressionsService],
})
export class ContactsModule {}
