import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ContactsModule } from '../contacts/contacts.module.js';
import { MailContentModule } from '../mail-content/mail-content.module.js';
import { SendersModule } from '../senders/senders.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { AddressCheck } from './address-check.service.js';
import { SingleEmailContentWriter } from './single-email-content.writer.js';
import { SingleEmail, SingleEmailAddress } from './single-email.entity.js';
import { SingleEmailContents } from './single-email-contents.js';
import { SingleEmailKind } from './single-email-kind.js';
import { SingleEmailsController } from './single-emails.controller.js';
import { SingleEmailsQueries } from './single-emails.queries.js';
import { SingleEmails } from './single-emails.service.js';

/** Emails that an API call sends to given addresses, such as password resets and receipts. */
@Module({
  imports: [
    ...[ContactsModule, MailContentModule, SendersModule, SendingModule],
    TypeOrmModule.forFeature([SingleEmail, SingleEmailAddress]),
  ],
  controllers: [SingleEmailsController],
  providers: [
    ...[AddressCheck, SingleEmailContentWriter, SingleEmailContents, SingleEmails, SingleEmailKind],
    SingleEmailsQueries,
  ],
  exports: [SingleEmailsQueries],
})
export class SingleEmailsModule {}
