import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ContactsModule } from '../contacts/contacts.module.js';
import { EmailContent } from './email-content.entity.js';
import { EmailHit } from './email-hit.entity.js';
import { EmailLink } from './email-link.entity.js';
import { OptOutController } from './opt-out/opt-out.controller.js';
import { OptOutService } from './opt-out/opt-out.service.js';
import { PublicLinks } from './public-links/public-links.service.js';
import { ViewController } from './public-links/view.controller.js';
import { RecipientsQueries } from './recipients/recipients.queries.js';
import { ContentsService } from './rendering/contents.service.js';
import { MessageViewService } from './rendering/message-view.service.js';
import { EmailMessage } from './sending/email-message.entity.js';
import { Sending } from './sending/sending.entity.js';
import { SendingsService } from './sending/sendings.service.js';
import { MailTransport } from './sending/smtp/mail-transport.js';
import { SmtpTransport } from './sending/smtp/smtp-transport.js';
import { HitsService } from './tracking/hits.service.js';
import { TrackingController } from './tracking/tracking.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([EmailContent, EmailLink, EmailMessage, EmailHit, Sending]), ContactsModule],
  controllers: [TrackingController, OptOutController, ViewController],
  providers: [
    PublicLinks,
    RecipientsQueries,
    ContentsService,
    MessageViewService,
    SendingsService,
    HitsService,
    OptOutService,
    { provide: MailTransport, useClass: SmtpTransport },
  ],
  exports: [ContentsService, SendingsService, MailTransport, RecipientsQueries],
})
export class EmailsModule {}
