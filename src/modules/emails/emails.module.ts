import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ContactsModule } from '../contacts/contacts.module.js';
import { EmailAttachment } from './attachments/attachment.entity.js';
import { AttachmentsService } from './attachments/attachments.service.js';
import { ContentAttachment } from './attachments/content-attachment.entity.js';
import { EmailContent } from './email-content.entity.js';
import { EmailHit } from './email-hit.entity.js';
import { EmailLink } from './email-link.entity.js';
import { FeedbackReportRow } from './feedback/feedback-report.entity.js';
import { MailComposer } from './mime/mail-composer.service.js';
import { OptOutController } from './opt-out/opt-out.controller.js';
import { OptOutService } from './opt-out/opt-out.service.js';
import { PublicLinks } from './public-links/public-links.service.js';
import { SamplePagesController } from './public-links/sample-pages.controller.js';
import { ViewController } from './public-links/view.controller.js';
import { RecipientsQueries } from './recipients/recipients.queries.js';
import { ContentPreviewsService } from './rendering/content-previews.service.js';
import { ContentsService } from './rendering/contents.service.js';
import { ContentLintService } from './rendering/lint/content-lint.service.js';
import { MessageViewService } from './rendering/message-view.service.js';
import { ActiveSenders } from './senders/active-senders.js';
import { DirectMailService } from './senders/direct-mail.service.js';
import { SenderHealthRow } from './senders/health/sender-health.entity.js';
import { ReturnPaths } from './senders/return-path.service.js';
import { SenderSecrets } from './senders/sender-secrets.js';
import { SenderTestService } from './senders/sender-test.service.js';
import { Sender } from './senders/sender.entity.js';
import { SendersController } from './senders/senders.controller.js';
import { SendersQueries } from './senders/senders.queries.js';
import { SendersService } from './senders/senders.service.js';
import { SendingTallies } from './sending/counts/sending-tallies.js';
import { SendingTally } from './sending/counts/sending-tally.entity.js';
import { HeldMailsService } from './sending/held-mails.service.js';
import { BeatMemory } from './sending/restore/beat-memory.js';
import { RestoreService } from './sending/restore/restore.service.js';
import { SendingBeat } from './sending/restore/sending-beat.entity.js';
import { EmailMessage } from './sending/email-message.entity.js';
import { HandOver } from './sending/hand-over.service.js';
import { DailyCaps } from './sending/pacing/daily-caps.js';
import { SenderDay } from './sending/pacing/sender-day.entity.js';
import { Sending } from './sending/sending.entity.js';
import { SendingsService } from './sending/sendings.service.js';
import { MailTransport } from './sending/smtp/mail-transport.js';
import { SmtpTransport } from './sending/smtp/smtp-transport.js';
import { EmailTemplate } from './templates/template.entity.js';
import { TemplatesController } from './templates/templates.controller.js';
import { TemplatesQueries } from './templates/templates.queries.js';
import { TemplatesService } from './templates/templates.service.js';
import { TestMailsService } from './test-mails/test-mails.service.js';
import { HitInboxEntry } from './tracking/hit-inbox.entity.js';
import { HitsService } from './tracking/hits.service.js';
import { TrackingController } from './tracking/tracking.controller.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      SendingBeat,
      EmailContent,
      EmailLink,
      EmailMessage,
      EmailHit,
      HitInboxEntry,
      FeedbackReportRow,
      Sending,
      SendingTally,
      Sender,
      SenderHealthRow,
      SenderDay,
      EmailTemplate,
      EmailAttachment,
      ContentAttachment,
    ]),
    ContactsModule,
  ],
  controllers: [
    TrackingController,
    OptOutController,
    ViewController,
    SamplePagesController,
    TemplatesController,
    SendersController,
  ],
  providers: [
    PublicLinks,
    RecipientsQueries,
    ContentsService,
    ContentPreviewsService,
    ContentLintService,
    AttachmentsService,
    TemplatesService,
    TemplatesQueries,
    TestMailsService,
    MailComposer,
    MessageViewService,
    SendingTallies,
    SendingsService,
    HeldMailsService,
    BeatMemory,
    RestoreService,
    HitsService,
    OptOutService,
    { provide: MailTransport, useClass: SmtpTransport },
    SenderSecrets,
    SendersService,
    SendersQueries,
    SenderTestService,
    ActiveSenders,
    ReturnPaths,
    DailyCaps,
    HandOver,
    DirectMailService,
  ],
  exports: [
    TestMailsService,
    HeldMailsService,
    BeatMemory,
    RestoreService,
    ContentsService,
    ContentPreviewsService,
    ContentLintService,
    AttachmentsService,
    TemplatesService,
    MailComposer,
    SendingsService,
    MailTransport,
    RecipientsQueries,
    SendingTallies,
    SendersService,
    ActiveSenders,
    ReturnPaths,
    DailyCaps,
    HandOver,
    DirectMailService,
  ],
})
export class EmailsModule {}
