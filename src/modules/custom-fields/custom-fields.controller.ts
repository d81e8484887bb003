import { Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { BodyLike, Resource } from '../../platform/http/resource.js';
import { RequirePermission, Refuses, invalid, Answers } from '../../platform/access/operation.js';
import { CustomFieldsService } from './custom-fields.service.js';
import { customFieldOf, customFieldRemovedShape, customFieldSavedShape } from './dto/custom-field.shapes.js';
import { customFieldSetSavedShape, customFieldsOf, customFieldsShape } from './dto/custom-field.shapes.js';
import { CreateCustomFieldDto, ForceDto, ListCustomFieldsDto } from './dto/custom-field.dto.js';
import { ReplaceCustomFieldsDto, UpdateCustomFieldDto } from './dto/custom-field.dto.js';
import { FIELD_CHANGE_EXAMPLES, FIELD_EXAMPLES, FIELD_SET_EXAMPLES } from './dto/custom-field.dto.js';

const FAULTY = 'A definition is invalid, or a change would delete values without `force`; `params` names every error';
const IN_USE = "field 'favorite_color' is in use; force=yes removes it together with its values";
const SAVED = 'Successfully saved the custom field.';
const Slug = (): MethodDecorator =>
  ApiParam({ name: 'slug', description: 'Slug of the field', schema: { type: 'string', example: 'favorite_color' } });

@Resource('custom-fields/contacts', 'Custom fields')
export class CustomFieldsController {
  constructor(private readonly fields: CustomFieldsService) {}

  @Get()
  @RequirePermission('view_contacts', {
    summary: 'List custom fields',
    description: 'Returns all fields in their order. `with[]=field_types` adds the available types.',
  })
  @Answers(customFieldsShape, 'All custom fields, in order')
  async listCustomFields(@Query() query: ListCustomFieldsDto) {
    return customFieldsOf(await this.fields.list(), query.wantsTypes());
  }

  @Put()
  @RequirePermission('manage_contacts', {
    summary: 'Replace all custom fields',
    description:
      'A definition with an existing slug updates that field; others are created; missing fields are deleted.',
  })
  @Answers(customFieldSetSavedShape, 'All custom fields after the change, in order')
  @Refuses({ 400: invalid(FAULTY, { 'fields.1.options': 'is required' }) })
  async replaceCustomFields(@BodyLike(FIELD_SET_EXAMPLES) body: ReplaceCustomFieldsDto, @Query() query: ForceDto) {
    const fields = await this.fields.replaceAll(body.toInputs(), query.or(body.force));
    return { message: 'Successfully saved the custom fields.', fields: fields.map(customFieldOf) };
  }

  @Post()
  @RequirePermission('manage_contacts', {
    summary: 'Create a custom field',
    description: '`type` and `label` are required. The field is added at the end.',
  })
  @Answers(customFieldSavedShape, 'The new custom field')
  @Refuses({ 400: invalid(FAULTY, { options: 'is required' }) })
  async createCustomField(@BodyLike(FIELD_EXAMPLES) body: CreateCustomFieldDto) {
    return { message: SAVED, field: customFieldOf(await this.fields.create(body.toInput())) };
  }

  @Put(':slug')
  @RequirePermission('manage_contacts', {
    summary: 'Update a custom field',
    description:
      'Omitted settings are unchanged. Values that do not fit a new type or fewer options are deleted, which requires `force`.',
  })
  @Slug()
  @Answers(customFieldSavedShape, 'The updated custom field')
  @Refuses({ 400: invalid(FAULTY, { type: IN_USE }) })
  async updateCustomField(
    @Param('slug') slug: string,
    @BodyLike(FIELD_CHANGE_EXAMPLES) body: UpdateCustomFieldDto,
    @Query() query: ForceDto,
  ) {
    const field = await this.fields.update(slug, body.toInput(), query.or(body.force));
    return { message: SAVED, field: customFieldOf(field) };
  }

  @Delete(':slug')
  @RequirePermission('manage_contacts', {
    summary: 'Delete a custom field',
    description: 'Deletes its values too, which requires `force`; a field without values does not.',
  })
  @Slug()
  @Answers(customFieldRemovedShape, 'The custom field and its values are deleted')
  @Refuses({ 400: invalid(FAULTY, { slug: IN_USE }) })
  async deleteCustomField(@Param('slug') slug: string, @Query() query: ForceDto) {
    await this.fields.remove(slug, query.or(undefined));
    return { message: 'Successfully removed the custom field.' };
  }
}
