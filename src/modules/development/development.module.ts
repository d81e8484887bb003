import { type DynamicModule, Module } from '@nestjs/common';
import type { AppConfig } from '../../platform/config/config.js';
import { MailboxModule } from './mailbox/mailbox.module.js';
import { WebhookReceiverModule } from './webhook-receiver/webhook-receiver.module.js';

/** Tools that play the outside world while one develops: nothing of them exists in production. */
@Module({})
export class DevelopmentModule {
  static with(config: AppConfig): DynamicModule {
    return {
      module: DevelopmentModule,
      imports: [
        WebhookReceiverModule,
        // With a mail server configured mail goes there, and an empty mailbox would only mislead.
        ...(config.mail.smtpUrl === null ? [MailboxModule] : []),
      ],
    };
  }
}
