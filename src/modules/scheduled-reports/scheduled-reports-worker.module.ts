import { Module } from '@nestjs/common';
import { ScheduledReportsScheduler } from './runs/scheduled-reports.scheduler.js';
import { ScheduledReportsModule } from './scheduled-reports.module.js';

@Module({ imports: [ScheduledReportsModule], providers: [ScheduledReportsScheduler] })
export class ScheduledReportsWorkerModule {}
