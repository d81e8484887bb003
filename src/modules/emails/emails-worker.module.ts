import { Module } from '@nestjs/common';
import { queue, QUEUE } from '../../platform/queue/queues.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { EmailsModule } from './emails.module.js';
import { ContactDeletedSubscriber } from './recipients/contact-deleted.subscriber.js';
import { Claims } from './sending/claims.js';
import { DoubtsService } from './sending/doubts.service.js';
import { EmailSendingProcessor } from './sending/email-sending.processor.js';
import { EmailSendingScheduler } from './sending/email-sending.scheduler.js';
import { SenderService } from './sending/sender.service.js';
import { SendingBellService } from './sending/sending-bell.service.js';
import { Settlement } from './sending/settlement.js';

@Module({
  imports: [EmailsModule, ContactsModule, queue(QUEUE.emailSending)],
  providers: [
    Claims,
    Settlement,
    SenderService,
    DoubtsService,
    EmailSendingProcessor,
    EmailSendingScheduler,
    SendingBellService,
    ContactDeletedSubscriber,
  ],
  exports: [SenderService, SendingBellService],
})
export class EmailsWorkerModule {}
