import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, type Tx, type Reader } from '../../../platform/database/database.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { HealthNotices } from '../../../platform/health/health-notices.js';
import { SendingMemory } from './sending-memory.js';
import { SENDINGS } from '../ledger/sending.entity.js';

/** The pause reason of campaigns that a restored database would send again. */
export const DATABASE_RESTORED = 'database_restored';

/** Knows whether the database was restored from a backup and no operator has accepted that yet. */
@Injectable()
export class RestoreService implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly memory: SendingMemory,
    private readonly notices: HealthNotices,
  ) {}

  onModuleInit(): void {
    this.notices.add('sending', async () => ((await this.isStopped()) ? DATABASE_RESTORED : null));
  }

  async isStopped(reader: Reader = this.db): Promise<boolean> {
    const rows = await reader.query('SELECT id FROM sending_beats WHERE restored_at IS NOT NULL');
    return rows.length > 0;
  }

  /** @throws AppError while a restore is not accepted. */
  async refuseWhileStopped(tx: Tx): Promise<void> {
    if (await this.isStopped(tx))
      throw invalidParam(
        'sender',
        DATABASE_RESTORED,
        'Sending is stopped: the database was restored from a backup. See sending:accept-restore.',
      );
  }

  /** Campaigns and unpublished funnels stay paused. @returns false if there was nothing to accept. */
  async accept(): Promise<boolean> {
    const remembered = await this.memory.recall();
    return this.db.transaction(async (tx) => {
      const [heartbeat] = await tx.query<{ series: string; number: number; remembered: number }>(
        'SELECT series, number, remembered FROM sending_beats WHERE restored_at IS NOT NULL FOR UPDATE',
      );
      if (!heartbeat) return false;
      // Higher than any remembered number, or the next heartbeat would detect the same restore again.
      const number = Math.max(heartbeat.number, heartbeat.remembered, remembered.get(heartbeat.series) ?? 0) + 1;
      await tx.execute('UPDATE sending_beats SET restored_at = NULL, number = :number', { number });
      // Managers resume campaigns one by one; other emails have no one to resume them.
      await SENDINGS.move(tx, 'accept', {
        where: `source_type = 'single'
                OR source_type = 'funnel' AND source_id IN (SELECT id FROM funnels WHERE status = 'published')`,
      });
      return true;
    });
  }
}
