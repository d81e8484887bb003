import { Module } from '@nestjs/common';
import { queue, QUEUE } from '../../platform/queue/queues.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { EmailsModule } from './emails.module.js';
import { BounceBacklog } from './feedback/bounce-backlog.js';
import { FeedbackRetentionScheduler } from './feedback/feedback-retention.scheduler.js';
import { FeedbackRetention } from './feedback/feedback-retention.service.js';
import { MailboxCursor } from './feedback/imap/mailbox-cursor.js';
import { MailboxPollScheduler } from './feedback/imap/mailbox-poll.scheduler.js';
import { MailboxPoller } from './feedback/imap/mailbox-poller.service.js';
import { NoticeRetentionScheduler } from './notices/notice-retention.scheduler.js';
import { OptinRequestedSubscriber } from './opt-in/optin-requested.subscriber.js';
import { ContactDeletedSubscriber } from './recipients/contact-deleted.subscriber.js';
import { HitFold } from './tracking/folding/hit-fold.service.js';
import { HitFolding } from './tracking/folding/hit-folding.service.js';
import { HitStreamReader } from './tracking/folding/hit-stream-reader.js';
import { SenderHealth } from './senders/health/sender-health.js';
import { Claims } from './sending/claims.js';
import { DueMessages } from './sending/due-messages.js';
import { DoubtsService } from './sending/doubts.service.js';
import { EmailSendingProcessor } from './sending/email-sending.processor.js';
import { EmailSendingScheduler } from './sending/email-sending.scheduler.js';
import { FaultWatch } from './sending/fault-watch.js';
import { Allowances } from './sending/pacing/allowances.js';
import { SendRates } from './sending/pacing/send-rates.js';
import { Routes } from './sending/routes.js';
import { SenderService } from './sending/sender.service.js';
import { SendingCloser } from './sending/sending-closer.js';
import { ClaimMemory } from './sending/restore/claim-memory.js';
import { RestoreWatchScheduler } from './sending/restore/restore-watch.scheduler.js';
import { RestoreWatch } from './sending/restore/restore-watch.service.js';
import { SendingBellService } from './sending/sending-bell.service.js';
import { Settlement } from './sending/settlement.js';
import { Shortage } from './sending/shortage.js';

@Module({
  imports: [EmailsModule, ContactsModule, queue(QUEUE.emailSending)],
  providers: [
    HitStreamReader,
    HitFold,
    HitFolding,
    Claims,
    DueMessages,
    SendRates,
    Allowances,
    SenderHealth,
    Routes,
    FaultWatch,
    Shortage,
    Settlement,
    SenderService,
    DoubtsService,
    EmailSendingProcessor,
    EmailSendingScheduler,
    SendingCloser,
    SendingBellService,
    ClaimMemory,
    RestoreWatch,
    RestoreWatchScheduler,
    ContactDeletedSubscriber,
    BounceBacklog,
    FeedbackRetention,
    FeedbackRetentionScheduler,
    MailboxCursor,
    MailboxPoller,
    MailboxPollScheduler,
    OptinRequestedSubscriber,
    NoticeRetentionScheduler,
  ],
  exports: [SenderService, SendingBellService],
})
export class EmailsWorkerModule {}
