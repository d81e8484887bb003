import { Module } from '@nestjs/common';
import { OutboundHttpModule } from '../../../platform/outbound-http/outbound-http.module.js';
import { MailContentModule } from '../../mail-content/mail-content.module.js';
import { TrackingModule } from '../../tracking/tracking.module.js';
import { LinkCheck } from './link-check.js';
import { MailboxController } from './mailbox.controller.js';
import { MailboxServer } from './mailbox.server.js';
import { MailboxStore } from './mailbox.store.js';

/** Catches all emails of a development installation and shows them at /dev/mailbox. */
@Module({
  imports: [OutboundHttpModule, MailContentModule, TrackingModule],
  controllers: [MailboxController],
  providers: [LinkCheck, MailboxServer, MailboxStore],
  exports: [MailboxServer],
})
export class MailboxModule {}
