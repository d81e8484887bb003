import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsObject, ValidateNested } from 'class-validator';
import { Flag, OneOf, Text, Texts, Words } from '../../../platform/http/dto-fields.js';
import { givenInput } from '../../../platform/http/given.js';
import { CUSTOM_FIELD_TYPES, type CustomFieldType } from '../custom-field.entity.js';
import type { FieldInput } from '../custom-fields.service.js';

const MAX_FIELDS = 1_000;

const COLOR = { type: 'select-one', label: 'Favorite color', options: ['red', 'blue'] };

/** Runnable examples. */
export const FIELD_EXAMPLES = {
  menu: { summary: 'Create a field with options', value: COLOR },
  text: { summary: 'Create a text field', value: { type: 'text', label: 'Shoe size' } },
};
export const FIELD_SET_EXAMPLES = {
  two: {
    summary: 'Replace all fields by two',
    value: {
      fields: [
        { ...COLOR, slug: 'favorite_color' },
        { type: 'date', label: 'Member since' },
      ],
    },
  },
};
export const FIELD_CHANGE_EXAMPLES = {
  options: { summary: 'Add an option', value: { options: ['red', 'blue', 'green'] } },
};

class FieldDefinitionDto {
  @Text({
    min: 1,
    description: 'Unique; default: the type, with `_2`, `_3` appended if that is taken',
    example: 'select-one',
  })
  field_key?: string;

  @OneOf(CUSTOM_FIELD_TYPES, { example: 'select-one' }) type?: CustomFieldType;

  @Text({ min: 1, example: 'Favorite color' }) label?: string;

  @Text({
    min: 1,
    description: 'The key in `custom_values`; default: generated from the label. It cannot be changed later',
    example: 'favorite_color',
  })
  slug?: string;

  @Texts({
    nullable: true,
    description: 'The options of a select-one, radio, or checkbox field',
    example: ['red', 'blue'],
  })
  options?: string[] | null;

  @Flag({ description: 'Whether contacts can see and change their value in the preference center; `0` or `1`' })
  is_public?: boolean;

  toInput(): FieldInput {
    return givenInput<FieldDefinitionDto>(this);
  }
}

/** Type and label are required. The service checks this, so that one response names all errors. */
export class CreateCustomFieldDto extends FieldDefinitionDto {
  @ApiProperty({ type: 'string', required: true }) declare type?: CustomFieldType;
  @ApiProperty({ type: 'string', required: true }) declare label?: string;
}

export class UpdateCustomFieldDto extends FieldDefinitionDto {
  @Flag({ default: false, description: 'Allow deleting values of contacts' }) force?: boolean;
}

export class ReplaceCustomFieldsDto {
  @ApiProperty({
    type: () => [FieldDefinitionDto],
    maxItems: MAX_FIELDS,
    description: 'All fields, in the order in which they are listed',
  })
  @Type(() => FieldDefinitionDto)
  @ValidateNested({ each: true })
  @IsObject({ each: true, message: 'must hold objects only' })
  @ArrayMaxSize(MAX_FIELDS, { message: `must hold at most ${MAX_FIELDS} fields` })
  @IsArray({ message: 'must be an array of custom fields' })
  fields!: FieldDefinitionDto[];

  @Flag({ default: false, description: 'Allow deleting values of contacts' }) force?: boolean;

  toInputs(): FieldInput[] {
    return this.fields.map((field) => field.toInput());
  }
}

export class ListCustomFieldsDto {
  @Words(['field_types'], { description: '`field_types` adds the available field types' }) with?: string[];

  wantsTypes(): boolean {
    return this.with?.includes('field_types') ?? false;
  }
}

export class ForceDto {
  @Flag({ default: false, description: 'Allow deleting values of contacts' }) force?: boolean;

  /** Accepts `force` in the query or in the body. */
  or(inBody: boolean | undefined): boolean {
    return this.force ?? inBody ?? false;
  }
}
