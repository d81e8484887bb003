import { Module } from '@nestjs/common';
import { CustomFieldsModule } from '../custom-fields/custom-fields.module.js';
import { LabelsModule } from '../labels/labels.module.js';
import { BulkJobsModule } from '../jobs/bulk-jobs.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { ImportAtTerminal } from './terminal/import-at-terminal.js';
import { ImportFiles } from './import-files.js';
import { ImportUploads } from './import-uploads.service.js';
import { ImportWork } from './import-work.service.js';
import { ImportsController } from './imports.controller.js';
import { ImportsService } from './imports.service.js';
import { PlatformImport } from './platforms/platform-import.service.js';
import { RejectedRows } from './rejected-rows.js';

@Module({
  imports: [BulkJobsModule, ContactsModule, CustomFieldsModule, LabelsModule],
  controllers: [ImportsController],
  providers: [ImportAtTerminal, ImportFiles, ImportUploads, ImportWork, ImportsService, PlatformImport, RejectedRows],
  exports: [ImportAtTerminal, ImportsService, PlatformImport, RejectedRows],
})
export class ImportsModule {}
