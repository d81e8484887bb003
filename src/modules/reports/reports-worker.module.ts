import { Module } from '@nestjs/common';
import { ReportsModule } from './reports.module.js';
import { RollupsSubscriber } from './rollups/rollups.subscriber.js';
import { ScheduledReportsScheduler } from './scheduled/scheduled-reports.scheduler.js';

@Module({ imports: [ReportsModule], providers: [RollupsSubscriber, ScheduledReportsScheduler] })
export class ReportsWorkerModule {}
