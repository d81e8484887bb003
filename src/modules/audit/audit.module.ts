import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditEntry } from './audit-entry.entity.js';
import { AuditLogController } from './audit-log.controller.js';
import { AuditLogQueries } from './audit-log.queries.js';
import { AuditRecords } from './audit-records.holder.js';
import { AuditRetention } from './audit-retention.js';
import { AuditWitness } from './audit-witness.js';
import { AuditedExports } from './audited-exports.service.js';
import { CommittedState } from './committed-state.js';

/** Who changed what, written where the change is committed. */
@Module({
  imports: [TypeOrmModule.forFeature([AuditEntry])],
  controllers: [AuditLogController],
  providers: [AuditLogQueries, AuditRecords, AuditRetention, AuditWitness, AuditedExports, CommittedState],
  exports: [AuditedExports],
})
export class AuditModule {}
