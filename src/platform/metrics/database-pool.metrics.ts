import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Metrics } from './metrics.js';

/** What the driver has, and does not promise to have: where it is missing, nothing is told. */
interface PoolQueues {
  readonly _allConnections?: { readonly length: number };
  readonly _freeConnections?: { readonly length: number };
  readonly _connectionQueue?: { readonly length: number };
}

/** How many connections this process has, and who waits for one. */
@Injectable()
export class DatabasePoolMetrics {
  constructor(dataSource: DataSource, metrics: Metrics) {
    metrics.measured(
      {
        name: 'carillon_database_connections',
        help: 'Connections of this process to the database, and who waits for one',
        labelNames: ['state'],
      },
      (gauge) => {
        const { pool } = dataSource.driver as unknown as { readonly pool?: PoolQueues };
        const [all, free] = [pool?._allConnections?.length, pool?._freeConnections?.length];
        if (all === undefined || free === undefined) return;
        gauge.set({ state: 'busy' }, all - free);
        gauge.set({ state: 'idle' }, free);
        gauge.set({ state: 'waited_for' }, pool?._connectionQueue?.length ?? 0);
      },
    );
  }
}
