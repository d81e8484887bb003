import { Module } from '@nestjs/common';
import { LabelsModule } from '../labels/labels.module.js';
import { BulkJobsModule } from '../jobs/bulk-jobs.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { SegmentsModule } from '../segments/segments.module.js';
import { ActionEffects } from './action-effects.service.js';
import { BulkActionRequests } from './bulk-action-requests.service.js';
import { BulkActionWork } from './bulk-action-work.service.js';
import { BulkActionsController, DoBulkActionController } from './bulk-actions.controller.js';
import { BulkActionsService } from './bulk-actions.service.js';
import { ContactChoices } from './contact-choices.service.js';

@Module({
  imports: [ContactsModule, SegmentsModule, LabelsModule, BulkJobsModule],
  controllers: [DoBulkActionController, BulkActionsController],
  providers: [ActionEffects, BulkActionRequests, BulkActionWork, BulkActionsService, ContactChoices],
})
export class BulkActionsModule {}
