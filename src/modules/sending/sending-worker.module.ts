import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.js';
import { MailContentModule } from '../mail-content/mail-content.module.js';
import { SenderHealth } from '../senders/health/sender-health.js';
import { SendersModule } from '../senders/senders.module.js';
import { BounceBacklog } from './bounces/bounce-backlog.js';
import { BlockedSendings } from './ledger/blocked-sendings.js';
import { Claims } from './claims/claims.js';
import { InDoubtResolver } from './engine/in-doubt-resolver.service.js';
import { MessageAttempts } from './engine/message-attempts.service.js';
import { DestinationPacing } from './claims/destination-pacing.js';
import { Eligibility } from './claims/eligibility.js';
import { EmailSendingProcessor } from './engine/email-sending.processor.js';
import { EmailSendingScheduler } from './engine/email-sending.scheduler.js';
import { FailureMonitor } from './engine/failure-monitor.js';
import { Allowances } from './pacing/allowances.js';
import { WarmUpOrder } from './pacing/warm-up-order.js';
import { SendRates } from './pacing/send-rates.js';
import { ContactDeletedSubscriber } from './personal-data/contact-deleted.subscriber.js';
import { LeaseWatchModule } from '../../platform/work/lease-watch.module.js';
import { RestoreDetector } from './restore/restore-detector.service.js';
import { SenderSelector } from './engine/sender-selector.js';
import { SendingEngine } from './engine/sending-engine.service.js';
import { EMAIL_QUEUE } from './ledger/sending-notifier.service.js';
import { LedgerRetention } from './ledger/ledger-retention.js';
import { SendingCloser } from './ledger/sending-closer.js';
import { SendingModule } from './sending.module.js';
import { Settlement } from './engine/settlement.js';

@Module({
  imports: [SendingModule, SendersModule, MailContentModule, ContactsModule, LeaseWatchModule, EMAIL_QUEUE],
  providers: [
    ...[BlockedSendings, Claims, DestinationPacing, Eligibility, SendRates, WarmUpOrder, Allowances, SenderHealth],
    ...[SenderSelector, FailureMonitor, BounceBacklog, Settlement, MessageAttempts, SendingEngine, InDoubtResolver],
    ...[EmailSendingProcessor, EmailSendingScheduler, SendingCloser],
    ...[RestoreDetector, ContactDeletedSubscriber, LedgerRetention],
  ],
  exports: [SendingEngine],
})
export class SendingWorkerModule {}
