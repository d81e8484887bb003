import { Global, Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.js';
import { ContactRules } from '../contacts/listing/contact-selection.js';
import { CustomFieldsModule } from '../custom-fields/custom-fields.module.js';
import { FiltersService } from './filter-language/filters.service.js';
import { TestedValues } from './filter-language/tested-values.queries.js';
import { SegmentPersonalData } from './live/segment.personal-data.js';
import { SegmentsController } from './segments.controller.js';
import { SegmentsQueries } from './segments.queries.js';
import { SegmentsService } from './segments.service.js';

/** Global, because contact listings, on which segments depend, inject `ContactRules`. */
@Global()
@Module({
  imports: [ContactsModule, CustomFieldsModule],
  controllers: [SegmentsController],
  providers: [
    FiltersService,
    SegmentsService,
    TestedValues,
    SegmentsQueries,
    SegmentPersonalData,
    { provide: ContactRules, useExisting: SegmentsService },
  ],
  exports: [FiltersService, SegmentsService, ContactRules],
})
export class SegmentsModule {}
