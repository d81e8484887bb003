import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.js';
import { MailContentModule } from '../mail-content/mail-content.module.js';
import { SendersModule } from '../senders/senders.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { StaffNotifications } from './notices/staff-notifications.service.js';
import { NoticesService } from './notices/notices.service.js';
import { PreferenceLinkRequests } from './preference-links/preference-link-requests.service.js';
import { SYSTEM_EMAIL_KINDS } from './system-email-kinds.js';
import { TestEmailsService } from './test-emails/test-emails.service.js';

const PUBLIC = [PreferenceLinkRequests, NoticesService, StaffNotifications, TestEmailsService];

/** Emails that belong to no campaign or funnel: confirmations, preference links, notifications, reports, and tests. */
@Module({
  imports: [ContactsModule, MailContentModule, SendersModule, SendingModule],
  providers: [...SYSTEM_EMAIL_KINDS, ...PUBLIC],
  exports: PUBLIC,
})
export class SystemEmailsModule {}
