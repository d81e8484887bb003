import { InjectQueue } from '@nestjs/bull';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bull';
import { Database } from '../../platform/database/database.js';
import { Doorbell } from '../../platform/queue/doorbell.js';
import { type DoorbellJob, QUEUE } from '../../platform/queue/queues.js';
import type { EmailSource } from '../../events/email-state.js';

/** For those who have just made mails due and do not want to wait for the sweeper. */
@Injectable()
export class SendingBellService {
  constructor(
    private readonly db: Database,
    private readonly doorbell: Doorbell,
    @InjectQueue(QUEUE.emailSending) private readonly queue: Queue<DoorbellJob>,
  ) {}

  async ring({ type, id }: EmailSource): Promise<void> {
    const rows = await this.db.query<{ id: number }>(
      `SELECT id FROM sendings WHERE source_type = :type AND source_id = :id AND state = 'open'`,
      { type, id },
    );
    this.doorbell.ring(
      this.queue,
      rows.map((row) => row.id),
    );
  }
}
