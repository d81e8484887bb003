import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CustomFieldsModule } from '../../custom-fields/custom-fields.module.js';
import { ContactsModule } from '../contacts.module.js';
import { FiltersService } from './filter-language/filters.service.js';
import { SeenValues } from './filter-language/seen-values.queries.js';
import { Segment } from './segment.entity.js';
import { SegmentsController } from './segments.controller.js';
import { SegmentsQueries } from './segments.queries.js';
import { SegmentsService } from './segments.service.js';

@Module({
  imports: [ContactsModule, CustomFieldsModule, TypeOrmModule.forFeature([Segment])],
  controllers: [SegmentsController],
  providers: [FiltersService, SeenValues, SegmentsQueries, SegmentsService],
  exports: [FiltersService, SegmentsService],
})
export class SegmentsModule {}
