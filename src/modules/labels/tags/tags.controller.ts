import * as shapes from '../dto/label.shapes.js';
import { Delete, Get, Post, Put, Query } from '@nestjs/common';
import { RequirePermission, Refuses, Answers } from '../../../platform/access/operation.js';
import { BodyLike, RecordId, Resource } from '../../../platform/http/resource.js';
import { sharedAnswer } from '../../../platform/http/shared-answers.js';
import { ListLabelsDto, CreateTagDto, UpdateTagDto } from '../dto/label.dto.js';
import { LabelsService } from '../labels.service.js';

const TAKEN = shapes.labelTaken('Tag');
const EXAMPLE = { summary: 'Create a tag', value: { title: 'VIP', description: 'Buys every month' } };

@Resource('tags', 'Tags')
export class TagsController {
  constructor(private readonly labels: LabelsService) {}

  @Get()
  @RequirePermission('view_contacts', {
    summary: 'List all tags',
    description: 'Returns all tags on one page, by default the newest first.',
  })
  @Answers(shapes.tagsShape, 'All matching tags')
  async listTags(@Query() query: ListLabelsDto) {
    return sharedAnswer(`tags ${JSON.stringify(query)}`, async () =>
      shapes.tagsOf(await this.labels.list('tag', query.toFilter()), query.exclude_counts),
    );
  }

  @Get(':id')
  @RequirePermission('view_contacts', {
    summary: 'Get a tag',
    description: 'Returns the tag without its counts, which `GET /tags` returns.',
  })
  @Answers(shapes.oneTagShape, 'The tag')
  async getTag(@RecordId('tag') id: number) {
    return { tag: shapes.tagOf(await this.labels.get('tag', id)) };
  }

  @Post()
  @RequirePermission('manage_contacts', {
    summary: 'Create a tag',
    description: 'The title must be unique, regardless of case. A missing slug is generated from it.',
  })
  @Answers(shapes.tagCreatedShape, 'The new tag')
  @Refuses({ 400: TAKEN })
  async createTag(@BodyLike({ tag: EXAMPLE }) body: CreateTagDto) {
    return { message: shapes.TAG_SAVED, tags: shapes.tagOf(await this.labels.create('tag', body.toInput())) };
  }

  @Put(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Update a tag',
    description:
      'Omitted fields are unchanged; a new title does not change the slug. The response contains only the id, as text.',
  })
  @Answers(shapes.tagUpdatedShape, 'The id of the updated tag')
  @Refuses({ 400: TAKEN })
  async updateTag(@RecordId('tag') id: number, @BodyLike({ tag: EXAMPLE }) body: UpdateTagDto) {
    await this.labels.update('tag', id, body.toInput());
    return { message: shapes.TAG_SAVED, tags: String(id) };
  }

  @Delete(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Delete a tag',
    description: 'Its contacts remain. Their memberships are removed in the background, without events.',
  })
  @Answers(shapes.tagRemovedShape, 'The tag is deleted')
  async deleteTag(@RecordId('tag') id: number) {
    await this.labels.remove('tag', id);
    return { message: shapes.TAG_REMOVED };
  }
}
