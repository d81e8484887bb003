import { Module } from '@nestjs/common';
import { AuditRetentionScheduler } from './audit-retention.scheduler.js';
import { AuditModule } from './audit.module.js';

@Module({ imports: [AuditModule], providers: [AuditRetentionScheduler] })
export class AuditWorkerModule {}
