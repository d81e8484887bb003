import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LabelsService } from './labels.service.js';
import { List } from './lists/list.entity.js';
import { ListsController } from './lists/lists.controller.js';
import { Tag } from './tags/tag.entity.js';
import { TagsController } from './tags/tags.controller.js';

/** Lists and tags of contacts, which share one implementation. */
@Module({
  imports: [TypeOrmModule.forFeature([Tag, List])],
  controllers: [TagsController, ListsController],
  providers: [LabelsService],
  exports: [LabelsService],
})
export class LabelsModule {}
