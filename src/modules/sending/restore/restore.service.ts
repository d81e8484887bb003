import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import type { Reader } from '../../../platform/database/reader.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { HealthNotices } from '../../../platform/health/health-notices.js';
import { BeatMemory } from './beat-memory.js';

/** Why campaigns are paused that a restored database would have sent once more. */
export const DATABASE_RESTORED = 'database_restored';

/** Whether the database was restored from a backup and nobody has looked at it yet. */
@Injectable()
export class RestoreService implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly memory: BeatMemory,
    private readonly notices: HealthNotices,
  ) {}

  onModuleInit(): void {
    this.notices.add('sending', async () => ((await this.isStopped()) ? DATABASE_RESTORED : null));
  }

  async isStopped(reader: Reader = this.db): Promise<boolean> {
    const rows = await reader.query('SELECT id FROM sending_beats WHERE restored_at IS NOT NULL');
    return rows.length > 0;
  }

  /** @throws AppError: after a restore a person decides first what may go out again. */
  async refuseWhileStopped(tx: Tx): Promise<void> {
    if (await this.isStopped(tx))
      throw new AppError(
        'rest_invalid_param',
        'Sending is stopped: the database was restored from a backup. See sending:accept-restore.',
        { data: { params: { sender: DATABASE_RESTORED } } },
      );
  }

  /**
   * A person has looked. Campaigns stay paused until somebody resumes them, and so do funnels that are not published.
   * @returns false when there was nothing to accept.
   */
  async accept(): Promise<boolean> {
    const remembered = await this.memory.recall();
    return this.db.transaction(async (tx) => {
      const [beat] = await tx.query<{ series: string; number: number; remembered: number }>(
        'SELECT series, number, remembered FROM sending_beats WHERE restored_at IS NOT NULL FOR UPDATE',
      );
      if (!beat) return false;
      // Past all that was ever remembered of it, or the next beat would find the same again.
      const number = Math.max(beat.number, beat.remembered, remembered.get(beat.series) ?? 0) + 1;
      await tx.execute('UPDATE sending_beats SET restored_at = NULL, number = :number', { number });
      // Campaigns are resumed one by one by those who know them; nobody else's mails have anybody to resume them.
      await tx.execute(
        `UPDATE sendings SET state = 'open'
          WHERE state = 'held' AND (source_type = 'single'
             OR source_type = 'funnel' AND source_id IN (SELECT id FROM funnels WHERE status = 'published'))`,
      );
      return true;
    });
  }
}
