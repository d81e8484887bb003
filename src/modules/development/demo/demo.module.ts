import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { RelayWorkerModule } from '../../../platform/outbox/relay-worker.module.js';
import { CampaignsModule } from '../../campaigns/campaigns.module.js';
import { CommerceModule } from '../../commerce/commerce.module.js';
import { CompaniesModule } from '../../companies/companies.module.js';
import { ContactsModule } from '../../contacts/contacts.module.js';
import { CustomFieldsModule } from '../../custom-fields/custom-fields.module.js';
import { FeedbackModule } from '../../feedback/feedback.module.js';
import { FunnelsModule } from '../../funnels/funnels.module.js';
import { ImportsModule } from '../../imports/imports.module.js';
import { LabelsModule } from '../../labels/labels.module.js';
import { ScheduledReportsModule } from '../../scheduled-reports/scheduled-reports.module.js';
import { SegmentsModule } from '../../segments/segments.module.js';
import { SendingModule } from '../../sending/sending.module.js';
import { TrackingModule } from '../../tracking/tracking.module.js';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { MailboxServer } from '../mailbox/mailbox.server.js';
import { MailboxStore } from '../mailbox/mailbox.store.js';
import { WebhookReceiverModule } from '../webhook-receiver/webhook-receiver.controller.js';
import { DemoAgenda } from './demo-agenda.js';
import { DemoArrivals } from './demo-arrivals.js';
import { DemoCatalog } from './demo-catalog.js';
import { DemoContent } from './demo-content.js';
import { DemoMailboxStore, DemoReceivers } from './demo-receivers.js';
import { DemoRecipients } from './demo-recipients.js';
import { DemoShop } from './demo-shop.js';
import { DemoStory } from './demo-story.js';
import { DemoWorker } from './demo-worker.js';
import { DEMO, LoadDemoCommand } from './demo.command.js';
import { DemoTime, DemoService } from './demo.service.js';

@Module({
  imports: [
    ...[LabelsModule, CustomFieldsModule, CompaniesModule, ContactsModule, SegmentsModule, ImportsModule],
    ...[SendingModule, TrackingModule, FeedbackModule, CampaignsModule, CommerceModule, FunnelsModule],
    ...[WebhooksModule, ScheduledReportsModule, RelayWorkerModule, DiscoveryModule],
    WebhookReceiverModule,
  ],
  providers: [
    ...[DemoAgenda, DemoCatalog, DemoArrivals, DemoContent, DemoShop, DemoReceivers, DemoStory],
    ...[DemoRecipients, DemoWorker, DemoTime, DemoService],
    ...[MailboxServer, DemoMailboxStore, { provide: MailboxStore, useExisting: DemoMailboxStore }],
    ...[LoadDemoCommand, { provide: DEMO, useExisting: DemoService }],
  ],
})
export class DemoModule {}
