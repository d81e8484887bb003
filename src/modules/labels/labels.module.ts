import { Module } from '@nestjs/common';
import { LabelsService } from './labels.service.js';
import { ListsController } from './lists/lists.controller.js';
import { TagsController } from './tags/tags.controller.js';

/** Lists and tags of contacts, which share one implementation. */
@Module({
  controllers: [TagsController, ListsController],
  providers: [LabelsService],
  exports: [LabelsService],
})
export class LabelsModule {}
