import { Id, OneOf, Text } from '../../../../platform/http/dto-fields.js';
import { givenInput } from '../../../../platform/http/given.js';
import { OneLine } from '../../../../platform/http/one-line.js';
import { numberedQuery, sortable } from '../../../../platform/http/page.js';
import type { WrittenContent } from '../../rendering/contents.service.js';
import { BODY_LENGTH, DESIGN_TEMPLATES, type DesignTemplate, SUBJECT_LENGTH } from '../template.entity.js';
import { TEMPLATE_SORT_FIELDS, type TemplateInput } from '../templates.service.js';

class TemplateContentDto {
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
    description: 'HTML, or MJML if `design_template` is `mjml`, with Liquid',
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
}

class TemplateMembersDto extends TemplateContentDto {
  @Text({ nullable: true, max: 1_000, example: 'On the first of the month' }) description?: string | null;
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

export class RenderTemplateDto extends TemplateContentDto {
  @Id({ nullable: true, example: null, description: 'The contact whose values are inserted; sample values if omitted' })
  contact_id?: number | null;

  toContent(): WrittenContent {
    return {
      subject: this.email_subject ?? '',
      preHeader: this.email_pre_header ?? '',
      html: this.email_body ?? '',
      text: this.email_body_text ?? '',
      design: this.design_template ?? 'simple',
      tracksClicks: true,
    };
  }
}

class TemplatesQuery extends numberedQuery(10) {
  @Text({ description: 'Part of the title or the description', example: 'newsletter' }) search?: string;
}

export class ListTemplatesDto extends sortable(TemplatesQuery, TEMPLATE_SORT_FIELDS) {}
