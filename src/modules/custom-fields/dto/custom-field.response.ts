import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CUSTOM_FIELD_TYPES, type CustomField, type CustomFieldType } from '../custom-field.entity.js';
import { FIELD_TYPES } from '../field-types.js';

export class CustomFieldResponse {
  @ApiProperty({ example: 'select-one', description: 'Unique; default: the type' })
  readonly field_key: string;
  @ApiProperty({ enum: CUSTOM_FIELD_TYPES, example: 'select-one' }) readonly type: CustomFieldType;
  @ApiProperty({ example: 'Favorite color' }) readonly label: string;
  @ApiProperty({ example: 'favorite_color', description: 'The key in `custom_values`' }) readonly slug: string;
  @ApiPropertyOptional({ type: [String], description: 'Only for types with options', example: ['red', 'blue'] })
  readonly options?: readonly string[];
  @ApiProperty({
    enum: ['0', '1'],
    example: '0',
    description: '`1` if contacts can see and change their value in the preference center',
  })
  readonly is_public: '0' | '1';

  constructor(field: CustomField) {
    this.field_key = field.fieldKey;
    this.type = field.type;
    this.label = field.label;
    this.slug = field.slug;
    this.is_public = field.isPublic === 1 ? '1' : '0';
    if (field.options !== null) this.options = field.options;
  }
}

export class FieldTypeResponse {
  @ApiProperty({ enum: CUSTOM_FIELD_TYPES, example: 'select-one' }) readonly type: CustomFieldType;
  @ApiProperty({ example: 'Choice from a menu' }) readonly label: string;
  @ApiProperty({ description: 'Whether fields of this type require `options`' }) readonly options_required: boolean;

  constructor(type: CustomFieldType) {
    this.type = type;
    this.label = FIELD_TYPES[type].label;
    this.options_required = FIELD_TYPES[type].hasOptions;
  }
}

export class CustomFieldsResponse {
  @ApiProperty({ type: () => [CustomFieldResponse] }) readonly fields: readonly CustomFieldResponse[];
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { $ref: '#/components/schemas/FieldTypeResponse' },
    example: { 'select-one': { type: 'select-one', label: 'Choice from a menu', options_required: true } },
    description: 'Field types by name, only with `with[]=field_types`',
  })
  readonly field_types?: Readonly<Record<string, FieldTypeResponse>>;

  constructor(fields: readonly CustomField[], withTypes: boolean) {
    this.fields = fields.map((field) => new CustomFieldResponse(field));
    if (withTypes)
      this.field_types = Object.fromEntries(CUSTOM_FIELD_TYPES.map((type) => [type, new FieldTypeResponse(type)]));
  }
}

export class CustomFieldSetSavedResponse {
  @ApiProperty({ type: () => [CustomFieldResponse] }) readonly fields: readonly CustomFieldResponse[];
  @ApiProperty({ type: String, example: 'Successfully saved the custom fields.' })
  readonly message = 'Successfully saved the custom fields.';

  constructor(fields: readonly CustomField[]) {
    this.fields = fields.map((field) => new CustomFieldResponse(field));
  }
}

export class CustomFieldSavedResponse {
  @ApiProperty({ type: () => CustomFieldResponse }) readonly field: CustomFieldResponse;
  @ApiProperty({ type: String, example: 'Successfully saved the custom field.' })
  readonly message = 'Successfully saved the custom field.';

  constructor(field: CustomField) {
    this.field = new CustomFieldResponse(field);
  }
}

export class CustomFieldRemovedResponse {
  @ApiProperty({ type: String, example: 'Successfully removed the custom field.' })
  readonly message = 'Successfully removed the custom field.';
}
