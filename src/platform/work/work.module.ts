import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { LeaseWatch } from './lease-watch.js';
import { PeriodicTasks } from './periodic-tasks.service.js';
import { Retention } from './retention.js';

/** Runs the periodic tasks and applies the retention policies of the worker's providers, and watches leases for them. */
@Module({
  imports: [DiscoveryModule, ScheduleModule.forRoot()],
  providers: [LeaseWatch, PeriodicTasks, Retention],
  exports: [LeaseWatch, Retention],
})
export class WorkModule {}
