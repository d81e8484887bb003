import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { PageResponse, RequestUrl } from '../../../platform/http/page.js';
import { ContentPreviewsService } from '../rendering/content-previews.service.js';
import { CreateTemplateDto, ListTemplatesDto, RenderTemplateDto, UpdateTemplateDto } from './dto/template.dto.js';
import {
  OneTemplateResponse,
  RenderedTemplateResponse,
  TemplateResponse,
  TemplateWrittenResponse,
} from './dto/template.response.js';
import { TemplatesQueries } from './templates.queries.js';
import { TemplatesService } from './templates.service.js';

const templateId = new IdPipe('template');

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
  async list(
    @Query() query: ListTemplatesDto,
    @RequestUrl() url: URL,
  ): Promise<{ templates: PageResponse<TemplateResponse> }> {
    const page = await this.queries.list(query.search ?? '', query.toSorting(), query.toPage());
    return {
      templates: new PageResponse(
        page,
        page.items.map((template) => new TemplateResponse(template)),
        url,
      ),
    };
  }

  @Get(':id')
  @RequirePermission('manage_campaigns', { summary: 'One template' })
  async one(@Param('id', templateId) id: number): Promise<OneTemplateResponse> {
    return new OneTemplateResponse(await this.templates.get(id));
  }

  @Post()
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'Create a template' })
  async create(@Body() body: CreateTemplateDto): Promise<TemplateWrittenResponse> {
    return new TemplateWrittenResponse(await this.templates.create(body.toInput()), 'Template has been created.');
  }

  @Post('render')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'Show what a mail would look like, without keeping anything' })
  async render(@Body() body: RenderTemplateDto): Promise<RenderedTemplateResponse> {
    return new RenderedTemplateResponse(await this.previews.preview(body.toContent(), body.contact_id ?? null));
  }

  @Put(':id')
  @RequirePermission('manage_campaigns', { summary: 'Change a template; mails made from it stay as they are' })
  async update(@Param('id', templateId) id: number, @Body() body: UpdateTemplateDto): Promise<TemplateWrittenResponse> {
    return new TemplateWrittenResponse(await this.templates.update(id, body.toInput()), 'Template has been saved.');
  }

  @Delete(':id')
  @RequirePermission('manage_campaigns', { summary: 'Delete a template; mails made from it stay as they are' })
  async remove(@Param('id', templateId) id: number): Promise<{ message: string }> {
    await this.templates.remove(id);
    return { message: 'Template has been deleted.' };
  }
}
