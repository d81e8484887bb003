import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { EventRetentionScheduler } from './event-retention.scheduler.js';
import { EventRetention } from './event-retention.service.js';
import { Relay } from './relay.js';

@Module({
  imports: [DiscoveryModule],
  providers: [Relay, EventRetention, EventRetentionScheduler],
  exports: [Relay, EventRetention],
})
export class RelayWorkerModule {}
