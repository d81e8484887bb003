import { type DynamicModule, Module } from '@nestjs/common';
import type { AppConfig } from '../../platform/config/config.js';
import { MailboxModule } from './mailbox/mailbox.module.js';
import { WebhookReceiverModule } from './webhook-receiver/webhook-receiver.module.js';

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
