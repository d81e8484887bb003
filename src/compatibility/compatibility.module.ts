import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { CampaignsModule } from '../modules/campaigns/campaigns.module.js';
import { ContactsModule } from '../modules/contacts/contacts.module.js';
import { SegmentsModule } from '../modules/segments/segments.module.js';
import { FunnelsModule } from '../modules/funnels/funnels.module.js';
import { LabelsModule } from '../modules/labels/labels.module.js';
import { CampaignRecipientsController } from './campaign-recipients/campaign-recipients.controller.js';
import { CampaignRecipients } from './campaign-recipients/campaign-recipients.service.js';
import { CampaignScheduleController } from './campaign-schedule/campaign-schedule.controller.js';
import { ContactSegmentsController } from './contact-segments/contact-segments.controller.js';
import { ContactSegments } from './contact-segments/contact-segments.service.js';
import { DialectInterceptor } from './dialect.interceptor.js';
import { FunnelEntriesController } from './funnel-entries/funnel-entries.controller.js';
import { FunnelEntryChanges } from './funnel-entries/funnel-entry-changes.service.js';
import { FunnelWritesController } from './funnel-writes/funnel-writes.controller.js';
import { FunnelWrites } from './funnel-writes/funnel-writes.service.js';

/**
 * The dialect of programs that were written for the REST API of FluentCRM. It stands in front of the product, which knows
 * nothing of it, and is there only where the configuration names its base path.
 */
@Module({
  imports: [CampaignsModule, ContactsModule, FunnelsModule, LabelsModule, SegmentsModule],
  controllers: [
    CampaignRecipientsController,
    CampaignScheduleController,
    ContactSegmentsController,
    FunnelEntriesController,
    FunnelWritesController,
  ],
  providers: [
    CampaignRecipients,
    ContactSegments,
    FunnelEntryChanges,
    FunnelWrites,
    { provide: APP_INTERCEPTOR, useClass: DialectInterceptor },
  ],
})
export class CompatibilityModule {}
