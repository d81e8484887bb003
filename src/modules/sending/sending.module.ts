import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ContactsModule } from '../contacts/contacts.module.js';
import { MailContentModule } from '../mail-content/mail-content.module.js';
import { SendersModule } from '../senders/senders.module.js';
import { SoftBounces } from './bounces/soft-bounces.js';
import { ContactRecipients, MarketingEmails } from './contact-recipients.service.js';
import { SendingCounters } from './counters/sending-counters.js';
import { EmailKinds } from './ledger/email-kind.js';
import { FrequencyCap } from './ledger/frequency-cap.service.js';
import { MessageSubmitter } from './engine/message-submitter.service.js';
import { HeldEmails } from './ledger/held-emails.service.js';
import { OptOutService, OptOutSpool } from './opt-outs/opt-out.service.js';
import { SpooledOptOuts } from './opt-outs/spooled-opt-outs.service.js';
import { EmailPersonalData } from './personal-data/email.personal-data.js';
import { RestoreService } from './restore/restore.service.js';
import { SendingMemory } from './restore/sending-memory.js';
import { SendingRuns } from './ledger/sending-runs.service.js';
import { EMAIL_QUEUE, SendingNotifier } from './ledger/sending-notifier.service.js';

const PUBLIC = [
  ...[EmailKinds, ContactRecipients, SendingCounters, SendingRuns, HeldEmails, SendingMemory, RestoreService],
  ...[SoftBounces, MessageSubmitter, OptOutService, FrequencyCap, SendingNotifier],
];

/** The email ledger and the submission to mail servers. Other modules register their kinds of email. */
@Module({
  imports: [DiscoveryModule, ContactsModule, MailContentModule, SendersModule, EMAIL_QUEUE],
  providers: [...PUBLIC, MarketingEmails, EmailPersonalData, OptOutSpool, SpooledOptOuts],
  exports: PUBLIC,
})
export class SendingModule {}
