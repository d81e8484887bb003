import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailTransport } from '../../platform/smtp/mail-transport.js';
import { SmtpTransport } from '../../platform/smtp/smtp-transport.js';
import { OAuth2Module } from '../../platform/oauth2/oauth2.module.js';
import { MailContentModule } from '../mail-content/mail-content.module.js';
import { ActiveSenders } from './active-senders.js';
import { DailyCaps } from './daily-caps.js';
import { SenderHealthRow } from './health/sender-health.entity.js';
import { ReturnPaths } from './return-path.service.js';
import { SenderDay } from './sender-day.entity.js';
import { SenderSecrets } from './sender-secrets.js';
import { SenderTestService } from './sender-test.service.js';
import { Sender } from './sender.entity.js';
import { SendersController } from './senders.controller.js';
import { SendersQueries } from './senders.queries.js';
import { SenderAccounts } from './sender-accounts.service.js';

/** Sender accounts: mail servers, credentials, DKIM keys, return paths and daily limits. */
@Module({
  imports: [TypeOrmModule.forFeature([Sender, SenderHealthRow, SenderDay]), MailContentModule, OAuth2Module],
  controllers: [SendersController],
  providers: [
    { provide: MailTransport, useClass: SmtpTransport },
    SenderSecrets,
    SenderAccounts,
    SendersQueries,
    SenderTestService,
    ActiveSenders,
    ReturnPaths,
    DailyCaps,
  ],
  exports: [MailTransport, SenderAccounts, SendersQueries, ActiveSenders, ReturnPaths, DailyCaps],
})
export class SendersModule {}
