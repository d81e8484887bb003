import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';

const ENTRIES_AT_ONCE = 2_000;

/** Removes entries that have had their time, in small transactions. */
@Injectable()
export class AuditRetention implements OnApplicationShutdown {
  private stopped = false;

  constructor(private readonly db: Database) {}

  onApplicationShutdown(): void {
    this.stopped = true;
  }

  /** @returns how many entries were removed. */
  async removeOlderThan(days: number): Promise<number> {
    let removed = 0;
    for (let part = ENTRIES_AT_ONCE; part === ENTRIES_AT_ONCE && !this.stopped; removed += part) {
      const { affectedRows } = await this.db.transaction((tx) =>
        tx.execute(
          `DELETE FROM audit_log WHERE created_at < NOW(3) - INTERVAL :days DAY
            ORDER BY created_at LIMIT ${ENTRIES_AT_ONCE}`,
          { days },
        ),
      );
      part = affectedRows;
    }
    return removed;
  }
}
