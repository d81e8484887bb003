import { Module } from '@nestjs/common';
import { ReportsModule } from './reports.module.js';
import { RollupsSubscriber } from './rollups/rollups.subscriber.js';

@Module({ imports: [ReportsModule], providers: [RollupsSubscriber] })
export class ReportsWorkerModule {}
