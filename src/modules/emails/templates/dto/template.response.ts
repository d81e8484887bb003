import { ApiProperty } from '@nestjs/swagger';
import { sqlTimestamp } from '../../../../platform/clock/timestamps.js';
import type { RenderedEmail } from '../../rendering/renderer.js';
import { DESIGN_TEMPLATES, type DesignTemplate } from '../template.entity.js';
import type { TemplateRecord } from '../templates.service.js';

export class TemplateResponse {
  @ApiProperty({ example: 3 }) readonly id: number;
  @ApiProperty({ example: 'Newsletter' }) readonly title: string;
  @ApiProperty({ type: String, nullable: true }) readonly description: string | null;
  @ApiProperty() readonly email_subject: string;
  @ApiProperty() readonly email_pre_header: string;
  @ApiProperty() readonly email_body: string;
  @ApiProperty() readonly email_body_text: string;
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

export class OneTemplateResponse {
  @ApiProperty({ type: () => TemplateResponse }) readonly template: TemplateResponse;

  constructor(template: TemplateRecord) {
    this.template = new TemplateResponse(template);
  }
}

export class TemplateWrittenResponse extends OneTemplateResponse {
  @ApiProperty({ example: 'Template has been saved.' }) readonly message: string;

  constructor(template: TemplateRecord, message: string) {
    super(template);
    this.message = message;
  }
}

export class RenderedTemplateResponse {
  @ApiProperty({ example: 'Hello Ada' }) readonly subject: string;
  @ApiProperty({ example: 'What is new in spring' }) readonly pre_header: string;
  @ApiProperty() readonly html: string;
  @ApiProperty() readonly text: string;

  constructor({ subject, preHeader, html, text }: RenderedEmail) {
    this.subject = subject;
    this.pre_header = preHeader;
    this.html = html;
    this.text = text;
  }
}
