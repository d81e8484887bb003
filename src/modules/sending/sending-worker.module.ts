import { Module } from '@nestjs/common';
import { queue, QUEUE } from '../../platform/queue/queues.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { MailContentModule } from '../mail-content/mail-content.module.js';
import { SenderHealth } from '../senders/health/sender-health.js';
import { SendersModule } from '../senders/senders.module.js';
import { BounceBacklog } from './bounces/bounce-backlog.js';
import { BlockedSendings } from './blocked-sendings.js';
import { Claims } from './claims.js';
import { InDoubtResolver } from './in-doubt-resolver.service.js';
import { MessageAttempts } from './message-attempts.service.js';
import { DestinationPacing } from './destination-pacing.js';
import { DestinationsScheduler } from './destinations.scheduler.js';
import { Eligibility } from './eligibility.js';
import { EmailSendingProcessor } from './email-sending.processor.js';
import { EmailSendingScheduler } from './email-sending.scheduler.js';
import { FailureMonitor } from './failure-monitor.js';
import { Allowances } from './pacing/allowances.js';
import { WarmUpOrder } from './pacing/warm-up-order.js';
import { SendRates } from './pacing/send-rates.js';
import { ContactDeletedSubscriber } from './personal-data/contact-deleted.subscriber.js';
import { LeaseWatchModule } from '../../platform/work/lease-watch.module.js';
import { RestoreDetectorScheduler } from './restore/restore-detector.scheduler.js';
import { RestoreDetector } from './restore/restore-detector.service.js';
import { SenderSelector } from './sender-selector.js';
import { SendingEngine } from './sending-engine.service.js';
import { SendingNotifier } from './sending-notifier.service.js';
import { SendingCloser } from './sending-closer.js';
import { SendingModule } from './sending.module.js';
import { Settlement } from './settlement.js';

@Module({
  imports: [
    SendingModule,
    SendersModule,
    MailContentModule,
    ContactsModule,
    LeaseWatchModule,
    queue(QUEUE.emailSending),
  ],
  providers: [
    BlockedSendings,
    Claims,
    DestinationPacing,
    DestinationsScheduler,
    Eligibility,
    SendRates,
    WarmUpOrder,
    Allowances,
    SenderHealth,
    SenderSelector,
    FailureMonitor,
    BounceBacklog,
    Settlement,
    MessageAttempts,
    SendingEngine,
    InDoubtResolver,
    EmailSendingProcessor,
    EmailSendingScheduler,
    SendingCloser,
    SendingNotifier,
    RestoreDetector,
    RestoreDetectorScheduler,
    ContactDeletedSubscriber,
  ],
  exports: [SendingEngine, SendingNotifier],
})
export class SendingWorkerModule {}
