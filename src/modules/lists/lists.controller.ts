import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { IdPipe } from '../../platform/http/id.pipe.js';
import { ListListsDto } from './dto/list-lists.dto.js';
import {
  ListCreatedResponse,
  ListRemovedResponse,
  ListResponse,
  ListUpdatedResponse,
  ListsResponse,
} from './dto/list.response.js';
import { CreateListDto, UpdateListDto } from './dto/write-list.dto.js';
import { ListsService } from './lists.service.js';

@ApiTags('Lists')
@Controller('lists')
export class ListsController {
  constructor(private readonly lists: ListsService) {}

  @Get()
  @RequirePermission('view_contacts', { summary: 'List all lists' })
  async list(@Query() query: ListListsDto): Promise<ListsResponse> {
    return new ListsResponse(await this.lists.list(query.toFilter()), query.exclude_counts);
  }

  @Get(':id')
  @RequirePermission('view_contacts', { summary: 'Get one list' })
  async get(@Param('id', new IdPipe()) id: number): Promise<ListResponse> {
    return new ListResponse(await this.lists.get(id));
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('manage_contacts', { summary: 'Create a list' })
  async create(@Body() body: CreateListDto): Promise<ListCreatedResponse> {
    return new ListCreatedResponse(await this.lists.create(body.toInput()));
  }

  @Put(':id')
  @RequirePermission('manage_contacts', { summary: 'Change a list' })
  async update(@Param('id', new IdPipe()) id: number, @Body() body: UpdateListDto): Promise<ListUpdatedResponse> {
    return new ListUpdatedResponse(await this.lists.update(id, body.toInput()));
  }

  @Delete(':id')
  @RequirePermission('manage_contacts', { summary: 'Delete a list; its contacts stay' })
  async remove(@Param('id', new IdPipe()) id: number): Promise<ListRemovedResponse> {
    await this.lists.remove(id);
    return new ListRemovedResponse();
  }
}
