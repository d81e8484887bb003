import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { idsOf } from '../../platform/ids/ids.js';
import { DailyCaps, type DayOfSender } from './daily-caps.js';
import type { Sender } from './sender.entity.js';
import { warmupOf } from './warm-up.js';

export interface SenderView {
  readonly sender: Sender;
  readonly today: DayOfSender;
  /** Why sending is suspended; null when it is not. */
  readonly trouble: { readonly reason: string; readonly until: Date } | null;
}

@Injectable()
export class SendersQueries {
  constructor(
    private readonly db: Database,
    private readonly caps: DailyCaps,
  ) {}

  async viewsOf(senders: readonly Sender[]): Promise<SenderView[]> {
    if (senders.length === 0) return [];
    const rows = await this.db.query<{ id: number; reason: string; until: Date }>(
      'SELECT sender_id AS id, reason, open_until AS until FROM sender_health WHERE sender_id IN (:ids)',
      { ids: idsOf(senders) },
    );
    const health = new Map(rows.map(({ id, reason, until }) => [id, { reason, until }]));
    return Promise.all(
      senders.map(async (sender) => ({
        sender,
        today: await this.caps.today(Object.assign({ warmup: warmupOf(sender) }, sender)),
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
