import { type DynamicModule, Module } from '@nestjs/common';
import { DOMAIN_MODULES } from '../api.module.js';
import { ALL_BACKLOGS } from '../operations/backlog-queries.js';
import { DemoModule } from '../modules/development/demo/demo.module.js';
import { MovableClock } from '../platform/clock/movable-clock.js';
import type { AppConfig } from '../platform/config/config.js';
import { BACKLOG_QUERIES } from '../platform/metrics/backlog.js';
import { PlatformModule } from '../platform/platform.module.js';
import { WORKER_MODULES } from '../worker.module.js';

const NO_REDIS = 'redis://127.0.0.1:1';

/**
 * The process of `demo:load`: API and worker without HTTP and timers, on a clock that it moves. It works without Redis, which keeps the
 * real time and would notify other processes; what waits in Redis otherwise is then in the database, or done at once.
 */
@Module({})
export class DemoProcessModule {
  static with(config: AppConfig): DynamicModule {
    const own: AppConfig = {
      ...config,
      redis: { ...config.redis, url: NO_REDIS },
      // Never the server of SMTP_URL: thousands of emails to invented addresses.
      mail: { ...config.mail, smtpUrl: null, trackingHoldMs: 0 },
    };
    return {
      module: DemoProcessModule,
      imports: [
        PlatformModule.with(own, new MovableClock()),
        ...DOMAIN_MODULES,
        ...WORKER_MODULES,
        { module: DemoModule, providers: [{ provide: BACKLOG_QUERIES, useValue: ALL_BACKLOGS }] },
      ],
    };
  }
}
