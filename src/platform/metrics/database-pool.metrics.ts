import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Metrics } from './metrics.js';

/** Undocumented members of the driver; without them the metric is absent. */
interface PoolQueues {
  readonly _allConnections?: { readonly length: number };
  readonly _freeConnections?: { readonly length: number };
  readonly _connectionQueue?: { readonly length: number };
}

/** Connections of this process, and callers that wait for one. */
@Injectable()
export class DatabasePoolMetrics {
  constructor(dataSource: DataSource, metrics: Metrics) {
    metrics.measured(
      {
        name: 'carillon_database_connections',
        help: 'Database connections of this process, and callers waiting for one',
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
