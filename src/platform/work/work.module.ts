import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { PeriodicTasks } from './periodic-tasks.service.js';
import { Retention } from './periodic.js';

/** Runs the periodic tasks and applies the retention policies of the worker's providers. */
@Module({
  imports: [DiscoveryModule, ScheduleModule.forRoot()],
  providers: [PeriodicTasks, Retention],
  exports: [Retention],
})
export class WorkModule {}
