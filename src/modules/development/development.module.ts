import { type DynamicModule, Module } from '@nestjs/common';
import type { AppConfig } from '../../platform/config/config.js';
import { WebhookReceiverModule } from './webhook-receiver/webhook-receiver.controller.js';
import { MailContentModule } from '../mail-content/mail-content.module.js';
import { TrackingModule } from '../tracking/tracking.module.js';
import { LinkCheck } from './mailbox/link-check.js';
import { MailboxController } from './mailbox/mailbox.controller.js';
import { MailboxServer } from './mailbox/mailbox.server.js';
import { MailboxStore } from './mailbox/mailbox.store.js';

/** Catches all emails of a development installation and shows them at /dev/mailbox. */
@Module({
  imports: [MailContentModule, TrackingModule],
  controllers: [MailboxController],
  providers: [LinkCheck, MailboxServer, MailboxStore],
  exports: [MailboxServer],
})
export class MailboxModule {}

/** Tools for development that replace external systems; never loaded in production. */
@Module({})
export class DevelopmentModule {
  static with(config: AppConfig): DynamicModule {
    return {
      module: DevelopmentModule,
      imports: [
        WebhookReceiverModule,
        // With SMTP_URL set, emails go to that server, and an empty mailbox would be misleading.
        ...(config.mail.smtpUrl === null ? [MailboxModule] : []),
      ],
    };
  }
}
