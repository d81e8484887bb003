import { Process, Processor } from '@nestjs/bull';
import type { Job } from 'bull';
import { type QueueNotification, QUEUE } from '../../../platform/queue/queues.js';
import { SendingEngine } from './sending-engine.service.js';

/**
 * Failure policy: a job only says that a sending may have due emails; the ledger decides. A lost or repeated job is
 * harmless. The job ends immediately, so a long campaign never looks like a stalled job.
 */
@Processor(QUEUE.emailSending)
export class EmailSendingProcessor {
  constructor(private readonly sender: SendingEngine) {}

  @Process({ concurrency: 20 })
  notifyQueue(job: Job<QueueNotification>): void {
    const { key } = job.data;
    // An unknown key finds no due emails.
    if (Number.isSafeInteger(key)) void this.sender.work(key);
  }
}
