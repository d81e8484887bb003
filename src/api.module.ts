import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { CompatibilityModule } from './compatibility/compatibility.module.js';
import { speaksDialect } from './compatibility/dialect.js';
import { ALL_BACKLOGS } from './operations/backlog-queries.js';
import { AuditInterceptor } from './modules/audit/audit.interceptor.js';
import { AuditModule } from './modules/audit/audit.module.js';
import { AuthModule } from './modules/auth/auth.module.js';
import { BasicAuthGuard } from './modules/auth/basic-auth.guard.js';
import { BasicStrategy } from './modules/auth/basic.strategy.js';
import { CampaignsModule } from './modules/campaigns/campaigns.module.js';
import { CommerceModule } from './modules/commerce/commerce.module.js';
import { ConsoleModule } from './modules/console/console.module.js';
import { CompaniesModule } from './modules/companies/companies.module.js';
import { BulkActionsModule } from './modules/bulk-actions/bulk-actions.module.js';
import { BulkJobsModule } from './modules/jobs/bulk-jobs.module.js';
import { ContactsModule } from './modules/contacts/contacts.module.js';
import { ImportsModule } from './modules/imports/imports.module.js';
import { PrivacyModule } from './modules/privacy/privacy.module.js';
import { SegmentsModule } from './modules/segments/segments.module.js';
import { CustomFieldsModule } from './modules/custom-fields/custom-fields.module.js';
import { TrackingModule } from './modules/tracking/tracking.module.js';
import { PublicPagesModule } from './modules/public-pages/public-pages.module.js';
import { MailContentModule } from './modules/mail-content/mail-content.module.js';
import { SendersModule } from './modules/senders/senders.module.js';
import { SendingModule } from './modules/sending/sending.module.js';
import { SingleEmailsModule } from './modules/single-emails/single-emails.module.js';
import { SystemEmailsModule } from './modules/system-emails/system-emails.module.js';
import { FormsModule } from './modules/forms/forms.module.js';
import { FeedbackModule } from './modules/feedback/feedback.module.js';
import { FunnelsModule } from './modules/funnels/funnels.module.js';
import { LandingModule } from './modules/landing/landing.module.js';
import { LabelsModule } from './modules/labels/labels.module.js';
import { ReportsModule } from './modules/reports/reports.module.js';
import { RollupsModule } from './modules/rollups/rollups.module.js';
import { ScheduledReportsModule } from './modules/scheduled-reports/scheduled-reports.module.js';
import { EventFeedModule } from './modules/webhooks/event-feed/event-feed.module.js';
import { WebhooksModule } from './modules/webhooks/webhooks.module.js';
import { RouteAudit } from './platform/access/route-audit.js';
import type { AppConfig } from './platform/config/config.js';
import { ErrorFilter } from './platform/http/error.filter.js';
import { Draining } from './platform/health/draining.js';
import { HealthController } from './platform/health/health.controller.js';
import { ProcessHeartbeatModule } from './platform/health/process-heartbeat.js';
import { IdempotencyInterceptor } from './platform/idempotency/idempotency.interceptor.js';
import { logging, type ProcessName } from './platform/logging/logging.js';
import { BACKLOG_QUERIES } from './platform/metrics/backlog.js';
import { BacklogMetrics } from './platform/metrics/backlog.metrics.js';
import { MetricsController } from './platform/metrics/metrics.controller.js';
import { PlatformModule } from './platform/platform.module.js';
import { QueueDashboard } from './platform/queue-dashboard/queue-dashboard.js';
import { RateLimitGuard } from './platform/rate-limit/rate-limit.guard.js';

/** The domain modules of the API: controllers and services. */
export const DOMAIN_MODULES = [
  AuditModule,
  AuthModule,
  LabelsModule,
  CustomFieldsModule,
  ContactsModule,
  // After the contacts, or `PUT /companies/:id` would match their `/companies/attach-subscribers`.
  CompaniesModule,
  SegmentsModule,
  BulkJobsModule,
  ImportsModule,
  PrivacyModule,
  BulkActionsModule,
  TrackingModule,
  PublicPagesModule,
  FormsModule,
  MailContentModule,
  SendersModule,
  SendingModule,
  SystemEmailsModule,
  SingleEmailsModule,
  FeedbackModule,
  CampaignsModule,
  FunnelsModule,
  CommerceModule,
  WebhooksModule,
  EventFeedModule,
  RollupsModule,
  ReportsModule,
  ScheduledReportsModule,
];

/* Loaded only where they are used, because their libraries take a part of the start and of the memory. */
const consoleLogin = async (): Promise<DynamicModule> => ({
  module: (await import('./modules/console/login/console-login.module.js')).ConsoleLoginModule,
});
const development = async (config: AppConfig): Promise<DynamicModule> =>
  (await import('./modules/development/development.module.js')).DevelopmentModule.with(config);

/** The HTTP process: the domain modules with authentication, rate limits, and error handling. */
@Module({})
export class ApiModule {
  static with(config: AppConfig, name: ProcessName = 'api'): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        PlatformModule.with(config),
        logging(name),
        DiscoveryModule,
        ProcessHeartbeatModule.of('api'),
        LandingModule,
        ...DOMAIN_MODULES,
        // Before the pages, whose last routes match all paths.
        ...(config.auth.oidc.issuer ? [consoleLogin()] : []),
        ...(config.consoleEnabled ? [ConsoleModule] : []),
        ...(config.development && !config.production ? [development(config)] : []),
        ...(speaksDialect(config.http.basePaths) ? [CompatibilityModule] : []),
      ],
      controllers: [HealthController, MetricsController],
      providers: [
        RouteAudit,
        Draining,
        { provide: BACKLOG_QUERIES, useValue: ALL_BACKLOGS },
        BacklogMetrics,
        QueueDashboard,
        // Registers with passport, which is global, so only the HTTP process imports it.
        BasicStrategy,
        { provide: APP_FILTER, useClass: ErrorFilter },
        // Guards run in this order: authentication, permission, rate limit.
        { provide: APP_GUARD, useClass: BasicAuthGuard },
        { provide: APP_GUARD, useClass: RateLimitGuard },
        AuditInterceptor,
        IdempotencyInterceptor,
      ],
    };
  }
}
