import { ApiProperty } from '@nestjs/swagger';
import { sqlTimestamp } from '../../../../platform/clock/timestamps.js';
import { type Page, PageResponse } from '../../../../platform/http/page.js';
import type { RenderedEmail } from '../../rendering/renderer.js';
import { DESIGN_TEMPLATES, type DesignTemplate } from '../template.entity.js';
import type { TemplateRecord } from '../templates.service.js';

export class TemplateResponse {
  @ApiProperty({ type: 'integer', example: 3 }) readonly id: number;
  @ApiProperty({ example: 'Newsletter' }) readonly title: string;
  @ApiProperty({ type: String, nullable: true, example: 'On the first of the month' }) readonly description:
    | string
    | null;
  @ApiProperty({ example: 'Hello {{ contact.first_name | default: "there" }}', description: 'Liquid' })
  readonly email_subject: string;
  @ApiProperty({ example: 'What is new in spring', description: 'Preview text of the inbox; Liquid' })
  readonly email_pre_header: string;
  @ApiProperty({ example: '<p>Hello.</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>' })
  readonly email_body: string;
  @ApiProperty({ example: '', description: 'Plain text part; generated from the HTML if empty' })
  readonly email_body_text: string;
  @ApiProperty({ enum: DESIGN_TEMPLATES }) readonly design_template: DesignTemplate;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly created_at: string;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly updated_at: string;

  constructor(template: TemplateRecord) {
    this.id = template.id;
    this.title = template.title;
    this.description = template.description;
    this.email_subject = template.emailSubject;
    this.email_pre_header = template.emailPreHeader;
    this.email_body = template.emailBody;
    this.email_body_text = template.emailBodyText;
    this.design_template = template.designTemplate;
    this.created_at = sqlTimestamp(template.createdAt);
    this.updated_at = sqlTimestamp(template.updatedAt);
  }
}

class TemplatesPage extends PageResponse<TemplateResponse> {
  @ApiProperty({ type: [TemplateResponse] }) declare readonly data: readonly TemplateResponse[];
}

export class TemplatesResponse {
  @ApiProperty({ type: TemplatesPage }) readonly templates: PageResponse<TemplateResponse>;

  constructor(page: Page<TemplateRecord>, url: URL) {
    const items = page.items.map((template) => new TemplateResponse(template));
    this.templates = new PageResponse(page, items, url);
  }
}

export class OneTemplateResponse {
  @ApiProperty({ type: () => TemplateResponse }) readonly template!: TemplateResponse;
}

export class TemplateWrittenResponse extends OneTemplateResponse {
  @ApiProperty({ example: 'Template has been saved.' }) readonly message!: string;
}

export class TemplateRemovedResponse {
  @ApiProperty({ type: String, example: 'Template has been deleted.' }) readonly message = 'Template has been deleted.';
}

export class RenderedTemplateResponse {
  @ApiProperty({ example: 'Hello Ada' }) readonly subject: string;
  @ApiProperty({ example: 'What is new in spring', description: 'Preview text of the inbox' })
  readonly pre_header: string;
  @ApiProperty({ example: '<!doctype html><html lang="en"><body><p>Hello Ada</p></body></html>' })
  readonly html: string;
  @ApiProperty({ example: 'Hello Ada', description: 'Plain-text part' }) readonly text: string;

  constructor({ subject, preHeader, html, text }: RenderedEmail) {
    this.subject = subject;
    this.pre_header = preHeader;
    this.html = html;
    this.text = text;
  }
}
