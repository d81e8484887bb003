import { Module } from '@nestjs/common';
import { FeedbackRetentionScheduler } from './feedback-retention.scheduler.js';
import { FeedbackRetention } from './feedback-retention.service.js';
import { FeedbackModule } from './feedback.module.js';
import { MailboxCursor } from './imap/mailbox-cursor.js';
import { MailboxPollScheduler } from './imap/mailbox-poll.scheduler.js';
import { MailboxPoller } from './imap/mailbox-poller.service.js';

@Module({
  imports: [FeedbackModule],
  providers: [FeedbackRetention, FeedbackRetentionScheduler, MailboxCursor, MailboxPoller, MailboxPollScheduler],
})
export class FeedbackWorkerModule {}
