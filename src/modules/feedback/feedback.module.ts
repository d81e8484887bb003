import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.js';
import { MailContentModule } from '../mail-content/mail-content.module.js';
import { SendersModule } from '../senders/senders.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { FeedbackEvents } from './feedback-events.js';
import { FeedbackController } from './feedback.controller.js';
import { FeedbackService } from './feedback.service.js';
import { InboundMessages } from './inbound/inbound-messages.service.js';
import { Replies } from './inbound/replies.service.js';
import { EmailIdentity } from './email-identity.js';
import { FeedbackSecrets } from './providers/feedback-secrets.service.js';
import { PolicyBounces } from './policy-bounces.js';
import { ProviderFeedbackController } from './providers/provider-feedback.controller.js';
import { ProviderFeedbackService } from './providers/provider-feedback.service.js';
import { SnsService } from './providers/sns.service.js';

/** Bounces and complaints that arrive after submission: by HTTP from providers, as messages, and from a mailbox. */
@Module({
  imports: [ContactsModule, MailContentModule, SendersModule, SendingModule],
  controllers: [FeedbackController, ProviderFeedbackController],
  providers: [
    ...[EmailIdentity, FeedbackEvents, FeedbackService, PolicyBounces, InboundMessages, Replies],
    ...[FeedbackSecrets, SnsService, ProviderFeedbackService],
  ],
  exports: [FeedbackSecrets, FeedbackService, InboundMessages],
})
export class FeedbackModule {}
