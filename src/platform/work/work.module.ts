import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { PeriodicTasks } from './periodic-tasks.service.js';
import { Retention } from './retention.js';

/** Periodic tasks and retention. In the API it runs the tasks of the API's own providers. */
@Module({
  imports: [DiscoveryModule, ScheduleModule.forRoot()],
  providers: [PeriodicTasks, Retention],
  exports: [Retention],
})
export class WorkModule {}
