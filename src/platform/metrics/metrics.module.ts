import { Global, Module } from '@nestjs/common';
import { DatabasePoolMetrics } from './database-pool.metrics.js';
import { Metrics } from './metrics.js';

@Global()
@Module({ providers: [Metrics, DatabasePoolMetrics], exports: [Metrics] })
export class MetricsModule {}
