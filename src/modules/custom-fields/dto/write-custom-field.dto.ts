import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsObject, ValidateNested } from 'class-validator';
import { Flag, OneOf, Text, Texts } from '../../../platform/http/dto-fields.js';
import { CUSTOM_FIELD_TYPES, type CustomFieldType } from '../custom-field.entity.js';
import type { FieldInput } from '../custom-fields.service.js';

const MAX_FIELDS = 1_000;

const COLOUR = { type: 'select-one', label: 'Favourite colour', options: ['red', 'blue'] };

/** Bodies that can be sent as they are. */
export const FIELD_EXAMPLES = {
  menu: { summary: 'A choice', value: COLOUR },
  text: { summary: 'A text', value: { type: 'text', label: 'Shoe size' } },
};
export const FIELD_SET_EXAMPLES = {
  two: {
    summary: 'Two fields',
    value: {
      fields: [
        { ...COLOUR, slug: 'favourite_colour' },
        { type: 'date', label: 'Member since' },
      ],
    },
  },
};
export const FIELD_CHANGE_EXAMPLES = {
  options: { summary: 'Another option', value: { options: ['red', 'blue', 'green'] } },
};

class FieldDefinitionDto {
  @Text({
    min: 1,
    description: 'Unique; by default the type, with `_2`, `_3` behind it if that is taken',
    example: 'select-one',
  })
  field_key?: string;

  @OneOf(CUSTOM_FIELD_TYPES, { example: 'select-one' }) type?: CustomFieldType;

  @Text({ min: 1, example: 'Favourite colour' }) label?: string;

  @Text({
    min: 1,
    description: 'The key in `custom_values`; made from the label, and fixed from then on',
    example: 'favourite_colour',
  })
  slug?: string;

  @Texts({
    nullable: true,
    description: 'What can be chosen: for select-one, radio and checkbox',
    example: ['red', 'blue'],
  })
  options?: string[] | null;

  @Flag({ description: 'Whether contacts see and change their value in the preference centre; `0` or `1`' })
  is_public?: boolean;

  toInput(): FieldInput {
    return {
      ...(this.field_key === undefined ? {} : { fieldKey: this.field_key }),
      ...(this.type === undefined ? {} : { type: this.type }),
      ...(this.label === undefined ? {} : { label: this.label }),
      ...(this.slug === undefined ? {} : { slug: this.slug }),
      ...(this.options === undefined ? {} : { options: this.options }),
      ...(this.is_public === undefined ? {} : { isPublic: this.is_public }),
    };
  }
}

/** Type and label are required, which the service says together with everything else that is wrong. */
export class CreateCustomFieldDto extends FieldDefinitionDto {
  @ApiProperty({ type: 'string', required: true }) declare type?: CustomFieldType;
  @ApiProperty({ type: 'string', required: true }) declare label?: string;
}

export class UpdateCustomFieldDto extends FieldDefinitionDto {
  @Flag({ default: false, description: 'Go on even if values of contacts are lost' }) force?: boolean;
}

export class ReplaceCustomFieldsDto {
  @ApiProperty({
    type: () => [FieldDefinitionDto],
    maxItems: MAX_FIELDS,
    description: 'The whole set, in the order in which the fields are listed from then on',
  })
  @Type(() => FieldDefinitionDto)
  @ValidateNested({ each: true })
  @IsObject({ each: true, message: 'must hold objects only' })
  @ArrayMaxSize(MAX_FIELDS, { message: `must hold at most ${MAX_FIELDS} fields` })
  @IsArray({ message: 'must be an array of custom fields' })
  fields!: FieldDefinitionDto[];

  @Flag({ default: false, description: 'Go on even if values of contacts are lost' }) force?: boolean;

  toInputs(): FieldInput[] {
    return this.fields.map((field) => field.toInput());
  }
}
