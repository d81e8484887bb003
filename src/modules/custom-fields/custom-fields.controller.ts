import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { Refuses, type Refusal } from '../../platform/openapi/refusals.js';
import { CustomFieldsService } from './custom-fields.service.js';
import {
  CustomFieldRemovedResponse,
  CustomFieldSavedResponse,
  CustomFieldSetSavedResponse,
  CustomFieldsResponse,
  FieldTypeResponse,
} from './dto/custom-field.response.js';
import { ForceDto, ListCustomFieldsDto } from './dto/custom-fields-query.dto.js';
import {
  CreateCustomFieldDto,
  FIELD_CHANGE_EXAMPLES,
  FIELD_EXAMPLES,
  FIELD_SET_EXAMPLES,
  ReplaceCustomFieldsDto,
  UpdateCustomFieldDto,
} from './dto/write-custom-field.dto.js';

const faulty = (field: string, reason: string): Refusal => ({
  message: `Invalid parameter: ${field}`,
  description:
    'A definition is at fault, or values of contacts would be lost and `force` is not set; every fault is named',
  data: { params: { [field]: reason } },
});
const IN_USE = "field 'favourite_colour' is in use; force=yes removes it together with its values";
const Slug = (): MethodDecorator =>
  ApiParam({ name: 'slug', description: 'Slug of the field', schema: { type: 'string', example: 'favourite_colour' } });

@ApiTags('Custom fields')
@ApiExtraModels(FieldTypeResponse)
@Controller('custom-fields/contacts')
export class CustomFieldsController {
  constructor(private readonly fields: CustomFieldsService) {}

  @Get()
  @RequirePermission('view_contacts', { summary: 'List the custom fields of contacts' })
  @ApiOkResponse({ type: CustomFieldsResponse })
  async listCustomFields(@Query() query: ListCustomFieldsDto): Promise<CustomFieldsResponse> {
    return new CustomFieldsResponse(await this.fields.list(), query.wantsTypes());
  }

  @Put()
  @RequirePermission('manage_contacts', {
    summary: 'Replace the whole set of custom fields',
    description:
      'A definition with a known slug changes that field, every other one is new; fields left out are removed.',
  })
  @ApiBody({ type: ReplaceCustomFieldsDto, examples: FIELD_SET_EXAMPLES })
  @ApiOkResponse({ type: CustomFieldSetSavedResponse })
  @Refuses({ 400: faulty('fields.1.options', 'is required') })
  async replaceCustomFields(
    @Body() body: ReplaceCustomFieldsDto,
    @Query() query: ForceDto,
  ): Promise<CustomFieldSetSavedResponse> {
    return new CustomFieldSetSavedResponse(await this.fields.replaceAll(body.toInputs(), query.or(body.force)));
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('manage_contacts', { summary: 'Create a custom field' })
  @ApiBody({ type: CreateCustomFieldDto, examples: FIELD_EXAMPLES })
  @ApiOkResponse({ type: CustomFieldSavedResponse })
  @Refuses({ 400: faulty('options', 'is required') })
  async createCustomField(@Body() body: CreateCustomFieldDto): Promise<CustomFieldSavedResponse> {
    return new CustomFieldSavedResponse(await this.fields.create(body.toInput()));
  }

  @Put(':slug')
  @RequirePermission('manage_contacts', {
    summary: 'Change a custom field',
    description:
      'What is left out stays. Values that a new type or fewer options leave no place for are lost, with `force`.',
  })
  @Slug()
  @ApiBody({ type: UpdateCustomFieldDto, examples: FIELD_CHANGE_EXAMPLES })
  @ApiOkResponse({ type: CustomFieldSavedResponse })
  @Refuses({ 400: faulty('type', IN_USE) })
  async updateCustomField(
    @Param('slug') slug: string,
    @Body() body: UpdateCustomFieldDto,
    @Query() query: ForceDto,
  ): Promise<CustomFieldSavedResponse> {
    return new CustomFieldSavedResponse(await this.fields.update(slug, body.toInput(), query.or(body.force)));
  }

  @Delete(':slug')
  @RequirePermission('manage_contacts', {
    summary: 'Delete a custom field',
    description: 'The values that contacts have in it go with it, with `force`; a field without values needs none.',
  })
  @Slug()
  @ApiOkResponse({ type: CustomFieldRemovedResponse })
  @Refuses({ 400: faulty('slug', IN_USE) })
  async deleteCustomField(@Param('slug') slug: string, @Query() query: ForceDto): Promise<CustomFieldRemovedResponse> {
    await this.fields.remove(slug, query.or(undefined));
    return new CustomFieldRemovedResponse();
  }
}
