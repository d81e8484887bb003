import { Module } from '@nestjs/common';
import { MailboxController } from './mailbox.controller.js';
import { MailboxServer } from './mailbox.server.js';
import { MailboxStore } from './mailbox.store.js';

/** Catches all emails of a development installation and shows them at /dev/mailbox. */
@Module({ controllers: [MailboxController], providers: [MailboxServer, MailboxStore], exports: [MailboxServer] })
export class MailboxModule {}
