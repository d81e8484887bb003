import { type DynamicModule, Module } from '@nestjs/common';
import { DOMAIN_MODULES } from './api.module.js';
import { CampaignsWorkerModule } from './modules/campaigns/campaigns-worker.module.js';
import { CommerceWorkerModule } from './modules/commerce/commerce-worker.module.js';
import { BulkJobsWorkerModule } from './modules/jobs/bulk-jobs-worker.module.js';
import { ContactsWorkerModule } from './modules/contacts/contacts-worker.module.js';
import { PrivacyWorkerModule } from './modules/privacy/privacy-worker.module.js';
import { SegmentsWorkerModule } from './modules/segments/segments-worker.module.js';
import { SendingWorkerModule } from './modules/sending/sending-worker.module.js';
import { SystemEmailsWorkerModule } from './modules/system-emails/system-emails-worker.module.js';
import { TrackingWorkerModule } from './modules/tracking/tracking-worker.module.js';
import { FeedbackWorkerModule } from './modules/feedback/feedback-worker.module.js';
import { FunnelsWorkerModule } from './modules/funnels/funnels-worker.module.js';
import { ReportsWorkerModule } from './modules/reports/reports-worker.module.js';
import { RollupsWorkerModule } from './modules/rollups/rollups-worker.module.js';
import { ScheduledReportsWorkerModule } from './modules/scheduled-reports/scheduled-reports-worker.module.js';
import { WebhookDispatcherModule } from './modules/webhooks/webhook-dispatcher.module.js';
import type { AppConfig } from './platform/config/config.js';
import { ProcessHeartbeatModule } from './platform/health/process-heartbeat.js';
import { logging } from './platform/logging/logging.js';
import { WorkerMetricsServer } from './platform/metrics/worker-metrics.server.js';
import { RelayTimer } from './platform/outbox/relay-timer.js';
import { RelayWorkerModule } from './platform/outbox/relay-worker.module.js';
import { PlatformModule } from './platform/platform.module.js';
import { WorkModule } from './platform/work/work.module.js';

/** The worker's part of the domain modules: subscribers, processors, and periodic tasks. */
export const WORKER_MODULES = [
  ContactsWorkerModule,
  SegmentsWorkerModule,
  BulkJobsWorkerModule,
  PrivacyWorkerModule,
  WebhookDispatcherModule,
  SendingWorkerModule,
  SystemEmailsWorkerModule,
  TrackingWorkerModule,
  FeedbackWorkerModule,
  CampaignsWorkerModule,
  FunnelsWorkerModule,
  CommerceWorkerModule,
  RollupsWorkerModule,
  ReportsWorkerModule,
  ScheduledReportsWorkerModule,
  RelayWorkerModule,
];

export const WORKER_IMPORTS = [...WORKER_MODULES, WorkModule];
export const WORKER_PROVIDERS = [RelayTimer, WorkerMetricsServer];

/** The worker process: the domain modules with the relay, queue processors, and schedulers. */
@Module({})
export class WorkerModule {
  static with(config: AppConfig): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        PlatformModule.with(config),
        logging('worker'),
        ProcessHeartbeatModule.of('worker'),
        ...DOMAIN_MODULES,
        ...WORKER_IMPORTS,
      ],
      providers: WORKER_PROVIDERS,
    };
  }
}
