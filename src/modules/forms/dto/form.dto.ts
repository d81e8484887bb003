import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { plainToInstance, Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsObject, ValidateIf, ValidateNested } from 'class-validator';
import { type Language, LANGUAGES } from '../../../languages/languages.js';
import { Flag, HttpUrl, Ids, Must, OneOf, Text, Texts } from '../../../platform/http/dto-fields.js';
import { givenInput } from '../../../platform/http/given.js';
import { numberedQuery } from '../../../platform/http/page.js';
import { isHttpUrl } from '../../../platform/text/http-url.js';
import { type Form, TRACKING_QUESTIONS } from '../form.entity.js';
import type { FormInput } from '../forms.service.js';

const MAX_FIELDS = 50;
const isOrigin = (text: unknown): boolean => isHttpUrl(String(text)) && new URL(String(text)).origin === text;
const withKeys = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((each: unknown) => (typeof each === 'string' ? { key: each } : each)) : value;

export class FormFieldDto {
  @Text({ required: true, description: 'A contact field, or `custom.<slug>`', example: 'first_name' }) key!: string;
  @Text({ min: 1, description: 'Default: the name of the field', example: 'Your first name' }) label?: string;
  @Flag({ example: true }) required?: boolean;
}

// `title` is not in the base class: an inherited "optional" would override a "required" of the subclass.
class FormMembers {
  @Ids({ description: 'Lists that a sign-up joins', example: [1] }) lists?: number[];
  @Ids({ description: 'Tags that a sign-up gets', example: [1] }) tags?: number[];

  @ApiProperty({
    ...{
      required: false,
      type: 'array',
      maxItems: MAX_FIELDS,
      example: ['first_name', { key: 'city', required: true }],
    },
    items: { oneOf: [{ type: 'string' }, { $ref: getSchemaPath(FormFieldDto) }] },
    description: 'Fields besides the address. A text means `{key}`',
  })
  @ValidateIf((_form, value) => value !== undefined)
  @ValidateNested({ each: true })
  @IsObject({ each: true, message: 'must hold keys and objects only' })
  @ArrayMaxSize(MAX_FIELDS, { message: `must hold at most ${MAX_FIELDS} fields` })
  @IsArray({ message: 'must be an array' })
  @Transform(({ value }: { value: unknown }) => plainToInstance(FormFieldDto, withKeys(value)))
  fields?: FormFieldDto[];

  @Text({
    nullable: true,
    max: 5_000,
    description: 'Next to a box that must be ticked',
    example: 'I want the newsletter.',
  })
  consent_text?: string | null;
  @OneOf(TRACKING_QUESTIONS, { description: '`ask`: with a box for the consent to tracking', example: 'no' })
  tracking_consent?: Form['trackingConsent'];
  @Flag({ description: 'Whether new addresses are confirmed; known ones always are', example: true })
  double_optin?: boolean;
  @HttpUrl({ nullable: true, description: 'Page after a sign-up', example: 'https://example.com/thanks' })
  redirect_url?: string | null;
  @Texts({ maxItems: 100, description: 'Websites; empty: all, without scripts', example: ['https://example.com'] })
  @Must((value) => [value].flat().every(isOrigin), 'must hold origins without a path, such as https://example.com')
  allowed_origins?: string[];
  @OneOf(LANGUAGES, { nullable: true, description: 'Default: the language of the browser', example: 'en' })
  language?: Language | null;
}

export class CreateFormDto extends FormMembers {
  @Text({ required: true, description: 'Heading of the page', example: 'Our newsletter' }) title!: string;

  toInput(): FormInput & { title: string } {
    return { ...givenInput<CreateFormDto>(this), title: this.title };
  }
}

export class UpdateFormDto extends FormMembers {
  @Text({ min: 1, description: 'Heading of the page', example: 'Our newsletter' }) title?: string;

  toInput(): FormInput {
    return givenInput<UpdateFormDto>(this);
  }
}

export class ListFormsDto extends numberedQuery(10) {}
