import { Module } from '@nestjs/common';
import { FeedbackRetention } from './feedback-retention.js';
import { FeedbackModule } from './feedback.module.js';
import { MailboxPollScheduler } from './imap/mailbox-poll.scheduler.js';
import { MailboxPoller } from './imap/mailbox-poller.service.js';

@Module({
  imports: [FeedbackModule],
  providers: [FeedbackRetention, MailboxPoller, MailboxPollScheduler],
})
export class FeedbackWorkerModule {}
