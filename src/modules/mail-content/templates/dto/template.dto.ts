import { Id, Members, OneOf, Text } from '../../../../platform/http/dto-fields.js';
import { givenInput } from '../../../../platform/http/given.js';
import { OneLine } from '../../../../platform/http/one-line.js';
import { numberedQuery, sortable } from '../../../../platform/http/page.js';
import type { WrittenContent } from '../../rendering/contents.service.js';
import { TranslationsField } from '../translations-field.js';
import type { Translations } from '../../rendering/written-content.js';
import { BODY_LENGTH, contentOf, DESIGN_TEMPLATES, type DesignTemplate, SUBJECT_LENGTH } from '../template.entity.js';
import { TEMPLATE_SORT_FIELDS, type TemplateInput } from '../templates.service.js';

/** The content of an email. */
export class EmailContentDto {
  @Text({
    max: SUBJECT_LENGTH,
    description: 'Subject line (Liquid)',
    example: 'Hello {{ contact.first_name | default: "there" }}',
  })
  @OneLine()
  email_subject?: string;

  @Text({ max: SUBJECT_LENGTH, description: 'Preview text in the inbox (Liquid)', example: 'What is new in spring' })
  @OneLine()
  email_pre_header?: string;

  @Text({
    max: BODY_LENGTH,
    trim: false,
    description:
      'HTML with Liquid (MJML if `design_template` is `mjml`); campaigns without a link to {{ unsubscribe_url }} or {{ preferences_url }} get the standard footer',
    example: '<p>Hello {{ contact.first_name }}</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
  })
  email_body?: string;

  @Text({
    max: BODY_LENGTH,
    trim: false,
    description: 'Plain text part (Liquid); generated from the HTML if empty',
    example: '',
  })
  email_body_text?: string;
  @OneOf(DESIGN_TEMPLATES, { default: 'simple', description: 'Format of the body and the layout around it' })
  design_template?: DesignTemplate;
  @TranslationsField() translations?: Translations;
}

class TemplateMembersDto extends EmailContentDto {
  @Text({ nullable: true, max: 1_000, example: 'On the first of the month' }) description?: string | null;

  @Members({
    nullable: true,
    description:
      'JSON Schema of the `data` that the content needs; single emails and simulations are checked against it',
    example: { type: 'object', properties: { order: { type: 'object' } }, required: ['order'] },
  })
  data_schema?: object | null;
}

export class CreateTemplateDto extends TemplateMembersDto {
  @Text({ required: true, description: 'Unique, regardless of case', example: 'Newsletter' }) title!: string;

  toInput(): TemplateInput & { readonly title: string } {
    return { ...givenInput<CreateTemplateDto>(this), title: this.title };
  }
}

export class UpdateTemplateDto extends TemplateMembersDto {
  @Text({ min: 1, description: 'Unique, regardless of case', example: 'Newsletter' }) title?: string;

  toInput(): TemplateInput {
    return givenInput<UpdateTemplateDto>(this);
  }
}

export class RenderTemplateDto extends EmailContentDto {
  @Id({ nullable: true, example: null, description: 'The contact whose values are inserted; sample values if omitted' })
  contact_id?: number | null;

  toContent(): WrittenContent {
    return contentOf(givenInput<EmailContentDto>(this));
  }
}

class TemplatesQuery extends numberedQuery(10) {
  @Text({ description: 'Part of the title or the description', example: 'newsletter' }) search?: string;
}

export class ListTemplatesDto extends sortable(TemplatesQuery, TEMPLATE_SORT_FIELDS) {}
