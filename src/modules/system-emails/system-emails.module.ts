import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.js';
import { MailContentModule } from '../mail-content/mail-content.module.js';
import { SendersModule } from '../senders/senders.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { StaffNotifications } from './notices/staff-notifications.service.js';
import { NoticesService } from './notices/notices.service.js';
import { ReportMailsService } from './notices/report-mails.service.js';
import { OptInMails } from './opt-in/opt-in-mails.service.js';
import { LinkMails } from './preference-links/link-mails.service.js';
import { SYSTEM_EMAIL_KINDS } from './system-email-kinds.js';
import { TestMailsService } from './test-mails/test-mails.service.js';

/** Emails that belong to no campaign or funnel: confirmations, preference links, notifications, reports, and tests. */
@Module({
  imports: [ContactsModule, MailContentModule, SendersModule, SendingModule],
  providers: [
    ...SYSTEM_EMAIL_KINDS,
    OptInMails,
    LinkMails,
    NoticesService,
    StaffNotifications,
    ReportMailsService,
    TestMailsService,
  ],
  exports: [OptInMails, LinkMails, NoticesService, StaffNotifications, ReportMailsService, TestMailsService],
})
export class SystemEmailsModule {}
