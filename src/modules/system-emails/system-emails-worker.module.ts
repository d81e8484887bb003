import { Module } from '@nestjs/common';
import { MailContentModule } from '../mail-content/mail-content.module.js';
import { SendersModule } from '../senders/senders.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { DoubleOptInEmails } from './double-opt-in/double-opt-in-emails.subscriber.js';

@Module({ imports: [MailContentModule, SendersModule, SendingModule], providers: [DoubleOptInEmails] })
export class SystemEmailsWorkerModule {}
