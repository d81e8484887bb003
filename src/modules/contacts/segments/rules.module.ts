import { Module } from '@nestjs/common';
import { CustomFieldsModule } from '../../custom-fields/custom-fields.module.js';
import { FiltersService } from './filter-language/filters.service.js';
import { SegmentsService } from './segments.service.js';

/** Rules with and without a name. Listings of contacts go by them, so they are below the contacts. */
@Module({
  imports: [CustomFieldsModule],
  providers: [FiltersService, SegmentsService],
  exports: [FiltersService, SegmentsService],
})
export class RulesModule {}
