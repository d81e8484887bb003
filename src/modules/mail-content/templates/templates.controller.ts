import { Delete, Get, Post, Put, Query } from '@nestjs/common';
import { RequirePermission, Refuses, invalid, Answers } from '../../../platform/access/operation.js';
import { BodyLike, RecordId, Resource } from '../../../platform/http/resource.js';
import { PageUrl } from '../../../platform/http/page.js';
import { AcceptsBody } from '../../../platform/http/request-bodies.guard.js';
import { ContentPreviewsService } from '../rendering/content-previews.service.js';
import { CreateTemplateDto, ListTemplatesDto, RenderTemplateDto, UpdateTemplateDto } from './dto/template.dto.js';
import * as shapes from './dto/template.shapes.js';
import { TemplatesService } from './templates.service.js';

const CONTENT = {
  email_subject: 'Hello {{ contact.first_name | default: "there" }}',
  email_body:
    '<p>Hello {{ contact.first_name | default: "there" }}</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
};
const TEMPLATE = { template: { summary: 'A simple email', value: { title: 'Newsletter', ...CONTENT } } };
const CHANGE = {
  subject: { summary: 'Another subject', value: { email_subject: 'Good to see you' } },
  languages: {
    summary: 'In German, with an order',
    value: {
      translations: { de: { email_subject: 'Hallo {{ contact.first_name }}' } },
      data_schema: { type: 'object', required: ['order'], properties: { order: { type: 'object' } } },
    },
  },
};
const DRAFT = { content: { summary: 'With sample values', value: CONTENT } };

const FAULTY_TEMPLATE = invalid(
  'The request is invalid; `data.params` names all invalid members, and nothing was saved',
  { title: 'is taken' },
  'Template with this title already exists',
);
const FAULTY_CONTENT = invalid('The content is not valid Liquid, or the contact does not exist', {
  email_body: 'does not parse: tag if is not closed (line 1, column 1)',
});

@Resource('templates', 'Templates')
export class TemplatesController {
  constructor(
    private readonly templates: TemplatesService,
    private readonly previews: ContentPreviewsService,
  ) {}

  @Get()
  @RequirePermission('manage_campaigns', { summary: 'List templates', description: 'Newest first by default.' })
  @Answers(shapes.templatesShape, 'A page of templates')
  async listTemplates(@Query() query: ListTemplatesDto, @PageUrl() url: string) {
    return shapes.templatesOf(await this.templates.list(query.search ?? '', query.toSorting(), query.toPage()), url);
  }

  @Get(':id')
  @RequirePermission('manage_campaigns', { summary: 'Get a template', description: 'Returns it with its content.' })
  @Answers(shapes.oneTemplateShape, 'The template')
  async getTemplate(@RecordId('template') id: number) {
    return { template: shapes.templateOf(await this.templates.get(id)) };
  }

  @AcceptsBody({ large: true })
  @Post()
  @RequirePermission('manage_campaigns', {
    summary: 'Create a template',
    description: 'The title must be unique. Content with syntax errors is refused.',
  })
  @Answers(shapes.templateWrittenShape, 'The new template')
  @Refuses({ 400: FAULTY_TEMPLATE })
  async createTemplate(@BodyLike(TEMPLATE) body: CreateTemplateDto) {
    const template = shapes.templateOf(await this.templates.create(body.toInput()));
    return { template, message: 'Template has been created.' };
  }

  @AcceptsBody({ large: true })
  @Post('render')
  @RequirePermission('manage_campaigns', {
    summary: 'Render content',
    description: 'Renders the subject and body for a contact or with sample values. Nothing is saved or sent.',
  })
  @Answers(shapes.renderedTemplateShape, 'The rendered email')
  @Refuses({ 400: FAULTY_CONTENT })
  async renderTemplate(@BodyLike(DRAFT) body: RenderTemplateDto) {
    return shapes.renderedTemplateOf(await this.previews.preview(body.toContent(), body.contact_id ?? null));
  }

  @AcceptsBody({ large: true })
  @Put(':id')
  @RequirePermission('manage_campaigns', {
    summary: 'Update a template',
    description:
      'Omitted fields are unchanged. Emails that were created from the template do not change. If a published funnel sends it, all fields but `title` and `description` need `send_campaigns`.',
  })
  @Answers(shapes.templateWrittenShape, 'The updated template')
  @Refuses({ 400: FAULTY_TEMPLATE })
  async updateTemplate(@RecordId('template') id: number, @BodyLike(CHANGE) body: UpdateTemplateDto) {
    const template = shapes.templateOf(await this.templates.update(id, body.toInput()));
    return { template, message: 'Template has been saved.' };
  }

  @Delete(':id')
  @RequirePermission('manage_campaigns', {
    summary: 'Delete a template',
    description: 'Emails that were created from the template do not change.',
  })
  @Answers(shapes.templateRemovedShape, 'The template is deleted')
  async deleteTemplate(@RecordId('template') id: number) {
    await this.templates.remove(id);
    return { message: 'Template has been deleted.' };
  }
}
