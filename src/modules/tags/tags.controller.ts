import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { IdPipe } from '../../platform/http/id.pipe.js';
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

@ApiTags('Tags')
@Controller('tags')
export class TagsController {
  constructor(private readonly tags: TagsService) {}

  @Get()
  @RequirePermission('view_contacts', { summary: 'List all tags' })
  async list(@Query() query: ListTagsDto): Promise<TagsResponse> {
    return new TagsResponse(await this.tags.list(query.toFilter()), query.exclude_counts);
  }

  @Get(':id')
  @RequirePermission('view_contacts', { summary: 'Get one tag' })
  async get(@Param('id', new IdPipe()) id: number): Promise<OneTagResponse> {
    return new OneTagResponse(await this.tags.get(id));
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('manage_contacts', { summary: 'Create a tag' })
  async create(@Body() body: CreateTagDto): Promise<TagCreatedResponse> {
    return new TagCreatedResponse(await this.tags.create(body.toInput()));
  }

  @Put(':id')
  @RequirePermission('manage_contacts', { summary: 'Change a tag' })
  async update(@Param('id', new IdPipe()) id: number, @Body() body: UpdateTagDto): Promise<TagUpdatedResponse> {
    return new TagUpdatedResponse(await this.tags.update(id, body.toInput()));
  }

  @Delete(':id')
  @RequirePermission('manage_contacts', { summary: 'Delete a tag; its contacts stay' })
  async remove(@Param('id', new IdPipe()) id: number): Promise<TagRemovedResponse> {
    await this.tags.remove(id);
    return new TagRemovedResponse();
  }
}
