import { Module } from '@nestjs/common';
import { CustomFieldsModule } from '../../custom-fields/custom-fields.module.js';
import { ContactsModule } from '../../contacts/contacts.module.js';
import { ImportsModule } from '../imports.module.js';
import { PlatformImport } from './platform-import.service.js';

/** Imports contacts from other platforms, for the command line. */
@Module({
  imports: [ContactsModule, CustomFieldsModule, ImportsModule],
  providers: [PlatformImport],
  exports: [PlatformImport],
})
export class PlatformImportsModule {}
