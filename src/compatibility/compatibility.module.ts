import { Module } from '@nestjs/common';
import { CompaniesModule } from '../modules/companies/companies.module.js';
import { CustomFieldsModule } from '../modules/custom-fields/custom-fields.module.js';
import { CampaignsModule } from '../modules/campaigns/campaigns.module.js';
import { ContactsModule } from '../modules/contacts/contacts.module.js';
import { SegmentsModule } from '../modules/segments/segments.module.js';
import { FunnelsModule } from '../modules/funnels/funnels.module.js';
import { LabelsModule } from '../modules/labels/labels.module.js';
import {
  CampaignRecipients,
  CampaignRecipientsController,
} from './campaign-recipients/campaign-recipients.controller.js';
import { CampaignScheduleController } from './campaign-schedule/campaign-schedule.controller.js';
import { ContactSegments, ContactSegmentsController } from './contact-segments/contact-segments.controller.js';
import { DashboardController } from './dashboard/dashboard.controller.js';
import { EnrollmentChanges, EnrollmentsController } from './enrollments/enrollments.controller.js';
import { FunnelWrites, FunnelWritesController } from './funnel-writes/funnel-writes.controller.js';
import { DialectTools } from './dialect-tools.service.js';
import { ContactRecordsController } from './records/contact-records.controller.js';
import { LabelBulkController } from './records/label-bulk.controller.js';
import { PropertiesController } from './properties/properties.controller.js';

/** The dialect of clients of the FluentCRM REST API: a layer in front of the API, active if its base path is configured. */
@Module({
  imports: [
    ...[CampaignsModule, CompaniesModule, ContactsModule, CustomFieldsModule],
    ...[FunnelsModule, LabelsModule, SegmentsModule],
  ],
  controllers: [
    ...[CampaignRecipientsController, CampaignScheduleController, ContactRecordsController, ContactSegmentsController],
    ...[DashboardController, EnrollmentsController, FunnelWritesController, LabelBulkController, PropertiesController],
  ],
  providers: [CampaignRecipients, ContactSegments, DialectTools, EnrollmentChanges, FunnelWrites],
})
export class CompatibilityModule {}
