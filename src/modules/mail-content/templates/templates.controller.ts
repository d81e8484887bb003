import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { RequestUrl } from '../../../platform/http/page.js';
import { PathId } from '../../../platform/http/path-id.js';
import { type Refusal, Refuses } from '../../../platform/openapi/refusals.js';
import { TakesBody } from '../../../platform/http/request-bodies.guard.js';
import { ContentPreviewsService } from '../rendering/content-previews.service.js';
import { CreateTemplateDto, ListTemplatesDto, RenderTemplateDto, UpdateTemplateDto } from './dto/template.dto.js';
import {
  OneTemplateResponse,
  RenderedTemplateResponse,
  TemplateRemovedResponse,
  TemplatesResponse,
  TemplateWrittenResponse,
} from './dto/template.response.js';
import { TemplatesQueries } from './templates.queries.js';
import { TemplatesService } from './templates.service.js';

const templateId = new IdPipe('template');

const CONTENT = {
  email_subject: 'Hello {{ contact.first_name | default: "there" }}',
  email_body:
    '<p>Hello {{ contact.first_name | default: "there" }}</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
};
const TEMPLATE = { template: { summary: 'A simple mail', value: { title: 'Newsletter', ...CONTENT } } };
const CHANGE = { subject: { summary: 'Another subject', value: { email_subject: 'Good to see you' } } };
const DRAFT = { content: { summary: 'As a made-up person would get it', value: CONTENT } };

const FAULTY_TEMPLATE: Refusal = {
  message: 'Template with this title already exists',
  description: 'Members are at fault: all of them are named, and nothing was written',
  data: { params: { title: 'is taken' } },
};
const FAULTY_CONTENT: Refusal = {
  message: 'Invalid parameter: email_body',
  description: 'The content does not parse, or the contact is unknown',
  data: { params: { email_body: 'does not parse: tag if is not closed (line 1, column 1)' } },
};

@ApiTags('Templates')
@Controller('templates')
export class TemplatesController {
  constructor(
    private readonly templates: TemplatesService,
    private readonly queries: TemplatesQueries,
    private readonly previews: ContentPreviewsService,
  ) {}

  @Get()
  @RequirePermission('manage_campaigns', { summary: 'List templates' })
  @ApiOkResponse({ type: TemplatesResponse })
  async listTemplates(@Query() query: ListTemplatesDto, @RequestUrl() url: URL): Promise<TemplatesResponse> {
    return new TemplatesResponse(await this.queries.list(query.search ?? '', query.toSorting(), query.toPage()), url);
  }

  @Get(':id')
  @RequirePermission('manage_campaigns', { summary: 'Get a template' })
  @PathId('template')
  @ApiOkResponse({ type: OneTemplateResponse })
  async getTemplate(@Param('id', templateId) id: number): Promise<OneTemplateResponse> {
    return new OneTemplateResponse(await this.templates.get(id));
  }

  @TakesBody({ large: true })
  @Post()
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'Create a template' })
  @ApiBody({ type: CreateTemplateDto, examples: TEMPLATE })
  @ApiOkResponse({ type: TemplateWrittenResponse })
  @Refuses({ 400: FAULTY_TEMPLATE })
  async createTemplate(@Body() body: CreateTemplateDto): Promise<TemplateWrittenResponse> {
    return new TemplateWrittenResponse(await this.templates.create(body.toInput()), 'Template has been created.');
  }

  @TakesBody({ large: true })
  @Post('render')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', {
    summary: 'Render a content',
    description: 'What a mail would look like. Nothing is kept.',
  })
  @ApiBody({ type: RenderTemplateDto, examples: DRAFT })
  @ApiOkResponse({ type: RenderedTemplateResponse })
  @Refuses({ 400: FAULTY_CONTENT })
  async renderTemplate(@Body() body: RenderTemplateDto): Promise<RenderedTemplateResponse> {
    return new RenderedTemplateResponse(await this.previews.preview(body.toContent(), body.contact_id ?? null));
  }

  @TakesBody({ large: true })
  @Put(':id')
  @RequirePermission('manage_campaigns', {
    summary: 'Change a template',
    description: 'What is not sent stays as it is. Mails made from it do not change.',
  })
  @PathId('template')
  @ApiBody({ type: UpdateTemplateDto, examples: CHANGE })
  @ApiOkResponse({ type: TemplateWrittenResponse })
  @Refuses({ 400: FAULTY_TEMPLATE })
  async updateTemplate(
    @Param('id', templateId) id: number,
    @Body() body: UpdateTemplateDto,
  ): Promise<TemplateWrittenResponse> {
    return new TemplateWrittenResponse(await this.templates.update(id, body.toInput()), 'Template has been saved.');
  }

  @Delete(':id')
  @RequirePermission('manage_campaigns', {
    summary: 'Delete a template',
    description: 'Mails made from it do not change.',
  })
  @PathId('template')
  @ApiOkResponse({ type: TemplateRemovedResponse })
  async deleteTemplate(@Param('id', templateId) id: number): Promise<TemplateRemovedResponse> {
    await this.templates.remove(id);
    return new TemplateRemovedResponse();
  }
}
