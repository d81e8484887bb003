import { InjectQueue } from '@nestjs/bull';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bull';
import { Database } from '../../../platform/database/database.js';
import { QueueNotifier } from '../../../platform/queue/queue-notifier.js';
import { type QueueNotification, queue, QUEUE } from '../../../platform/queue/queues.js';
import { idsOf } from '../../../platform/ids/ids.js';
import type { EmailSource } from '../../../events/email-state.js';

/** One object, so that a process has one connection. */
export const EMAIL_QUEUE = queue(QUEUE.emailSending);

/** Notifies the workers of due messages, so that they do not wait for the next scan. Never fails. */
@Injectable()
export class SendingNotifier {
  constructor(
    private readonly db: Database,
    private readonly notifier: QueueNotifier,
    @InjectQueue(QUEUE.emailSending) private readonly queue: Queue<QueueNotification>,
  ) {}

  notify(source: EmailSource): void {
    const open = `SELECT id FROM sendings WHERE source_type = :type AND source_id = :id AND state = 'open'`;
    const notified = this.db.query<{ id: number }>(open, source).then((rows) => {
      this.notifier.notify(this.queue, idsOf(rows));
    });
    notified.catch(() => undefined);
  }
}
