import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OutboundHttpModule } from '../../platform/outbound-http/outbound-http.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { EmailAttachment } from './attachments/attachment.entity.js';
import { AttachmentsService } from './attachments/attachments.service.js';
import { ContentAttachment } from './attachments/content-attachment.entity.js';
import { EmailContent } from './email-content.entity.js';
import { EmailHit } from './email-hit.entity.js';
import { EmailLink } from './email-link.entity.js';
import { BouncedMessage } from './feedback/bounce-backlog.entity.js';
import { FeedbackReportRow } from './feedback/feedback-report.entity.js';
import { FeedbackController } from './feedback/feedback.controller.js';
import { FeedbackService } from './feedback/feedback.service.js';
import { InboundMessages } from './feedback/inbound/inbound-messages.service.js';
import { FeedbackMailbox } from './feedback/imap/feedback-mailbox.entity.js';
import { MailIdentity } from './feedback/mail-identity.js';
import { FeedbackSecrets } from './feedback/providers/feedback-secrets.service.js';
import { ProviderCalls } from './feedback/providers/provider-calls.service.js';
import { ProviderFeedbackController } from './feedback/providers/provider-feedback.controller.js';
import { ProviderFeedbackService } from './feedback/providers/provider-feedback.service.js';
import { SnsCertificates } from './feedback/providers/sns-certificates.service.js';
import { SnsService } from './feedback/providers/sns.service.js';
import { SoftBounces } from './feedback/soft-bounces.js';
import { MailComposer } from './mime/mail-composer.service.js';
import { HouseMails } from './notices/house-mails.service.js';
import { NoticesService } from './notices/notices.service.js';
import { ReportMailsService } from './notices/report-mails.service.js';
import { OptInMails } from './opt-in/opt-in-mails.service.js';
import { OptInPages } from './opt-in/opt-in-pages.js';
import { OptInController } from './opt-in/opt-in.controller.js';
import { OptOutController } from './opt-out/opt-out.controller.js';
import { OptOutPages } from './opt-out/opt-out-pages.js';
import { OptOutService } from './opt-out/opt-out.service.js';
import { OptOutSpool } from './opt-out/opt-out-spool.js';
import { WaitingOptOuts } from './opt-out/waiting-opt-outs.service.js';
import { LinkMails } from './preferences/link-mails.service.js';
import { LinkRequestPages } from './preferences/link-request-pages.js';
import { PreferencePages } from './preferences/preference-pages.js';
import { PreferencesController } from './preferences/preferences.controller.js';
import { PublicLinks } from './public-links/public-links.service.js';
import { SamplePagesController } from './public-links/sample-pages.controller.js';
import { ViewController } from './public-links/view.controller.js';
import { MailRecords } from './recipients/mail-records.holder.js';
import { MovedMails } from './recipients/moved-mails.js';
import { RecipientsQueries } from './recipients/recipients.queries.js';
import { ContactValues } from './rendering/contact-values.service.js';
import { ContentPreviewsService } from './rendering/content-previews.service.js';
import { ContentsService } from './rendering/contents.service.js';
import { ContentLintService } from './rendering/lint/content-lint.service.js';
import { MessageViewService } from './rendering/message-view.service.js';
import { TextTemplates } from './rendering/text-templates.service.js';
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
import { HitStream } from './tracking/hit-stream.service.js';
import { HitsService } from './tracking/hits.service.js';
import { LinkTargets } from './tracking/link-targets.service.js';
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
      BouncedMessage,
      FeedbackMailbox,
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
    OutboundHttpModule,
  ],
  controllers: [
    TrackingController,
    OptOutController,
    OptInController,
    PreferencesController,
    ViewController,
    SamplePagesController,
    TemplatesController,
    SendersController,
    FeedbackController,
    ProviderFeedbackController,
  ],
  providers: [
    PublicLinks,
    RecipientsQueries,
    ContentsService,
    TextTemplates,
    ContactValues,
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
    NoticesService,
    HouseMails,
    MovedMails,
    MailRecords,
    ReportMailsService,
    BeatMemory,
    RestoreService,
    HitStream,
    HitsService,
    LinkTargets,
    OptInMails,
    OptInPages,
    OptOutService,
    OptOutSpool,
    OptOutPages,
    PreferencePages,
    LinkMails,
    LinkRequestPages,
    WaitingOptOuts,
    MailIdentity,
    SoftBounces,
    FeedbackService,
    InboundMessages,
    FeedbackSecrets,
    SnsCertificates,
    SnsService,
    ProviderCalls,
    ProviderFeedbackService,
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
    FeedbackSecrets,
    LinkTargets,
    SoftBounces,
    InboundMessages,
    TestMailsService,
    HeldMailsService,
    NoticesService,
    HouseMails,
    ReportMailsService,
    BeatMemory,
    RestoreService,
    ContentsService,
    TextTemplates,
    ContactValues,
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
    OptInMails,
  ],
})
export class EmailsModule {}
