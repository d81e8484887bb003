import { Module } from '@nestjs/common';
import { AuditLogController } from './audit-log.controller.js';
import { AuditLogQueries } from './audit-log.queries.js';
import { AuditRecorder } from './audited-transaction.js';
import { AuditPersonalData } from './audit.personal-data.js';
import { AuditRetention } from './audit-retention.js';
import { AuditedExports } from './audited-exports.service.js';

/** The audit log, written in the transaction of each change. */
@Module({
  controllers: [AuditLogController],
  providers: [AuditLogQueries, AuditRecorder, AuditPersonalData, AuditRetention, AuditedExports],
  exports: [AuditedExports],
})
export class AuditModule {}
