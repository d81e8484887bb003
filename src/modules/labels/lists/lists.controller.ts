import * as shapes from '../dto/label.shapes.js';
import { Delete, Get, Post, Put, Query } from '@nestjs/common';
import { RequirePermission, Refuses, Answers } from '../../../platform/access/operation.js';
import { BodyLike, RecordId, Resource } from '../../../platform/http/resource.js';
import { sharedAnswer } from '../../../platform/http/shared-answers.js';
import { ListLabelsDto, CreateListDto, UpdateListDto } from '../dto/label.dto.js';
import { LabelsService } from '../labels.service.js';

const TAKEN = shapes.labelTaken('List');
const EXAMPLE = {
  summary: 'Create a list',
  value: { title: 'Newsletter', description: 'Product news, monthly' },
};

@Resource('lists', 'Lists')
export class ListsController {
  constructor(private readonly labels: LabelsService) {}

  @Get()
  @RequirePermission('view_contacts', {
    summary: 'List all lists',
    description: 'Returns all lists on one page, by default the newest first.',
  })
  @Answers(shapes.listsShape, 'All matching lists')
  async listLists(@Query() query: ListLabelsDto) {
    return sharedAnswer(`lists ${JSON.stringify(query)}`, async () =>
      shapes.listsOf(await this.labels.list('list', query.toFilter()), query.exclude_counts),
    );
  }

  @Get(':id')
  @RequirePermission('view_contacts', {
    summary: 'Get a list',
    description: 'Returns the list without its counts, which `GET /lists` returns.',
  })
  @Answers(shapes.listShape, 'The list')
  async getList(@RecordId('list') id: number) {
    return shapes.listOf(await this.labels.get('list', id));
  }

  @Post()
  @RequirePermission('manage_contacts', {
    summary: 'Create a list',
    description: 'The title must be unique, regardless of case. A missing slug is generated from it.',
  })
  @Answers(shapes.listCreatedShape, 'The new list')
  @Refuses({ 400: TAKEN })
  async createList(@BodyLike({ list: EXAMPLE }) body: CreateListDto) {
    return { message: shapes.LIST_SAVED, lists: shapes.listOf(await this.labels.create('list', body.toInput())) };
  }

  @Put(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Update a list',
    description:
      'Omitted fields are unchanged; a new title does not change the slug. The response contains only the id, as text.',
  })
  @Answers(shapes.listUpdatedShape, 'The id of the updated list')
  @Refuses({ 400: TAKEN })
  async updateList(@RecordId('list') id: number, @BodyLike({ list: EXAMPLE }) body: UpdateListDto) {
    await this.labels.update('list', id, body.toInput());
    return { message: shapes.LIST_SAVED, lists: String(id) };
  }

  @Delete(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Delete a list',
    description: 'Its contacts remain. Their memberships are removed in the background, without events.',
  })
  @Answers(shapes.listRemovedShape, 'The list is deleted')
  async deleteList(@RecordId('list') id: number) {
    await this.labels.remove('list', id);
    return { message: shapes.LIST_REMOVED };
  }
}
