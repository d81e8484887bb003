import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailTransport } from '../../platform/smtp/mail-transport.js';
import { SmtpTransport } from '../../platform/smtp/smtp-transport.js';
import { MailContentModule } from '../mail-content/mail-content.module.js';
import { ActiveSenders } from './active-senders.js';
import { DailyCaps } from './daily-caps.js';
import { DestinationStates } from './destinations/destination-states.js';
import { Destinations } from './destinations/destinations.service.js';
import { DestinationsQueries } from './destinations/destinations.queries.js';
import { MailboxProviders } from './destinations/mailbox-providers.service.js';
import { SenderReadiness } from './diagnosis/sender-readiness.service.js';
import { ReturnPaths } from './return-path.service.js';
import { SenderSecrets } from './sender-secrets.js';
import { SenderTestService } from './sender-test.service.js';
import { Sender } from './sender.entity.js';
import { SendersController } from './senders.controller.js';
import { SendersQueries } from './senders.queries.js';
import { SenderAccounts } from './sender-accounts.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Sender]), MailContentModule],
  controllers: [SendersController],
  providers: [
    { provide: MailTransport, useClass: SmtpTransport },
    SenderSecrets,
    SenderAccounts,
    SendersQueries,
    SenderTestService,
    SenderReadiness,
    ActiveSenders,
    ReturnPaths,
    DailyCaps,
    MailboxProviders,
    DestinationStates,
    Destinations,
    DestinationsQueries,
  ],
  exports: [
    ...[MailTransport, SenderAccounts, SenderReadiness, SendersQueries, ActiveSenders, ReturnPaths, DailyCaps],
    ...[MailboxProviders, DestinationStates, Destinations, DestinationsQueries],
  ],
})
export class SendersModule {}
