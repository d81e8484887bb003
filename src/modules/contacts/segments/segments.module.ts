import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ContactsModule } from '../contacts.module.js';
import { SeenValues } from './filter-language/seen-values.queries.js';
import { RulesModule } from './rules.module.js';
import { Segment } from './segment.entity.js';
import { SegmentsController } from './segments.controller.js';
import { SegmentsQueries } from './segments.queries.js';

@Module({
  imports: [ContactsModule, RulesModule, TypeOrmModule.forFeature([Segment])],
  controllers: [SegmentsController],
  providers: [SeenValues, SegmentsQueries],
  exports: [RulesModule],
})
export class SegmentsModule {}
