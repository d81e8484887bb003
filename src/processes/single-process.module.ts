import { type DynamicModule, Module } from '@nestjs/common';
import { ApiModule } from '../api.module.js';
import type { AppConfig } from '../platform/config/config.js';
import { ProcessHeartbeatModule } from '../platform/health/process-heartbeat.js';
import { WORKER_IMPORTS, WORKER_PROVIDERS } from '../worker.module.js';

/** API and worker in one process: the modules that both need exist once, so there is one database pool and one set of caches and metrics. */
@Module({})
export class SingleProcessModule {
  static with(config: AppConfig): DynamicModule {
    const { imports = [], providers = [], ...api } = ApiModule.with(config, 'single');
    return {
      ...api,
      module: SingleProcessModule,
      imports: [...imports, ProcessHeartbeatModule.of('worker'), ...WORKER_IMPORTS],
      providers: [...providers, ...WORKER_PROVIDERS],
    };
  }
}
