import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { PathId } from '../../../platform/http/path-id.js';
import { Refuses, type Refusal } from '../../../platform/openapi/refusals.js';
import { ListTagsDto } from './dto/list-tags.dto.js';
import {
  OneTagResponse,
  TagCreatedResponse,
  TagRemovedResponse,
  TagUpdatedResponse,
  TagsResponse,
} from './dto/tag.response.js';
import { CreateTagDto, UpdateTagDto } from './dto/write-tag.dto.js';
import { TagsService } from './tags.service.js';

const TAKEN: Refusal = {
  message: 'Tag with this title already exists',
  description: 'The title, or a slug that was sent, is taken or at fault; every fault is named',
  data: { params: { title: 'is taken' } },
};
const EXAMPLE = { summary: 'A tag', value: { title: 'VIP', description: 'Buys every month' } };

@ApiTags('Tags')
@Controller('tags')
export class TagsController {
  constructor(private readonly tags: TagsService) {}

  @Get()
  @RequirePermission('view_contacts', { summary: 'List all tags' })
  @ApiOkResponse({ type: TagsResponse })
  async listTags(@Query() query: ListTagsDto): Promise<TagsResponse> {
    return new TagsResponse(await this.tags.list(query.toFilter()), query.exclude_counts);
  }

  @Get(':id')
  @RequirePermission('view_contacts', { summary: 'Get a tag' })
  @PathId('tag')
  @ApiOkResponse({ type: OneTagResponse })
  async getTag(@Param('id', new IdPipe()) id: number): Promise<OneTagResponse> {
    return new OneTagResponse(await this.tags.get(id));
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('manage_contacts', { summary: 'Create a tag' })
  @ApiBody({ type: CreateTagDto, examples: { tag: EXAMPLE } })
  @ApiOkResponse({ type: TagCreatedResponse })
  @Refuses({ 400: TAKEN })
  async createTag(@Body() body: CreateTagDto): Promise<TagCreatedResponse> {
    return new TagCreatedResponse(await this.tags.create(body.toInput()));
  }

  @Put(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Change a tag',
    description: 'What is left out stays. The answer holds the id as text; read the tag itself to see it.',
  })
  @PathId('tag')
  @ApiBody({ type: UpdateTagDto, examples: { tag: EXAMPLE } })
  @ApiOkResponse({ type: TagUpdatedResponse })
  @Refuses({ 400: TAKEN })
  async updateTag(@Param('id', new IdPipe()) id: number, @Body() body: UpdateTagDto): Promise<TagUpdatedResponse> {
    return new TagUpdatedResponse(await this.tags.update(id, body.toInput()));
  }

  @Delete(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Delete a tag',
    description: 'Its contacts stay. They lose the tag within moments, and no events tell of that.',
  })
  @PathId('tag')
  @ApiOkResponse({ type: TagRemovedResponse })
  async deleteTag(@Param('id', new IdPipe()) id: number): Promise<TagRemovedResponse> {
    await this.tags.remove(id);
    return new TagRemovedResponse();
  }
}
