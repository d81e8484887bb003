import { Module } from '@nestjs/common';
import { MailContentModule } from '../mail-content/mail-content.module.js';
import { SendingWorkerModule } from '../sending/sending-worker.module.js';
import { DoubleOptInRequestedSubscriber } from './double-opt-in/double-opt-in-requested.subscriber.js';
import { SystemEmailsModule } from './system-emails.module.js';

@Module({
  imports: [SystemEmailsModule, MailContentModule, SendingWorkerModule],
  providers: [DoubleOptInRequestedSubscriber],
})
export class SystemEmailsWorkerModule {}
