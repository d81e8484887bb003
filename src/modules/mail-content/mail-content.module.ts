import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ContactsModule } from '../contacts/contacts.module.js';
import { AttachmentsService } from './attachments/attachments.service.js';
import { EmailComposer } from './composing/email-composer.service.js';
import { EmailTemplate } from './templates/template.entity.js';
import { EmailContent } from './email-content.entity.js';
import { PublicLinks } from './links/public-links.service.js';
import { RecipientsQueries } from './recipients.queries.js';
import { ContactValues } from './rendering/contact-values.service.js';
import { ContentPreviewsService } from './rendering/content-previews.service.js';
import { ContentsService } from './rendering/contents.service.js';
import { ContentLintService } from './rendering/lint/content-lint.service.js';
import { MessageViewService } from './rendering/message-view.service.js';
import { TextTemplates } from './rendering/text-templates.service.js';
import { Snippet } from './snippets/snippet.entity.js';
import { SnippetsController } from './snippets/snippets.controller.js';
import { SnippetsService } from './snippets/snippets.service.js';
import { TemplatesController } from './templates/templates.controller.js';
import { TemplatesService } from './templates/templates.service.js';

const PUBLIC = [
  ...[PublicLinks, RecipientsQueries, ContentsService, TextTemplates, ContactValues, ContentPreviewsService],
  ...[ContentLintService, AttachmentsService, TemplatesService, EmailComposer, MessageViewService],
];

/** The content of emails: templates, frozen contents, merge values, links, attachments, and the MIME message. */
@Module({
  imports: [TypeOrmModule.forFeature([EmailContent, EmailTemplate, Snippet]), ContactsModule],
  controllers: [TemplatesController, SnippetsController],
  providers: [...PUBLIC, SnippetsService],
  exports: PUBLIC,
})
export class MailContentModule {}
