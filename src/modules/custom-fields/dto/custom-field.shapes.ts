import { CUSTOM_FIELD_TYPES, type CustomField, type CustomFieldType } from '../custom-field.entity.js';
import { FIELD_TYPES } from '../field-types.js';
import { written } from '../../../platform/shapes/written.js';
import * as s from '../../../shapes/shape.js';

export const customFieldShape = s.component('CustomFieldResponse', {
  field_key: s.text('select-one', 'Unique; default: the type'),
  type: s.oneOf(CUSTOM_FIELD_TYPES, undefined, 'select-one'),
  label: s.text('Favorite color'),
  slug: s.text('favorite_color', 'The key in `custom_values`'),
  options: s.optional(s.list(s.text(), 'Only for types with options', { example: ['red', 'blue'] })),
  is_public: s.oneOf(['0', '1'], '`1` if contacts can see and change their value in the preference center', '0'),
});

export const customFieldOf = (field: CustomField) =>
  written(customFieldShape, field, {
    is_public: field.isPublic === 1 ? '1' : '0',
    options: field.options ?? undefined,
  });

const fieldTypeShape = s.component('FieldTypeResponse', {
  type: s.oneOf(CUSTOM_FIELD_TYPES, undefined, 'select-one'),
  label: s.text('Choice from a menu'),
  options_required: s.flag('Whether fields of this type require `options`'),
});
type FieldTypeResponse = s.TypeOf<typeof fieldTypeShape>;

const fieldTypeOf = (type: CustomFieldType): FieldTypeResponse => ({
  type,
  label: FIELD_TYPES[type].label,
  options_required: FIELD_TYPES[type].hasOptions,
});

export const customFieldsShape = s.component('CustomFieldsResponse', {
  fields: s.list(customFieldShape),
  field_types: s.optional(
    s.json<Readonly<Record<string, FieldTypeResponse>>>({
      type: 'object',
      additionalProperties: fieldTypeShape,
      description: 'Field types by name, only with `with[]=field_types`',
      examples: [{ 'select-one': { type: 'select-one', label: 'Choice from a menu', options_required: true } }],
    }),
  ),
});

export const customFieldsOf = (fields: readonly CustomField[], withTypes: boolean) => ({
  fields: fields.map(customFieldOf),
  field_types: withTypes ? Object.fromEntries(CUSTOM_FIELD_TYPES.map((type) => [type, fieldTypeOf(type)])) : undefined,
});

export const customFieldSetSavedShape = s.component('CustomFieldSetSavedResponse', {
  fields: s.list(customFieldShape),
  message: s.text('Successfully saved the custom fields.'),
});

export const customFieldSavedShape = s.component('CustomFieldSavedResponse', {
  field: customFieldShape,
  message: s.text('Successfully saved the custom field.'),
});

export const customFieldRemovedShape = s.component('CustomFieldRemovedResponse', {
  message: s.text('Successfully removed the custom field.'),
});
