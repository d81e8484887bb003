import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ContactsModule } from '../contacts/contacts.module.js';
import { MailContentModule } from '../mail-content/mail-content.module.js';
import { SendersModule } from '../senders/senders.module.js';
import { BouncedMessage } from './bounces/bounce-backlog.entity.js';
import { SoftBounces } from './bounces/soft-bounces.js';
import { ContactRecipients, MarketingEmails } from './contact-recipients.service.js';
import { SendingTallies } from './counts/sending-tallies.js';
import { SendingTally } from './counts/sending-tally.entity.js';
import { DirectMailService } from './direct-mail.service.js';
import { EmailKinds } from './email-kind.js';
import { EmailMessage } from './email-message.entity.js';
import { MessageSubmitter } from './message-submitter.service.js';
import { HeldMailsService } from './held-mails.service.js';
import { OptOutSpool } from './opt-outs/opt-out-spool.js';
import { OptOutService } from './opt-outs/opt-out.service.js';
import { WaitingOptOuts } from './opt-outs/waiting-opt-outs.service.js';
import { MailRecords } from './personal-data/mail-records.holder.js';
import { MovedMails } from './personal-data/moved-mails.js';
import { BeatMemory } from './restore/beat-memory.js';
import { RestoreService } from './restore/restore.service.js';
import { SendingBeat } from './restore/sending-beat.entity.js';
import { Sending } from './sending.entity.js';
import { SendingRuns } from './sending-runs.service.js';

/** The ledger of messages and their submission to mail servers. It knows no kind of email: modules register theirs. */
@Module({
  imports: [
    TypeOrmModule.forFeature([SendingBeat, EmailMessage, BouncedMessage, Sending, SendingTally]),
    DiscoveryModule,
    ContactsModule,
    MailContentModule,
    SendersModule,
  ],
  providers: [
    EmailKinds,
    ContactRecipients,
    MarketingEmails,
    SendingTallies,
    SendingRuns,
    HeldMailsService,
    MovedMails,
    MailRecords,
    BeatMemory,
    RestoreService,
    SoftBounces,
    MessageSubmitter,
    DirectMailService,
    OptOutService,
    OptOutSpool,
    WaitingOptOuts,
  ],
  exports: [
    EmailKinds,
    ContactRecipients,
    SendingTallies,
    SendingRuns,
    HeldMailsService,
    BeatMemory,
    RestoreService,
    SoftBounces,
    MessageSubmitter,
    DirectMailService,
    OptOutService,
  ],
})
export class SendingModule {}
