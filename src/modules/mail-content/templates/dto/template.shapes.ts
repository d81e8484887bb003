import { type Page, page, pageOf } from '../../../../platform/http/page.js';
import type { RenderedEmail } from '../../rendering/renderer.js';
import { translationsShape } from '../translations-field.js';
import { DESIGN_TEMPLATES } from '../template.entity.js';
import type { TemplateRecord } from '../templates.service.js';
import { written } from '../../../../platform/shapes/written.js';
import * as s from '../../../../shapes/shape.js';

const templateShape = s.component('TemplateResponse', {
  id: s.integer(3),
  title: s.text('Newsletter'),
  description: s.nullable(s.text('On the first of the month')),
  email_subject: s.text('Hello {{ contact.first_name | default: "there" }}', 'Liquid'),
  email_pre_header: s.text('What is new in spring', 'Preview text of the inbox; Liquid'),
  email_body: s.text('<p>Hello.</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>'),
  email_body_text: s.text('', 'Plain text part; generated from the HTML if empty'),
  design_template: s.oneOf(DESIGN_TEMPLATES),
  translations: translationsShape,
  data_schema: s.nullable(
    s.json<object>({
      type: 'object',
      additionalProperties: true,
      description: 'JSON Schema of the `data` that the content needs',
      examples: [{ type: 'object', required: ['order'] }],
    }),
  ),
  created_at: s.sqlTime(),
  updated_at: s.sqlTime(),
});

export const templateOf = (template: TemplateRecord) => written(templateShape, template);

export const templatesShape = s.component('TemplatesResponse', { templates: page('TemplatesPage', templateShape) });

export const templatesOf = (all: Page<TemplateRecord>, url: string) => ({ templates: pageOf(all, url, templateOf) });

export const oneTemplateShape = s.component('OneTemplateResponse', { template: templateShape });

export const templateWrittenShape = s.component('TemplateWrittenResponse', {
  ...oneTemplateShape.properties,
  message: s.text('Template has been saved.'),
});

export const templateRemovedShape = s.component('TemplateRemovedResponse', {
  message: s.text('Template has been deleted.'),
});

export const renderedTemplateShape = s.component('RenderedTemplateResponse', {
  subject: s.text('Hello Ada'),
  pre_header: s.text('What is new in spring', 'Preview text of the inbox'),
  html: s.text('<!doctype html><html lang="en"><body><p>Hello Ada</p></body></html>'),
  text: s.text('Hello Ada', 'Plain-text part'),
});

export const renderedTemplateOf = (record: RenderedEmail) => written(renderedTemplateShape, record);
