import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { DailyCaps, type DayOfSender } from './daily-caps.js';
import type { Sender } from './sender.entity.js';

/** A sender with its current usage and trouble. */
export interface SenderView {
  readonly sender: Sender;
  readonly today: DayOfSender;
  /** Why sending is suspended; null when it is not. */
  readonly trouble: { readonly reason: string; readonly until: Date } | null;
}

interface HealthRow {
  sender_id: number;
  reason: string;
  open_until: Date;
}

@Injectable()
export class SendersQueries {
  constructor(
    private readonly db: Database,
    private readonly caps: DailyCaps,
  ) {}

  async viewsOf(senders: readonly Sender[]): Promise<SenderView[]> {
    if (senders.length === 0) return [];
    const rows = await this.db.query<HealthRow>(
      'SELECT sender_id, reason, open_until FROM sender_health WHERE sender_id IN (:ids)',
      { ids: senders.map(({ id }) => id) },
    );
    const health = new Map(rows.map((row) => [row.sender_id, { reason: row.reason, until: row.open_until }]));
    return Promise.all(
      senders.map(async (sender) => ({
        sender,
        today: await this.caps.today({
          id: sender.id,
          dailyCap: sender.dailyCap,
          dailyCapBulk: sender.dailyCapBulk,
          warmup:
            sender.warmupStart === null || sender.warmupFactor === null
              ? null
              : { start: sender.warmupStart, factor: sender.warmupFactor },
          warmupSince: sender.warmupSince,
        }),
        trouble: health.get(sender.id) ?? null,
      })),
    );
  }

  async viewOf(sender: Sender): Promise<SenderView> {
    const [view] = await this.viewsOf([sender]);
    if (!view) throw new Error('sender has no view');
    return view;
  }
}
