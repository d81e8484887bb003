import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { CustomFieldsService } from './custom-fields.service.js';
import {
  CustomFieldRemovedResponse,
  CustomFieldSavedResponse,
  CustomFieldSetSavedResponse,
  CustomFieldsResponse,
  FieldTypeResponse,
} from './dto/custom-field.response.js';
import { ForceDto, ListCustomFieldsDto } from './dto/custom-fields-query.dto.js';
import { CreateCustomFieldDto, ReplaceCustomFieldsDto, UpdateCustomFieldDto } from './dto/write-custom-field.dto.js';

@ApiTags('Custom fields')
@ApiExtraModels(FieldTypeResponse)
@Controller('custom-fields/contacts')
export class CustomFieldsController {
  constructor(private readonly fields: CustomFieldsService) {}

  @Get()
  @RequirePermission('view_contacts', { summary: 'List the custom fields of contacts' })
  async list(@Query() query: ListCustomFieldsDto): Promise<CustomFieldsResponse> {
    return new CustomFieldsResponse(await this.fields.list(), query.wantsTypes());
  }

  @Put()
  @RequirePermission('manage_contacts', {
    summary: 'Replace the whole set of custom fields',
    description:
      'A definition with a known slug changes that field, every other one is new; fields left out are removed.',
  })
  async replaceAll(
    @Body() body: ReplaceCustomFieldsDto,
    @Query() query: ForceDto,
  ): Promise<CustomFieldSetSavedResponse> {
    return new CustomFieldSetSavedResponse(await this.fields.replaceAll(body.toInputs(), query.or(body.force)));
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('manage_contacts', { summary: 'Add a custom field' })
  async create(@Body() body: CreateCustomFieldDto): Promise<CustomFieldSavedResponse> {
    return new CustomFieldSavedResponse(await this.fields.create(body.toInput()));
  }

  @Put(':slug')
  @RequirePermission('manage_contacts', { summary: 'Change a custom field' })
  async update(
    @Param('slug') slug: string,
    @Body() body: UpdateCustomFieldDto,
    @Query() query: ForceDto,
  ): Promise<CustomFieldSavedResponse> {
    return new CustomFieldSavedResponse(await this.fields.update(slug, body.toInput(), query.or(body.force)));
  }

  @Delete(':slug')
  @RequirePermission('manage_contacts', { summary: 'Remove a custom field' })
  async remove(@Param('slug') slug: string, @Query() query: ForceDto): Promise<CustomFieldRemovedResponse> {
    await this.fields.remove(slug, query.or(undefined));
    return new CustomFieldRemovedResponse();
  }
}
