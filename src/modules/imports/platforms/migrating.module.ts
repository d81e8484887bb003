import { Module } from '@nestjs/common';
import { CustomFieldsModule } from '../../custom-fields/custom-fields.module.js';
import { ContactsModule } from '../../contacts/contacts.module.js';
import { ImportsModule } from '../imports.module.js';
import { Migration } from './migration.service.js';

/** Imports contacts from other platforms, for the command line. */
@Module({ imports: [ContactsModule, CustomFieldsModule, ImportsModule], providers: [Migration], exports: [Migration] })
export class MigratingModule {}
