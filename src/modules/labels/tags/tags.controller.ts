import {
  labelTaken,
  oneTagShape,
  tagCreatedShape,
  tagRemovedShape,
  tagsOf,
  tagsShape,
  tagUpdatedShape,
  tagOf,
  TAG_SAVED,
  TAG_REMOVED,
} from '../dto/label.shapes.js';
import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { RequirePermission, Refuses, Answers } from '../../../platform/access/operation.js';
import { IdPipe, PathId } from '../../../platform/http/id.pipe.js';
import { sharedAnswer } from '../../../platform/http/shared-answers.js';
import { ListLabelsDto, CreateTagDto, UpdateTagDto } from '../dto/label.dto.js';
import { LabelsService } from '../labels.service.js';

const TAKEN = labelTaken('Tag');
const EXAMPLE = { summary: 'Create a tag', value: { title: 'VIP', description: 'Buys every month' } };

@ApiTags('Tags')
@Controller('tags')
export class TagsController {
  constructor(private readonly labels: LabelsService) {}

  @Get()
  @RequirePermission('view_contacts', {
    summary: 'List all tags',
    description: 'Returns all tags on one page, by default the newest first.',
  })
  @Answers(tagsShape, 'All matching tags')
  async listTags(@Query() query: ListLabelsDto) {
    return sharedAnswer(`tags ${JSON.stringify(query)}`, async () =>
      tagsOf(await this.labels.list('tag', query.toFilter()), query.exclude_counts),
    );
  }

  @Get(':id')
  @RequirePermission('view_contacts', {
    summary: 'Get a tag',
    description: 'Returns the tag without its counts, which `GET /tags` returns.',
  })
  @PathId('tag')
  @Answers(oneTagShape, 'The tag')
  async getTag(@Param('id', new IdPipe()) id: number) {
    return { tag: tagOf(await this.labels.get('tag', id)) };
  }

  @Post()
  @RequirePermission('manage_contacts', {
    summary: 'Create a tag',
    description: 'The title must be unique, regardless of case. A missing slug is generated from it.',
  })
  @ApiBody({ type: CreateTagDto, examples: { tag: EXAMPLE } })
  @Answers(tagCreatedShape, 'The new tag')
  @Refuses({ 400: TAKEN })
  async createTag(@Body() body: CreateTagDto) {
    return { message: TAG_SAVED, tags: tagOf(await this.labels.create('tag', body.toInput())) };
  }

  @Put(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Update a tag',
    description:
      'Omitted fields are unchanged; a new title does not change the slug. The response contains only the id, as text.',
  })
  @PathId('tag')
  @ApiBody({ type: UpdateTagDto, examples: { tag: EXAMPLE } })
  @Answers(tagUpdatedShape, 'The id of the updated tag')
  @Refuses({ 400: TAKEN })
  async updateTag(@Param('id', new IdPipe()) id: number, @Body() body: UpdateTagDto) {
    await this.labels.update('tag', id, body.toInput());
    return { message: TAG_SAVED, tags: String(id) };
  }

  @Delete(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Delete a tag',
    description: 'Its contacts remain. Their memberships are removed in the background, without events.',
  })
  @PathId('tag')
  @Answers(tagRemovedShape, 'The tag is deleted')
  async deleteTag(@Param('id', new IdPipe()) id: number) {
    await this.labels.remove('tag', id);
    return { message: TAG_REMOVED };
  }
}
