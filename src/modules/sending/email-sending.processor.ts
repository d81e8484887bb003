import { Process, Processor } from '@nestjs/bull';
import type { Job } from 'bull';
import { type DoorbellJob, QUEUE } from '../../platform/queue/queues.js';
import { SendingEngine } from './sending-engine.service.js';

/**
 * Failure policy: a job only says that mails of one sending may be due. Losing it, or running it twice, changes nothing;
 * the ledger decides what is sent. It answers at once, so a long campaign never looks like a stalled job.
 */
@Processor(QUEUE.emailSending)
export class EmailSendingProcessor {
  constructor(private readonly sender: SendingEngine) {}

  @Process({ concurrency: 20 })
  ring(job: Job<DoorbellJob>): void {
    const { key } = job.data;
    // Whatever stands in Redis is only a hint; a key that names no sending finds nothing to do.
    if (Number.isSafeInteger(key)) void this.sender.work(key);
  }
}
